"""Several server processes from one command: what they need, how they share the load, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from engineshed.cli import main
from engineshed.server import backends
from engineshed.server.bench.load import Conditions, measure_load
from engineshed.server.bench.process import Where, serving, workers_of
from engineshed.server.crew import Crew
from engineshed.server.web.all_metrics import AllMetrics
from tests.server.play import run
from tests.server.servers import Postgres, Redis
from tests.server.test_app_serve import address_in
from tests.server.test_cluster import wait_for
from tests.server.test_operator import metrics_in
from tests.server.web import Visitor

NOWHERE = "postgresql://127.0.0.1:1/shed"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--workers", "2"], "--workers: one file serves one process"),
        (["--workers", "2", "--store", NOWHERE], "--workers: several processes must be able to tell each other"),
        (["--bus", "redis://127.0.0.1"], "--bus: it connects processes that share a database"),
        (["--workers", "2", "--language", "de"], "--workers: Eine Datei bedient einen Prozess"),
        (["--workers", "2", "--language", "pl"], "--workers: jeden plik obsługuje jeden proces"),
        (["--store", "mysql://127.0.0.1/shed"], "--store: it must begin with postgresql://"),
        (["--store", NOWHERE], "postgresql://127.0.0.1/shed cannot be used as a database"),
    ],
)
def test_options_that_do_not_fit_together_are_explained(
    tmp_path: Path, options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["serve", "--port", "0", "--db", str(tmp_path / "x.db"), "--no-browser", *options]
    assert main(given) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "x.db").exists()


def test_a_bus_of_another_kind_is_refused_with_a_sentence(
    postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--store", postgres.new_database(), "--bus", "amqp://127.0.0.1"]
    assert main(["serve", "--port", "0", "--no-browser", *options]) == 2
    assert "--bus: it must begin with redis://" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("module", "options"),
    [
        ("engineshed.server.postgres_lock", ["--store", NOWHERE]),
        ("engineshed.server.bus.redis", ["--store", "postgresql:", "--bus", "redis://127.0.0.1"]),
    ],
)
def test_a_library_that_is_missing_is_named(
    module: str,
    options: list[str],
    postgres: Postgres,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    options = [postgres.new_database() if option == "postgresql:" else option for option in options]
    assert main(["serve", "--port", "0", "--no-browser", *options]) == 2
    assert "is not installed; pip install 'engineshed[cluster]'" in capsys.readouterr().err


def test_libraries_for_several_processes_are_loaded_only_if_an_address_needs_them(tmp_path: Path) -> None:
    """The libraries are extras, and slow down the start."""
    script = f"""
import sys
from pathlib import Path
from engineshed.cli import serve
from engineshed.server import backends
backends.open_store(None, Path({str(tmp_path / "x.db")!r})), backends.open_bus(None)
print([name for name in ("psycopg", "redis") if name in sys.modules])
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"
    assert backends.open_bus(None).shared is False


def test_the_port_is_not_shared_with_another_server_and_the_processes_end_with_their_parent(
    tmp_path: Path, postgres: Postgres, redis_server: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even if the parent is killed and can tell them nothing."""
    log = tmp_path / "log.txt"
    program = Path(sys.executable).with_name("engineshed")
    options = ("--store", postgres.new_database(), "--bus", redis_server.url, "--workers", "2", "--no-browser")
    with log.open("w") as out:
        parent = subprocess.Popen([program, "serve", "--port", "0", *options], stdout=out, stderr=out)
    port = address_in(log).rpartition(":")[2]
    assert main(["serve", "--port", port, *options]) == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in capsys.readouterr().err
    children = workers_of(parent.pid)
    assert len(children) == 2
    parent.kill()
    parent.wait()
    wait_for(lambda: not any(_runs(pid) for pid in children), "a process lives on without its parent")


def test_any_process_shows_the_metrics_of_all(tmp_path: Path, postgres: Postgres, redis_server: Redis) -> None:
    """Also while one of them does not answer, and after it was replaced."""
    log, program = tmp_path / "log.txt", Path(sys.executable).with_name("engineshed")
    options = ("--store", postgres.new_database(), "--bus", redis_server.url, "--workers", "2", "--no-browser")
    with log.open("w") as out:
        parent = subprocess.Popen([program, "serve", "--port", "0", *options], stdout=out, stderr=out)
    try:
        address = address_in(log)
        for number in range(20):
            with httpx.Client(base_url=address, timeout=60) as client:
                Visitor(client, address).create_me(f"Guest {number}")
        one, another = (metrics_of(address) for _ in range(2))
        made = [one[f"engineshed_requests_total[POST /api/me][201][{worker}]"] for worker in (1, 2)]
        assert sum(made) == 20
        assert min(made) > 0, "connections are spread over both"
        assert [another[f"engineshed_requests_total[POST /api/me][201][{worker}]"] for worker in (1, 2)] == made
        assert [one[f"engineshed_worker_up[{worker}]"] for worker in (1, 2)] == [1, 1]
        assert all(one[f"process_resident_memory_bytes[{worker}]"] > 10_000_000 for worker in (1, 2))
        assert sum(one[f"engineshed_connections[{worker}]"] for worker in (1, 2)) == 1, "the one that asks"
        children = workers_of(parent.pid)
        os.kill(children[0], signal.SIGKILL)
        wait_for(lambda: len(set(workers_of(parent.pid)) - set(children)) == 1, "it is not replaced")
        wait_for(lambda: _up(address) == [1, 1], "the new process does not report its metrics")
        left = metrics_of(address)
        assert 0 < sum(left.get(f"engineshed_requests_total[POST /api/me][201][{worker}]", 0) for worker in (1, 2)) < 20
    finally:
        parent.terminate()
        assert parent.wait(timeout=60) == 0


def metrics_of(address: str) -> dict[str, float]:
    """By a connection of its own, so that any process may answer."""
    return metrics_in(httpx.get(f"{address}/metrics", timeout=60).text)


def _up(address: str) -> list[float]:
    try:
        found = metrics_of(address)
    except httpx.TransportError:  # it was connected to the process that was killed
        return []
    return [found[f"engineshed_worker_up[{worker}]"] for worker in (1, 2)]


def test_a_process_that_does_not_answer_is_shown_as_missing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> dict[str, float]:
        shown = AllMetrics(Crew(tmp_path, 1, 2))
        await shown.start()
        page = await shown.page()
        await shown.stop()
        return metrics_in(page.decode())

    found = run(go())
    assert (found["engineshed_worker_up[1]"], found["engineshed_worker_up[2]"]) == (1, 0)
    assert "process_resident_memory_bytes[1]" in found
    assert "process_resident_memory_bytes[2]" not in found
    (record,) = caplog.records
    assert record.getMessage() == "process 2 does not report its metrics: FileNotFoundError"


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_processes_share_the_load_evenly(tmp_path: Path, postgres: Postgres, redis_server: Redis) -> None:
    async def go() -> list[float]:
        where = Where(postgres.new_database(), redis_server.url, workers=2)
        async with serving(tmp_path / "unused.db", where) as process:
            load = await measure_load(process, Conditions(tables=16, rate=40, seconds=2))
        assert not (tmp_path / "unused.db").exists()
        return load.shares

    shares = run(go())
    assert len(shares) == 2
    assert sum(shares) == pytest.approx(1)
    assert min(shares) > 0.35, "each has half of the tables"
