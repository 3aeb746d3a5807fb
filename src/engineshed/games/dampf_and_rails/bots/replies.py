"""How a solitary future is played: the bot as it would, and everybody else not at all.

What others do rarely changes what a plan is worth, and it would cost most of the time.
"""

from __future__ import annotations

from engineshed.core.bot import Ask
from engineshed.core.contract import AnyRules, Seat
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.bots.greedy import GreedyBot
from engineshed.games.dampf_and_rails.bots.policy import policy
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import AnyMove, End, Stage, State, Stop


class Solitary:
    def __init__(self, weights: Weights, seat: int) -> None:
        self._bot, self._seat = GreedyBot(weights), seat

    def __call__(self, rules: AnyRules, s: State, seat: Seat, rng: Rng) -> AnyMove:
        moves: list[AnyMove] = list(rules.legal(s, seat))
        if len(moves) == 1:
            return moves[0]
        if seat == self._seat:
            return self._bot.choose(Ask(rules, seat, moves, rng, lambda: rules.view(s, seat)))
        if s.stage in (Stage.MOVE, Stage.BUILD):
            return Stop() if s.stage == Stage.MOVE else End()
        return policy(s, seat, moves, rng)
