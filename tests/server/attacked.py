"""A server in a separate process that tests attack; it reports how late its event loop is during the attack."""

from __future__ import annotations

import asyncio
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import httpx
import msgspec
import uvicorn

from engineshed.server.app import Settings, make_app, wire
from engineshed.server.logs import logging_config
from engineshed.server.looplag import LoopLag
from engineshed.server.reading import Readers
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.web import traffic
from engineshed.server.web.limits import UNLIMITED, Limits
from engineshed.server.web.traffic import Traffic
from tests.server.web import Visitor

LOOKS = 0.005
"""Seconds between measurements of the event loop; shorter than usual, because the attacks here are short."""
SWEEPS = 0.2
"""Seconds between checks of all connections, for the same reason."""
LATE = 0.020
"""How late the event loop may be."""
ROUNDS = 4
LONGEST_WAIT = 1.5
"""How many seconds an uninvolved visitor may wait; the machine has other things to do, too."""
LASTING = 0.5
"""How many seconds an attack is repeated, so that there are enough measurements of the loop."""


class ServerState(msgspec.Struct):
    """What a server says about itself."""

    late: float
    """How late the event loop was, in seconds, at the 99th percentile."""
    own: float
    """The same, but only counting its own work: other programs on the machine make a loop late, too."""
    connections: int
    working: int
    unfinished: int
    refused: dict[str, int]
    memory: int
    """Its peak memory so far, in kilobytes."""


class Attacked:
    def __init__(self, port: int, pipe: Callable[[str], str]) -> None:
        self.port, self._ask = port, pipe

    def begin(self) -> None:
        """Begin a new measurement."""
        self._ask("forget")

    def state(self) -> ServerState:
        return msgspec.json.decode(self._ask("tell"), type=ServerState)

    @contextmanager
    def somebody_asking(self) -> Iterator[list[float]]:
        """Somebody else sends requests all the time and never waits long; yields a list of how long they waited."""
        over, waits = threading.Event(), list[float]()

        def ask() -> None:
            with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=20) as client:
                while not waits or not over.is_set():
                    start = time.monotonic()
                    with suppress(httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
                        # an idle connection may be closed just when it is used; browsers try again, too
                        assert client.get("/api/me").status_code == 200
                        waits.append(time.monotonic() - start)
                    time.sleep(0.02)

        thread = threading.Thread(target=ask)
        thread.start()
        try:
            yield waits
        finally:
            over.set()
            thread.join()
        assert waits, "nobody was answered"
        assert max(waits) < LONGEST_WAIT

    @contextmanager
    def visitor(self, language: str = "en") -> Iterator[Visitor]:
        """A guest with a new connection for each request: the server may close an idle one just when it is used."""
        address = f"http://127.0.0.1:{self.port}"
        with httpx.Client(base_url=address, timeout=60, limits=httpx.Limits(max_keepalive_connections=0)) as client:
            yield Visitor(client, address).create_me("Ada", language)

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        """A connection from one of the many addresses of this machine."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=(source, 0))

    def survives(self, attack: Callable[[], None]) -> ServerState:
        """The event loop is on time during the attack; if not, it is repeated, and only the loop's own work counts."""
        late = []
        for number in range(ROUNDS):
            self.begin()
            end = time.monotonic() + LASTING
            attack()
            while time.monotonic() < end:
                attack()
            told = self.state()
            late.append((told.late, told.own))
            if told.late < LATE or (number and told.own < LATE):
                return told
        raise AssertionError(f"the event loop was late by {late} seconds")


@contextmanager
def attacked(limits: Limits = UNLIMITED, files: int = 0, db: Path | str = ":memory:") -> Iterator[Attacked]:
    """``files``: how many files the server may have open. No attack is a defect of the server, so none is logged."""
    wishes = [msgspec.json.encode(limits).decode(), str(files), str(db)]
    program = [sys.executable, "-m", "tests.server.attacked", *wishes]
    with (
        TemporaryFile("w+") as log,
        subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, encoding="utf-8"
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(line: str) -> str:
            return _asked(process.stdin, process.stdout, line)

        try:
            yield Attacked(int(process.stdout.readline()), ask)
        finally:
            process.stdin.close()
            code = process.wait(timeout=60)
        log.seek(0)
        told = log.read()
        assert code == 0, told
        assert not told, told


def _asked(to: IO[str] | None, back: IO[str] | None, line: str) -> str:
    assert to is not None
    assert back is not None
    to.write(line + "\n")
    to.flush()
    return back.readline()


# -- in the server's process ----------------------------------------------------------------------------------------


def main(limits: str, files: str, db: str) -> None:
    if int(files):
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(files), int(files)))
    traffic.SWEEP_EVERY = SWEEPS
    allowed = msgspec.json.decode(limits, type=Limits)
    service = Service(SQLiteStore(db), time.time, readers=Readers(allowed.reading))
    service.readers.warm()
    app = make_app(service, Settings(limits=allowed))
    app.traffic.lag = OwnLag(LOOKS, 100_000)
    config = uvicorn.Config(app, log_config=logging_config(), **wire(app))
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        print(listener.getsockname()[1], flush=True)
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            talk = threading.Thread(target=_talk, args=(runner.get_loop(), app.traffic, server), daemon=True)
            talk.start()
            runner.run(server.serve([listener]))
    service.readers.close()


class OwnLag(LoopLag):
    """Also notes how long the loop worked between two measurements."""

    def __init__(self, every: float, kept: int) -> None:
        super().__init__(every, kept)
        self.worked: list[float] = []
        self._before = 0.0

    def _look(self) -> None:
        super()._look()
        now = time.thread_time()
        self.worked.append(now - self._before)
        self._before = now

    def forget(self) -> None:
        super().forget()
        self.worked.clear()

    def own(self) -> float:
        return sorted(self.worked or [0.0])[int(0.99 * len(self.worked))]


def _talk(loop: asyncio.AbstractEventLoop, traffic: Traffic, server: uvicorn.Server) -> None:
    for line in sys.stdin:
        answer = asyncio.run_coroutine_threadsafe(_answer(line.strip(), traffic), loop)
        print(answer.result(), flush=True)
    server.should_exit = True


async def _answer(question: str, traffic: Traffic) -> str:
    assert isinstance(traffic.lag, OwnLag)
    if question == "forget":
        traffic.lag.forget()
        return "done"
    late, own = traffic.lag.quantile(0.99), traffic.lag.own()
    told = ServerState(
        late, own, len(traffic.open), traffic.working, traffic.unfinished, dict(traffic.refused), _most_memory()
    )
    return msgspec.json.encode(told).decode()


def _most_memory() -> int:
    """The peak memory in kilobytes. ``getrusage`` would also count the tests that started this process."""
    status = Path("/proc/self/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))


if __name__ == "__main__":
    main(*sys.argv[1:])
