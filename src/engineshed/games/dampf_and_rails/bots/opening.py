"""Before the first round: which orders to keep, and where to begin."""

from __future__ import annotations

from msgspec.structs import replace

from engineshed.core.bot import Ask
from engineshed.games.dampf_and_rails.bots.plans import Plan, Planner
from engineshed.games.dampf_and_rails.bots.position import Position
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import NUMBERS, AnyMove, Keep, Start, View, box_of


def _planner(ask: Ask[AnyMove, View], town: int, w: Weights) -> Planner:
    home = box_of(ask.view.options.data).board.places[town].at
    p = Position(ask, home, w)
    return Planner(p, replace(p.trains[0], at=home))


def keep(ask: Ask[AnyMove, View], w: Weights) -> AnyMove:
    """The cards of the best plan from any start town, and those that would be best alone."""
    planners = [_planner(ask, town, w) for town in box_of(ask.view.options.data).start_towns]
    best = max(planners, key=lambda planner: planner.best.worth)
    plans: list[Plan] = [best.best, *best.singles]
    cards = [card for plan in plans for card in plan.cards]
    hand = ask.view.players[ask.seat].hand or ()
    return Keep(tuple(sorted(list(dict.fromkeys((*cards, *hand)))[: NUMBERS.cards_kept])))


def start(ask: Ask[AnyMove, View], w: Weights) -> AnyMove:
    """Where the best plan begins."""
    return max(ask.moves, key=lambda m: _planner(ask, m.town, w).best.worth if isinstance(m, Start) else 0.0)
