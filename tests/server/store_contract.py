"""What every store must do, as one class of tests: a new store only says how it is opened.

``open_store`` opens the same storage again each time it is called, like a program that is started again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import msgspec
import pytest

from engineshed.server.rows import ChatLine, Event, Guest, Head, SeatRow, Snapshot, TableRow
from engineshed.server.store import Store, StoreDownError, TakenError
from tests.server.play import run

T = TypeVar("T")
Opener = Callable[[], Store]
Work = Callable[[Store], Coroutine[Any, Any, None]]

ADA = Guest("ada", b"hash of ada", "Ada", "en", 1.0)
BOB = Guest("bob", b"hash of bob", "Bob", "de", 2.0)
TABLE = TableRow(
    id="t1",
    game="steam-power",
    version=3,
    seats=2,
    options={"map": "germany", "limited_goods": True},
    title="Zażółć",
    owner="ada",
    seed="seed",
    mode="correspondence",
    public=True,
    pace=1.5,
    created=10.0,
    updated=11.0,
    state="running",
    ply=0,
    to_act=(0, 1),
    result=None,
    forked_from="t0",
)
SEATS = [
    SeatRow(0, "guest", guest="ada", bot="greedy", away=True),
    SeatRow(1, "open", link_hash=b"hash of a link"),
]


def head(ply: int, **fields: Any) -> Head:
    return Head(**{"state": "running", "ply": ply, "to_act": (0,), "result": None, "updated": 20.0 + ply, **fields})


def event(ply: int, key: str | None = None, text: str = "money") -> Event:
    return Event(ply, ply % 2, "move", text, key, 100.0 + ply)


async def furnished(store: Store, *tables: TableRow) -> None:
    """Two guests and these tables, or the one of this file."""
    await store.add_guest(ADA)
    await store.add_guest(BOB)
    for table in tables or (TABLE,):
        await store.add_table(table, SEATS, ())


def table_called(table_id: str, **fields: Any) -> TableRow:
    return msgspec.structs.replace(TABLE, id=table_id, **fields)


class StoreContract:
    """Subclasses provide the fixture ``open_store``."""

    @staticmethod
    def tried(open_store: Opener, work: Work) -> None:
        async def go() -> None:
            store = open_store()
            try:
                await work(store)
            finally:
                await store.close()

        run(go())

    # -- guests -----------------------------------------------------------------------------------------------------

    def test_guests_are_found_by_their_token_and_by_their_ids(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            assert await store.guest_by_token(ADA.token_hash) == ADA
            assert await store.guest_by_token(b"another") is None
            assert await store.guests(["bob", "nobody", "ada", "bob"]) == {"ada": ADA, "bob": BOB}
            assert await store.guests([]) == {}

        self.tried(open_store, work)

    def test_a_guest_may_change_name_and_language(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            changed = msgspec.structs.replace(ADA, name="Ada Ł.", language="pl")
            await store.save_guest(changed)
            assert await store.guests(["ada", "bob"]) == {"ada": changed, "bob": BOB}

        self.tried(open_store, work)

    @pytest.mark.parametrize("fields", [{"id": "ada"}, {"token_hash": ADA.token_hash}])
    def test_ids_and_tokens_are_given_once(self, open_store: Opener, fields: dict[str, Any]) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            other = msgspec.structs.replace(Guest("eve", b"hash of eve", "Eve"), **fields)
            with pytest.raises(TakenError):
                await store.add_guest(other)
            assert await store.guests(["ada", "eve"]) == {"ada": ADA}

        self.tried(open_store, work)

    # -- tables -----------------------------------------------------------------------------------------------------

    def test_a_table_is_read_as_it_was_written(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await store.add_guest(ADA)
            start = Snapshot(0, 0, b"\x00position")
            await store.add_table(TABLE, SEATS, [event(1), event(2, "k")], start)
            assert await store.table("t1") == TABLE
            assert await store.seats("t1") == SEATS
            assert await store.events("t1") == [event(1), event(2, "k")]
            assert await store.snapshot("t1") == start

        self.tried(open_store, work)

    def test_what_is_not_there_is_nothing(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            assert await store.table("none") is None
            assert await store.seats("none") == []
            assert await store.events("none") == []
            assert await store.event_by_key("none", "key") is None
            assert await store.snapshot("none") is None
            assert await store.chat("none") == []
            assert await store.tables_of("none", 9) == []
            assert await store.public_tables(9) == []
            assert await store.running_tables() == []

        self.tried(open_store, work)

    def test_a_table_with_a_taken_id_leaves_nothing(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            with pytest.raises(TakenError):
                await store.add_table(table_called("t1", title="Thief"), [SEATS[1]], [event(1)], Snapshot(0, 0, b""))
            assert await store.table("t1") == TABLE
            assert await store.seats("t1") == SEATS
            assert (await store.events("t1"), await store.snapshot("t1")) == ([], None)

        self.tried(open_store, work)

    def test_a_table_whose_log_repeats_a_ply_leaves_nothing(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            with pytest.raises(TakenError):
                await store.add_table(table_called("t2"), SEATS, [event(1), event(1)])
            assert (await store.table("t2"), await store.seats("t2"), await store.events("t2")) == (None, [], [])

        self.tried(open_store, work)

    def test_my_tables_are_those_i_own_or_sit_at_the_latest_first(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(
                store,
                table_called("mine", updated=1.0),
                table_called("late", updated=3.0),
                table_called("seated", owner="bob", updated=2.0),
            )
            await store.add_table(table_called("foreign", owner="bob"), [SeatRow(0, "guest", guest="bob")], ())
            assert [row.id for row in await store.tables_of("ada", 9)] == ["late", "seated", "mine"]
            assert [row.id for row in await store.tables_of("ada", 2)] == ["late", "seated"]

        self.tried(open_store, work)

    def test_of_my_tables_those_where_i_am_to_act_come_first_and_are_not_cut_off(self, open_store: Opener) -> None:
        mine, away = SeatRow(12, "guest", guest="ada"), SeatRow(12, "guest", guest="ada", bot="greedy", away=True)
        theirs = SeatRow(2, "guest", guest="bob")

        async def work(store: Store) -> None:
            await furnished(store, table_called("owned only", updated=9.0, to_act=(0,)))
            for table_id, seat, fields in (
                ("turn, older", mine, {"updated": 1.0, "to_act": (12,)}),
                ("turn, newer", mine, {"updated": 2.0, "to_act": (2, 12)}),
                ("over", mine, {"updated": 8.0, "to_act": (12,), "state": "over"}),
                ("away", away, {"updated": 7.0, "to_act": (12,)}),
                ("another's turn", mine, {"updated": 6.0, "to_act": (2,)}),
                ("nobody's turn", mine, {"updated": 5.0, "to_act": ()}),
                ("another seat's turn", mine, {"updated": 4.0, "to_act": (1,)}),
            ):
                await store.add_table(table_called(table_id, **fields), [theirs, seat], ())
            first = ["turn, newer", "turn, older"]
            rest = ["owned only", "over", "away", "another's turn", "nobody's turn", "another seat's turn"]
            assert [row.id for row in await store.tables_of("ada", 9)] == first + rest
            assert [row.id for row in await store.tables_of("ada", 2)] == first

        self.tried(open_store, work)

    def test_the_lobby_shows_public_tables_that_are_not_closed_the_latest_first(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(
                store,
                table_called("old", updated=1.0, state="over"),
                table_called("new", updated=9.0, state="open"),
                table_called("closed", state="closed"),
                table_called("hidden", public=False),
            )
            assert [row.id for row in await store.public_tables(9)] == ["new", "old"]
            assert [row.id for row in await store.public_tables(1)] == ["new"]

        self.tried(open_store, work)

    def test_tables_with_a_game_under_way_are_found_the_longest_waiting_first(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(
                store,
                table_called("b", updated=2.0),
                table_called("a", updated=1.0),
                table_called("open", state="open"),
                table_called("over", state="over"),
            )
            assert await store.running_tables() == ["a", "b"]

        self.tried(open_store, work)

    # -- the log ----------------------------------------------------------------------------------------------------

    def test_an_append_writes_events_head_seats_and_snapshot(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            result = {"ranks": [1, 2], "reason": {"id": "over", "params": {}}}
            now = head(2, state="over", to_act=(), result=result)
            taken = SeatRow(1, "guest", guest="bob")
            await store.append("t1", [event(1), event(2)], now, Snapshot(2, 2, b"now"), [taken])
            wanted = table_called("t1", state="over", ply=2, to_act=(), result=result, updated=now.updated)
            assert await store.table("t1") == wanted
            assert await store.seats("t1") == [SEATS[0], taken]
            assert await store.events("t1") == [event(1), event(2)]
            assert await store.snapshot("t1") == Snapshot(2, 2, b"now")

        self.tried(open_store, work)

    def test_an_append_touches_no_other_table(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            await store.append("t1", [event(1, "k")], head(1), Snapshot(1, 1, b"now"), [SeatRow(1, "bot", bot="x")])
            assert await store.table("t2") == table_called("t2")
            assert await store.seats("t2") == SEATS
            assert (await store.events("t2"), await store.snapshot("t2")) == ([], None)
            assert await store.event_by_key("t2", "k") is None
            await store.append("t2", [event(1, "k")], head(1))  # the same ply and key are free at another table

        self.tried(open_store, work)

    def test_the_log_is_read_in_order_and_in_parts(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.append("t1", [event(ply) for ply in (3, 1, 2)], head(3))
            await store.append("t1", [event(ply) for ply in range(4, 13)], head(12))
            assert [entry.ply for entry in await store.events("t1")] == list(range(1, 13))
            assert [entry.ply for entry in await store.events("t1", 9)] == [10, 11, 12]
            assert [entry.ply for entry in await store.events("t1", 3, 5)] == [4, 5]
            assert await store.events("t1", 5, 5) == []
            assert await store.events("t1", 12) == []

        self.tried(open_store, work)

    @pytest.mark.parametrize("collision", [event(1, "other"), event(4, "key")], ids=["ply", "key"])
    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_an_append_that_collides_leaves_nothing(self, open_store: Opener, collision: Event, place: int) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.append("t1", [event(1, "key")], head(1))
            before = await store.table("t1")
            events = [event(2), event(3)]
            events.insert(place, collision)
            with pytest.raises(TakenError):
                await store.append("t1", events, head(4), Snapshot(4, 4, b"now"), [SeatRow(1, "bot", bot="x")])
            assert await store.table("t1") == before
            assert await store.events("t1") == [event(1, "key")]
            assert (await store.seats("t1"), await store.snapshot("t1")) == (SEATS, None)

        self.tried(open_store, work)

    def test_entries_without_a_key_do_not_collide_and_those_with_one_are_found(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.append("t1", [event(1), event(2), event(3, "key")], head(3))
            assert await store.event_by_key("t1", "key") == event(3, "key")
            assert await store.event_by_key("t1", "KEY") is None

        self.tried(open_store, work)

    def test_the_latest_snapshot_up_to_a_ply(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for ply in (50, 100, 150):
                await store.append("t1", [event(ply)], head(ply), Snapshot(ply, ply - 3, b"at %d" % ply))
            found = [await store.snapshot("t1", upto) for upto in (49, 50, 99, 149, 150, 999, None)]
            assert [snapshot and snapshot.ply for snapshot in found] == [None, 50, 50, 100, 150, 150, 150]
            assert found[1] == Snapshot(50, 47, b"at 50")

        self.tried(open_store, work)

    def test_a_snapshot_may_be_written_again(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.append("t1", [event(1)], head(1), Snapshot(1, 1, b"first"))
            await store.append("t1", [event(2)], head(2), Snapshot(1, 1, b"second"))
            assert await store.snapshot("t1") == Snapshot(1, 1, b"second")

        self.tried(open_store, work)

    # -- chat -------------------------------------------------------------------------------------------------------

    def test_chat_lines_are_numbered_at_each_table(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            first = await store.add_chat("t1", "ada", "Ada", "hello", 1.0)
            second = await store.add_chat("t1", "bob", "Bob", "grüß dich 🚂", 2.0)
            other = await store.add_chat("t2", "bob", "Bob", "anybody here?", 3.0)
            assert (first.number, second.number, other.number) == (1, 2, 1)
            assert first == ChatLine(1, "ada", "Ada", "hello", 1.0)
            assert await store.chat("t1") == [first, second]
            assert await store.chat("t1", 1) == [second]
            assert await store.chat("t2") == [other]

        self.tried(open_store, work)

    def test_lines_said_at_once_all_get_a_number(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await asyncio.gather(*(store.add_chat("t1", "ada", "Ada", f"line {n}", 1.0) for n in range(20)))
            lines = await store.chat("t1")
            assert [line.number for line in lines] == list(range(1, 21))
            assert sorted(line.text for line in lines) == sorted(f"line {n}" for n in range(20))

        self.tried(open_store, work)

    # -- many at once -----------------------------------------------------------------------------------------------

    def test_of_ten_racers_for_one_ply_exactly_one_wins(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for ply in range(1, 11):
                race = [store.append("t1", [event(ply, text=f"racer {n}")], head(ply)) for n in range(10)]
                await self._won_once(store, ply, race)

        self.tried(open_store, work)

    @staticmethod
    async def _won_once(store: Store, ply: int, race: list[Coroutine[Any, Any, None]]) -> None:
        outcomes = await asyncio.gather(*race, return_exceptions=True)
        winners = [n for n, outcome in enumerate(outcomes) if outcome is None]
        assert len(winners) == 1
        assert all(isinstance(outcome, TakenError) for outcome in outcomes if outcome is not None)
        assert await store.events("t1", ply - 1) == [event(ply, text=f"racer {winners[0]}")]

    def test_writers_at_many_tables_do_not_disturb_each_other(self, open_store: Opener) -> None:
        """One of them collides at every step; the others in the queue are saved all the same."""

        async def work(store: Store) -> None:
            names = [f"t{n}" for n in range(8)]
            await furnished(store, *(table_called(name) for name in names))
            await store.append("t0", [event(ply) for ply in range(1, 11)], head(10))
            for ply in range(1, 11):
                outcomes = await asyncio.gather(
                    *(store.append(name, [event(ply)], head(ply)) for name in names), return_exceptions=True
                )
                assert [type(outcome) for outcome in outcomes] == [TakenError, *[type(None)] * 7]
            for name in names:
                assert await store.events(name) == [event(ply) for ply in range(1, 11)]

        self.tried(open_store, work)

    def test_reads_between_writes_see_what_is_committed(self, open_store: Opener) -> None:
        """Readers are not refused while something is written, and never see half an append."""

        async def work(store: Store) -> None:
            await furnished(store)

            async def write() -> None:
                for ply in range(1, 80, 2):
                    await store.append("t1", [event(ply), event(ply + 1)], head(ply + 1))
                    row = await store.table("t1")
                    assert row is not None
                    assert row.ply == ply + 1, "what was acknowledged can be read"

            async def read(writer: asyncio.Task[None]) -> None:
                seen = 0
                while not writer.done():
                    plies = [entry.ply for entry in await store.events("t1")]
                    assert len(plies) % 2 == 0
                    assert len(plies) >= seen
                    seen = len(plies)
                    await asyncio.sleep(0)

            writer = asyncio.create_task(write())
            await asyncio.gather(writer, read(writer))

        self.tried(open_store, work)

    def test_a_client_that_disconnects_stops_no_write(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for ply in range(1, 30):
                impatient = asyncio.create_task(store.append("t1", [event(ply)], head(ply)))
                await asyncio.sleep(0)
                impatient.cancel()
                await asyncio.gather(impatient, return_exceptions=True)
            await store.append("t1", [event(1000)], head(1000))
            plies = [entry.ply for entry in await store.events("t1")]
            assert plies == sorted(set(plies))
            assert plies[-1] == 1000

        self.tried(open_store, work)

    def test_what_no_store_can_hold_spoils_nothing_for_others(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            outcomes = await asyncio.gather(
                store.append("t1", [event(1, text="half a character \ud800")], head(1)),
                store.append("t1", [event(1)], head(1)),
                store.append("t1", [event(1 << 70)], head(2)),
                return_exceptions=True,
            )
            assert isinstance(outcomes[0], ValueError)
            assert outcomes[1] is None
            assert isinstance(outcomes[2], OverflowError)
            assert await store.events("t1") == [event(1)]

        self.tried(open_store, work)

    # -- the end ----------------------------------------------------------------------------------------------------

    def test_what_was_asked_before_closing_is_kept_and_nothing_is_taken_after(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            asked: list[Awaitable[None]] = [
                asyncio.ensure_future(store.append("t1", [event(ply)], head(ply))) for ply in range(1, 20)
            ]
            await asyncio.sleep(0)
            await store.close()
            await asyncio.gather(*asked)
            with pytest.raises(StoreDownError):
                await store.append("t1", [event(20)], head(20))
            await store.close()  # once more does no harm

        self.tried(open_store, work)


class DurableStoreContract(StoreContract):
    """For stores that outlive the program."""

    def test_a_store_opened_again_has_everything(self, open_store: Opener) -> None:
        async def fill(store: Store) -> None:
            await furnished(store)
            await store.append("t1", [event(1, "key"), event(2)], head(2), Snapshot(2, 2, b"now"))
            await store.add_chat("t1", "ada", "Ada", "good night", 1.0)

        async def look(store: Store) -> None:
            assert await store.guests(["ada", "bob"]) == {"ada": ADA, "bob": BOB}
            assert await store.table("t1") == table_called("t1", ply=2, to_act=(0,), updated=22.0)
            assert await store.seats("t1") == SEATS
            assert await store.events("t1") == [event(1, "key"), event(2)]
            assert await store.snapshot("t1") == Snapshot(2, 2, b"now")
            assert await store.chat("t1") == [ChatLine(1, "ada", "Ada", "good night", 1.0)]

        self.tried(open_store, fill)
        self.tried(open_store, look)

    def test_two_programs_on_one_storage_win_a_ply_once(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            other = open_store()
            try:
                for ply in range(1, 6):
                    race = [
                        [store, other][n % 2].append("t1", [event(ply, text=f"racer {n}")], head(ply))
                        for n in range(10)
                    ]
                    await self._won_once(store, ply, race)
                assert await other.events("t1") == await store.events("t1")
            finally:
                await other.close()

        self.tried(open_store, work)
