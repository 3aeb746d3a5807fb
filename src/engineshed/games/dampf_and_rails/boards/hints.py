"""What helps the page to draw what can be reached: people point at a milepost, not at one section after another.

To a town or port one gets by a single move, ``Go`` or ``Lay``; to any other milepost by steps or sections in turn.
"""

from __future__ import annotations

import msgspec

from engineshed.games.dampf_and_rails.rules.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.rules.exploring import everywhere
from engineshed.games.dampf_and_rails.rules.laying import cheapest_way, places_in_reach
from engineshed.games.dampf_and_rails.rules.nearness import MASK
from engineshed.games.dampf_and_rails.rules.onward import step_price
from engineshed.games.dampf_and_rails.rules.running import fares, met_from, open_networks, spread, trips, whereabouts
from engineshed.games.dampf_and_rails.rules.runs import POST
from engineshed.games.dampf_and_rails.rules.state import Stage, State, Train
from engineshed.games.dampf_and_rails.rules.ways import Onward, Trip


class Reached(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A milepost to which a train can still run in this turn."""

    post: int
    points: int
    toll: int
    go: int
    """The place to which ``Go`` runs by this way, -1 if none."""
    course: tuple[int, ...]
    """The mileposts on the way, this one last."""


class Laid(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A step of a way that can be built in this turn."""

    to: int
    price: int
    """Of the way until there."""
    section: int
    """To be built, -1 if none."""
    ferry: int
    """To be connected, -1 if none; that of a lone port comes with it."""
    before: int
    """The step before this one, by its place in the list; -1 on the network."""


class Hints(msgspec.Struct, frozen=True):
    runs: tuple[tuple[Reached, ...], ...] = ()
    """For whoever is to run: for each of their trains where it can come in this turn."""
    ways: tuple[Laid, ...] = ()
    """For whoever is to build: the cheapest ways to all mileposts that they could connect in this turn."""
    lays: tuple[tuple[Laid, ...], ...] = ()
    """And the ways that are a single move, in the order of these moves."""


def hints(s: State, seat: int | None) -> Hints:
    if seat != s.active:
        return Hints()
    return Hints(
        runs=_runs(s) if s.stage == Stage.MOVE else (),
        ways=_ways(s) if s.stage == Stage.BUILD else (),
        lays=_lays(s) if s.stage == Stage.BUILD else (),
    )


# -- running -------------------------------------------------------------------------------------------------------


def _runs(s: State) -> tuple[tuple[Reached, ...], ...]:
    """For each train of the active player, by milepost: the quickest ways, of equally quick ones the cheapest."""
    return tuple(_runs_of(s, number, train) for number, train in enumerate(s.trains[s.active]))


def _runs_of(s: State, number: int, train: Train) -> tuple[Reached, ...]:
    left, fares_ = s.points_left(number), fares(s, s.active)
    if train.stuck or not left or train.at not in s.tracks:
        return ()
    start = whereabouts(s, train)
    best: dict[int, Trip] = {}
    for toll, networks in open_networks(fares_, met_from(s, start, fares_, left)):
        run = spread(s, start, networks, left)
        for there, points in run.points.items():
            post = there & POST
            if post != train.at and points <= left and (post not in best or points < best[post].points):
                best[post] = Trip(points, toll, run, there)
    goes = {trip.there & POST: place for place, trip in trips(s, train, fares_, left).items()}
    return tuple(_reached(post, best[post], goes.get(post, NOWHERE)) for post in sorted(best))


def _reached(post: int, trip: Trip, place: int) -> Reached:
    return Reached(post, trip.points, trip.toll, NOWHERE if trip.is_step else place, trip.course)


# -- building ------------------------------------------------------------------------------------------------------


def _ways(s: State) -> tuple[Laid, ...]:
    """The cheapest ways of the active player to all mileposts within their means, as the last steps of each."""
    found = everywhere(s)
    # A crossing from a lone port costs nothing more than the port, so that it must be told to come after it.
    order = sorted(found.before, key=lambda end: (found.best[end], found.before[end][0].section == NOWHERE, end))
    number = {arrived: place for place, arrived in enumerate(order)}
    return tuple(
        Laid(step.to, found.best[arrived], step.section, _ferry_of(step, begun), number.get(begun, NOWHERE))
        for arrived in order
        for step, begun in (found.before[arrived],)
    )


def _ferry_of(step: Onward, begun: int) -> int:
    """The ferry that must be connected for a step; that of a lone port was connected with it."""
    return step.ferry if BOARD.places[BOARD.place_at[begun & MASK]].is_town else NOWHERE


def _lays(s: State) -> tuple[tuple[Laid, ...], ...]:
    """For each ``Lay``, in the order of the legal moves, the steps of its way."""
    return tuple(_lay(s, place) for place in places_in_reach(s))


def _lay(s: State, place: int) -> tuple[Laid, ...]:
    way, price, steps = cheapest_way(s, place), 0, list[Laid]()
    assert way is not None
    for step, begun in way.taken:
        price += step_price(s, step, begun & MASK)
        steps.append(Laid(step.to, price, step.section, _ferry_of(step, begun), len(steps) - 1))
    return tuple(steps)
