"""What is worth trying out: the greedy bot's ideas, but for bids and capital only its choice.

These come from rules of thumb, and to see what they lead to, a whole round would have to be played.
"""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.core.bot import Ask, Weighed
from engineshed.games.steam.bots.greedy import NOT_CONSIDERED, GreedyBot
from engineshed.games.steam.rules.for_bots import AnyMove, View

BY_RULE = ("opening", "auction", "capital")


class Ideas(GreedyBot):
    def weigh(self, ask: Ask[AnyMove, View]) -> Sequence[Weighed[AnyMove]]:
        if ask.view.stage not in BY_RULE:
            return super().weigh(ask)
        chosen = self.choose(ask)
        return [Weighed(move, 0.0 if move == chosen else NOT_CONSIDERED) for move in ask.moves]
