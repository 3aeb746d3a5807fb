"""What a table costs: opening it, keeping it in memory, and dropping it again."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence

import msgspec
import pytest

from engineshed.server import lobby, play, replay, tables, viewing
from engineshed.server import service as house_module
from engineshed.server.live import LONGEST_TURN, SNAPSHOT_EVERY, Live
from engineshed.server.loaded import REMEMBERED
from engineshed.server.rows import Event, PartRow
from engineshed.server.service import Service
from tests.server.play import ME, live, new_guest, new_table, opened, play_on, play_one, refused, run

USUAL_TURN = 12
"""Log entries since the last position that is final. They are replayed as well, so that they can be taken back."""


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The plies of all log entries that are replayed from the store."""
    plies: list[int] = []
    follow = Live.follow

    def counted(self: Live, events: Sequence[Event]) -> object:
        plies.extend(event.ply for event in events)
        return follow(self, events)

    monkeypatch.setattr(Live, "follow", counted)
    return plies


def test_opening_a_long_table_replays_only_its_end(replayed: list[int]) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, ME, ME)
            costs: list[int] = []
            while (now := await live(service, table)).moves < 400 and now.to_act():
                await play_one(service, ada, table)
                replayed.clear()
                reopened = await live(Service(service.store, service.clock), table)
                costs.append(len(replayed))
                assert reopened.state == (await live(service, table)).state
            assert len(costs) > 300, "a long game"
            assert max(costs) <= SNAPSHOT_EVERY + USUAL_TURN
            assert max(costs[250:]) <= max(costs[:250]), "the cost does not grow with the game"

    run(go())


def test_showing_an_old_position_of_a_long_table_replays_little(replayed: list[int]) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, ME, ME)
            await play_on(service, ada, table, plies=400)
            now = await live(service, table)
            for ply in range(0, 400, 23):
                replayed.clear()
                await service.archive.past(now, ply)
                assert len(replayed) <= SNAPSHOT_EVERY + USUAL_TURN

    run(go())


@pytest.mark.parametrize("kept", [0, 1])
def test_taking_moves_back_does_not_make_a_table_slower_to_open(replayed: list[int], kept: int) -> None:
    """Playing moves and taking them back all day fills the log, but does not make the table slower to open."""

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            for _ in range(kept):
                await play_one(service, ada, table, "money")
            for _ in range(3 * SNAPSHOT_EVERY):
                await play_one(service, ada, table, "money")
                now = await live(service, table)
                await play.undo(service, ada, table, now.line[-1].seat, now.ply, None, whole_turn=False)
            replayed.clear()
            again, now = await live(Service(service.store, service.clock), table), await live(service, table)
            assert (again.state, again.ply, again.line) == (now.state, now.ply, now.line)
            assert len(replayed) <= SNAPSHOT_EVERY + LONGEST_TURN + 2

    run(go())


UNREADABLE = {"empty": b"", "not MessagePack": b"\xc1", "another shape": msgspec.msgpack.encode({"format": 2})}


async def spoil(service: Service, table: str, data: bytes, *, after: int) -> list[int]:
    """Overwrite all snapshots after an entry with nonsense, and return their plies."""
    spoilt: list[int] = []
    snapshot = await service.store.snapshot(table)
    while snapshot is not None and snapshot.ply > after:
        head = (await live(service, table)).head(service.clock())
        await service.store.append(table, (), head, msgspec.structs.replace(snapshot, data=data))
        spoilt.append(snapshot.ply)
        snapshot = await service.store.snapshot(table, snapshot.ply - 1)
    return spoilt


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.parametrize("after", [-1, 110], ids=["all snapshots", "the newer ones"])
def test_unreadable_snapshots_cost_only_time(data: bytes, after: int, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, ME, ME)
            await play_on(service, ada, table, plies=230)
            now = await live(service, table)
            positions = [(await service.archive.past(now, ply)).state for ply in (0, 60, 180)]
            spoilt = await spoil(service, table, data, after=after)
            assert len(spoilt) > 1
            fresh = Service(service.store, service.clock)
            again = await live(fresh, table)
            assert (again.ply, again.line, again.row.seed) == (now.ply, now.line, now.row.seed)
            assert [(await fresh.archive.past(again, ply)).state for ply in (0, 60, 180)] == positions
            logged = {record.getMessage().partition(": ")[0] for record in caplog.records}
            assert f"a snapshot at entry {spoilt[0]} cannot be read and is left out" in logged
            assert table not in caplog.text
            await play_on(fresh, ada, table, plies=300)
            healed = await service.store.snapshot(table)
            assert healed is not None
            assert healed.data != data, "the next snapshot is a good one"

    run(go())


def test_a_fork_does_not_need_any_snapshot() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=30)
            forked = (await replay.fork(service, ada, table, 20, 0, [ME, ME])).id
            await play_on(service, ada, forked, plies=120)
            now = await live(service, forked)
            assert await spoil(service, forked, b"", after=-1)
            fresh = Service(service.store, service.clock)
            again = await live(fresh, forked)
            assert (again.ply, again.state) == (now.ply, now.state)
            assert (await fresh.archive.past(again, 0)).state == (await service.archive.past(now, 0)).state
            await play_on(fresh, ada, forked)
            assert (await live(fresh, forked)).row.state == "over"

    run(go())


def test_a_fork_of_an_earlier_program_whose_start_cannot_be_read_waits_and_is_not_begun_from_elsewhere() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=30)
            forked = (await replay.fork(service, ada, table, 20, 0, [ME, ME])).id
            await service.store.put_parts(forked, [PartRow(0, 0, 1, None, b"nonsense")])
            fresh = Service(service.store, service.clock)
            with refused("unavailable", "lost-start"):
                await fresh.table(forked)
            with refused("forbidden", "not-owner"):
                await tables.close(fresh, bob, forked)
            await tables.close(fresh, ada, forked)
            states = {info.id: info.state for info in (await lobby.page(fresh, ada, mine=True)).tables}
            assert states == {table: "running", forked: "closed"}

    run(go())


def test_a_table_dropped_from_memory_is_read_back_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for only one table, two tables that are played alternately are dropped and read again at every move."""
    monkeypatch.setattr(house_module, "TABLES_IN_MEMORY", 1)

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            tables = [await new_table(service, ada), await new_table(service, ada, ME, ME, ME)]
            left: dict[str, Live] = {}
            for table in tables * 80:
                now = await live(service, table)
                before = left.get(table, now)
                assert (now is before) == (table not in left), "it was dropped"
                assert (now.ply, now.line, now.row, now.seats) == (before.ply, before.line, before.row, before.seats)
                await play_one(service, ada, table)
                left[table] = await live(service, table)
            assert len(service._tables) == 1

    run(go())


def test_watched_tables_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "TABLES_IN_MEMORY", 2)

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            watched = await new_table(service, ada)
            notified: list[int] = []
            seated = await service.table(watched)
            seated.listeners.append(notified.append)
            for _ in range(6):
                await service.table(await new_table(service, ada))
            assert await service.table(watched) is seated
            await play_one(service, ada, watched)
            assert notified == [seated.live.ply]

    run(go())


def test_the_log_comes_from_memory_and_from_the_store(replayed: list[int]) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=200)
            seated = await service.table(table)
            replayed.clear()
            recent = (await viewing.look(service, seated, ada, 0, seated.live.ply - REMEMBERED)).log
            assert replayed == [], "catching up after a short absence needs no replay"
            whole = (await viewing.look(service, seated, ada, 0, 0)).log
            assert whole[-REMEMBERED:] == recent
            assert len(whole) == seated.live.ply

    run(go())


def test_an_idle_table_takes_less_than_thirty_kilobytes() -> None:
    """Measures the memory that is freed when a table, with all its caches, is dropped."""
    count = 4

    async def go() -> float:
        async with opened() as service:
            ada = await new_guest(service)
            tracemalloc.start()
            for _ in range(count):
                await play_on(service, ada, await new_table(service, ada, ME, ME, ME), plies=200)
            gc.collect()
            held, _ = tracemalloc.get_traced_memory()
            service._tables.clear()
            gc.collect()
            left, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            return (held - left) / count

    assert 10_000 < run(go()) < 30_000
