"""The quickest way of a train over several turns, with ferries and tolls (R11 to R14): exact.

Of all ways to begin a turn at the same whereabouts, the cheapest is best. So turn by turn, the lowest total toll is
kept for each, and only whereabouts that are new or have become cheaper are examined again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engineshed.games.dampf_and_rails.rules.board import NOWHERE, STREET
from engineshed.games.dampf_and_rails.rules.running import (
    ALL_TOLLS,
    fares_for,
    is_directed,
    landing,
    open_networks,
    spread_from,
    toll_of,
    tolls_of,
    whereabouts,
)
from engineshed.games.dampf_and_rails.rules.runs import POST, Fares, Run
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Train


class Leg(NamedTuple):
    """One turn of a journey: perhaps a ferry, on somebody's account, and then steps."""

    ferry: int
    owner: int
    course: tuple[int, ...]


class Journey(NamedTuple):
    """The fewest turns, then the lowest tolls, then the fewest points in the last turn."""

    turns: int
    toll: int
    points: int
    legs: tuple[Leg, ...]


class _Arrival(NamedTuple):
    """How a train got to where it is at the end of a turn."""

    toll: int
    """All tolls paid so far."""
    points: int
    before: _Arrival | None
    ferry: int
    owner: int
    run: Run | None
    there: int

    def legs(self) -> tuple[Leg, ...]:
        if self.before is None or self.run is None:
            return ()
        return (*self.before.legs(), Leg(self.ferry, self.owner, self.run.course(self.there)))


_Arrivals = dict[int, _Arrival]


class _Departure(NamedTuple):
    """How a turn can begin: from these whereabouts, after paying this much, perhaps on a ferry."""

    starts: dict[int, _Arrival]
    toll: int
    ferry: int
    owner: int
    points: int


def quickest_journey(s: State, seat: int, train: Train, goal: int) -> Journey | None:
    """The quickest journey to a milepost, as if a turn began now and track, weather and agreements stayed as they are.

    The search first allows only as many turns as the way would take if there were no tolls and trains could turn
    anywhere. If it finds nothing, it looks everywhere.
    """
    if train.at == goal:
        return Journey(0, 0, 0, ())
    behind = _turns_to(s, goal, s.speed(train), train.at)
    if train.at not in behind:
        return None
    return _journey(s, seat, train, goal, behind) or _journey(s, seat, train, goal, None)


def _turns_to(s: State, goal: int, speed: int, start: int) -> dict[int, int]:
    """The fewest turns that it takes from each milepost, worked out backwards from the goal to the start."""
    turns, new, networks = {goal: 0}, [goal], sum(1 << owner + 1 for owner in range(s.seats)) | 1 << STREET
    networks &= ~(s.weather.struck << 1)
    while new and start not in turns:
        count = turns[new[0]] + 1
        points = spread_from(s, new, networks, speed).points
        new = [post for post in points if post not in turns]
        new += [port for port in _ports_before(s, points, (speed + 1) // 2) if port not in turns and port not in new]
        turns.update(dict.fromkeys(new, count))
    return turns


def _ports_before(s: State, points: dict[int, int], half: int) -> list[int]:
    """The mileposts of ports from which a ferry leads to a milepost that is at most this many points away."""
    ports: list[int] = []
    for number, ferry in enumerate(s.board.ferries):
        if s.ferries[number] and not s.weather.stopped >> number & 1:
            for port, beyond in (ferry.ports, ferry.ports[::-1]):
                ports += s.box.groups[port] if points.get(beyond, half + 1) <= half else ()
    return ports


def _journey(s: State, seat: int, train: Train, goal: int, behind: dict[int, int] | None) -> Journey | None:
    start = whereabouts(s, train)
    new = {start: _Arrival(0, 0, None, NOWHERE, seat, None, start)}
    search = _Search(s, seat, start, goal, behind, 0 if behind is None else behind[train.at])
    while new:
        search.turn += 1
        reached: _Arrivals = {}
        ends: list[_Arrival] = []
        for departure in _departures(s, seat, s.speed(train), new):
            search.run_on(departure, reached, ends)
        if ends:
            end = min(ends, key=lambda arrival: (arrival.toll, arrival.points))
            return Journey(search.turn, end.toll, end.points, end.legs())
        search.best.update((there, arrival.toll) for there, arrival in reached.items())
        new = reached
    return None


def _departures(s: State, seat: int, speed: int, new: _Arrivals) -> Iterator[_Departure]:
    """How a turn can begin: on track from all whereabouts with one total at once, by ferry from each port alone."""
    for toll in sorted({arrival.toll for arrival in new.values()}):
        starts = {there: arrival for there, arrival in new.items() if arrival.toll == toll}
        yield _Departure(starts, toll, NOWHERE, seat, speed)
    for there, arrival in new.items():
        for number in s.box.at_port.get(there & POST, ()):
            if not s.weather.stopped >> number & 1:
                beyond = landing(s, number, there & POST)
                for owner in _accounts(s, seat, number):
                    fare = 0 if owner == seat else toll_of(s, seat, owner)
                    yield _Departure({beyond: arrival}, arrival.toll + fare, number, owner, (speed + 1) // 2)


def _accounts(s: State, seat: int, ferry: int) -> list[int]:
    """Who may be paid for a crossing: on their own ferry, players pay nobody else."""
    sailing = [o for o in range(s.seats) if s.ferries[ferry] >> o & 1 and not s.weather.struck >> o & 1]
    return [seat] if seat in sailing else sailing


class _Search:
    """The search for a journey, and what it has found so far."""

    def __init__(self, s: State, seat: int, start: int, goal: int, behind: dict[int, int] | None, turns: int) -> None:
        self.s, self.seat, self.goal = s, seat, goal
        self.runner = seat if is_directed(s) else NOWHERE
        self.behind, self.turns, self.turn = behind, turns, 0
        self.best: dict[int, int] = {start: 0}
        """The lowest toll by whereabouts."""

    def run_on(self, departure: _Departure, reached: _Arrivals, ends: list[_Arrival]) -> None:
        """Run for one turn, on every set of networks that can be paid for."""
        s, cash = self.s, self.s.cash[self.seat] - departure.toll
        if cash < 0:
            return
        fares_, starts = _fares(s, self.seat, departure.owner, cash), list(departure.starts)
        for toll, networks in open_networks(fares_, s.builders << 1):
            run = spread_from(s, starts, networks, departure.points, self.runner)
            total = departure.toll + toll
            for there, points in run.points.items():
                known = reached[there].toll if there in reached else self.best.get(there, total + 1)
                if there & POST == self.goal:
                    ends.append(_arrival(departure, total, points, run, there))
                elif total < known and self._is_worthwhile(there & POST):
                    reached[there] = _arrival(departure, total, points, run, there)

    def _is_worthwhile(self, post: int) -> bool:
        """Whether the goal can be reached from there in the turns that are left."""
        return self.behind is None or self.behind.get(post, self.turns) <= self.turns - self.turn


def _arrival(departure: _Departure, toll: int, points: int, run: Run, there: int) -> _Arrival:
    before = departure.starts[run.origin(there)]
    return _Arrival(toll, points, before, departure.ferry, departure.owner, run, there)


def _fares(s: State, seat: int, account: int, cash: int) -> Fares:
    """The fares of a turn in which nothing has been paid yet, except perhaps for a ferry."""
    return fares_for(s.seats, tolls_of(s, seat), 1 << seat | 1 << account, min(cash, ALL_TOLLS), s.weather.struck)
