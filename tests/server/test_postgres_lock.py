"""On one Postgres, either all servers have a bus or there is only one; the lock goes with its holder, in any way."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest

from engineshed.cli import main
from engineshed.core.errors import Trouble
from engineshed.server import postgres_lock
from engineshed.server.postgres_lock import SERVING, no_server_of, serving_postgres
from tests.server.servers import Postgres, Redis
from tests.server.test_app_serve import address_in, service

LESS_PATIENT = """
import sys
from engineshed.cli import main
from engineshed.server import postgres_lock
postgres_lock.LOOK_EVERY, postgres_lock.LONG = 1.0, 0.1
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_lock, "BRIEFLY", 0.3)


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


def refused(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["serve", "--port", "0", "--no-browser", *options]) == 2
    return capsys.readouterr().err


def holders(url: str) -> list[int]:
    """The processes of Postgres that have the lock, or wait for it."""
    sql = """SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = %s
        AND objid::bigint = hashtext(current_schema())::bigint & 4294967295"""
    with psycopg.connect(url) as db:
        return [pid for (pid,) in db.execute(sql, [SERVING])]


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def program(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A server that soon gives up when another one has its database."""
    log = folder / "program.txt"
    command = [sys.executable, "-c", LESS_PATIENT, "serve", "--port", "0", "--no-browser", *options]
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out) as process:
        try:
            httpx.get(f"{address_in(log)}/health/live", timeout=60)  # it says where it will be before it is there
            yield process, log
        finally:
            process.kill()


def test_a_second_server_without_a_bus_is_refused_with_a_sentence(
    tmp_path: Path, url: str, redis_server: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    with service(tmp_path, "--store", url):
        for second in ((), ("--bus", redis_server.url), ("--bus", redis_server.url, "--workers", "2")):
            assert "is in use by a server without --bus" in refused(capsys, "--store", url, *second)
        assert "von einem Server ohne --bus" in refused(capsys, "--store", url, "--language", "de")
        assert "korzysta już serwer bez --bus" in refused(capsys, "--store", url, "--language", "pl")
    assert holders(url) == []


@pytest.mark.parametrize("workers", ["1", "2"])
def test_servers_with_a_bus_keep_out_those_without(
    tmp_path: Path, url: str, redis_server: Redis, capsys: pytest.CaptureFixture[str], workers: str
) -> None:
    bus = ("--store", url, "--bus", redis_server.url)
    (tmp_path / "other").mkdir()
    with service(tmp_path, *bus, "--workers", workers), service(tmp_path / "other", *bus):
        assert "is in use by servers with --bus" in refused(capsys, "--store", url)


def test_databases_do_not_disturb_each_other(url: str, postgres: Postgres) -> None:
    with serving_postgres(url, alone=True), serving_postgres(postgres.new_database(), alone=True):
        pass


def test_the_lock_is_gone_with_a_killed_server(tmp_path: Path, url: str) -> None:
    with program(tmp_path, "--store", url) as (process, _):
        assert len(holders(url)) == 1
        process.kill()
        process.wait()
        until(lambda: holders(url) == [])
        with no_server_of(url):
            pass


def test_the_lock_is_taken_again_after_a_restart_of_postgres(
    tmp_path: Path, url: str, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    with service(tmp_path, "--store", url) as (client, _):
        postgres.restart()
        until(lambda: len(holders(url)) == 1)
        assert "is in use by a server without --bus" in refused(capsys, "--store", url)
        until(lambda: client.get("/health/ready").status_code == 200)


def test_a_server_ends_if_another_one_has_taken_its_database_meanwhile(tmp_path: Path, url: str) -> None:
    """The rival waits for the lock, so that Postgres gives it to nobody else."""
    lock = "SELECT pg_advisory_lock(%s, hashtext(current_schema()))"
    with (
        program(tmp_path, "--store", url) as (process, log),
        psycopg.connect(url, autocommit=True) as rival,
        ThreadPoolExecutor(1) as pool,
    ):
        (holder,) = holders(url)
        waiting = pool.submit(rival.execute, lock, [SERVING])
        until(lambda: len(holders(url)) == 2)
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("SELECT pg_terminate_backend(%s)", [holder])
        waiting.result()
        assert process.wait(60) == 2
        assert "is in use by a server without --bus" in log.read_text().splitlines()[-1]


def test_nobody_can_serve_while_a_backup_is_restored(url: str) -> None:
    with no_server_of(url):
        for alone in (True, False):
            with pytest.raises(Trouble, match="is in use by a server"), serving_postgres(url, alone=alone):
                pass
