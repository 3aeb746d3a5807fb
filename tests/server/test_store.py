"""The embedded store keeps the contract, in a file and in memory, and its files are migrated."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event

import pytest

from engineshed.core.errors import Trouble
from engineshed.server import migrating
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.store import Store, TakenError
from tests.server.play import run
from tests.server.store_contract import DurableStoreContract, StoreContract
from tests.server.store_contract.furniture import ADA, Opener, Spoil, event, furnished, head, spoil_file

OUR_STEPS = Path(migrating.__file__).parent / "migrations"


class TestStoreInAFile(DurableStoreContract):
    @pytest.fixture
    def open_store(self, tmp_path: Path) -> Opener:
        return lambda: SQLiteStore(tmp_path / "shed.db")

    @pytest.fixture
    def spoil(self, tmp_path: Path) -> Spoil:
        return lambda statement: spoil_file(tmp_path / "shed.db", statement)


class TestStoreInMemory(StoreContract):
    @pytest.fixture
    def open_store(self) -> Opener:
        return lambda: SQLiteStore(":memory:")


# -- durability -----------------------------------------------------------------------------------------------------


def test_commits_are_forced_to_disk(tmp_path: Path) -> None:
    """Durability depends on these two settings of the writing connection."""

    async def go() -> tuple[str, int]:
        store = SQLiteStore(tmp_path / "shed.db")
        journal = await store._write(lambda db: db.execute("PRAGMA journal_mode").fetchone()[0])
        synchronous = await store._write(lambda db: db.execute("PRAGMA synchronous").fetchone()[0])
        await store.close()
        return journal, synchronous

    assert run(go()) == ("wal", 2)


def test_waiting_writes_are_committed_together(tmp_path: Path) -> None:
    async def go() -> list[str]:
        store = SQLiteStore(tmp_path / "shed.db")
        await furnished(store)
        said: list[str] = []
        await store._write(lambda db: db.set_trace_callback(said.append))
        first = store.append("t1", [event(1)], head(1))
        await asyncio.gather(first, *(store.append("t1", [event(ply)], head(ply)) for ply in range(2, 101)))
        await store.close()
        return said

    commits = run(go()).count("COMMIT")
    assert 1 <= commits < 50, "a hundred writes need far fewer than a hundred commits"


def test_a_write_that_fails_does_not_spoil_those_that_wait_with_it(tmp_path: Path) -> None:
    """All are run together first, and one by one if that fails."""
    wait = Event()

    async def go() -> tuple[list[object], list[int]]:
        store = SQLiteStore(tmp_path / "shed.db")
        await furnished(store)
        held = asyncio.ensure_future(store._write(lambda _db: wait.wait()))
        await asyncio.sleep(0)  # the writer is held up, so the next ones form a group
        writes = [asyncio.ensure_future(store.append("t1", [event(ply)], head(ply))) for ply in (1, 2, 2, 3)]
        await asyncio.sleep(0)
        wait.set()
        await held
        answers: list[object] = [type(told) for told in await asyncio.gather(*writes, return_exceptions=True)]
        plies = [entry.ply for entry in await store.events("t1")]
        await store.close()
        return answers, plies

    assert run(go()) == ([type(None), type(None), TakenError, type(None)], [1, 2, 3])


# -- migrations -----------------------------------------------------------------------------------------------------


def opened_and_closed(path: Path) -> None:
    store = SQLiteStore(path)
    run(store.close())


def shape_of(path: Path) -> tuple[int, list[str]]:
    """The number of the last migration, and the names of all tables and indices in the file."""
    with closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return version, [name for (name,) in db.execute("SELECT name FROM sqlite_master ORDER BY name")]


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of our migrations that a test may extend."""
    package = tmp_path / "package"
    shutil.copytree(OUR_STEPS, package / "migrations")
    monkeypatch.setattr(migrating, "files", lambda _name: package)
    return package / "migrations"


def test_migrations_are_numbered_without_a_gap() -> None:
    names = sorted(path.name for path in OUR_STEPS.iterdir() if path.suffix == ".sql")
    assert names == [f"{number:04d}.sql" for number in range(1, len(names) + 1)]


@pytest.mark.parametrize("empty", [False, True], ids=["no file", "empty file"])
def test_a_new_file_gets_the_newest_schema(tmp_path: Path, empty: bool) -> None:
    path = tmp_path / "shed.db"
    if empty:
        path.touch()
    opened_and_closed(path)
    version, names = shape_of(path)
    assert version == len(list(OUR_STEPS.glob("*.sql")))
    assert {"chat", "events", "guests", "seats", "snapshots", "tables"} <= set(names)


def test_an_older_file_is_migrated_and_keeps_its_contents(tmp_path: Path, steps: Path) -> None:
    path = tmp_path / "shed.db"

    async def fill(store: Store) -> None:
        await store.add_guest(ADA)
        await store.close()

    run(fill(SQLiteStore(path)))
    before, _ = shape_of(path)
    (steps / f"{before + 1:04d}.sql").write_text("CREATE TABLE medals (id TEXT);\n")
    (steps / f"{before + 2:04d}.sql").write_text("ALTER TABLE medals ADD COLUMN colour TEXT;\n")

    async def look(store: Store) -> None:
        assert await store.guests([ADA.id]) == {ADA.id: ADA}
        await store.close()

    run(look(SQLiteStore(path)))
    version, names = shape_of(path)
    assert version == before + 2
    assert "medals" in names


def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "shed.db"
    opened_and_closed(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 4711")
    before = shape_of(path)
    with pytest.raises(Trouble, match=r"shed\.db was written by a newer version \(step 4711; this one knows \d+\)"):
        SQLiteStore(path)
    assert shape_of(path) == before


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, steps: Path) -> None:
    path = tmp_path / "shed.db"
    opened_and_closed(path)
    before = shape_of(path)
    broken = steps / f"{before[0] + 1:04d}.sql"
    broken.write_text("CREATE TABLE medals (id TEXT);\nDROP TABLE chat;\nCREATE TABLE guests (id TEXT);\n")
    with pytest.raises(Trouble, match=r"shed\.db cannot be used as a database"):
        SQLiteStore(path)
    assert shape_of(path) == before
    broken.unlink()
    opened_and_closed(path)  # nothing is locked or half-done


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_a_file_that_another_program_migrates_at_the_same_time_can_be_used(tmp_path: Path, journal: str) -> None:
    """The other program may not have set its journal mode yet."""
    path = tmp_path / "shed.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other, ThreadPoolExecutor() as pool:
        other.execute(f"PRAGMA journal_mode = {journal}")
        other.execute("BEGIN IMMEDIATE")
        migrating.add_functions(other)
        opening = pool.submit(opened_and_closed, path)
        time.sleep(0.2)  # by now it has seen an empty file and waits for the lock
        assert not opening.done()
        for number, step in enumerate(sorted(OUR_STEPS.glob("*.sql")), start=1):
            for statement in step.read_text().split(";"):
                other.execute(statement)
            other.execute(f"PRAGMA user_version = {number}")
        other.execute("COMMIT")
        opening.result()


def test_programs_that_open_a_new_file_at_the_same_time_can_all_use_it(tmp_path: Path) -> None:
    crowd = 8
    together = Barrier(crowd)

    def arrive(path: Path) -> None:
        together.wait()
        opened_and_closed(path)

    with ThreadPoolExecutor(crowd) as pool:
        for number in range(10):
            list(pool.map(arrive, [tmp_path / f"{number}.db"] * crowd))


def test_a_migration_may_end_without_a_semicolon(tmp_path: Path, steps: Path) -> None:
    path = tmp_path / "shed.db"
    number = len(list(steps.glob("*.sql"))) + 1
    (steps / f"{number:04d}.sql").write_text("CREATE TABLE medals (id TEXT);\nCREATE TABLE cups (id TEXT)\n")
    opened_and_closed(path)
    assert {"cups", "medals"} <= set(shape_of(path)[1])


# -- files of other programs ----------------------------------------------------------------------------------------


def test_a_file_that_is_not_a_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada,\n" * 500)
    with pytest.raises(Trouble, match=r"letter\.txt cannot be used as a database"):
        SQLiteStore(path)
    assert path.read_text() == "Dear Ada,\n" * 500


def test_a_folder_and_a_path_in_a_missing_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "shed.db"):
        with pytest.raises(Trouble, match="cannot be used as a database"):
            SQLiteStore(path)


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE events (what TEXT)")
    before = shape_of(path)
    with pytest.raises(Trouble, match=r"other\.db cannot be used as a database"):
        SQLiteStore(path)
    assert shape_of(path) == before
