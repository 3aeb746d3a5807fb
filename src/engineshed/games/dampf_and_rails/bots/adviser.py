"""What the greedy bot thinks of its moves: its favourite first, then the first steps of its other plans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engineshed.core.bot import Ask, Weighed
from engineshed.core.words import Message
from engineshed.games.dampf_and_rails.bots.building import track
from engineshed.games.dampf_and_rails.bots.greedy import GreedyBot
from engineshed.games.dampf_and_rails.bots.opening import prospect
from engineshed.games.dampf_and_rails.bots.plans import Plan, planners_of
from engineshed.games.dampf_and_rails.bots.position import Position, position
from engineshed.games.dampf_and_rails.bots.reasons import reasons
from engineshed.games.dampf_and_rails.bots.running import run
from engineshed.games.dampf_and_rails.rules.for_bots import AnyMove, Deliver, Keep, Start, View

TOP = float("inf")


class Adviser(GreedyBot):
    """The greedy bot, asked about all moves. A move that begins none of its plans is not worth a thought."""

    def weigh(self, ask: Ask[AnyMove, View]) -> Sequence[Weighed[AnyMove]]:
        favourite = self.choose(ask)
        found: dict[AnyMove, float] = {}
        for move, worth in self._options(ask):
            found[move] = max(worth, found.get(move, -TOP))
        return [Weighed(move, TOP if move == favourite else found.get(move, -TOP)) for move in ask.moves]

    def explain(self, ask: Ask[AnyMove, View], move: AnyMove) -> Sequence[Message]:
        return reasons(ask, move, self.weights)

    def _options(self, ask: Ask[AnyMove, View]) -> Iterator[tuple[AnyMove, float]]:
        match ask.view.stage:
            case "keep" | "start":
                for move in ask.moves:
                    if isinstance(move, Keep | Start):
                        yield move, prospect(ask, move, self.weights)
            case "move" | "build":
                yield from _steps(position(ask, self.weights))


def begun(p: Position) -> Iterator[tuple[AnyMove, int, Plan]]:
    """The first step of each plan that is nearly as good as the best one of its train."""
    for number, planner in enumerate(planners_of(p)):
        for plan in planner.ranked[: p.w.ideas]:
            if plan.worth < planner.best.worth - p.w.close:
                break
            move = run(p, number, plan) if p.view.stage == "move" else track(p, planner.train.at, plan)
            if move is not None:
                yield move, number, plan


def _steps(p: Position) -> Iterator[tuple[AnyMove, float]]:
    """The first steps of plans, and deliveries."""
    for move, _, plan in begun(p):
        yield move, plan.worth
    for move in p.moves:
        if isinstance(move, Deliver):
            yield move, float(next(demand.pay for demand in p.box.orders[move.card] if demand.good == move.good))
    yield p.moves[-1], -1.0
