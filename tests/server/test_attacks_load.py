"""An overloaded server: it says so at once, and quickly does what it accepts."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from engineshed.cli.serve import notes_for
from engineshed.core.record import Record, record_of
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.server.app import Settings
from engineshed.server.looplag import LoopLag
from engineshed.server.web import traffic as doors
from engineshed.server.web.headroom import Headroom
from engineshed.server.web.limits import UNLIMITED, Limits
from engineshed.server.web.traffic import Traffic
from tests.server.attacked import Attacked, attacked
from tests.server.loop import in_loop
from tests.server.test_app_serve import address_in
from tests.server.test_attacks_connections import POST, START, answer_on, status
from tests.server.web import Visitor, problem, web

CROWD = 120
REQUEST = START + b"accept-language: de\r\n\r\n"


async def asked(server: Attacked, path: bytes) -> list[tuple[int, float, bytes]]:
    """A crowd sends the same request at once, again and again; returns status, seconds and answer of each."""
    found = []

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for _ in range(5):
            start = time.monotonic()
            writer.write(REQUEST.replace(b"/api/me", path))
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(int(line[16:]) for line in head.split(b"\r\n") if line.startswith(b"content-length: "))
            body = await reader.readexactly(length)
            found.append((status(head), time.monotonic() - start, head + body))
        writer.close()

    await asyncio.gather(*(one() for _ in range(CROWD)))
    return found


def test_a_busy_server_refuses_at_once_and_says_when_to_come_back() -> None:
    with attacked(msgspec.structs.replace(UNLIMITED, working=8)) as server:
        answers = asyncio.run(asked(server, b"/api/lobby"))
        assert server.state().working == 0
    refused = [answer for code, _, answer in answers if code == 503]
    served = sorted(seconds for code, seconds, _ in answers if code == 200)
    assert len(refused) + len(served) == 5 * CROWD
    assert len(served) >= 8
    assert len(refused) >= CROWD
    for answer in refused:
        assert b"\r\nretry-after: 2\r\n" in answer
        assert b"\r\nconnection: close" not in answer, "a new connection would cost more"
        assert b'"text":"Der Server hat gerade zu viel zu tun' in answer


def test_the_health_of_a_busy_server_can_be_asked_for() -> None:
    with attacked(msgspec.structs.replace(UNLIMITED, working=0)) as server:
        assert {code for code, _, _ in asyncio.run(asked(server, b"/api/me"))} == {503}
        assert 503 not in {code for code, _, _ in asyncio.run(asked(server, b"/health"))}


class Clock(LoopLag):
    """As late as it is told to be."""

    late = 0.0

    def now(self) -> float:
        return self.late


def test_a_late_loop_only_counts_while_others_wait() -> None:
    traffic = Traffic(Limits(working=100, lag=0.15))
    traffic.lag = clock = Clock()
    for clock.late, traffic.working, busy in ((1.0, 0, False), (1.0, 30, True), (0.1, 30, False), (0.1, 100, True)):
        assert traffic.is_busy == busy


def test_fewer_are_let_in_while_all_are_slow_and_more_again_when_they_are_quick() -> None:
    headroom, now = Headroom(100, 0.04), 0.0

    def pass_by(*seconds: float) -> int:
        nonlocal now
        for _ in range(30):
            for took in seconds:
                headroom.took(took, now)
            now += 0.2
        return headroom.requests

    assert pass_by(0.01, 5.0) == 100, "one that takes long by itself changes nothing"
    assert pass_by(0.1, 0.3) == 16
    assert 16 < pass_by(0.01, 0.3) <= 100
    assert pass_by(0.01, 0.02) == 100


@in_loop
async def test_the_lag_of_a_loop_is_measured() -> None:
    lag = LoopLag(0.005)
    lag.start()
    await asyncio.sleep(0.05)
    calm = lag.worst
    time.sleep(0.2)
    assert lag.now() >= 0.15, "it is overdue, although nobody has looked yet"
    await asyncio.sleep(0.02)
    assert lag.worst >= 0.15 > calm
    assert lag.quantile(0.5) < 0.15 <= lag.quantile(0.999)
    lag.forget()
    assert (lag.worst, lag.quantile(0.99)) == (0.0, 0.0)
    lag.stop()
    assert lag.now() == 0.0


# -- one address ------------------------------------------------------------------------------------------------------


def test_one_address_has_only_so_many_requests_under_way() -> None:
    traffic = Traffic(Limits(requests_each=2))
    assert [traffic.begins_to_ask("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert traffic.begins_to_ask("192.0.2.2")
    traffic.has_asked("192.0.2.1")
    assert traffic.begins_to_ask("192.0.2.1")


def test_a_client_with_too_many_requests_is_told_so() -> None:
    with web(Settings(limits=msgspec.structs.replace(UNLIMITED, requests_each=0))) as client:
        answer = Visitor(client).ask("GET", "/api/games")
        assert problem(answer, 429, "house.too-many")["retry_after"] == int(answer.headers["retry-after"])


@pytest.mark.parametrize(
    ("proxies", "address", "trusted"),
    [
        ([], "127.0.0.1", False),
        (["127.0.0.1"], "127.0.0.1", True),
        (["10.0.0.0/8"], "10.1.2.3", True),
        (["10.0.0.0/8"], "11.1.2.3", False),
        (["::1"], "::1", True),
        (["*"], "192.0.2.1", True),
        (["proxy.example"], "192.0.2.1", False),
    ],
)
def test_the_connections_of_a_proxy_are_those_of_many(proxies: list[str], address: str, trusted: bool) -> None:
    assert Traffic(Limits(), proxies).is_proxy(address) == trusted


def test_connections_leave_files_for_other_things(monkeypatch: pytest.MonkeyPatch) -> None:
    for files, most in ((300, 200), (100_000, 4000), (None, 4000), (50, 1)):
        monkeypatch.setattr(doors, "most_open_files", lambda files=files: files)
        assert Traffic(Limits()).most == most


# -- the end ----------------------------------------------------------------------------------------------------------


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], int, Path]]:
    log = folder / "log.txt"
    program = Path(sys.executable).with_name("engineshed")
    command: list[str | Path] = [program, "serve", "--port", "0", "--db", folder / "x.db", "--no-browser", *options]
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out) as process:
        try:
            yield process, int(address_in(log).rpartition(":")[2]), log
        finally:
            process.kill()


def test_a_server_closes_at_once_although_bodies_are_open(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, port, log):
        server = Attacked(port, str)
        host = f"127.0.0.1:{port}".encode()
        head = POST.replace(b"127.0.0.1", host) + b"content-length: 100\r\n\r\n{"
        with server.connect() as body, server.connect() as half, server.connect(), server.connect() as idle:
            body.sendall(head)
            half.sendall(START)
            idle.sendall(START + b"\r\n")
            assert b"200 OK" in idle.recv(1000)
            start = time.monotonic()
            process.terminate()
            assert process.wait(20) == 0
            assert time.monotonic() - start < 3.5
            assert answer_on(half) == b""
        told = log.read_text()
    assert "Traceback" not in told
    assert "Cancel" not in told
    assert told.endswith("Engine Shed is closed.\n")


def test_a_server_closes_without_a_traceback_although_somebody_keeps_it_busy(tmp_path: Path) -> None:
    """A reader may be busy with a text that takes very long."""
    with serving(tmp_path) as (process, port, log):
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            ada = Visitor(client, f"http://127.0.0.1:{port}").create_me()
            record = msgspec.json.encode(endless_record())
            head = POST.replace(b"/api/me", b"/api/records").replace(b"127.0.0.1", f"127.0.0.1:{port}".encode())
            cookie = "; ".join(f"{name}={value}" for name, value in ada.cookies.items()).encode()
            with Attacked(port, str).connect() as connection:
                connection.sendall(head + b"cookie: %s\r\ncontent-length: %d\r\n\r\n" % (cookie, len(record)) + record)
                time.sleep(1.0)
                process.terminate()
                assert process.wait(20) == 0
        told = log.read_text()
    assert "Traceback" not in told
    assert told.endswith("Engine Shed is closed.\n")


def endless_record() -> Record:
    """A long game that is wrong only at its end."""
    table: Table[Any, Any, Any] = Table(find_game("dampf-and-rails"), 3, seed="long")
    rng = Rng("long", 1)
    while not table.over and table.ply < 3000:
        seat = table.to_act()[0]
        table.play(seat, rng.choice(table.legal(seat)))
    return msgspec.structs.replace(record_of(table), digest="0" * 64)


# -- what hosts are told --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "origin", "proxy", "limits", "note"),
    [
        ("127.0.0.1", ["https://play.example.org"], None, Limits(), "serve.shared-quota"),
        ("127.0.0.1", ["https://play.example.org"], ["127.0.0.1"], Limits(), None),
        ("127.0.0.1", ["https://play.example.org"], None, UNLIMITED, None),
        ("0.0.0.0", None, None, Limits(), "serve.by-address"),  # noqa: S104
        ("127.0.0.1", None, None, UNLIMITED, None),
    ],
)
def test_a_host_is_warned_about_unprotected_settings(
    host: str, origin: list[str] | None, proxy: list[str] | None, limits: Limits, note: str | None
) -> None:
    assert notes_for(host, origin, proxy, limits) == ([] if note is None else [note])


def test_the_note_is_a_sentence(tmp_path: Path) -> None:
    with serving(tmp_path, "--origin", "https://play.example.org") as (_, _, log):
        assert "shares the limits of one visitor" in log.read_text().splitlines()[0]
