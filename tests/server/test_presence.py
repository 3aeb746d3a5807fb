"""Who is at a table: here, away or offline, as those who watch it are told by one server or several."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from engineshed.server import absence, presence, tables
from engineshed.server.clocks import Clock
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.web import push
from engineshed.server.web.context import Context
from engineshed.server.web.limits import Limits
from engineshed.server.web.push import PushHub
from tests.server.listener import Listener
from tests.server.loop import in_loop
from tests.server.play import BOT, ME, OPEN, new_guest, new_table, opened, run
from tests.server.several import Scene, heard
from tests.server.test_absence import START, Watch, seated

Told = dict[int, tuple[str, float | None]]


@asynccontextmanager
async def at_table(hub: PushHub, table: str, guest: Guest | None, *, people: bool = True) -> AsyncIterator[Listener]:
    watcher = Listener(guest, people=people)
    async with hub.watching(table, watcher):
        yield watcher


def hub_of(service: Service) -> PushHub:
    return Context(service, Limits()).push


async def told(watcher: Listener, wanted: Told) -> None:
    """Wait until the watcher is told just this."""
    found: Any = None
    try:
        async with asyncio.timeout(20):
            while found != wanted:
                news = await heard(watcher)
                if news["type"] == "presence":
                    found = {seat["seat"]: (seat["state"], seat["since"]) for seat in news["seats"]}
    except TimeoutError:
        raise AssertionError(found) from None


@in_loop
async def test_a_page_is_here_away_or_gone_and_a_program_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "GONE_AFTER", 0.01)
    async with opened() as service:
        service.clock = watch = Watch()
        hub = hub_of(service)
        table, (ada, bob) = await seated(service, Clock(), "Ada", "Bob")
        async with at_table(hub, table, ada) as hers:
            await told(hers, {0: ("here", START), 1: ("offline", None)})
            async with at_table(hub, table, bob, people=False) as his:
                await told(hers, {0: ("here", START), 1: ("here", START)})
                assert not his.says_whether_in_front(None, watch.now), "a program"
                for front, at, state in ((False, 60, "away"), (False, 90, "away"), (True, 120, "here")):
                    watch.now = START + at
                    his.says_whether_in_front(front, watch.now)
                    hub.look_for(table, his)
                    since = START + 60 if state == "away" else watch.now
                    await told(hers, {0: ("here", START), 1: (state, since)})
            await told(hers, {0: ("here", START), 1: ("offline", watch.now)})


@in_loop
async def test_a_page_that_is_loaded_anew_has_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "GONE_AFTER", 0.05)
    async with opened() as service:
        service.clock = Watch()
        hub = hub_of(service)
        table, (ada, bob) = await seated(service, Clock(), "Ada", "Bob")
        async with at_table(hub, table, ada) as hers:
            async with at_table(hub, table, bob):
                await told(hers, {0: ("here", START), 1: ("here", START)})
            async with at_table(hub, table, bob):
                await asyncio.sleep(0.1)
                seen = [hers.told.get_nowait() for _ in range(hers.told.qsize())]
                assert not any(b"offline" in message for message in seen)


@in_loop
async def test_of_several_pages_the_nearest_counts_and_bots_and_spectators_do_not() -> None:
    async with opened() as service:
        service.clock = Watch()
        hub, ada = hub_of(service), await new_guest(service)
        table = await new_table(service, ada, ME, BOT, OPEN)
        async with at_table(hub, table, ada) as desk, at_table(hub, table, ada) as phone, at_table(hub, table, None):
            desk.says_whether_in_front(False, START)
            hub.look_for(table, desk)
            await told(phone, {0: ("here", START)})
            phone.says_whether_in_front(False, START + 1)
            hub.look_for(table, phone)
            await told(phone, {0: ("away", START + 1)})
        bob = await new_guest(service, "Bob")
        async with at_table(hub, table, ada) as hers, at_table(hub, table, bob):
            await absence.leave(service, ada, table, 0)
            await told(hers, {})
            await tables.claim(service, bob, table, await tables.new_link(service, ada, table, 2))
            await told(hers, {2: ("here", START)})


def test_servers_tell_each_other_and_forget_one_that_has_died(servers: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "GONE_AFTER", 0.01)

    async def go() -> None:
        async with servers(2) as (one, two):
            one.clock = two.clock = Watch()
            table, (ada, bob) = await seated(one, Clock(), "Ada", "Bob")
            first, second = hub_of(one), hub_of(two)
            async with at_table(first, table, ada) as hers, at_table(second, table, bob) as his:
                both: Told = {0: ("here", START), 1: ("here", START)}
                await told(hers, both)
                await told(his, both)
                monkeypatch.setattr(presence, "FORGOTTEN", 0.0)  # as if the other had said nothing for long
                two.news.heard_of = lambda _table_id, _told: None
                one.presence._tell_again()
                await told(hers, {0: ("here", START), 1: ("offline", None)})

    run(go())
