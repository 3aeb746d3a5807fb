"""The strong bot: the casual bot's best ideas, each played out; only bids are left to the casual bot.

What a bid is worth shows much later than the bot can look, and there are many bids in a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.bots.search import SearchBot
from engineshed.core.bot import Ask, Weighed
from engineshed.core.words import Message
from engineshed.games.planet_steam.bots.adviser import Adviser
from engineshed.games.planet_steam.bots.replies import Replies
from engineshed.games.planet_steam.bots.value import learned
from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.rules.for_bots import AUCTIONS, AnyMove, Stage, View

BIDDING = {Stage.NAMES[stage] for stage in AUCTIONS}


class StrongBot:
    def __init__(self, weights: Weights) -> None:
        self._adviser = Adviser(weights)
        self._search = SearchBot(self._adviser, Replies(weights), lambda s: learned(s, weights), weights.search)

    def choose(self, ask: Ask[AnyMove, View]) -> AnyMove:
        return self._thinker(ask).choose(ask)

    def weigh(self, ask: Ask[AnyMove, View]) -> Sequence[Weighed[AnyMove]]:
        return self._thinker(ask).weigh(ask)

    def explain(self, ask: Ask[AnyMove, View], move: AnyMove) -> Sequence[Message]:
        return self._adviser.explain(ask, move)

    def _thinker(self, ask: Ask[AnyMove, View]) -> Adviser | SearchBot:
        return self._adviser if ask.view.stage in BIDDING else self._search
