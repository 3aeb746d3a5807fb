"""``engineshed backup``, ``restore`` and ``check``, which work on the data of a server without the server."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest

from engineshed.server import migrating
from engineshed.server.backends import look_at_store, serving
from engineshed.server.backup import TABLES
from engineshed.server.migrating import all_steps
from tests.cli.conftest import Run
from tests.server.play import live, new_guest, new_table, opened, play_on, run
from tests.server.servers import Postgres
from tests.server.store_contract.furniture import dumped, spoil_file, spoil_postgres


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with an unfinished game of more than one snapshot, and its fork's seat still open."""
    path = tmp_path_factory.mktemp("played") / "tables.db"

    async def go() -> None:
        async with opened(path) as service:
            ada = await new_guest(service)
            await play_on(service, ada, await new_table(service, ada), 120)

    run(go())
    return path


@pytest.fixture
def db(played: Path, tmp_path: Path) -> Path:
    """A copy that the test may damage."""
    return Path(shutil.copy(played, tmp_path / "tables.db"))


class Place:
    """Where everything is kept: in a file, or in Postgres if there is a URL."""

    def __init__(self, file: Path, url: str | None = None) -> None:
        self.file, self.url = file, url

    @property
    def options(self) -> tuple[str, str]:
        return ("--db", str(self.file)) if self.url is None else ("--store", self.url)

    def spoil(self, statement: str) -> None:
        if self.url is None:
            spoil_file(self.file, statement)
        else:
            spoil_postgres(self.url, statement)


@pytest.fixture(params=["file", "postgres"])
def new(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty place."""
    if request.param == "file":
        return Place(tmp_path / "new.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return Place(tmp_path / "unused.db", postgres.new_database())


@pytest.fixture
def place(engineshed: Run, new: Place, db: Path, tmp_path: Path) -> Place:
    """The same contents in a file or in Postgres."""
    engineshed("backup", tmp_path / "played.backup", "--db", db)
    assert engineshed("restore", tmp_path / "played.backup", *new.options).code == 0
    return new


# -- backup and restore ---------------------------------------------------------------------------------------------


def test_a_backup_of_a_running_server_has_every_move(engineshed: Run, tmp_path: Path) -> None:
    """The moves of a running server are in a second file, which a copy of the first would lack."""
    db, file, again = tmp_path / "tables.db", tmp_path / "x.backup", tmp_path / "again.db"

    async def go() -> str:
        async with opened(db) as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, 30)
            outcome = engineshed_in_thread("backup", file, "--db", db)
            assert "1 table and 1 guest" in outcome
            await play_on(service, ada, table, 60)
            return table

    def engineshed_in_thread(*arguments: str | Path) -> str:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(lambda: engineshed(*arguments)).result().out

    table = run(go())
    assert "1 table and 1 guest." in engineshed("restore", file, "--db", again).out

    async def look() -> None:
        async with opened(again) as service:
            assert 30 <= (await live(service, table)).ply < 60
            ada = (await service.store.guests([(await live(service, table)).row.owner])).popitem()[1]
            await play_on(service, ada, table, 60)

    run(look())
    assert engineshed("check", "--db", again).code == 0


def test_a_backup_is_for_the_operator_alone(engineshed: Run, db: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.backup"
    engineshed("backup", file, "--db", db)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.part"))


def test_the_same_tables_give_the_same_backup(engineshed: Run, db: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        engineshed("backup", tmp_path / name, "--db", db)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_everything_that_is_kept_is_in_a_backup(db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        kept = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert kept == set(TABLES)


def test_restoring_never_overwrites(engineshed: Run, place: Place, tmp_path: Path) -> None:
    engineshed("backup", tmp_path / "x.backup", *place.options)
    assert "has guests or tables already" in engineshed("restore", tmp_path / "x.backup", *place.options).sentence()
    assert engineshed("check", *place.options).code == 0


@pytest.mark.parametrize("bus", [None, "redis://"])
def test_nothing_is_restored_under_a_running_server(
    engineshed: Run, db: Path, new: Place, tmp_path: Path, bus: str | None
) -> None:
    engineshed("backup", tmp_path / "x.backup", "--db", db)
    with serving(new.url, new.file, bus):
        said = engineshed("restore", tmp_path / "x.backup", *new.options).sentence()
    assert "in use by a" in said
    assert engineshed("restore", tmp_path / "x.backup", *new.options).code == 0


def test_a_backup_goes_from_any_store_to_any_other_and_is_the_same(
    engineshed: Run, db: Path, postgres: Postgres, tmp_path: Path
) -> None:
    """From a file to Postgres, to another Postgres, and back to a file."""
    url = [postgres.new_database() for _ in range(2)]
    places = [Place(db), Place(db, url[0]), Place(db, url[1]), Place(tmp_path / "back.db")]
    for number, (here, there) in enumerate(pairwise(places)):
        assert "1 table and 1 guest" in engineshed("backup", tmp_path / f"{number}", *here.options).out
        assert "1 table and 1 guest" in engineshed("restore", tmp_path / f"{number}", *there.options).out

    async def contents(place: Place) -> object:
        async with look_at_store(place.url, place.file) as store:
            return await dumped(store)

    first, *others = [run(contents(place)) for place in places]
    assert all(other == first for other in others)


def test_a_backup_of_postgres_has_one_moment_of_a_running_server(
    engineshed: Run, postgres: Postgres, tmp_path: Path
) -> None:
    """The server goes on playing while the backup is written, and the backup can still be replayed."""
    url, file = postgres.new_database(), tmp_path / "x.backup"

    async def go() -> None:
        async with opened(url) as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, 30)
            with ThreadPoolExecutor(1) as pool:
                working = pool.submit(lambda: engineshed("backup", file, "--store", url))
                plies = 30
                while not working.done():
                    plies += 5
                    await play_on(service, ada, table, plies)
            assert "1 table and 1 guest" in working.result().out

    run(go())
    assert engineshed("check", file).out.startswith("ok   1 table, ")
    assert engineshed("check", "--store", url).code == 0


def test_the_place_may_be_in_the_environment(
    engineshed: Run, place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENGINESHED_DB" if place.url is None else "ENGINESHED_STORE", place.options[1])
    assert "1 table and 1 guest" in engineshed("backup", tmp_path / "x.backup").out
    assert engineshed("check").code == 0
    assert "has guests or tables already" in engineshed("restore", tmp_path / "x.backup").sentence()
    assert engineshed("restore", tmp_path / "x.backup", "--db", tmp_path / "given.db").code == 0


def test_one_place_at_a_time(engineshed: Run, tmp_path: Path) -> None:
    two = ("--db", tmp_path / "x.db", "--store", "postgresql://x")
    for command in (("backup", tmp_path / "x"), ("restore", tmp_path / "x"), ("check",)):
        assert "either --db or --store" in engineshed(*command, *two).sentence()
    assert "either --db or --store" not in engineshed("check", *two, "--language", "de").sentence()
    assert "must begin with postgresql://" in engineshed("check", "--store", "mysql://x").sentence()


def test_a_postgres_that_is_not_there_or_was_never_used(engineshed: Run, postgres: Postgres, tmp_path: Path) -> None:
    nowhere, never_used = "postgresql://ada:hunter2@127.0.0.1:1/shed", postgres.new_database()
    for command in (("backup", tmp_path / "x"), ("check",)):
        said = engineshed(*command, "--store", nowhere).sentence()
        assert "postgresql://127.0.0.1/shed cannot be used as a database" in said
        assert "hunter2" not in said
        assert "there is no database" in engineshed(*command, "--store", never_used).sentence()
    assert not (tmp_path / "x").exists()
    with psycopg.connect(never_used) as connection:
        made = connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    assert made == [], "looking at a database creates nothing in it"


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.99])
def test_a_backup_that_is_cut_off_is_not_restored(
    engineshed: Run, db: Path, new: Place, tmp_path: Path, kept: float
) -> None:
    file = tmp_path / "x.backup"
    engineshed("backup", file, "--db", db)
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * kept)])
    assert "is damaged" in engineshed("restore", file, *new.options).sentence()
    assert "is damaged" in engineshed("check", file).sentence()


@pytest.mark.parametrize("lost", [1, 2, 5])
def test_a_backup_that_lacks_lines_is_not_restored(
    engineshed: Run, db: Path, new: Place, tmp_path: Path, lost: int
) -> None:
    file = tmp_path / "x.backup"
    engineshed("backup", file, "--db", db)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join(lines[:-lost])))
    assert "is damaged" in engineshed("restore", file, *new.options).sentence()


SCHEMA = f'{{"engineshed":"backup","format":1,"schema":{len(all_steps())}}}\n'.encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"hello\n", "damaged"),
        (b"{}\n", "not a backup"),
        (b"", "not a backup"),
        (b'{"engineshed":"backup","format":99,"schema":1}\n', "newer version"),
        (b'{"engineshed":"backup","format":1,"schema":99}\n', "newer version"),
        (b'{"engineshed":"backup","format":1,"schema":1}\n{"table":"x; DROP","columns":[]}\n', "damaged"),
        (b'{"engineshed":"backup","format":1,"schema":1}\n{"table":"chat","columns":["a b"]}\n[1]\n', "'a b'"),
        (b'{"engineshed":"backup","format":1,"schema":1}\n{"table":"chat","columns":["at"]}\n[{"x":1}]\n', "damaged"),
        (b'{"engineshed":"backup","format":1,"schema":1}\n{"table":"chat","columns":["at"]}\n[1,2]\n', "damaged"),
        (SCHEMA + b'{"table":"chat","columns":["a b"]}\n[1]\n', "'a b'"),
        (SCHEMA + b'{"table":"chat","columns":["at"]}\n[1]\n', "damaged"),
        (SCHEMA + b'{"table":"chat","columns":["at"]}\n[1,2]\n', "damaged"),
        (SCHEMA + b'{"table":"guests","columns":["token_hash"]}\n[{"b64":"x"}]\n', "damaged"),
    ],
)
def test_files_that_are_not_backups(engineshed: Run, new: Place, tmp_path: Path, text: bytes, said: str) -> None:
    (tmp_path / "x").write_bytes(gzip.compress(text))
    assert said in engineshed("restore", tmp_path / "x", *new.options).sentence()
    (tmp_path / "x").write_bytes(gzip.compress(SCHEMA + b'{"end":{}}\n'))
    assert engineshed("restore", tmp_path / "x", *new.options).code == 0, "nothing is left of the other"


def test_a_database_is_not_taken_for_a_damaged_backup(engineshed: Run, db: Path, tmp_path: Path) -> None:
    assert "is a database and not a backup" in engineshed("check", db).sentence()
    (tmp_path / "x").write_text("hello")
    assert "is not a backup" in engineshed("check", tmp_path / "x").sentence()


def test_files_that_are_not_there(engineshed: Run, db: Path, tmp_path: Path) -> None:
    assert "no database" in engineshed("backup", tmp_path / "x", "--db", tmp_path / "none.db").sentence()
    assert "no database" in engineshed("check", "--db", tmp_path / "none.db").sentence()
    assert "cannot be read" in engineshed("restore", tmp_path / "none", "--db", tmp_path / "new.db").sentence()
    assert "cannot be written" in engineshed("backup", tmp_path / "no" / "x", "--db", db).sentence()


def test_an_old_database_is_not_changed_by_its_backup(engineshed: Run, db: Path, tmp_path: Path) -> None:
    before = db.read_bytes()
    assert engineshed("backup", tmp_path / "x.backup", "--db", db).code == 0
    assert db.read_bytes() == before


# -- check ----------------------------------------------------------------------------------------------------------


def test_a_sound_database(engineshed: Run, place: Place, tmp_path: Path) -> None:
    outcome = engineshed("check", *place.options)
    assert outcome.code == 0
    assert outcome.out.startswith("ok   1 table, 12")
    assert "1 unfinished game replayed" in outcome.out
    engineshed("backup", tmp_path / "x.backup", *place.options)
    assert engineshed("check", tmp_path / "x.backup").out == outcome.out


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("DELETE FROM events WHERE ply = 7", "entry 7 of the log is missing"),
        ("DELETE FROM events WHERE ply > 100", "the log has 100 entries, but should have 12"),
        ("UPDATE tables SET ply = 3", "but should have 3"),
        ("UPDATE snapshots SET data = (SELECT token_hash FROM guests)", "cannot be read ("),
        ("UPDATE events SET text = 'nonsense' WHERE ply = 60", "cannot be replayed from its log"),
        ("UPDATE tables SET to_act = '[7]'", "leads to a different position"),
        ("UPDATE tables SET owner = 'nobody'", "the database itself is damaged"),
    ],
)
def test_faults_are_reported(engineshed: Run, place: Place, damage: str, said: str) -> None:
    place.spoil(damage)
    outcome = engineshed("check", *place.options)
    assert outcome.code == 1
    assert said in outcome.err.replace("The database", "the database")
    assert outcome.err.splitlines()[-1].startswith("BAD  ")


def test_pages_that_are_damaged_on_the_disk(engineshed: Run, db: Path) -> None:
    content = bytearray(db.read_bytes())
    content[8192:-4096] = b"\x5a" * (len(content) - 8192 - 4096)
    db.write_bytes(content)
    outcome = engineshed("check", "--db", db)
    assert outcome.code in (1, 2)
    assert str(db) in outcome.err or "the database itself is damaged" in outcome.err.lower()
    assert "Traceback" not in outcome.err


def test_pages_of_postgres_that_are_damaged_on_the_disk(
    engineshed: Run, db: Path, postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.new_database()
    engineshed("backup", tmp_path / "x.backup", "--db", db)
    engineshed("restore", tmp_path / "x.backup", "--store", url)
    postgres.overwrite(url, "events")
    outcome = engineshed("check", "--store", url)
    assert outcome.code == 1
    assert "The database itself is damaged: events: invalid page" in outcome.err
    assert "cannot be used as a database" in engineshed("backup", tmp_path / "y.backup", "--store", url).sentence()
    assert not (tmp_path / "y.backup").exists()


def test_a_postgres_of_an_older_version_is_backed_up_as_it_is(
    engineshed: Run, db: Path, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer program may make the backup before it is started as a server."""
    url = postgres.new_database()
    engineshed("backup", tmp_path / "x.backup", "--db", db)
    engineshed("restore", tmp_path / "x.backup", "--store", url)
    shutil.copytree(Path(migrating.__file__).parent / "migrations", tmp_path / "migrations")
    (tmp_path / "migrations" / "9999.sql").write_text("ALTER TABLE guests ADD COLUMN hat TEXT;\n")
    monkeypatch.setattr(migrating, "files", lambda _name: tmp_path)
    assert "was written by an older version" in engineshed("check", "--store", url).sentence()
    assert engineshed("backup", tmp_path / "y.backup", "--store", url).code == 0
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT max(done) FROM schema_steps").fetchone() == (len(all_steps()) - 1,)
    assert engineshed("check", tmp_path / "y.backup").code == 0
    other = postgres.new_database()
    assert engineshed("restore", tmp_path / "y.backup", "--store", other).code == 0
    assert engineshed("check", "--store", other).code == 0


def test_rules_of_another_version_are_not_a_fault(engineshed: Run, place: Place) -> None:
    place.spoil("UPDATE tables SET version = 99")
    outcome = engineshed("check", *place.options)
    assert outcome.code == 0
    assert "1 table was not replayed" in outcome.out


@pytest.mark.parametrize(
    ("language", "good", "bad"),
    [("de", "gut     1 Tisch", "Eintrag 7 des Verlaufs fehlt"), ("pl", "dobrze  1 stół", "brakuje wpisu 7")],
)
def test_faults_are_reported_in_the_readers_language(
    engineshed: Run, db: Path, language: str, good: str, bad: str
) -> None:
    assert good in engineshed("check", "--db", db, "--language", language).out
    spoil_file(db, "DELETE FROM events WHERE ply = 7")
    assert bad in engineshed("check", "--db", db, "--language", language).err


def test_the_dump_of_a_restored_store_is_the_same(engineshed: Run, db: Path, tmp_path: Path) -> None:
    engineshed("backup", tmp_path / "x.backup", "--db", db)
    engineshed("restore", tmp_path / "x.backup", "--db", tmp_path / "new.db")

    async def both() -> None:
        async with opened(db) as one, opened(tmp_path / "new.db") as other:
            assert await dumped(one.store) == await dumped(other.store)

    run(both())
