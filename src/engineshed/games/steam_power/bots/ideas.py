"""What is worth trying out: the greedy bot's ideas, but first of all what needs no second thought."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.core.bot import Ask, Weighed
from engineshed.games.steam_power.bots.greedy import NOT_CONSIDERED, GreedyBot
from engineshed.games.steam_power.bots.habits import free
from engineshed.games.steam_power.rules.for_bots import AnyMove, View


class Ideas(GreedyBot):
    """A contract that costs nothing is completed at once, because goods only become scarcer; what is left to think
    about is which one, if there are several."""

    def weigh(self, ask: Ask[AnyMove, View]) -> Sequence[Weighed[AnyMove]]:
        weighed = super().weigh(ask)
        contracts = free(ask.view, ask.moves, self._weights)
        if not contracts:
            return weighed
        return [Weighed(move, worth if move in contracts else NOT_CONSIDERED) for move, worth in weighed]
