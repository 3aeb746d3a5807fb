"""A position played on many times: who wins how often, and with how many points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.lab.analysis.playing_on import Shares, ended, victory
from engineshed.lab.engines import Engine, run
from engineshed.lab.stats import Results


class Endings(msgspec.Struct, frozen=True):
    """The work: number ``n`` is the ``n``-th world that fits what everybody knows, played to its end."""

    game: str
    position: bytes
    bot: str
    seed: str

    def do(self, number: int) -> tuple[Shares, tuple[int, ...]]:
        game = find_game(self.game)
        view = game.rules.view(game.rules.load(self.position), None)
        state = game.rules.guess(view, Rng("endings", self.seed, number))
        end = ended(game, state, self.bot, f"{self.seed}/{number}")
        return victory(game, end), tuple(score.total for score in game.rules.scores(end))


class Summary:
    def __init__(self, work: Endings, seats: int) -> None:
        self._work = work
        self.seats = [Results() for _ in range(seats)]

    def play(self, games: int, engine: Engine) -> Iterator[tuple[Shares, tuple[int, ...]]]:
        return run(self._work, range(games), engine)

    def add(self, shares: Shares, scores: tuple[int, ...]) -> None:
        for results, share, score in zip(self.seats, shares, scores, strict=True):
            results.wins += share
            results.scores.add(score)


def endings(table: Table[Any, Any, Any], bot: str, seed: str) -> Summary:
    """The endings of a table's position, none of them played yet."""
    return Summary(Endings(table.game.id, table.game.rules.dump(table.state), bot, seed), table.seats)
