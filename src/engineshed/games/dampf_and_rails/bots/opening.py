"""Before the first round: which orders to keep, and where to begin."""

from __future__ import annotations

from msgspec.structs import replace

from engineshed.core.contract import Ask
from engineshed.games.dampf_and_rails.bots.plans import Plan, Planner
from engineshed.games.dampf_and_rails.bots.position import Position
from engineshed.games.dampf_and_rails.rules.board import BOARD
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Keep, Start
from engineshed.games.dampf_and_rails.rules.state import START_TOWNS
from engineshed.games.dampf_and_rails.rules.view import View


def _planner(ask: Ask[AnyMove, View], town: int) -> Planner:
    p = Position(ask, BOARD.places[town].at)
    return Planner(p, replace(p.trains[0], at=BOARD.places[town].at))


def keep(ask: Ask[AnyMove, View]) -> AnyMove:
    """The cards of the best plan from any start town, and those that would be best alone."""
    planners = [_planner(ask, town) for town in START_TOWNS]
    best = max(planners, key=lambda planner: planner.best.worth)
    plans: list[Plan] = [best.best, *best.singles]
    cards = [card for plan in plans for card in plan.cards]
    hand = ask.view.players[ask.seat].hand or ()
    return Keep(tuple(sorted(list(dict.fromkeys((*cards, *hand)))[: NUMBERS.cards_kept])))


def start(ask: Ask[AnyMove, View]) -> AnyMove:
    """Where the best plan begins."""
    return max(ask.moves, key=lambda m: _planner(ask, m.town).best.worth if isinstance(m, Start) else 0.0)
