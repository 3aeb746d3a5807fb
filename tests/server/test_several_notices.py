"""Notices on several servers: none is sent to somebody who has the table in front of them on another one."""

from __future__ import annotations

from engineshed.server.web.context import Context
from engineshed.server.web.limits import Limits
from tests.server.play import ME, OPEN, new_guest, new_table, run
from tests.server.several import Scene, watching


def test_who_looks_at_a_table_is_known_on_all_servers(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada, bob = await new_guest(here), await new_guest(here, "Bob")
            table = await new_table(here, ada, ME, OPEN, public=True)
            hub = Context(here, Limits()).push
            async with watching(there, table, ada) as page, watching(there, table, bob):
                assert not await hub.is_in_front(ada.id, table)
                page.says_whether_in_front(True, 1.0)
                assert await hub.is_in_front(ada.id, table)
                assert not await hub.is_in_front(bob.id, table), "his page is open, but not in front"
                page.says_whether_in_front(False, 2.0)
                assert not await hub.is_in_front(ada.id, table)
            assert not await hub.is_in_front(ada.id, "no-such-table")

    run(go())
