"""Where cubes can be brought, over which links, and who gains what (ST-DEL): complete and exact.

Two routes with the same cube, the same goal and the same gains lead to the same position, so they are one result
with several routes. The search walks every chain of links that the range allows; it gives up early where no city in
demand is near enough, or where the mover can no longer have as many links on the way as each other owner. What it
finds does not depend on other cubes, so it is remembered until links or cities change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engineshed.games.steam.rules.components import GOODS
from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.links import NOBODY, OPPOSITE, goal_of
from engineshed.games.steam.rules.moves import Deliver
from engineshed.games.steam.rules.state import State, Trip
from engineshed.rail.links import bits

FAR = 99
"""A distance that no range covers."""
BITS_PER_OWNER = 4
"""Links used are counted in one number, so many bits for each seat; nobody's range reaches 2 ** 4."""


class Hop(NamedTuple):
    """A complete link as it leaves one of its places."""

    edge: int
    there: int
    unit: int
    """What it adds to the counts of links used: nothing if it is ownerless."""
    bit: int
    """The link itself."""


Net = dict[int, list[Hop]]


class Result(NamedTuple):
    """One way to end a delivery, and the first of its routes as edges out of one place after the other."""

    move: Deliver
    route: tuple[int, ...]
    several: bool


class Route(NamedTuple):
    """A chain of links between two cities: the colours of the places on its way, and each owner's links."""

    passed: tuple[int, ...]
    gains: tuple[int, ...]


def results_from(s: State, seat: int, hex_: int, colours: int) -> dict[int, list[Result]]:
    """By colour, every result of delivering from the city in this hex; ``colours`` are those asked for, as bits."""
    reach = s.players[seat].range
    known = s.memo.get((seat, reach, hex_))
    if known is None or colours & ~known[0]:
        known = s.memo[seat, reach, hex_] = colours, _Search(s, seat, reach).results(hex_, colours)
    found: dict[int, list[Result]] = known[1]
    return found


def net_of(s: State) -> Net:
    """The complete links out of every place, by their edges."""
    net: Net | None = s.memo.get("net")
    if net is None:
        net = {}
        for number, link in enumerate(s.links):
            if link.complete:
                unit = 0 if link.owner == NOBODY else 1 << BITS_PER_OWNER * link.owner
                goal = goal_of(s.ground, link.start, link.edges)
                net.setdefault(link.start, []).append(Hop(link.edges[0], goal, unit, 1 << number))
                net.setdefault(goal, []).append(Hop(OPPOSITE[link.edges[-1]], link.start, unit, 1 << number))
        for hops in net.values():
            hops.sort()
        s.memo["net"] = net
    return net


def _distances(s: State, net: Net, colour: int) -> dict[int, int]:
    """How few links lead from each place to a city of this colour."""
    known: dict[int, int] | None = s.memo.get(("near", colour))
    if known is None:
        known = {hex_: 0 for hex_ in net if s.colours[hex_] == colour}
        wave = list(known)
        while wave:
            ahead = []
            for here in wave:
                for hop in net[here]:
                    if hop.there not in known:
                        known[hop.there] = known[here] + 1
                        ahead.append(hop.there)
            wave = ahead
        s.memo["near", colour] = known
    return known


class _Search:
    """A walk over the links for one mover."""

    def __init__(self, s: State, seat: int, reach: int) -> None:
        self.net, self.colours, self.seats, self.seat, self.reach = net_of(s), s.colours, s.seats, seat, reach
        self.distances = [_distances(s, self.net, colour) for colour in range(len(GOODS))]
        self.towns_once = s.options.towns_once
        self.lacks: dict[int, int] = s.memo.setdefault(("lacks", seat), {})
        self.nearest: dict[int, dict[int, int]] = {}

    def results(self, start: int, wanted: int) -> dict[int, list[Result]]:
        """Every result from this city, by the colour of the cube."""
        found: dict[tuple[int, int, int], list[Any]] = {}
        if start in self.net:
            self._walk(start, 1 << start, 0, 0, wanted, [], found)
        by_colour: dict[int, list[Result]] = {}
        for (colour, goal, counts), (route, several) in found.items():
            move = Deliver(start, colour, goal, self.gains(counts))
            by_colour.setdefault(colour, []).append(Result(move, route, several))
        for results in by_colour.values():
            results.sort(key=lambda result: (result.move.goal, result.move.gains))
        return by_colour

    def _walk(  # noqa: C901  (the innermost loop, in one piece because it runs thousands of times)
        self,
        here: int,
        visited: int,
        used: int,
        counts: int,
        wanted: int,
        route: list[int],
        found: dict[tuple[int, int, int], list[Any]],
    ) -> None:
        """On from here with the cubes that have not met a city of their colour (``wanted``, as bits)."""
        left = self.reach - len(route) - 1
        colours, lacks, near = self.colours, self.lacks, self._near(wanted)
        for edge, there, unit, bit in self.net[here]:
            if used & bit or near.get(there, FAR) > left:
                continue
            now = counts + unit
            lack = lacks.get(now)
            if lack is None:
                lack = self._lack(now)
            if lack > left:
                continue
            colour, seen, live = colours[there], visited, wanted
            if colour != NO_CITY:
                if visited >> there & 1:
                    continue
                seen |= 1 << there
                if wanted >> colour & 1:
                    if lack <= 0:
                        known = found.get((colour, there, now))
                        if known is None:
                            found[colour, there, now] = [(*route, edge), False]
                        else:
                            known[1] = True
                    live &= ~(1 << colour)
            elif self.towns_once:
                if visited >> there & 1:
                    continue
                seen |= 1 << there
            if left and live:
                route.append(edge)
                self._walk(there, seen, used | bit, now, live, route, found)
                route.pop()

    def _near(self, wanted: int) -> dict[int, int]:
        """How few links lead from each place to a city of one of these colours."""
        known = self.nearest.get(wanted)
        if known is None:
            tables = [self.distances[colour] for colour in bits(wanted)]
            known = {hex_: min(table.get(hex_, FAR) for table in tables) for hex_ in self.net}
            self.nearest[wanted] = known
        return known

    def _lack(self, counts: int) -> int:
        """How many more own links the route needs: one at least, and as many as each other owner has (ST-DEL-5, 6)."""
        gains = self.gains(counts)
        lack = self.lacks[counts] = max(1, *gains) - gains[self.seat]
        return lack

    def gains(self, counts: int) -> tuple[int, ...]:
        return tuple(counts >> BITS_PER_OWNER * seat & 15 for seat in range(self.seats))

    def next_edges(self, trip: Trip) -> list[int]:
        """The links over which a cube on its way can still come to a good end."""
        here, visited, used, counts = self._so_far(trip)
        return [
            hop.edge
            for hop in self.net[here]
            if not (used & hop.bit or visited >> hop.there & 1)
            and self._ends_well(trip, hop, visited | self._mark(hop.there), used | hop.bit, counts + hop.unit)
        ]

    def _ends_well(self, trip: Trip, hop: Hop, visited: int, used: int, counts: int) -> bool:
        """Whether there is a delivery over this link and perhaps others."""
        if self.colours[hop.there] == trip.colour:
            return self._lack(counts) <= 0
        route = [*trip.edges, hop.edge]
        found: dict[tuple[int, int, int], list[Any]] = {}
        if len(route) < self.reach:
            self._walk(hop.there, visited, used, counts, 1 << trip.colour, route, found)
        return bool(found)

    def _mark(self, hex_: int) -> int:
        """The place as a bit if it must not be visited again."""
        return 1 << hex_ if self.colours[hex_] != NO_CITY or self.towns_once else 0

    def _so_far(self, trip: Trip) -> tuple[int, int, int, int]:
        """Where the trip has come to, what it visited, which links it used, and how many of each owner."""
        here, visited, used, counts = trip.city, 1 << trip.city, 0, 0
        for edge in trip.edges:
            hop = next(hop for hop in self.net[here] if hop.edge == edge)
            here, used, counts = hop.there, used | hop.bit, counts + hop.unit
            visited |= self._mark(here)
        return here, visited, used, counts

    def arrived(self, trip: Trip) -> Deliver | None:
        """The delivery that the trip has become, if it has reached a city of its colour."""
        here, _, _, counts = self._so_far(trip)
        if not trip.edges or self.colours[here] != trip.colour:
            return None
        return Deliver(trip.city, trip.colour, here, self.gains(counts))

    def routes(self, start: int, goal: int) -> Iterator[Route]:
        """Every chain of links between two cities within range, whether or not a cube may take it."""
        yield from self._chains(start, goal, 1 << start, 0, 0, (), self.reach)

    def _chains(
        self, here: int, goal: int, visited: int, used: int, counts: int, passed: tuple[int, ...], left: int
    ) -> Iterator[Route]:
        for hop in self.net.get(here, []) if left else []:
            if used & hop.bit or visited >> hop.there & 1:
                continue
            now, seen = counts + hop.unit, visited | self._mark(hop.there)
            if hop.there == goal:
                yield Route(passed, self.gains(now))
            else:
                beyond = (*passed, self.colours[hop.there])
                yield from self._chains(hop.there, goal, seen, used | hop.bit, now, beyond, left - 1)

    def place(self, trip: Trip) -> int:
        return self._so_far(trip)[0]


def search_for(s: State, seat: int) -> _Search:
    return _Search(s, seat, s.players[seat].range)
