"""Where cubes can be delivered, over which links, and who gains what (ST-DEL): complete and exact.

Two routes with the same cube, the same goal and the same gains lead to the same position, so they are one result
with several routes. The search walks every chain of links that the range allows; it gives up early if no city in
demand is near enough, or if the mover can no longer have as many links on the way as each other owner. The result
does not depend on other cubes, so it is cached until links or cities change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engineshed.games.steam.rules.components import GOODS
from engineshed.games.steam.rules.courses import goal_of
from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.journeys import BITS_PER_OWNER, Distances, Hop, Lacks, Net, Result, Route, shares
from engineshed.games.steam.rules.links import NOBODY, OPPOSITE, Link
from engineshed.games.steam.rules.moves import Deliver
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Trip
from engineshed.rail.network import bits

FAR: Final = 99
"""A distance that no range covers."""

Found = dict[tuple[int, int], list[tuple[int, ...]]]
"""By goal and counts of links used: the routes there, as edges."""


def results_from(s: State, seat: int, hex_: int, colours: int) -> dict[int, list[Result]]:
    """By colour, every result of delivering from the city in this hex; ``colours`` are those asked for, as bits."""
    reach = s.players[seat].range
    known = s.journeys.results.get((seat, reach, hex_))
    if known is None or colours & ~known[0]:
        known = s.journeys.results[seat, reach, hex_] = colours, Search(s, seat).results(hex_, colours)
    return known[1]


def net_of(s: State) -> Net:
    """The complete links out of every place, by their edges."""
    net = s.journeys.net
    if net is None:
        net = s.journeys.net = {}
        for number, link in enumerate(s.links):
            if link.complete:
                unit = 0 if link.owner == NOBODY else 1 << BITS_PER_OWNER * link.owner
                goal, bit = goal_of(s.ground, link.start, link.edges), 1 << s.ground.size + number
                net.setdefault(link.start, []).append(_hop(s, link.edges[0], goal, unit, bit))
                net.setdefault(goal, []).append(_hop(s, OPPOSITE[link.edges[-1]], link.start, unit, bit))
        for hops in net.values():
            hops.sort()
    return net


def _hop(s: State, edge: int, there: int, unit: int, bit: int) -> Hop:
    """No link is used twice, and no city visited twice; nor any town, if the table has that option (ST-DEL-4)."""
    colour = s.colours[there]
    if colour != NO_CITY:
        return Hop(edge, there, unit, bit | 1 << there, 1 << colour)
    return Hop(edge, there, unit, bit | 1 << there if s.options.towns_once else bit, 0)


def link_of(s: State, hop: Hop) -> Link:
    """The link that a hop leads over."""
    return s.links[(hop.bars >> s.ground.size).bit_length() - 1]


def places_of(s: State, seat: int) -> frozenset[int]:
    """Where complete links of this seat end."""
    unit = 1 << BITS_PER_OWNER * seat
    return frozenset([here for here, hops in net_of(s).items() if any(hop.unit == unit for hop in hops)])


def _distances(s: State) -> list[Distances]:
    """For each colour, the fewest links from each place to one of its cities."""
    journeys = s.journeys
    if not journeys.distances:
        net = net_of(s)
        journeys.distances = [_spread(net, [h for h in net if s.colours[h] == c]) for c in range(len(GOODS))]
    return journeys.distances


def _spread(net: Net, wave: list[int]) -> Distances:
    """The fewest links from each place to one of these."""
    known = dict.fromkeys(wave, 0)
    while wave:
        ahead = []
        for here in wave:
            for hop in net[here]:
                if hop.there not in known:
                    known[hop.there] = known[here] + 1
                    ahead.append(hop.there)
        wave = ahead
    return known


class Nearest(dict[int, Distances]):
    """By colours in demand (bits), the fewest links from each place to a city of one of them."""

    def __init__(self, s: State) -> None:
        super().__init__()
        self.distances, self.net = _distances(s), net_of(s)

    def __missing__(self, wanted: int) -> Distances:
        tables = [self.distances[colour] for colour in bits(wanted)]
        near = self[wanted] = {place: min([table.get(place, FAR) for table in tables]) for place in self.net}
        return near


class Search:
    """A walk over the links for one mover."""

    def __init__(self, s: State, seat: int) -> None:
        self.net, self.seats, self.seat, self.reach = net_of(s), s.seats, seat, s.players[seat].range
        self.lacks = s.journeys.lacks.setdefault(seat, Lacks(seat, s.seats))
        self.nearest = Nearest(s)
        self.colours = s.colours

    def results(self, start: int, wanted: int) -> dict[int, list[Result]]:
        """Every result from this city, by the colour of the cube."""
        found: Found = {}
        if start in self.net:
            self._walk(start, 1 << start, 0, wanted, (), found)
        by_colour: dict[int, list[Result]] = {}
        for (goal, counts), routes in found.items():
            colour = self.colours[goal]
            move = Deliver(start, colour, goal, self.gains(counts))
            by_colour.setdefault(colour, []).append(Result(move, routes[0], len(routes) > 1))
        for results in by_colour.values():
            results.sort(key=lambda result: (result.move.goal, result.move.gains))
        return by_colour

    def _walk(self, here: int, barred: int, counts: int, wanted: int, route: tuple[int, ...], found: Found) -> None:
        """Every way to continue, for cubes of the colours ``wanted`` (bits) that have reached no city of their colour.

        ``barred`` may not be used again, ``counts`` are the links used so far. This runs thousands of times in a move,
        so it looks things up in tables and calls only itself.
        """
        left = self.reach - len(route) - 1
        near, lacks = self.nearest[wanted], self.lacks
        for edge, there, unit, bars, takes in self.net[here]:
            if barred & bars or near.get(there, FAR) > left:
                continue
            used = counts + unit
            lack = lacks[used]
            if lack > left:
                continue
            gone = (*route, edge)
            if takes & wanted and lack <= 0:
                found.setdefault((there, used), []).append(gone)
            onward = wanted & ~takes
            if onward and left:
                self._walk(there, barred | bars, used, onward, gone, found)

    def gains(self, counts: int) -> tuple[int, ...]:
        return shares(counts, self.seats)

    # A cube on its way

    def next_edges(self, trip: Trip) -> list[int]:
        """The links over which a cube on its way can still be delivered."""
        here, barred, counts = self.so_far(trip)
        hops = [hop for hop in self.net[here] if not barred & hop.bars]
        return [hop.edge for hop in hops if self._ends_well(trip, hop, barred | hop.bars, counts + hop.unit)]

    def _ends_well(self, trip: Trip, hop: Hop, barred: int, counts: int) -> bool:
        """Whether there is a delivery over this link and perhaps further ones."""
        wanted = 1 << trip.colour
        if hop.takes == wanted:
            return self.lacks[counts] <= 0
        route = (*trip.edges, hop.edge)
        found: Found = {}
        if len(route) < self.reach:
            self._walk(hop.there, barred, counts, wanted, route, found)
        return bool(found)

    def so_far(self, trip: Trip) -> tuple[int, int, int]:
        """Where the trip has got to, what it may not use again, and how many links of each owner it has used."""
        here, barred, counts = trip.city, 1 << trip.city, 0
        for edge in trip.edges:
            hop = next(hop for hop in self.net[here] if hop.edge == edge)
            here, barred, counts = hop.there, barred | hop.bars, counts + hop.unit
        return here, barred, counts

    def arrived(self, trip: Trip) -> Deliver | None:
        """The delivery that the trip has become, if it has reached a city of its colour."""
        here, _, counts = self.so_far(trip)
        if not trip.edges or self.colours[here] != trip.colour:
            return None
        return Deliver(trip.city, trip.colour, here, self.gains(counts))

    # All routes, whether or not a cube may take them

    def routes(self, start: int, goal: int) -> Iterator[Route]:
        """Every chain of links between two cities within range."""
        return self._chains(start, goal, 1 << start, 0, 0, self.reach)

    def _chains(self, here: int, goal: int, barred: int, counts: int, passed: int, left: int) -> Iterator[Route]:
        for hop in self.net.get(here, []) if left else []:
            if barred & hop.bars:
                continue
            now = counts + hop.unit
            if hop.there == goal:
                yield Route(passed, self.gains(now))
            else:
                yield from self._chains(hop.there, goal, barred | hop.bars, now, passed | hop.takes, left - 1)
