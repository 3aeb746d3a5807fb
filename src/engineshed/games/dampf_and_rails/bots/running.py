"""The first part of a turn: handling goods where a train is, and running towards the next stop of its plan."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from engineshed.games.dampf_and_rails.bots.network import Course, at
from engineshed.games.dampf_and_rails.bots.plans import Plan, Planner
from engineshed.games.dampf_and_rails.bots.position import Position
from engineshed.games.dampf_and_rails.bots.track import gap_to
from engineshed.games.dampf_and_rails.rules.for_bots import (
    NOWHERE,
    AnyMove,
    Cross,
    Deliver,
    Drop,
    Go,
    Load,
    Step,
    Train,
    tolls_due,
    without,
)


def windfall(p: Position, planners: Sequence[Planner]) -> AnyMove | None:
    """A delivery at once, unless another demand of the card promises more."""
    deliveries = [move for move in p.moves if isinstance(move, Deliver)]
    worthwhile = [move for move in deliveries if _pay(p, move) >= _worth(planners, move.card)]
    return max(worthwhile, key=lambda move: _pay(p, move), default=None)


def _pay(p: Position, move: Deliver) -> int:
    return next(demand.pay for demand in p.box.orders[move.card] if demand.good == move.good)


def _worth(planners: Sequence[Planner], card: int) -> float:
    """The best that can be hoped for from a card."""
    return max((plan.worth for planner in planners for plan in planner.singles if card in plan.cards), default=0.0)


def run(p: Position, number: int, plan: Plan) -> AnyMove | None:
    """What a train does for its plan; None if it can do nothing more in this turn."""
    if not plan.stops:
        return None
    train, stop = p.trains[number], plan.stops[0]
    if p.box.board.place_at[train.at] == stop.town:
        return p.if_legal(_handle(p, number, train, plan))
    return _forward(p, number, stop.town)


def _handle(p: Position, number: int, train: Train, plan: Plan) -> AnyMove:
    stop = plan.stops[0]
    if stop.delivers:
        return Deliver(number, stop.order.card, stop.order.good)
    if len(train.loads) < p.box.trains[train.kind].holds:
        return Load(number, stop.order.good)
    return Drop(number, _needless(train, plan))


def _needless(train: Train, plan: Plan) -> int:
    """A good that the plan does not need; there is one, or else the train would not fetch another."""
    loads = train.loads
    for stop in plan.stops:
        if stop.delivers and stop.order.source == NOWHERE:
            loads = without(loads, stop.order.good)
    return loads[0]


# -- the way -----------------------------------------------------------------------------------------------------------


def _forward(p: Position, number: int, place: int) -> AnyMove | None:
    """Run as far as possible on the player's own track: to the farthest place on the way, then step by step."""
    course = _course(p, p.trains[number].at, place)
    if not course:
        return None
    post, ferry = course[0]
    if ferry != NOWHERE:
        return p.if_legal(Cross(number, ferry, p.seat))
    return _go(p, number, course) or p.if_legal(Step(number, post)) or _turn(p, number)


def _course(p: Position, here: int, place: int) -> Course:
    """If track is still missing, the way along which it can be built."""
    if p.net.leg(at(here), place).money and not p.state.weather.hinders_building:
        gap = gap_to(p.state, p.net, here, place)
        if gap is not None:
            return gap.course
    return p.net.course(here, place)


def _go(p: Position, number: int, course: Course) -> AnyMove | None:
    """A whole way, unless even the cheapest one costs a toll."""
    by_track = takewhile(lambda step: step[1] == NOWHERE, course)
    places = [p.box.board.place_at[post] for post, _ in by_track]
    for place in reversed(places):
        if Go(number, place) in p.legal:
            return Go(number, place) if tolls_due(p.state, Go(number, place)) == 0 else None
    return None


def _turn(p: Position, number: int) -> AnyMove | None:
    """Run on to the next town, if trains may turn back only in towns."""
    train = p.trains[number]
    if train.came == NOWHERE:
        return None
    ways = [edge.to for edge in p.net.edges.get(train.at, ()) if not edge.money and edge.to != train.came]
    return next((Step(number, post) for post in ways if Step(number, post) in p.legal), None)
