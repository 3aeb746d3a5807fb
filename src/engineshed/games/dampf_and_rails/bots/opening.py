"""Before the first round: which orders to keep, and where to begin."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engineshed.core.bot import Ask
from engineshed.games.dampf_and_rails.bots.plans import Plan, Planner
from engineshed.games.dampf_and_rails.bots.position import Position
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import NUMBERS, AnyMove, Keep, Start, View, box_of


def planner_from(ask: Ask[AnyMove, View], town: int, w: Weights) -> Planner:
    home = box_of(ask.view.options.data).board.places[town].at
    p = Position(ask, home, w)
    return Planner(p, replace(p.trains[0], at=home))


def keep(ask: Ask[AnyMove, View], w: Weights) -> AnyMove:
    """The cards of the best plan from any start town, and those that would be best alone."""
    planners = [planner_from(ask, town, w) for town in box_of(ask.view.options.data).start_towns]
    best = max(planners, key=lambda planner: planner.best.worth)
    plans: list[Plan] = [best.best, *best.singles]
    cards = [card for plan in plans for card in plan.cards]
    hand = ask.view.players[ask.seat].hand or ()
    return Keep(tuple(sorted(list(dict.fromkeys((*cards, *hand)))[: NUMBERS.cards_kept])))


def prospect(ask: Ask[AnyMove, View], move: Keep | Start, w: Weights) -> float:
    """What can be hoped for from these orders in the best start town, or from this town."""
    if isinstance(move, Start):
        return planner_from(ask, move.town, w).best.worth
    towns = box_of(ask.view.options.data).start_towns
    return max(_hope(planner_from(ask, town, w), move.cards) for town in towns)


def _hope(planner: Planner, cards: Sequence[int]) -> float:
    """The sum of the best plans for each of these orders alone."""
    best: dict[int, float] = {}
    for plan in planner.singles:
        best.setdefault(plan.cards[0], plan.worth)
    return sum(best.get(card, 0.0) for card in cards)


def start(ask: Ask[AnyMove, View], w: Weights) -> AnyMove:
    """Where the best plan begins."""
    return max(ask.moves, key=lambda m: planner_from(ask, m.town, w).best.worth if isinstance(m, Start) else 0.0)
