"""Retirement: what nobody needs any more is deleted by the host's rule, on time and not before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import patch

import pytest

from engineshed.server import absence, guests, retention, tables
from engineshed.server.guests import DAY
from engineshed.server.retention import KEEP_EVERYTHING, Retired, Rule, retire
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.store import StoreDownError
from tests.server.play import ME, OPEN, live, new_guest, new_table, play_on, refused, run

ALL = Rule(finished=30, waiting=10, abandoned=90, guests=60)
TABLES = Rule(finished=30, waiting=10, abandoned=90)


class Clock:
    """A clock that only moves when it is told."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now

    def pass_days(self, days: float) -> None:
        self.now += days * DAY


@asynccontextmanager
async def service_and_clock() -> AsyncIterator[tuple[Service, Clock]]:
    clock, store = Clock(), SQLiteStore(":memory:")
    try:
        yield Service(store, clock), clock
    finally:
        await store.close()


async def there(service: Service, table: str) -> bool:
    return await service.store.table(table) is not None


@pytest.mark.parametrize(("kind", "days"), [("finished", 30), ("waiting", 10), ("abandoned", 90)])
def test_a_table_is_kept_until_its_day(kind: str, days: int) -> None:
    async def go() -> None:
        async with service_and_clock() as (service, clock):
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, OPEN if kind == "waiting" else ME)
            if kind == "finished":
                await play_on(service, ada, table)
            clock.pass_days(days - 0.01)
            assert await retire(service, TABLES) == Retired(0, 0)
            clock.pass_days(0.02)
            assert await retire(service, KEEP_EVERYTHING) == Retired(0, 0)
            assert await there(service, table)
            assert await retire(service, TABLES) == Retired(1, 0)
            assert not await there(service, table)
            with refused("not-found", "no-table"):
                await service.table(table)

    run(go())


def test_a_move_keeps_a_table_alive() -> None:
    async def go() -> None:
        async with service_and_clock() as (service, clock):
            ada = await new_guest(service)
            table = await new_table(service, ada)
            for ply in (5, 10, 15):
                clock.pass_days(80)
                await play_on(service, ada, table, ply)
                assert await retire(service, ALL) == Retired(0, 0)
            assert (await live(service, table)).row.state == "running"

    run(go())


def test_only_what_the_settings_name_is_retired() -> None:
    async def go() -> None:
        async with service_and_clock() as (service, clock):
            ada = await new_guest(service)
            waiting, running = await new_table(service, ada, ME, OPEN), await new_table(service, ada)
            clock.pass_days(1000)
            assert await retire(service, Rule(waiting=10)) == Retired(1, 0)
            assert [await there(service, table) for table in (waiting, running)] == [False, True]

    run(go())


def test_tables_are_retired_in_more_than_one_batch() -> None:
    async def go() -> None:
        async with service_and_clock() as (service, clock):
            ada = await new_guest(service)
            for _ in range(7):
                await new_table(service, ada, ME, OPEN)
            clock.pass_days(11)
            with patch.object(retention, "AT_ONCE", 3):
                assert await retire(service, ALL) == Retired(7, 0)

    run(go())


def test_guests_go_only_when_they_have_nothing_here_and_stay_away() -> None:
    async def go() -> None:
        async with service_and_clock() as (service, clock):
            idle, owner = await new_guest(service, "Idle"), await new_guest(service, "Owner")
            back, cookie = await guests.welcome(service, "Back", "en")
            table = await new_table(service, owner)
            clock.pass_days(50)
            await guests.renew(service, cookie.token)
            clock.pass_days(11)
            assert await retire(service, ALL) == Retired(0, 1)
            assert sorted(await service.store.guests([idle.id, owner.id, back.id])) == sorted([owner.id, back.id])
            clock.pass_days(60)
            assert await retire(service, ALL) == Retired(1, 2), "the table first, and then its owner"
            assert not await there(service, table)

    run(go())


def test_a_seat_taken_while_a_table_is_retired_is_refused() -> None:
    """Another process may have deleted the table that this one still has in memory."""

    async def go() -> None:
        async with service_and_clock() as (service, clock):
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, OPEN)
            await service.table(table)
            clock.pass_days(11)
            await service.store.retire_tables(["open"], clock.now, 9)
            token = await tables.new_link(service, ada, table, 1) if await there(service, table) else None
            assert token is None
            with refused("not-found", "no-table"):
                await absence.leave(service, ada, table, 0)

    run(go())


def test_the_rounds_go_on_after_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        rounds: list[int] = []

        async def failing(_service: Service, _rule: Rule) -> Retired:
            rounds.append(1)
            if len(rounds) == 1:
                raise StoreDownError("the disk is full")
            if len(rounds) == 2:
                raise ValueError("secret")
            return Retired(2, 3)

        async with service_and_clock() as (service, _):
            with (
                patch.object(retention, "EVERY", 0.001),
                patch.object(retention, "retire", failing),
                caplog.at_level("INFO", logger=retention.__name__),
            ):
                task = asyncio.create_task(retention.keep_retiring(service, ALL))
                while len(rounds) < 3:
                    await asyncio.sleep(0.001)
                task.cancel()

    run(go())
    causes = [getattr(record, "cause", "") for record in caplog.records]
    assert "the disk is full" in causes
    assert any(cause.startswith("ValueError < ") for cause in causes)
    assert "retired 2 tables and 3 guests" in caplog.text
