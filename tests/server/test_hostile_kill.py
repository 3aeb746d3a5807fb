"""``kill -9`` against ``engineshed serve`` while guests play over HTTP: what was acknowledged is there, once.

Whoever got no answer sends his move again to the next server, with the same key: it is played if it was not, and
else answered as it would have been.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from engineshed.core.rng import Rng
from engineshed.server.sqlite import SQLiteStore
from tests.server.play import run
from tests.server.soak import sized
from tests.server.test_app_serve import address_in
from tests.server.test_kill import Acknowledged, check_file
from tests.server.web import NO_LOG, Doc, Visitor, good, some_of

ROUNDS = sized(3, 50)
MOST_MOVES = 60
"""Acknowledged in one round, or a few more; then the server is killed."""


@contextmanager
def doomed_server(folder: Path, round_: int) -> Iterator[str]:
    """A server that is killed without warning when its time has come; its address."""
    log, program = folder / f"log-{round_}.txt", Path(sys.executable).with_name("engineshed")
    command: list[str | Path] = [program, "serve", "--port", "0", "--db", folder / "shed.db", "--no-browser"]
    with log.open("w") as out, subprocess.Popen([*command, "--unlimited"], stdout=out, stderr=out) as process:
        try:
            yield address_in(log)
        finally:
            process.kill()


class Player:
    """Somebody at a table of his own who plays until nobody answers, and remembers what he was not told."""

    def __init__(self, number: int, seats: tuple[str, str]) -> None:
        self.number, self.seats = number, seats
        self.table = ""
        self.cookies: dict[str, str] = {}
        self.unanswered: Doc | None = None
        self.told: dict[int, str] = {}
        self.failure: Exception | None = None

    def play(self, address: str) -> None:
        try:
            with httpx.Client(base_url=address) as client:
                self._play(client, address)
        except httpx.TransportError:
            return  # the server is dead, as was to be expected
        except Exception as failure:  # noqa: BLE001  (told by the test, which runs in another thread)
            self.failure = failure

    def _play(self, client: httpx.Client, address: str) -> None:
        visitor = Visitor(client, address)
        visitor.cookies = self.cookies
        if not self.cookies:
            visitor.come_in()
        self.table = self.table or visitor.lay(*self.seats, options={"start_player": "red"})
        while (now := visitor.look(self.table, since=NO_LOG))["table"]["state"] == "running":
            if self.unanswered or now["table"]["my_turn"]:
                self._send(visitor, now)

    def _send(self, visitor: Visitor, now: Doc) -> None:
        ply = now["table"]["ply"]
        move = {"seat": now["seat"], "move": some_of(now), "expect": ply, "key": f"{self.number}-{ply}"}
        self.unanswered = self.unanswered or move
        played = good(visitor.ask("POST", f"/api/tables/{self.table}/moves", self.unanswered))
        assert played["ply"] not in self.told, "one ply was promised to two moves"
        self.told[played["ply"]] = self.unanswered["key"]
        self.unanswered = None


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.told) for player in players)


def play_until_killed(folder: Path, round_: int, players: list[Player]) -> None:
    with doomed_server(folder, round_) as address:
        threads = [threading.Thread(target=player.play, args=(address,)) for player in players]
        for thread in threads:
            thread.start()
        enough = acknowledged(players) + 1 + Rng("kill over HTTP", round_).below(MOST_MOVES)
        while acknowledged(players) < enough and any(thread.is_alive() for thread in threads):
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    for player in players:
        if player.failure:
            raise player.failure


async def check_keys(path: Path, players: list[Player]) -> None:
    """A move that was sent twice is in the log once."""
    store = SQLiteStore(path)
    for player in players:
        keys = [event.key for event in await store.events(player.table) if event.key]
        assert len(keys) == len(set(keys))
    await store.close()


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    kinds = [("me", "me"), ("me", "me"), ("me", "bot")]
    players = [Player(number, seats) for number, seats in enumerate(kinds)]
    for round_ in range(ROUNDS):
        play_until_killed(tmp_path, round_, players)
        told: Acknowledged = {player.table: player.told for player in players if player.table}
        run(check_file(tmp_path / "shed.db", told))
    run(check_keys(tmp_path / "shed.db", players))
    assert acknowledged(players) > ROUNDS, "they must have played, or this proves nothing"
