"""The greedy bot: for each train it plans the orders that earn the most for the time and money they take."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.core.bot import Ask
from engineshed.games.dampf_and_rails.bots.building import build, is_out_of_reach
from engineshed.games.dampf_and_rails.bots.deals import is_welcome
from engineshed.games.dampf_and_rails.bots.opening import keep, start
from engineshed.games.dampf_and_rails.bots.plans import Planner, planners_of
from engineshed.games.dampf_and_rails.bots.position import Position, position
from engineshed.games.dampf_and_rails.bots.running import run, windfall
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import (
    Accept,
    AnyMove,
    Exchange,
    Lose,
    Refuse,
    Stop,
    View,
    Withdraw,
    proposal_of,
)


class GreedyBot:
    """Makes a new plan for every question. It runs only on its own track, and proposes no agreements."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, ask: Ask[AnyMove, View]) -> AnyMove:
        if len(ask.moves) == 1:
            return ask.moves[0]
        match ask.view.stage:
            case "keep":
                return keep(ask, self.weights)
            case "start":
                return start(ask, self.weights)
            case "terms" | "money" | "goods" | "place" | "turns":
                return Withdraw()  # begun by a person who had this seat before
            case "answer":
                return _answer(ask)
            case "lose":
                return _lose(position(ask, self.weights))
        p = position(ask, self.weights)
        return turn(p, planners_of(p))


def _answer(ask: Ask[AnyMove, View]) -> AnyMove:
    proposal = proposal_of(ask.view)
    assert proposal is not None
    return Accept() if Accept() in ask.moves and is_welcome(proposal, ask.seat) else Refuse()


def _lose(p: Position) -> AnyMove:
    """A good that is not needed for the plan, if there is one."""
    train = p.trains[p.view.losing[0].train]
    needed = [stop.order.good for stop in Planner(p, train).best.stops]
    return min(p.moves, key=lambda move: isinstance(move, Lose) and move.good in needed)


def turn(p: Position, planners: Sequence[Planner]) -> AnyMove:
    """What is done next for the plans of all trains."""
    if Exchange() in p.legal and _is_hopeless(p, planners):
        return Exchange()
    if p.view.stage == "build":
        return build(p, planners)
    move = windfall(p, planners)
    for number, planner in enumerate(planners):
        move = move or run(p, number, planner.chosen)
    return move or Stop()


def _is_hopeless(p: Position, planners: Sequence[Planner]) -> bool:
    """Whether no plan is worth the effort, or none gets anywhere because its track costs more than expected.

    A train that is cut off has to be reached first, no matter what the orders are.
    """
    if any(map(p.is_cut_off, p.trains)):
        return False
    if max(planner.best.worth for planner in planners) < p.w.hopeless:
        return True
    return p.view.stage == "move" and all(
        run(p, number, planner.chosen) is None and is_out_of_reach(p, planner.train.at, planner.chosen)
        for number, planner in enumerate(planners)
    )
