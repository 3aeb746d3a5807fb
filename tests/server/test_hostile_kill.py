"""``kill -9`` against ``engineshed serve`` while guests play over HTTP: every acknowledged move is kept exactly once.

A player who got no answer sends the move to the next server again, with the same key. If it was not played before, it
is played now; otherwise it gets the answer that was lost.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from engineshed.core.rng import Rng
from tests.server.doomed import doomed, serve
from tests.server.play import PATIENCE, run
from tests.server.test_app_serve import address_in
from tests.server.test_kill import Acknowledged, check_store
from tests.server.web import NO_LOG, Doc, Visitor, good, some_of
from tests.soak import sized

ROUNDS = sized(4, 100)
MOST_MOVES = 20
"""At most this many moves are acknowledged before the server is killed."""
PAUSE = 0.005
"""Seconds between checks of a table where it is the bot's turn."""


class Player:
    """A guest who plays at one table after another until the server is gone.

    They remember the acknowledged moves and the move that got no answer.
    """

    def __init__(self, number: int, seats: tuple[str, str]) -> None:
        self.number, self.seats = number, seats
        self.table = ""
        self.cookies: dict[str, str] = {}
        self.unanswered: Doc | None = None
        self.moves: Acknowledged = {}
        self.failure: Exception | None = None

    def acknowledged(self) -> int:
        return sum(map(len, [*self.moves.values()]))  # a copy, because another thread may add a table meanwhile

    def play(self, address: str, after_move: Callable[[], None]) -> None:
        try:
            with httpx.Client(base_url=address, timeout=PATIENCE) as client:
                self._play(Visitor(client, address), after_move)
        except httpx.TransportError:
            return  # the server is dead, as expected
        except Exception as failure:  # noqa: BLE001  (the test raises it again in its own thread)
            self.failure = failure

    def _play(self, visitor: Visitor, after_move: Callable[[], None]) -> None:
        visitor.cookies = self.cookies
        if not self.cookies:
            visitor.create_me()
        while True:
            if self.unanswered:  # this comes first, because it may have been the last move of its game
                self._send(visitor, self.unanswered)
                after_move()
            self._go_on(visitor)

    def _go_on(self, visitor: Visitor) -> None:
        self.table = self.table or visitor.create_table(*self.seats, options={"start_player": "red"})
        now = visitor.look(self.table, since=NO_LOG)
        if now["table"]["state"] != "running":
            self.table = ""
        elif now["table"]["my_turn"]:
            ply = now["table"]["ply"]
            key = f"{self.number}-{ply}"
            self.unanswered = {"seat": now["seat"], "move": some_of(now), "expect": ply, "key": key}
        else:
            time.sleep(PAUSE)

    def _send(self, visitor: Visitor, move: Doc) -> None:
        played = good(visitor.ask("POST", f"/api/tables/{self.table}/moves", move))
        acknowledged = self.moves.setdefault(self.table, {})
        assert played["ply"] not in acknowledged, "one ply was promised to two moves"
        acknowledged[played["ply"]] = move["key"]
        self.unanswered = None


def play_until_killed(folder: Path, round_: int, players: list[Player]) -> None:
    """In each round another player kills the server, right after one of their moves was acknowledged.

    The player against a bot does so too. The bot's process starts slowly, and otherwise every round would be over
    before the bot had made a move.
    """
    killer = players[round_ % len(players)]
    enough = killer.acknowledged() + 1 + Rng("kill over HTTP", round_).below(MOST_MOVES)
    log = folder / f"log-{round_}.txt"
    log.touch()
    with doomed(serve, log, "--port", "0", "--db", folder / "shed.db", "--no-browser", "--unlimited") as server:

        def kill_when_enough() -> None:
            if killer.acknowledged() >= enough:
                server.kill()

        address = address_in(log)
        threads = {player: threading.Thread(target=player.play, args=(address, kill_when_enough)) for player in players}
        for thread in threads.values():
            thread.start()
        threads[killer].join(PATIENCE)
    for thread in threads.values():
        thread.join()
    for player in players:
        if player.failure:
            raise player.failure
    assert killer.acknowledged() >= enough, "they must have played, or this proves nothing"


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    kinds = [("me", "me"), ("me", "me"), ("me", "bot")]
    players = [Player(number, seats) for number, seats in enumerate(kinds)]
    for round_ in range(ROUNDS):
        play_until_killed(tmp_path, round_, players)
        for player in players:
            run(check_store(tmp_path / "shed.db", player.moves))
