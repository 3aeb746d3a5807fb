"""What helps the page to draw what can be done: where a train would run, and what a way would cost.

People point at a milepost. A town or port is reached by a single move, ``Go`` or ``Lay``, which has its own hint; any
other milepost, unless it is the next one, takes several steps or sections.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec

from engineshed.games.dampf_and_rails.rules import moves
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.exploring import everywhere
from engineshed.games.dampf_and_rails.rules.moves import AnyMove
from engineshed.games.dampf_and_rails.rules.onward import step_price
from engineshed.games.dampf_and_rails.rules.phases.building import way_of
from engineshed.games.dampf_and_rails.rules.phases.moving import tolls_due, trip_of
from engineshed.games.dampf_and_rails.rules.running import (
    fares,
    met_from,
    open_networks,
    spread,
    step_cost,
    trips,
    whereabouts,
)
from engineshed.games.dampf_and_rails.rules.runs import POST
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage, Train
from engineshed.games.dampf_and_rails.rules.ways import Onward, Trip, Trips


class Run(msgspec.Struct, frozen=True, gc=False, tag="run"):
    """A route of a train within this turn."""

    train: int
    points: int
    toll: int
    course: tuple[int, ...]
    """The mileposts along the route, the goal last."""


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A step of a way that can be built in this turn."""

    to: int
    price: int
    """The price of the way up to here."""
    section: int | None
    """The section to be built."""
    ferry: int | None
    """The ferry to be connected; a lone port's ferry comes with the port."""


class Way(msgspec.Struct, frozen=True, gc=False, tag="way"):
    """What is built by a single move."""

    steps: tuple[Laid, ...]


class Branch(Laid, frozen=True, gc=False):
    """A step of a way that shares its beginning with other ways."""

    before: int | None
    """The step before this one, by its place in the list; None on the network."""


class Hints(msgspec.Struct, frozen=True):
    runs: tuple[Run, ...] = ()
    """For the player who is to run: the ways to mileposts that take several steps and are not a single move."""
    ways: tuple[Branch, ...] = ()
    """For the player who is to build: the cheapest ways to all mileposts that they could connect in this turn."""


def hint(s: State, m: AnyMove) -> Run | Way | None:
    match m:
        case moves.Step(train, post):
            here = s.trains[s.active][train].at
            return Run(train, step_cost(s, here, post), tolls_due(s, m), (post,))
        case moves.Go(train):
            return _run(train, trip_of(s, m))
        case moves.Lay():
            return Way(tuple(_steps(s, m)))
        case _:
            return None


def hints(s: State, seat: int | None) -> Hints:
    if seat != s.active:
        return Hints()
    return Hints(
        runs=_runs(s) if s.stage == Stage.MOVE else (),
        ways=_ways(s) if s.stage == Stage.BUILD else (),
    )


# -- running -------------------------------------------------------------------------------------------------------


def _run(train: int, trip: Trip) -> Run:
    return Run(train, trip.points, trip.toll, trip.course)


def _runs(s: State) -> tuple[Run, ...]:
    return tuple(chain.from_iterable(_runs_of(s, number, train) for number, train in enumerate(s.trains[s.active])))


def _runs_of(s: State, number: int, train: Train) -> Iterator[Run]:
    """By milepost: the cheapest way, and the quickest if it is a different one."""
    left, fares_ = s.points_left(number), fares(s, s.active)
    if train.stuck or not left or train.at not in s.tracks:
        return
    start = whereabouts(s, train)
    best: dict[int, Trips] = {}
    for toll, networks in open_networks(fares_, met_from(s, start, fares_, left)):
        run = spread(s, start, networks, left)
        for there, points in run.points.items():
            post = there & POST
            if post != train.at and points <= left:
                trip = Trip(points, toll, run, there)
                best[post] = best[post].and_dearer(trip) if post in best else Trips(trip, trip)
    single = [trip.there & POST for ways in trips(s, train, fares_, left).values() for trip in ways.distinct]
    for post in sorted(best):
        if post not in single:
            yield from (_run(number, trip) for trip in best[post].distinct if not trip.is_step)


# -- building ------------------------------------------------------------------------------------------------------


def _ways(s: State) -> tuple[Branch, ...]:
    """The active player's cheapest ways to all mileposts that they can afford, as the last steps of each."""
    found = everywhere(s)
    # A crossing from a lone port costs no more than the port itself, so it is explicitly sorted after it.
    order = sorted(found.before, key=lambda end: (found.best[end], found.before[end][0].section == NOWHERE, end))
    number = {post: place for place, post in enumerate(order)}
    return tuple(
        Branch(step.to, found.best[post], _section_of(step), _ferry_of(s, step, begun), number.get(begun))
        for post in order
        for step, begun in (found.before[post],)
    )


def _section_of(step: Onward) -> int | None:
    return None if step.section == NOWHERE else step.section


def _ferry_of(s: State, step: Onward, begun: int) -> int | None:
    """The ferry that must be connected for a step; a lone port's ferry was connected with the port."""
    if step.ferry == NOWHERE or not s.board.places[s.board.place_at[begun]].is_town:
        return None
    return step.ferry


def _steps(s: State, m: moves.Lay) -> Iterator[Laid]:
    price = 0
    for step, begun in way_of(s, m).taken:
        price += step_price(s, step, begun)
        yield Laid(step.to, price, _section_of(step), _ferry_of(s, step, begun))
