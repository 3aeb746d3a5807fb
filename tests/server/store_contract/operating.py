"""What an operator needs: health, backups, and finding damage."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import astuple

from engineshed.core.errors import Trouble
from engineshed.server.backup import Dump, TableDump, read_backup, write_backup
from engineshed.server.rows import Snapshot
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.store import Store, StoreDownError, TakenError
from engineshed.server.texts import searchable
from tests.server.store_contract.furniture import (
    ADA,
    BOB,
    SEATS,
    TABLE,
    Opener,
    UsesAStore,
    dumped,
    event,
    furnished,
    head,
    table_called,
    void,
)


class Operating(UsesAStore):
    def test_a_store_that_can_write_says_so(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await store.ping()
            await store.close()
            with pytest.raises(StoreDownError):
                await store.ping()

        self.tried(open_store, work)

    def test_a_dump_fills_another_store_with_the_same(self, open_store: Opener, tmp_path: Path) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.append("t1", [event(1, "key"), event(2)], head(2), Snapshot(2, 2, b"\x00\xff"))
            await store.add_chat("t1", "ada", "Ada", "Zażółć", 1.0)
            written = await dumped(store)
            assert {name: len(rows) for name, (_, rows) in written.items() if rows} == {
                "guests": 2,
                "guest_words": 2,
                "tables": 1,
                "table_words": len(searchable(TABLE.title)),
                "seats": 2,
                "events": 2,
                "snapshots": 1,
                "chat": 1,
            }
            await store.dump(lambda dump: void(write_backup(tmp_path / "x.backup", dump)))
            other = SQLiteStore(tmp_path / "other.db")
            try:
                await other.load(read_backup(tmp_path / "x.backup"))
                assert await dumped(other) == written
                assert await other.table("t1") == await store.table("t1")
                with pytest.raises(Trouble):
                    await other.load(read_backup(tmp_path / "x.backup"))
                assert await dumped(other) == written
            finally:
                await other.close()

        self.tried(open_store, work)

    def test_a_backup_is_restored(self, open_store: Opener, tmp_path: Path) -> None:
        async def work(store: Store) -> None:
            other = SQLiteStore(tmp_path / "other.db")
            try:
                await furnished(other)
                await other.append("t1", [event(1, "key")], head(1), Snapshot(1, 1, b"\x00\xff"))
                await other.dump(lambda dump: void(write_backup(tmp_path / "x.backup", dump)))
            finally:
                await other.close()
            await store.load(read_backup(tmp_path / "x.backup"))
            assert await store.guests(["ada", "bob"]) == {"ada": ADA, "bob": BOB}
            assert await store.seats("t1") == SEATS
            await store.append("t1", [event(2)], head(2))
            assert await store.events("t1") == [event(1, "key"), event(2)]
            with pytest.raises(TakenError):
                await store.append("t1", [event(2)], head(2))

        self.tried(open_store, work)

    def test_an_old_backup_is_migrated(self, open_store: Opener) -> None:
        """In the first schema, guests could not be found by their names."""
        guests = TableDump("guests", ("id", "token_hash", "name", "language", "created"), [astuple(ADA)])

        async def work(store: Store) -> None:
            await store.load(Dump(1, iter([guests])))
            assert await store.guests(["ada"]) == {"ada": ADA}
            assert (await dumped(store))["guest_words"][1] == [("ada", "ada")]

        self.tried(open_store, work)

    def test_a_backup_that_is_cut_off_changes_nothing(self, open_store: Opener) -> None:
        def torn() -> Iterator[TableDump]:
            columns = ("id", "token_hash", "name", "language", "created")
            yield TableDump("guests", columns, [("x", b"x", "X", "en", 1.0)])
            raise Trouble("backup.damaged", file="x", problem="EOFError")

        async def work(store: Store) -> None:
            schemas: list[int] = []
            await store.dump(lambda dump: schemas.append(dump.schema))
            with pytest.raises(Trouble):
                await store.load(Dump(schemas[0], torn()))
            assert await store.guests(["x"]) == {}
            await furnished(store)

        self.tried(open_store, work)

    def test_the_ids_of_all_tables_come_in_pages(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *(table_called(name) for name in ("c", "a", "b")))
            assert await store.table_ids("", 2) == ["a", "b"]
            assert await store.table_ids("b", 2) == ["c"]
            assert await store.table_ids("c", 2) == []

        self.tried(open_store, work)

    def test_all_snapshots_of_a_table_and_a_sound_database(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for ply in (1, 2):
                await store.append("t1", [event(ply)], head(ply), Snapshot(ply, ply, b"now"))
            assert [snapshot.ply for snapshot in await store.snapshots("t1")] == [1, 2]
            assert await store.damage() == []

        self.tried(open_store, work)
