"""What a store keeps of guests and tables: rows, logs, chat, and positions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import msgspec
import pytest

from engineshed.server.rows import (
    ChatLine,
    Described,
    Event,
    Guest,
    Listings,
    PartRow,
    Search,
    SeatRow,
    Session,
    Snapshot,
)
from engineshed.server.store import Store, StoreDownError, TakenError
from tests.server.store_contract.furniture import (
    ADA,
    BOB,
    SEATS,
    TABLE,
    Opener,
    UsesAStore,
    event,
    furnished,
    head,
    table_called,
)


class Contents(UsesAStore):
    # -- guests -----------------------------------------------------------------------------------------------------

    def test_guests_are_found_by_their_ids(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
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

    def test_ids_and_tokens_are_unique(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            with pytest.raises(TakenError):
                await store.add_guest(Guest("ada", b"hash of eve", "Eve"))
            await store.add_session(Session(b"hash", "ada", 1.0, 9.0))
            with pytest.raises(TakenError):
                await store.add_session(Session(b"hash", "bob", 1.0, 9.0))
            assert await store.guests(["ada"]) == {"ada": ADA}
            assert await store.guest_by_token(b"hash", 2.0) == ADA

        self.tried(open_store, work)

    # -- tables -----------------------------------------------------------------------------------------------------

    def test_a_table_is_read_back_as_it_was_written(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await store.add_guest(ADA)
            snapshot = Snapshot(2, 2, b"\x00position")
            part = PartRow(0, 0, 3, b"\x00words")
            await store.add_table(TABLE, SEATS, [event(1), event(2, "k")], snapshot, [part])
            assert await store.table("t1") == TABLE
            assert await store.seats("t1") == SEATS
            assert await store.events("t1") == [event(1), event(2, "k")]
            assert await store.snapshot("t1") == snapshot
            assert await store.parts("t1") == [part]

        self.tried(open_store, work)

    def test_missing_things_are_none_or_empty(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            assert await store.table("none") is None
            assert await store.seats("none") == []
            assert await store.events("none") == []
            assert await store.event_by_key("none", "key") is None
            assert await store.snapshot("none") is None
            assert await store.chat("none") == []
            assert await store.listings(Search(guest="none")) == Listings([], None)
            assert await store.listings(Search()) == Listings([], None)
            assert await store.tables_for_bots(now=0.0) == []

        self.tried(open_store, work)

    def test_a_table_with_a_taken_id_leaves_nothing_behind(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            with pytest.raises(TakenError):
                await store.add_table(table_called("t1", title="Thief"), [SEATS[1]], [event(1)], Snapshot(0, 0, b""))
            assert await store.table("t1") == TABLE
            assert await store.seats("t1") == SEATS
            assert (await store.events("t1"), await store.snapshot("t1")) == ([], None)

        self.tried(open_store, work)

    def test_a_table_whose_log_repeats_a_ply_leaves_nothing_behind(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            with pytest.raises(TakenError):
                await store.add_table(table_called("t2"), SEATS, [event(1), event(1)])
            assert (await store.table("t2"), await store.seats("t2"), await store.events("t2")) == (None, [], [])

        self.tried(open_store, work)

    # -- the log ----------------------------------------------------------------------------------------------------

    def test_an_append_writes_events_head_seats_and_snapshot(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            result = {"ranks": [1, 2], "reason": {"id": "over", "params": {}}}
            now = head(2, state="over", to_act=(), result=result)
            taken = SeatRow(1, "guest", guest="bob")
            await store.append("t1", [event(1), event(2)], now, Snapshot(2, 2, b"now"), [taken])
            wanted = table_called("t1", state="over", ply=2, to_act=(), result=result, updated=now.updated, revision=1)
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
    def test_an_append_that_collides_leaves_nothing_behind(
        self, open_store: Opener, collision: Event, place: int
    ) -> None:
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

    def test_the_latest_snapshot_up_to_a_ply_is_found(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for ply in (50, 100, 150):
                await store.append("t1", [event(ply)], head(ply), Snapshot(ply, ply - 3, b"at %d" % ply))
            found = [await store.snapshot("t1", upto) for upto in (49, 50, 99, 149, 150, 999, None)]
            assert [snapshot and snapshot.ply for snapshot in found] == [None, 50, 50, 100, 150, 150, 150]
            assert found[1] == Snapshot(50, 47, b"at 50")

        self.tried(open_store, work)

    def test_a_snapshot_may_be_overwritten(self, open_store: Opener) -> None:
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

    def test_chat_is_read_in_pages(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for number in range(1, 11):
                await store.add_chat("t1", "ada", "Ada", f"line {number}", 1.0)

            async def numbers(*where: int | None) -> list[int]:
                return [line.number for line in await store.chat("t1", *where)]  # type: ignore[arg-type]

            assert await numbers(0, None, 3) == [8, 9, 10], "the last ones"
            assert await numbers(0, 8, 3) == [5, 6, 7]
            assert await numbers(5, 8, 3) == [6, 7]
            assert await numbers(0, 1, 3) == []

        self.tried(open_store, work)

    def test_simultaneous_chat_lines_all_get_a_number(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await asyncio.gather(*(store.add_chat("t1", "ada", "Ada", f"line {n}", 1.0) for n in range(20)))
            lines = await store.chat("t1")
            assert [line.number for line in lines] == list(range(1, 21))
            assert sorted(line.text for line in lines) == sorted(f"line {n}" for n in range(20))

        self.tried(open_store, work)

    def test_positions_of_the_past_can_be_kept_later(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.append("t1", [event(ply) for ply in range(1, 10)], head(9))
            kept = [Snapshot(ply, ply, b"at %d" % ply) for ply in (3, 6)]
            await store.keep_snapshots("t1", kept)
            assert [await store.snapshot("t1", ply) for ply in (2, 5, 9)] == [None, *kept]

        self.tried(open_store, work)

    # -- versions of the rules --------------------------------------------------------------------------------------

    def test_a_table_has_no_parts_until_some_are_written(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            assert await store.parts("t1") == []
            assert await store.parts("none") == []

        self.tried(open_store, work)

    def test_parts_are_written_over_those_that_begin_at_the_same_entry(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            await store.put_parts("t1", [PartRow(0, 0, 3, None, b"bytes"), PartRow(7, 5, 4, b"words")])
            await store.put_parts("t1", [PartRow(0, 0, 3, b"in words")])
            assert await store.parts("t1") == [PartRow(0, 0, 3, b"in words"), PartRow(7, 5, 4, b"words")]
            assert await store.parts("t2") == []

        self.tried(open_store, work)

    def test_a_change_of_version_writes_the_row_the_entries_and_the_parts(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            await store.append("t1", [event(1)], head(1))
            change = Event(2, -1, "version", "4", None, 9.0)
            after = table_called("t1", version=4, ply=3, to_act=(1,), state="running", updated=33.0)
            parts = [PartRow(0, 0, 3), PartRow(2, 1, 4, b"words")]
            await store.change_version(after, [change, event(3)], parts)
            assert await store.table("t1") == msgspec.structs.replace(after, revision=2), "the second change"
            assert await store.events("t1") == [event(1), change, event(3)]
            assert await store.parts("t1") == parts
            assert (await store.table("t2"), await store.parts("t2")) == (table_called("t2"), [])

        self.tried(open_store, work)

    def test_a_change_of_version_after_somebody_elses_entry_changes_nothing(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.append("t1", [event(1)], head(1))
            before = await store.table("t1")
            late = [Event(1, -1, "version", "4")]
            with pytest.raises(TakenError):
                await store.change_version(table_called("t1", version=4, ply=1), late, [PartRow(1, 1, 4, b"words")])
            assert (await store.table("t1"), await store.parts("t1")) == (before, [])
            assert await store.events("t1") == [event(1)]

        self.tried(open_store, work)

    def test_the_latest_positions_in_words_are_kept(self, open_store: Opener) -> None:
        first, final, now = (Described(ply, ply, 3, f"after {ply}".encode()) for ply in (2, 5, 7))

        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            assert await store.described("t1") == []
            await store.describe("t1", [first])
            await store.describe("t1", [now, final])
            await store.describe("t1", [first])  # by a program that was slow
            assert await store.described("t1") == [now, final]
            await store.describe("t1", [msgspec.structs.replace(now, description=b"again")])
            assert [position.description for position in await store.described("t1")] == [b"again"]
            assert await store.described("t2") == []

        self.tried(open_store, work)

    def test_tables_that_are_not_in_words_are_found(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *(table_called(name) for name in ("a", "b", "c", "d", "e")))
            for name in ("a", "b", "c"):
                await store.append(name, [event(1), event(2)], head(2))
            await store.describe("b", [Described(2, 2, 3, b"words")])
            await store.describe("c", [Described(1, 1, 3, b"old words")])
            await store.put_parts("d", [PartRow(0, 0, 3, None, b"bytes")])
            await store.put_parts("e", [PartRow(0, 0, 3, b"words")])
            assert await store.undescribed(9) == ["a", "c", "d"]
            assert await store.undescribed(1, "a") == ["c"]

        self.tried(open_store, work)

    # -- the end ----------------------------------------------------------------------------------------------------

    def test_writes_before_closing_are_kept_and_writes_after_it_are_refused(self, open_store: Opener) -> None:
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
            await store.close()  # closing twice does no harm

        self.tried(open_store, work)
