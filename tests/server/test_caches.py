"""What depends on a table and its position is computed once, and pages of a long log are quick."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import perf_counter
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from engineshed.core.contract import Seat
from engineshed.core.record import verify
from engineshed.core.registry import find_game
from engineshed.server import absence, chapters, guests, replay, viewing
from engineshed.server.kept import Kept
from engineshed.server.live import SNAPSHOT_EVERY, Live
from engineshed.server.rows import Event, Head
from engineshed.server.service import SIGHTS_IN_MEMORY, Service
from engineshed.server.web import compression
from tests.server.play import (
    GAME_ID,
    ME,
    live,
    new_guest,
    new_table,
    opened,
    play_on,
    play_one,
    play_together,
    run,
    three_players,
)
from tests.server.web import visitors

GAME = find_game(GAME_ID)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the costly values were made."""
    count: Counter[str] = Counter()

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            count[name] += 1
            return function(*args, **options)

        return call

    monkeypatch.setattr(viewing, "sight_of", counted("sight", viewing.sight_of))
    monkeypatch.setattr(replay, "_see", counted("review", replay._see))
    monkeypatch.setattr(replay, "_whole", counted("record", replay._whole))
    return count


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The plies of all log entries that are folded in from the store."""
    plies: list[int] = []
    follow = Live.follow

    def counted(self: Live, events: Sequence[Event]) -> object:
        plies.extend(event.ply for event in events)
        return follow(self, events)

    monkeypatch.setattr(Live, "follow", counted)
    return plies


# -- positions ------------------------------------------------------------------------------------------------------


def test_a_position_is_looked_at_once_for_all_who_see_the_same(made: Counter[str]) -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            seated = await service.table(table)
            for _ in range(3):
                for viewer in (*players, None, await new_guest(service, "Eve"), await new_guest(service, "Fay")):
                    await viewing.look(service, seated, viewer, None, 0)
            assert made["sight"] == 4, "three seats and the spectators"
            for _ in range(3):
                for viewer in (*players, None):
                    await replay.position_at(service, viewer, table, None, 3)
            assert made["sight"] == 8

    run(go())


def test_caches_stay_right_after_moves_undos_seats_and_names() -> None:
    """Everything that is shown is compared with a service that has just been started."""

    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            for step in range(60):
                await play_together(service, players, table, (await live(service, table)).ply + 1)
                if step % 7 == 0:
                    await guests.change(service, players[step % 3], f"Name {step}", None)
                if step % 11 == 0:
                    await absence.leave(service, players[1], table, 1)
                    await same(service, players[1], table)
                    await absence.come_back(service, players[1], table, 1)
                for viewer in (*players, None):
                    await same(service, viewer, table)
            assert any(event.kind == "undo" for event in await service.store.events(table))

    async def same(service: Service, viewer: Any, table: str) -> None:
        fresh = Service(service.store, service.clock)
        ply = (await live(service, table)).ply
        for ask in (
            lambda service, seated: viewing.look(service, seated, viewer, None, ply - 3),
            lambda service, _: replay.position_at(service, viewer, table, None, ply // 2),
            lambda service, _: replay.position_at(service, viewer, table, None, ply),
            lambda service, _: replay.record(service, viewer, table),
        ):
            shown = [msgspec.json.encode(await ask(asked, await asked.table(table))) for asked in (service, fresh)]
            assert shown[0] == shown[1]

    run(go())


def test_a_fork_has_its_own_positions() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=40)
            await viewing.look(service, await service.table(table), ada, 0, 0)
            forked = (await replay.fork(service, ada, table, 20, 0, [ME, ME])).id
            shown = await viewing.look(service, await service.table(forked), ada, 0, 0)
            assert shown.view == GAME.rules.view((await live(service, forked)).state, Seat(0))

    run(go())


def test_a_table_that_begins_is_looked_at_again() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            now = await live(service, table)
            assert (await viewing.look(service, await service.table(table), players[0], None, 0)).view is not None
            now.row = msgspec.structs.replace(now.row, state="open")
            assert (await viewing.look(service, await service.table(table), players[0], None, 0)).view is None

    run(go())


# -- the log --------------------------------------------------------------------------------------------------------

LONG = 20_000
MOST_MS = 50.0


async def long_table(service: Service, guest: Any, entries: int = LONG, **wishes: Any) -> str:
    """A table where somebody has moved and taken back all day; written directly, as by an older program."""
    table = await new_table(service, guest, **wishes)
    while not (now := await live(service, table)).can_take_back(now.line[-1].seat):  # type: ignore[arg-type]
        await play_one(service, guest, table, "money")
    undo, again = Event(0, now.line[-1].seat, "undo", "1"), (await service.store.events(table))[-1]
    log = [
        msgspec.structs.replace(undo if number % 2 else again, ply=number) for number in range(now.ply + 1, entries + 1)
    ]
    if now.ply % 2:
        log = [msgspec.structs.replace(again if entry.kind == "undo" else undo, ply=entry.ply) for entry in log]
    head = Head("running", entries, now.row.to_act, None, service.clock())
    await service.store.append(table, log, head)
    return table


def test_a_page_of_a_log_with_twenty_thousand_entries_takes_less_than_fifty_milliseconds() -> None:
    async def go() -> list[float]:
        async with opened() as service:
            ada = await new_guest(service)
            table = await long_table(service, ada)
            fresh = Service(service.store, service.clock)
            await fresh.table(table)
            took = []
            for before in (None, 1, 2, 150, 777, 5_000, 10_001, 12_345, 19_950):
                start = perf_counter()
                page = await viewing.log_page(fresh, await fresh.table(table), ada, 0, before)
                took.append(1000 * (perf_counter() - start))
                end = LONG if before is None else before - 1
                assert [line.ply for line in page] == list(range(max(0, end - chapters.ON_A_PAGE) + 1, end + 1))
            start = perf_counter()
            shown = await viewing.look(fresh, await fresh.table(table), ada, 0, 0)
            took.append(1000 * (perf_counter() - start))
            assert len(shown.log) == chapters.ON_A_PAGE
            return took

    assert median(run(go())) < MOST_MS


def test_no_page_replays_more_than_its_neighbourhood(replayed: list[int]) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await long_table(service, ada, 3_000)
            await Service(service.store, service.clock).table(table)
            for before in (3_000, 2_000, 1_500, 150):
                replayed.clear()
                fresh = Service(service.store, service.clock)
                await viewing.log_page(fresh, await fresh.table(table), ada, 0, before)
                assert len(replayed) < 2 * chapters.ON_A_PAGE + 6 * SNAPSHOT_EVERY
            replayed.clear()
            await viewing.log_page(fresh, await fresh.table(table), ada, 1, before)
            assert replayed == [], "the same page for another seat"

    run(go())


def test_all_pages_together_make_up_the_log() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, ME, ME)
            await play_on(service, ada, table, plies=500)
            seated = await service.table(table)
            past = await service.archive.past(seated.live, 0)
            whole = viewing.log_lines(past.follow(await service.store.events(table)), 1)
            found: list[Any] = []
            before = None
            while page := await viewing.log_page(service, seated, ada, 1, before):
                found, before = [*page, *found], page[0].ply
            assert msgspec.json.encode(found) == msgspec.json.encode(whole)

    run(go())


def test_a_record_that_was_imported_can_be_looked_at_anywhere(replayed: list[int]) -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 10_000)
            whole = msgspec.json.encode(await replay.record(service, None, table))
            brought = (await replay.import_record(service, players[0], whole)).id
            fresh = Service(service.store, service.clock)
            last = (await live(fresh, brought)).ply
            assert last > 300
            for ply in range(0, last, 41):
                replayed.clear()
                await replay.position_at(fresh, players[0], brought, 0, ply)
                assert len(replayed) < chapters.CHAPTER + 4 * SNAPSHOT_EVERY

    run(go())


# -- records and reviews --------------------------------------------------------------------------------------------


def test_records_and_reviews_are_made_once_for_all_who_ask(made: Counter[str], replayed: list[int]) -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 120)
            readers = [*players, None, None, *players]
            await asyncio.gather(*(replay.record(service, reader, table) for reader in readers))
            assert made["record"] == 4, "each seat knows different draws"
            await play_together(service, players, table, 10_000)
            replayed.clear()
            records = await asyncio.gather(*(replay.record(service, reader, table) for reader in readers))
            assert made["record"] == 5
            assert replayed == [], "the moves of a finished game are in its log"
            assert verify(records[0], GAME).over
            assert all(record == records[0] for record in records)
            reviews = await asyncio.gather(*(replay.review(service, table) for _ in readers))
            assert made["review"] == 1
            assert all(review == reviews[0] for review in reviews)
            result = (await live(service, table)).row.result
            assert result is not None
            assert reviews[0].milestones[-1].totals == [score["total"] for score in result["scores"]]

    run(go())


def test_a_record_of_a_running_game_grows_without_replaying_it_all(replayed: list[int]) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, ME, ME)
            await play_on(service, ada, table, plies=350)
            await replay.record(service, ada, table)
            await play_one(service, ada, table)
            replayed.clear()
            await replay.record(service, ada, table)
            assert 0 < len(replayed) < chapters.CHAPTER + 3 * SNAPSHOT_EVERY

    run(go())


# -- what is kept ---------------------------------------------------------------------------------------------------


def test_the_least_recently_used_value_makes_room() -> None:
    async def go() -> None:
        kept: Kept[bytes] = Kept(10, len)
        asked: list[str] = []

        async def get(key: str, value: bytes = b"1234") -> bytes:
            async def make() -> bytes:
                asked.append(key)
                return value

            return await kept.get(key, make)

        for key in "abacab":
            await get(key)
        assert asked == ["a", "b", "c", "b"]
        assert len(kept) == 2
        assert await get("large", b"x" * 99) == b"x" * 99
        assert len(kept) == 1, "it is so large that all others had to go"

    run(go())


def test_a_value_is_made_once_for_all_who_wait_even_if_the_first_goes_away() -> None:
    async def go() -> None:
        kept: Kept[bytes] = Kept(10, len)
        going, count = asyncio.Event(), 0

        async def make() -> bytes:
            nonlocal count
            count += 1
            await going.wait()
            return b"made"

        asking = [asyncio.create_task(kept.get("key", make)) for _ in range(5)]
        await asyncio.sleep(0)
        asking[0].cancel()
        await asyncio.sleep(0)
        going.set()
        assert await asyncio.gather(*asking[1:]) == [b"made"] * 4
        assert count == 1

    run(go())


def test_a_failure_reaches_everybody_who_waits_and_is_not_cached() -> None:
    async def go() -> None:
        kept: Kept[bytes] = Kept(10, len)

        async def fail() -> bytes:
            raise ValueError("no")

        async def make() -> bytes:
            return b"made"

        outcomes = await asyncio.gather(*(kept.get("key", fail) for _ in range(3)), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [ValueError] * 3
        assert await kept.get("key", make) == b"made"

    run(go())


def test_the_caches_of_a_busy_server_stay_small() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            for _ in range(30):
                table = await new_table(service, ada)
                for _ in range(10):
                    await play_one(service, ada, table)
                    await viewing.look(service, await service.table(table), ada, None, 0)
            assert len(service.sights) == SIGHTS_IN_MEMORY

    run(go())


# -- large answers --------------------------------------------------------------------------------------------------


@pytest.fixture
def compressing() -> Iterator[list[tuple[int, bool]]]:
    """The size of everything that is compressed, and whether the thread of the event loop does it."""
    seen: list[tuple[int, bool]] = []
    loops: set[int] = set()
    compress, serve = gzip.compress, compression._compressed

    async def noting(body: bytes) -> bytes:
        loops.add(threading.get_ident())
        return await serve(body)

    def noted(body: bytes, *args: Any, **options: Any) -> bytes:
        seen.append((len(body), threading.get_ident() in loops))
        return compress(body, *args, **options)

    with patch.object(compression, "_compressed", noting), patch.object(gzip, "compress", noted):
        yield seen


def test_large_answers_are_compressed_beside_the_event_loop(compressing: list[tuple[int, bool]]) -> None:
    with visitors() as (ada, _):
        for path in (f"/api/games/{GAME_ID}/rules", f"/api/tables/{ada.create_table()}"):
            assert ada.ask("GET", path, headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert {size >= compression.LARGE for size, _ in compressing} == {True, False}
    assert all(on_loop == (size < compression.LARGE) for size, on_loop in compressing)
