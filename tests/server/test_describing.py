"""Positions are put into words when a table is quiet or long, when the server stops, and after a crash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engineshed.core.registry import find_game, game_ids
from engineshed.server import describing, replay
from engineshed.server.describing import Describer
from engineshed.server.descriptions import out_of_words
from engineshed.server.live import SNAPSHOT_EVERY, Live
from engineshed.server.rows import PartRow
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError, TakenError
from tests.server.play import GAME_ID, ME, live, new_guest, new_table, opened, play_on, play_one, run
from tests.server.test_before import BEFORE, EXPECTED

GAME = find_game(GAME_ID)
SOON = 0.01


async def until(happened: Callable[[], Awaitable[bool]]) -> None:
    while not await happened():
        await asyncio.sleep(SOON)


async def latest(service: Service, table: str) -> Any:
    """The last position that is kept in words, as a state; None if there is none."""
    positions = await service.store.described(table)
    return None if not positions else out_of_words(GAME, positions[0].description, positions[0].version)


async def is_described(service: Service, table: str) -> bool:
    return bool(await latest(service, table) == (await live(service, table)).state)


def test_a_quiet_table_is_described_and_one_that_changes_is_not() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            busy, quiet = await new_table(service, ada), await new_table(service, ada)
            describer = Describer(service, every=SOON, quiet=1000.0)
            describer.start()
            for table in (busy, quiet):
                await until(partial(is_described, service, table))  # what an earlier run has left
                await play_one(service, ada, table)
            service.changed[quiet] -= 2000.0
            await until(lambda: is_described(service, quiet))
            assert not await is_described(service, busy)
            await asyncio.sleep(10 * SOON)
            assert list(service.changed) == [busy]
            await describer.stop()
            assert await is_described(service, busy)
            assert service.changed == {}

    run(go())


def test_a_table_that_is_never_quiet_is_described_when_it_has_grown() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            describer = Describer(service, every=SOON, quiet=1000.0)
            describer.start()
            await until(lambda: is_described(service, table))  # what an earlier run has left
            begun = await live(service, table)
            await play_on(service, ada, table, plies=begun.ply + SNAPSHOT_EVERY - 10)
            await asyncio.sleep(10 * SOON)
            assert await latest(service, table) == begun.state
            await play_on(service, ada, table, plies=begun.ply + SNAPSHOT_EVERY)
            await until(lambda: is_described(service, table))
            await play_one(service, ada, table)
            await asyncio.sleep(10 * SOON)
            assert not await is_described(service, table), "not after every move"
            await describer.stop()
            assert await is_described(service, table)

    run(go())


def test_in_the_middle_of_a_turn_its_beginning_is_described_too() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            while len((await live(service, table)).line) < 2:
                await play_one(service, ada, table)
            await Describer(service).stop()
            now = await live(service, table)
            words = [
                (d.ply, d.moves, out_of_words(GAME, d.description, d.version))
                for d in await service.store.described(table)
            ]
            assert words == [(p.ply, p.moves, p.state) for p in (now.line[-1], now.line[0])]

    run(go())


def test_after_a_crash_everything_is_described_that_was_not(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path / "shed.db") as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=40)
            fork = (await replay.fork(service, ada, table, 20, None, [ME, ME])).id
            start = (await live(service, fork)).state
            await service.store.put_parts(fork, [PartRow(0, 0, GAME.version, None, GAME.rules.dump(start))])
        async with opened(tmp_path / "shed.db") as service:
            describer = Describer(service, every=SOON)
            describer.start()

            async def done() -> bool:
                return await service.store.undescribed(9) == []

            await until(done)
            await describer.stop()
            assert await is_described(service, table)
            (part,) = await service.store.parts(fork)
            assert part.start is not None
            assert (part.dump, out_of_words(GAME, part.start, part.version)) == (None, start)

    run(go())


def test_a_database_from_before_is_put_into_words_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(describing, "SHARE", 1000.0)
    file = tmp_path / "shed.db"
    file.write_bytes((BEFORE / "tables.sqlite").read_bytes())

    async def go() -> None:
        async with opened(file) as service:
            assert len(await service.store.undescribed(99)) == len(EXPECTED["tables"])
            describer = Describer(service, every=SOON)
            describer.start()

            async def done() -> bool:
                rows = [await service.store.table(table_id) for table_id in EXPECTED["tables"]]
                old = [row for row in rows if row is not None and row.version != find_game(row.game).version]
                return {row.state for row in old} == {"over"} and await service.store.undescribed(99) == []

            await until(done)
            await describer.stop()
            assert {table["game"] for table in EXPECTED["tables"].values()} == set(game_ids())

    run(go())


def test_a_table_that_fails_does_not_keep_others_from_being_described(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            bad, good = await new_table(service, ada), await new_table(service, ada)
            for table in (bad, good):
                await play_one(service, ada, table)
            described = Live.described
            monkeypatch.setattr(Live, "described", lambda now: 1 / 0 if now.row.id == bad else described(now))
            await Describer(service).stop()
            assert await is_described(service, good)
            assert await latest(service, bad) is None
            (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
            assert record.getMessage().startswith("a table cannot be described: ZeroDivisionError")

    run(go())


def test_a_store_that_is_down_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_one(service, ada, table)
            work, left = service.store.describe, [StoreDownError("disk full")]

            async def describe(*args: Any) -> None:
                if left:
                    raise left.pop()
                await work(*args)

            monkeypatch.setattr(service.store, "describe", describe)
            describer = Describer(service, every=SOON, quiet=0.0)
            describer.start()
            await until(lambda: is_described(service, table))
            await describer.stop()
            assert not left

    run(go())


def test_when_two_servers_describe_a_table_at_the_same_moment_it_is_not_an_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When all servers are stopped, each describes what it has in memory."""

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_one(service, ada, table)
            work = service.store.describe

            async def describe(*args: Any) -> None:
                await work(*args)
                raise TakenError(table)

            monkeypatch.setattr(service.store, "describe", describe)
            await Describer(service).stop()
            assert await is_described(service, table)
            assert not service.changed
            assert not caplog.records

    run(go())
