"""Closing and opening tables while another server writes to them: the one that comes second looks again and goes on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engineshed.server import moderation, replay, tables
from engineshed.server.rows import Event, Head, PartRow
from engineshed.server.service import Service
from tests.server.play import ME, live, new_guest, new_table, play_on, play_one, refused, run
from tests.server.several import Deaf, Scene


def overtaken(service: Service, by: Callable[[], Awaitable[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Just before this server writes to the store for the next time, somebody else does."""
    append = service.store.append

    async def late(*given: Any, **named: Any) -> None:
        monkeypatch.setattr(service.store, "append", append)
        await by()
        await append(*given, **named)

    monkeypatch.setattr(service.store, "append", late)


def test_an_operator_closes_and_reopens_a_table_although_another_server_wrote_first(
    servers: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with servers(2, Deaf) as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            ply = (await live(here, table)).ply
            overtaken(here, lambda: play_one(there, ada, table), monkeypatch)
            await moderation.close(here, table, "a quarrel")
            closed = (await live(there, table)).row
            assert (closed.state, closed.ply > ply) == ("closed", True)

            async def reopen_and_close() -> None:
                await moderation.reopen(there, table, "too soon")
                await moderation.close(there, table, "as I said")

            overtaken(here, reopen_and_close, monkeypatch)
            await moderation.reopen(here, table, "all is well")
            assert (await live(there, table)).row.state == "running"
            acts = [one.act for one in await here.store.acts(10)]
            assert acts == ["reopen", "close", "reopen", "close"], "each is noted once"

    run(go())


def test_a_table_that_another_server_has_just_closed_is_not_closed_twice(
    servers: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with servers(2, Deaf) as (here, there):
            table = await new_table(here, await new_guest(here))
            overtaken(here, lambda: moderation.close(there, table, "first"), monkeypatch)
            with refused("conflict", "closed"):
                await moderation.close(here, table, "second")
            assert [one.note for one in await here.store.acts(10)] == ["first"]

    run(go())


def test_an_owner_closes_a_stuck_table_although_a_server_that_still_reads_it_wrote_first(
    servers: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other server has an earlier program, in which the game goes on."""

    async def go() -> None:
        async with servers(2, Deaf) as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            await play_on(here, ada, table, plies=30)
            forked = (await replay.fork(here, ada, table, 20, 0, [ME, ME])).id
            await here.store.put_parts(forked, [PartRow(0, 0, 1, None, b"nonsense")])

            async def move_on() -> None:
                row = await there.store.table(forked)
                assert row is not None
                event = Event(row.ply + 1, 0, "move", "money")
                await there.store.append(forked, [event], Head(row.state, row.ply + 1, (0,), None, there.clock()))

            fresh = Service(here.store, here.clock, bus=Deaf())
            overtaken(fresh, move_on, monkeypatch)
            await tables.close(fresh, ada, forked)
            row = await there.store.table(forked)
            assert row is not None
            assert (row.state, row.ply) == ("closed", len(await there.store.events(forked)))

    run(go())
