"""Three processes of ``engineshed serve`` on one Postgres and one Redis, while guests play: processes are killed, Redis
is killed, Postgres crashes. Every acknowledged move is kept exactly once; spectators come back and see everything.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from engineshed.core.rng import Rng
from engineshed.server.bench.process import workers_of
from tests.server.play import run
from tests.server.servers import Postgres, Redis
from tests.server.test_app_serve import address_in
from tests.server.test_hostile_kill import Player
from tests.server.test_kill import check_store
from tests.server.web import Visitor
from tests.soak import sized

WORKERS = 3
ROUNDS = sized(1, 33)
"""How often everything is killed: in each round one process, then Redis, then Postgres."""
PATIENCE = 60.0
MOVES = 5
"""How many moves each player must make between two faults."""


class Over(Exception):  # noqa: N818  (not an error)
    """The test has seen enough."""


class Patient(Visitor):
    """Asks a server again that has no answer at the moment, like one that cannot be reached."""

    def ask(self, method: str, path: str, body: Any = None, **extra: Any) -> httpx.Response:
        answer = super().ask(method, path, body, **extra)
        if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
            raise httpx.RemoteProtocolError("not now")
        return answer


class Stubborn(Player):
    """A player who reconnects to any process that answers, and sends an unanswered move again."""

    over = False

    def play(self, address: str, after_move: Callable[[], None]) -> None:
        while not self.over:
            try:
                with httpx.Client(base_url=address, timeout=10) as client:
                    self._play(Patient(client, address), after_move)
            except httpx.TransportError:
                time.sleep(0.05)
            except Over:
                return
            except Exception as failure:  # noqa: BLE001  (told by the test, which runs in another thread)
                self.failure = failure
                return


class Spectator(threading.Thread):
    """Watches one table, and comes back whenever the connection breaks."""

    def __init__(self, address: str, table: str) -> None:
        super().__init__(daemon=True)
        self.address, self.table = address, table
        self.plies: list[int] = []
        self.over = False

    def run(self) -> None:
        while not self.over:
            since = self.plies[-1] if self.plies else 0
            url = f"{self.address.replace('http', 'ws', 1)}/api/tables/{self.table}/live?since={since}"
            try:
                with connect(url, origin=Origin(self.address), open_timeout=5, max_size=None) as socket:
                    self._listen(socket)
            except (OSError, WebSocketException):
                time.sleep(0.05)

    def _listen(self, socket: Any) -> None:
        while not self.over:
            try:
                news = msgspec.json.decode(socket.recv(timeout=0.5))
            except TimeoutError:
                continue
            if news["type"] == "table":
                self.plies += [line["ply"] for line in news["now"]["log"]]


@contextmanager
def fleet(folder: Path, store: str, bus: str) -> Iterator[tuple[int, str, Path]]:
    """The running server: the id of the parent of its processes, its address, and the file with its output."""
    log = folder / "log.txt"
    program = Path(sys.executable).with_name("engineshed")
    options = ("--port", "0", "--no-browser", "--unlimited", "--workers", str(WORKERS), "--store", store, "--bus", bus)
    with log.open("w") as out, subprocess.Popen([program, "serve", *options], stdout=out, stderr=out) as parent:
        try:
            yield parent.pid, address_in(log), log
        finally:
            parent.terminate()
            assert parent.wait(timeout=60) == 0
            assert log.read_text().endswith("Engine Shed is closed.\n")


def wait_for(true: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def play_on(players: list[Stubborn]) -> None:
    """Play until everybody has made some more moves, no matter what is broken."""
    enough = {player: player.acknowledged() + MOVES for player in players}
    wait_for(
        lambda: all(player.failure or player.acknowledged() >= enough[player] for player in players),
        "somebody cannot go on",
    )
    for player in players:
        if player.failure:
            raise player.failure


def kill_one_process(parent: int, round_: int) -> None:
    victims = sorted(workers_of(parent))
    os.kill(Rng("victim", round_).choice(victims), signal.SIGKILL)


def test_no_failure_loses_a_move_or_plays_it_twice(tmp_path: Path, postgres: Postgres, redis_server: Redis) -> None:
    store = postgres.new_database()
    players = [Stubborn(number, seats) for number, seats in enumerate([("me", "me"), ("me", "me"), ("me", "bot")])]
    with fleet(tmp_path, store, redis_server.url) as (parent, address, log):

        def stop_when_over() -> None:
            if players[0].over:
                raise Over

        threads = [threading.Thread(target=player.play, args=(address, stop_when_over)) for player in players]
        for thread in threads:
            thread.start()
        wait_for(lambda: bool(players[0].table), "nobody plays")
        spectator = Spectator(address, players[0].table)
        spectator.start()
        try:
            for round_ in range(ROUNDS):
                play_on(players)
                kill_one_process(parent, round_)
                play_on(players)
                redis_server.kill()
                play_on(players)
                redis_server.start()
                play_on(players)
                postgres.restart()
                play_on(players)
                wait_for(lambda: len(workers_of(parent)) == WORKERS, "the dead process is not replaced")
        finally:
            for player in players:
                player.over = True
            for thread in threads:
                thread.join(PATIENCE)
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            wait_for(lambda: _ply(client, address, spectator) in spectator.plies, "the spectator has missed the end")
        spectator.over = True
        spectator.join(PATIENCE)
        assert spectator.plies == list(range(1, len(spectator.plies) + 1)), "each entry was seen once, in order"
        assert len(re.findall("a server process ended with code -9", log.read_text())) == ROUNDS
    for player in players:
        run(check_store(store, player.moves))


def _ply(client: httpx.Client, address: str, spectator: Spectator) -> int:
    return int(Patient(client, address).look(spectator.table)["table"]["ply"])
