"""The strong bot: tries its plans out before it begins one, on its own for a few rounds.

It searches where to build, which cannot be taken back. Where to run is left to the casual bot: plans to run are weighed
again at every stop, and when they were searched, too, trains went back and forth and most games were lost. What to keep
and where to start shows only after many rounds, and so does what a train is worth.
"""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.bots.search import SearchBot
from engineshed.core.bot import Ask, Weighed
from engineshed.core.words import Message
from engineshed.games.dampf_and_rails.bots.adviser import Adviser, begun
from engineshed.games.dampf_and_rails.bots.evaluation import evaluate
from engineshed.games.dampf_and_rails.bots.plans import Plan
from engineshed.games.dampf_and_rails.bots.position import position
from engineshed.games.dampf_and_rails.bots.replies import Solitary, Traces, traces
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import AnyMove, Build, Connect, Lay, View


class StrongBot:
    def __init__(self, weights: Weights) -> None:
        self._weights, self._adviser = weights, Adviser(weights)

    def choose(self, ask: Ask[AnyMove, View]) -> AnyMove:
        if len(ask.moves) == 1:
            return ask.moves[0]
        if not self._parts(ask):
            return self._adviser.choose(ask)
        chosen: AnyMove = self._search(ask).choose(ask)
        return chosen

    def weigh(self, ask: Ask[AnyMove, View]) -> Sequence[Weighed[AnyMove]]:
        return (self._search(ask) if self._parts(ask) else self._adviser).weigh(ask)

    def explain(self, ask: Ask[AnyMove, View], move: AnyMove) -> Sequence[Message]:
        return self._adviser.explain(ask, move)

    def _search(self, ask: Ask[AnyMove, View]) -> SearchBot:
        w = self._weights
        return SearchBot(self._adviser, Solitary(w, ask.seat, self._begun(ask)), lambda s: evaluate(s, w), w.search)

    def _begun(self, ask: Ask[AnyMove, View]) -> dict[Traces, tuple[int, Plan]]:
        """The plans to try, by what their first moves leave on the board; the better one if two begin alike."""
        p, plans = position(ask, self._weights), dict[Traces, tuple[int, Plan]]()
        for move, number, plan in begun(p):
            after = ask.rules.apply(p.state, ask.seat, move, tell=False).state
            plans.setdefault(traces(after, ask.seat), (number, plan))
        return plans

    def _parts(self, ask: Ask[AnyMove, View]) -> bool:
        """Whether it is to build here, and plans part."""
        return ask.view.stage == "build" and isinstance(self._adviser.choose(ask), Build | Lay | Connect)
