"""Where trains can run (R11 to R14): what a step costs, and the quickest ways within a turn.

A player may use his own track, the streets of København, and every network whose toll is paid or can be paid. So a
way is looked for once for each set of networks, of which there are four at most.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engineshed.games.dampf_and_rails.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.components import NUMBERS
from engineshed.games.dampf_and_rails.state import STREET, State, Train
from engineshed.games.dampf_and_rails.weather import CLEAR

BITS = 10
POST = (1 << BITS) - 1
"""A train's whereabouts are one number: where it came from, if that matters, and the milepost where it is."""


class Fares(NamedTuple):
    """What stepping on each network costs in this turn."""

    table: tuple[int | None, ...]
    """By what ``rails`` says of a section; None where it is not allowed."""
    free: int
    """The networks that cost nothing, as bits by what ``rails`` says; ``payable``: those that would cost something."""
    payable: int


def toll_of(s: State, runner: int, owner: int) -> int:
    """What one player pays on another's network, by agreement or by the rules."""
    for deal in s.tolls:
        if deal.runner == runner and deal.owner == owner:
            return deal.toll
    return NUMBERS.toll


def fares(s: State, seat: int) -> Fares:
    tolls = [NUMBERS.toll] * s.seats
    for deal in s.tolls:
        if deal.runner == seat:
            tolls[deal.owner] = deal.toll
    return fares_for(tuple(tolls), s.paid | 1 << seat, min(s.cash[seat], NUMBERS.toll), s.weather.struck)


@cache
def fares_for(tolls: tuple[int, ...], paid: int, cash: int, struck: int) -> Fares:
    """From everybody's toll, who is paid, how much cash there is, and whose network is closed."""
    table: list[int | None] = [None] * (STREET + 1)
    table[STREET] = 0
    for owner, toll in enumerate(tolls):
        if not struck >> owner & 1 and (paid >> owner & 1 or toll <= cash):
            table[owner + 1] = 0 if paid >> owner & 1 else toll
    free = sum(1 << owner for owner, fare in enumerate(table) if fare == 0)
    return Fares(tuple(table), free, sum(1 << owner for owner, fare in enumerate(table) if fare))


def step_cost(s: State, here: int, there: int) -> int:
    slow = s.weather.slow
    return 2 if slow[here] or slow[there] else 1


def may_turn(s: State, post: int, came: int) -> bool:
    """Whether a train may go back where it came from: anywhere, or in places and where the track ends (A10)."""
    if came == NOWHERE or BOARD.place_at[post] != NOWHERE:
        return True
    return not any(there != came for there, _ in s.tracks.get(post, ()))


# -- within a turn -------------------------------------------------------------------------------------------------


class Run(NamedTuple):
    """Where a train can come on certain networks."""

    most: int
    """With how many points."""
    points: dict[int, int]
    """By whereabouts, what it takes to come there."""
    before: dict[int, int]
    met: int
    """Whose track lies at any of these mileposts, as bits by owner in ``rails``."""

    def origin(self, there: int) -> int:
        """The whereabouts from which it came there."""
        while there in self.before:
            there = self.before[there]
        return there

    def course(self, there: int) -> tuple[int, ...]:
        """The mileposts on the way, the first step first."""
        posts: list[int] = []
        while there in self.before:
            posts.append(there & POST)
            there = self.before[there]
        return tuple(reversed(posts))


def is_directed(s: State) -> bool:
    """Whether it matters where a train came from."""
    return s.options.turn_back == "towns"


def whereabouts(s: State, train: Train) -> int:
    return train.at | (train.came + 1) << BITS if is_directed(s) else train.at


def spread(s: State, start: int, networks: int, most: int) -> Run:
    """All that can be reached with so many points, and perhaps more, on the networks whose bit is set."""
    key = start, networks
    run: Run | None = s.memo.get(key)
    if run is None or run.most < most:
        run = s.memo[key] = spread_from(s, [start], networks, most, directed=is_directed(s))
    return run


def spread_from(s: State, starts: list[int], networks: int, most: int, *, directed: bool) -> Run:
    """From any of these whereabouts, wave by wave: what one point more reaches, or two, where it is slow."""
    slow, tracks, is_calm = s.weather.slow, s.tracks, s.weather.slow is CLEAR
    points, before, met = dict.fromkeys(starts, 0), dict[int, int](), 0
    wave, following, spent = starts, list[int](), 0
    while (wave or following) and spent < most:
        next_wave, following = following, []
        for here in wave:
            post, barred = here & POST, NOWHERE
            if points[here] < spent or post not in tracks:
                continue
            if directed and not may_turn(s, post, (here >> BITS) - 1):
                barred = (here >> BITS) - 1
            for there, owner in tracks[post]:
                met |= owner
                if not networks & owner or there == barred:
                    continue
                to = there | (post + 1) << BITS if directed else there
                is_slow = not is_calm and (slow[post] or slow[there])
                sum_ = spent + 2 if is_slow else spent + 1
                if (to not in points or sum_ < points[to]) and sum_ <= most:
                    points[to] = sum_
                    before[to] = here
                    (following if is_slow else next_wave).append(to)
        wave, spent = next_wave, spent + 1
    return Run(most, points, before, met)


class Trip(NamedTuple):
    """A way within this turn."""

    points: int
    toll: int
    run: Run
    there: int
    """The whereabouts at its end."""

    @property
    def course(self) -> tuple[int, ...]:
        return self.run.course(self.there)

    @property
    def is_step(self) -> bool:
        """Whether it is no more than a single step."""
        return self.run.before[self.there] not in self.run.before


def open_networks(fares_: Fares, met: int, cash: int) -> list[tuple[int, int]]:
    """Every set of networks that could be used and paid: its toll and its bits, the cheapest first."""
    sets = [(0, fares_.free)]
    for owner, fare in enumerate(fares_.table):
        if fare and met >> owner & 1:
            sets += [(toll + fare, bits | 1 << owner) for toll, bits in sets if toll + fare <= cash]
    return sorted(sets)


def trips(s: State, seat: int, train: Train, fares_: Fares, points: int) -> dict[int, Trip]:
    """The quickest way to each place within so many points; of equally quick ones the one with the lowest toll."""
    start = whereabouts(s, train)
    met = met_from(s, start, fares_, points)
    if not met & fares_.payable:
        return _places(s, start, fares_.free, points)
    found: dict[int, Trip] = {}
    for toll, networks in open_networks(fares_, met, s.cash[seat]):
        for place, trip in _places(s, start, networks, points).items():
            if place not in found or trip.points < found[place].points:
                found[place] = trip._replace(toll=toll)
    return dict(sorted(found.items()))


def met_from(s: State, start: int, fares_: Fares, points: int) -> int:
    """Whose track could be met at all from here, as bits: where it is only one's own, there is one search to make."""
    met = spread(s, start, fares_.free, points).met
    if met & fares_.payable and fares_.payable.bit_count() > 1:
        met |= spread(s, start, fares_.free | met & fares_.payable, points).met
    return met


def _places(s: State, start: int, networks: int, most: int) -> dict[int, Trip]:
    """For each place but the one where the train stands, the quickest way on these networks, toll apart."""
    key = start, networks, most
    found: dict[int, Trip] | None = s.memo.get(key)
    if found is None:
        run, place_at, found = spread(s, start, networks, most), BOARD.place_at, {}
        here = place_at[start & POST]
        for there, points in run.points.items():
            place = place_at[there & POST]
            if place >= 0 and place != here and points <= most and (place not in found or points < found[place].points):
                found[place] = Trip(points, 0, run, there)
        found = s.memo[key] = dict(sorted(found.items()))
    return found
