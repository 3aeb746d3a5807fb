"""How good weights are: games of the bot that has them against opponents that stay the same."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from engineshed.core.contract import Seat
from engineshed.core.options import read_options
from engineshed.core.registry import find_game
from engineshed.lab.simulate import LIMIT, play_game

MARGIN = 0.2
"""How much a large margin counts beside winning: enough to tell apart sets of weights that win equally often."""


class Outcome(NamedTuple):
    """How a game ended for the bot with the weights: 1 for a victory, a part of it if it was shared."""

    won: float
    lead: float
    """Its score and the best rival's, as a share of both: from -1 to 1."""

    @property
    def merit(self) -> float:
        return self.won + MARGIN * self.lead


class Trials(msgspec.Struct, frozen=True):
    """Games in which each of several sets of weights meets the same opponents on the same seeds.

    Game ``number`` is played by set ``number // games``. The bot moves on by one seat with each game, and the seed
    changes when it has sat everywhere. It can be sent to another process.
    """

    game: str
    seats: int
    options: dict[str, Any]
    level: str
    """The bot whose weights are tried."""
    weights: tuple[dict[str, Any], ...]
    opponents: tuple[str, ...]
    """The bots on the other seats, in turn."""
    games: int
    seed: str
    limit: int = LIMIT

    @property
    def numbers(self) -> range:
        return range(len(self.weights) * self.games)

    def do(self, number: int) -> Outcome:
        tried, trial = divmod(number, self.games)
        block, mine = divmod(trial, self.seats)
        game = find_game(self.game)
        line = play_game(
            game,
            self._seating(block, mine),
            self.seats,
            read_options(game.rules.options, self.options),
            f"{self.seed}/{block}",
            self.limit,
            programs={Seat(mine): game.bots.with_weights(self.level, self.weights[tried])},
        )
        return outcome(line.ranks, line.scores, mine)

    def _seating(self, block: int, mine: int) -> tuple[str, ...]:
        others = [self.opponents[(block + place) % len(self.opponents)] for place in range(self.seats - 1)]
        return (*others[:mine], self.level, *others[mine:])


def outcome(ranks: tuple[int, ...] | None, scores: tuple[int, ...], mine: int) -> Outcome:
    """A game that was given up is lost."""
    own, best = scores[mine], max((score for seat, score in enumerate(scores) if seat != mine), default=0)
    won = 0.0 if ranks is None or ranks[mine] != 1 else 1 / ranks.count(1)
    return Outcome(won, (own - best) / max(1, abs(own) + abs(best)))
