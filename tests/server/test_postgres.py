"""The store in Postgres keeps the contract; its schema is migrated; it comes back when the database does."""

from __future__ import annotations

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from engineshed.core.errors import Trouble
from engineshed.server import migrating
from engineshed.server import postgres as in_postgres
from engineshed.server.postgres import PostgresStore
from engineshed.server.store import StoreDownError
from tests.server.play import run
from tests.server.servers import Postgres
from tests.server.store_contract import DurableStoreContract
from tests.server.store_contract.furniture import (
    ADA,
    BOB,
    Opener,
    Spoil,
    event,
    furnished,
    head,
    spoil_postgres,
)

OUR_STEPS = Path(migrating.__file__).parent / "migrations"


class TestStoreInPostgres(DurableStoreContract):
    @pytest.fixture
    def url(self, postgres: Postgres) -> str:
        return postgres.new_database()

    @pytest.fixture
    def open_store(self, url: str) -> Opener:
        return lambda: PostgresStore(url)

    @pytest.fixture
    def spoil(self, url: str) -> Spoil:
        return lambda statement: spoil_postgres(url, statement)


# -- migrations -----------------------------------------------------------------------------------------------------


def tables_in(url: str) -> set[str]:
    with psycopg.connect(url) as db:
        rows = db.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()")
        return {name for (name,) in rows}


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of our migrations that a test may extend."""
    shutil.copytree(OUR_STEPS, tmp_path / "migrations")
    monkeypatch.setattr(migrating, "files", lambda _name: tmp_path)
    return tmp_path / "migrations"


def test_an_older_database_is_migrated_and_keeps_its_contents(postgres: Postgres, steps: Path) -> None:
    url, number = postgres.new_database(), len(list(steps.glob("*.sql"))) + 1

    async def fill() -> None:
        store = PostgresStore(url)
        await store.add_guest(ADA)
        await store.close()

    async def look() -> None:
        store = PostgresStore(url)
        assert await store.guests([ADA.id]) == {ADA.id: ADA}
        await store.close()

    run(fill())
    (steps / f"{number:04d}.sql").write_text("CREATE TABLE medals (id TEXT PRIMARY KEY, gold REAL) WITHOUT ROWID;\n")
    run(look())
    assert "medals" in tables_in(url)
    run(look())


def test_a_step_that_fails_leaves_the_database_as_it_was(postgres: Postgres, steps: Path) -> None:
    url, number = postgres.new_database(), len(list(steps.glob("*.sql"))) + 1
    PostgresStore(url)
    before = tables_in(url)
    broken = steps / f"{number:04d}.sql"
    broken.write_text("CREATE TABLE medals (id TEXT);\nDROP TABLE chat;\nCREATE TABLE guests (id TEXT);\n")
    with pytest.raises(Trouble, match="cannot be used as a database"):
        PostgresStore(url)
    assert tables_in(url) == before
    broken.unlink()
    PostgresStore(url)


def test_a_database_of_a_newer_version_is_refused(postgres: Postgres) -> None:
    url = postgres.new_database()
    PostgresStore(url)
    with psycopg.connect(url) as db:
        db.execute("INSERT INTO schema_steps VALUES (4711)")
    with pytest.raises(Trouble, match=r"was written by a newer version \(step 4711; this one knows \d+\)"):
        PostgresStore(url)


def test_servers_that_open_a_new_database_at_once_all_can_use_it(postgres: Postgres) -> None:
    url = postgres.new_database()
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(PostgresStore, [url] * 6))
    assert {"events", "guests", "leases", "tables"} <= tables_in(url)


def test_a_database_that_cannot_be_reached_is_reported_without_the_password() -> None:
    with pytest.raises(Trouble) as caught:
        PostgresStore("postgresql://ada:hunter2@127.0.0.1:1/shed")
    assert "postgresql://127.0.0.1/shed cannot be used as a database" in str(caught.value)
    assert "hunter2" not in str(caught.value)


# -- when the database is away --------------------------------------------------------------------------------------


def test_a_store_that_is_down_says_so_and_comes_back_with_the_database(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_postgres, "PATIENCE", 0.5)
    url = postgres.new_database()

    async def go() -> None:
        store = PostgresStore(url)
        await furnished(store)
        await store.append("t1", [event(1, "key")], head(1))
        await asyncio.to_thread(postgres.stop)
        try:
            with pytest.raises(StoreDownError) as caught:
                await store.append("t1", [event(2)], head(2))
            assert caught.value.message.params == {}, "the reason is for the operator only"
            with pytest.raises(StoreDownError):
                await store.table("t1")
        finally:
            await asyncio.to_thread(postgres.start)
        assert await store.events("t1") == [event(1, "key")]
        await store.append("t1", [event(2)], head(2))
        await store.close()

    run(go())


def test_questions_survive_a_restart_of_the_database(postgres: Postgres) -> None:
    """Every idle connection is dead then."""
    url = postgres.new_database()

    async def go() -> None:
        store = PostgresStore(url)
        await furnished(store)
        await asyncio.gather(*(store.guests(["ada", "bob"]) for _ in range(20)))
        await asyncio.to_thread(postgres.restart)
        found = await asyncio.gather(*(store.guests(["ada", "bob"]) for _ in range(5)))
        assert found == [{"ada": ADA, "bob": BOB}] * 5
        await store.close()

    run(go())


def test_a_database_that_hangs_is_down(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_postgres, "PATIENCE", 0.3)
    url = postgres.new_database()

    async def go() -> None:
        store = PostgresStore(url)
        await furnished(store)
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE events")
            for work in (store.events("t1"), store.append("t1", [event(1)], head(1))):
                with pytest.raises(StoreDownError, match="store-down"):
                    await work
        await store.append("t1", [event(1)], head(1))
        await store.close()

    run(go())


def test_the_disk_is_forced_to_write(postgres: Postgres) -> None:
    """No matter how the database is configured for other programs."""
    url = postgres.new_database()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("ALTER DATABASE postgres SET synchronous_commit = off")

    async def go() -> object:
        store = PostgresStore(url)
        rows = await store._ask("SHOW synchronous_commit")
        await store.close()
        return rows

    try:
        assert run(go()) == [("on",)]
    finally:
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("ALTER DATABASE postgres RESET synchronous_commit")


# -- damage ---------------------------------------------------------------------------------------------------------


def test_pages_that_are_damaged_on_the_disk_are_found(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def fill() -> None:
        store = PostgresStore(url)
        await furnished(store)
        await store.append("t1", [event(ply) for ply in range(1, 400)], head(399))
        await store.close()

    async def look() -> list[str]:
        store = PostgresStore(url)
        try:
            return await store.damage()
        finally:
            await store.close()

    run(fill())
    assert run(look()) == []
    postgres.overwrite(url, "events")
    (found,) = run(look())
    assert found.startswith("events: invalid page in block")


def test_an_index_that_was_never_finished_is_found(postgres: Postgres) -> None:
    url = postgres.new_database()
    run(PostgresStore(url).close())
    spoil_postgres(url, "UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'lobby'::regclass")
    store = PostgresStore(url)
    assert run(store.damage()) == ["the index lobby is not valid"]
    run(store.close())
