"""What a store keeps of finished games: booked once, added up, and without a trace of those who are gone."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path

import msgspec

from engineshed.server.backup import read_backup, write_backup
from engineshed.server.results import ALL, ALONE, GONE, BlockRow, Booking, Player, RatingRow, ResultRow, Tally
from engineshed.server.rows import Guest, TableRow
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.store import Store
from tests.server.store_contract.furniture import Opener, UsesAStore, dumped, furnished, table_called, void

CLEO = Guest("cleo", b"hash of cleo", "Cleo", "pl", 3.0)
START = (math.inf, "")
RATING = RatingRow("ada", "steam", 1600.0, 200.0, 0.06, 1, 50.0)


def result(table: str, seat: int, guest: str, place: int, **fields: object) -> ResultRow:
    usual = ResultRow(table, seat, "steam", "ruhr", 2, 50.0, True, guest, None, place, 70 - place, False)
    return msgspec.structs.replace(usual, **fields)


def won_by_ada(table: str, at: float = 50.0, other: str = "bob") -> Booking:
    return Booking(
        table,
        (result(table, 0, "ada", 1, at=at), result(table, 1, other, 2, at=at)),
        (
            Tally("ada", "steam", ALL, 1, 1, 0, 1, 1, 69),
            Tally("ada", "steam", other, 1, 1, 0),
            Tally(other, "steam", ALL, 1, 0, 1, 0, 0, 68),
            Tally(other, "steam", "ada", 1, 0, 1),
        ),
    )


def lost_by_ada(table: str) -> Booking:
    return Booking(table, (), (Tally("ada", "steam", ALL, 1, 0, 1, 0, 0, 90),))


def over(*names: str) -> list[TableRow]:
    return [table_called(name, state="over") for name in names]


class ResultsContract(UsesAStore):
    def test_a_game_is_booked_once(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            tables = [*over("a", "b"), table_called("c"), table_called("d", state="closed")]
            tables.append(table_called("e", state="closed", rated=True))
            await furnished(store, *tables)
            assert await store.unbooked("", 9) == ["a", "b", "e"]
            assert await store.unbooked("a", 1) == ["b"]
            assert [await store.is_unbooked(table) for table in "abcde"] == [True, True, False, False, True]
            race = await asyncio.gather(*(store.book(won_by_ada("a")) for _ in range(4)))
            assert sorted(race) == [False, False, False, True]
            assert not await store.book(won_by_ada("c")), "its game goes on"
            assert await store.unbooked("", 9) == ["b", "e"]
            assert await store.results_at(["a", "c"]) == list(won_by_ada("a").results)
            assert await store.titles(["a", "gone"]) == {"a": tables[0].title}

        self.tried(open_store, work)

    def test_results_come_in_pages_and_outlive_their_tables(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *over("a", "b", "c"))
            for table, at in (("a", 5.0), ("b", 7.0), ("c", 7.0)):
                assert await store.book(won_by_ada(table, at))
            first = await store.results_of("ada", START, 2)
            assert [one.table for one in first] == ["c", "b"]
            rest = await store.results_of("ada", (first[-1].at, first[-1].table), 2)
            assert [one.table for one in rest] == ["a"]
            assert len(await store.retire_tables(["over"], 1e9, 9)) == 3
            assert len(await store.results_of("ada", START, 9)) == 3
            assert await store.damage() == []

        self.tried(open_store, work)

    def test_a_table_is_not_retired_before_it_is_booked(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *over("a"))
            assert await store.retire_tables(["over"], 1e9, 9) == []
            assert await store.book(Booking("a"))
            assert await store.retire_tables(["over"], 1e9, 9) == ["a"]

        self.tried(open_store, work)

    def test_tallies_add_up(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *over(*"abcdef"))
            for table in "abc":
                await store.book(won_by_ada(table))
            await store.book(lost_by_ada("d"))
            await store.book(won_by_ada("e"))
            alone = Tally("ada", "steam", f"{ALONE}ruhr", 1, 0, 0, best=50)
            await store.book(Booking("f", (), (alone,)))
            assert await store.tallies_of("ada", 9) == [
                Tally("ada", "steam", ALL, 5, 4, 1, 1, 3, 90),
                alone,
                Tally("ada", "steam", "bob", 4, 4, 0),
            ]
            assert await store.tallies_of("bob", 1) == [
                Tally("bob", "steam", ALL, 4, 0, 4, 0, 0, 68),
                Tally("bob", "steam", "ada", 4, 0, 4),
            ]

        self.tried(open_store, work)

    def test_a_rating_that_has_changed_meanwhile_is_not_overwritten(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *over(*"abc"))
            ada = Player("ada", "page", "ada")
            assert await store.book(Booking("a", players=(ada,), ratings=(RATING,)))
            stale = msgspec.structs.replace(RATING, points=9.0)
            assert not await store.book(Booking("b", (result("b", 0, "ada", 1),), ratings=(stale,)))
            assert await store.results_at(["b"]) == [], "nothing of it was written"
            second = msgspec.structs.replace(RATING, points=1650.0, games=2)
            assert await store.book(Booking("b", ratings=(second,)))
            assert await store.ratings(["ada", "bob"]) == [second]
            assert await store.ratings(["ada"], "planet-steam") == []
            assert await store.player("page") == ada
            assert (await store.player("none"), await store.players(["ada", "bob"])) == (None, {"ada": ada})
            known = [await store.is_known("ada", who, least) for who, least in (("bob", 200.0), ("bob", 1.0))]
            assert [*known, await store.is_known("ada", "ada", 200.0)] == [True, False, False]
            await store.save_guest(Guest("ada", b"", "Adele", "en"))
            assert (await store.players(["ada"]))["ada"].looks == "adeie"

        self.tried(open_store, work)

    def test_who_is_gone_becomes_an_opponent_without_a_name(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *over(*"abc"))
            await store.add_guest(CLEO)
            await store.book(won_by_ada("a"))
            await store.book(won_by_ada("b", other="cleo"))
            rated = result("c", 1, "bob", 1, rating=1600.0, deviation=200.0)
            rating = msgspec.structs.replace(RATING, guest="bob")
            await store.book(Booking("c", (rated,), (), (Player("bob", "page", "bob"),), (rating,)))
            await store.add_block(BlockRow("x", "ada", "bob", 1.0), 9)
            await store.put_recovery_code("bob", b"hash", 1.0)
            for gone in ("bob", "cleo"):
                await store.erase_guest(gone)
            assert (await store.tallies_of("ada", 9))[1:] == [Tally("ada", "steam", GONE, 2, 2, 0)]
            assert [one.guest for one in await store.results_at(["a"])] == ["ada", ""]
            assert await store.results_at(["c"]) == [], "nobody is left who would remember it"
            contents = await dumped(store)
            for table in ("results", "tallies", "ratings", "players", "recovery_codes", "blocks"):
                assert "bob" not in str(contents[table]), table
            assert await store.damage() == []

        self.tried(open_store, work)

    def test_guests_are_retired_with_their_results(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *over("a"))
            await store.add_guest(CLEO)
            await store.book(won_by_ada("a", other="cleo"))
            assert sorted(await store.retire_guests(9.0, 9.0, 9)) == ["bob", "cleo"]
            assert [one.guest for one in await store.results_at(["a"])] == ["ada", ""]
            assert (await store.tallies_of("ada", 9))[1:] == [Tally("ada", "steam", GONE, 1, 1, 0)]

        self.tried(open_store, work)

    def test_a_backup_has_all_of_it(self, open_store: Opener, tmp_path: Path) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *over("a"))
            booking = msgspec.structs.replace(won_by_ada("a"), players=(Player("ada", "p", "ada"),), ratings=(RATING,))
            assert await store.book(booking)
            await store.add_block(BlockRow("x", "ada", "bob", 1.0), 9)
            await store.put_recovery_code("bob", b"hash", 1.0)
            await store.dump(lambda dump: void(write_backup(tmp_path / "x.backup", dump)))
            other = SQLiteStore(tmp_path / "other.db")
            try:
                await other.load(read_backup(tmp_path / "x.backup"))
                assert await dumped(other) == await dumped(store)
                assert await other.results_at(["a"]) == list(booking.results)
                assert await other.unbooked("", 9) == []
                assert await other.damage() == []
            finally:
                await other.close()

        self.tried(open_store, work)

    def test_a_recovery_code_works_once_and_a_new_one_replaces_it(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            assert await store.recovery_code("ada") is None
            await store.put_recovery_code("ada", b"old", 1.0)
            await store.put_recovery_code("ada", b"new", 2.0)
            assert await store.recovery_code("ada") == 2.0
            taken = await asyncio.gather(*(store.take_recovery_code(code) for code in (b"old", b"new", b"new")))
            assert sorted(map(str, taken)) == ["None", "None", "ada"]

        self.tried(open_store, work)

    def test_blocks_are_bounded(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.add_guest(CLEO)
            assert await store.add_block(BlockRow("x", "ada", "bob", 1.0), 1)
            assert await store.add_block(BlockRow("y", "ada", "bob", 2.0), 1), "that is the same one"
            assert not await store.add_block(BlockRow("z", "ada", "cleo", 3.0), 1)
            assert await store.blocks_of("ada") == [BlockRow("x", "ada", "bob", 1.0)]
            assert await store.blocks_between("bob", ["ada", "cleo"]) == await store.blocks_of("ada")
            assert await store.blocks_between("cleo", ["ada"]) == []
            assert [await store.remove_block(who, "x") for who in ("bob", "ada", "ada")] == [False, True, False]

        self.tried(open_store, work)

    def test_names_beside_a_guest_are_those_at_running_tables(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *over("a"))
            seat = msgspec.structs.replace((await store.seats("a"))[1], kind="guest", guest="bob")
            row = await store.table("a")
            assert row is not None
            await store.append("a", (), row.head(), seats=[seat])
            assert await store.names_beside("ada", 9) == ["Bob"]
            await store.book(Booking("a"))
            assert await store.names_beside("ada", 9) == []

        self.tried(open_store, work)
