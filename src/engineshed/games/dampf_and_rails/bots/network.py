"""One player's network: how trains get from its mileposts to any place, on its track and track still to be added."""

from __future__ import annotations

from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from engineshed.games.dampf_and_rails.bots.ground import Ways, ways_to
from engineshed.games.dampf_and_rails.bots.weights import WayWeights
from engineshed.games.dampf_and_rails.rules.for_bots import FREE, NOWHERE, NUMBERS, STREET, Box


class Leg(NamedTuple):
    """A way to a place."""

    weight: int
    steps: int
    money: int
    ferries: int
    end: Spot


class Spot(NamedTuple):
    """Where a train is, or would be: a place off the network is joined to it by track that is built on the way."""

    post: int
    joint: int
    """The milepost of the network where that track begins."""
    tail: int
    """How many steps that track has; ``ferries``: how many crossings."""
    ferries: int


class Edge(NamedTuple):
    to: int
    weight: int
    money: int
    """0 if it is built."""
    ferry: int
    """NOWHERE for track."""


Onward = dict[int, tuple[int, Edge | None]]
"""For each milepost of a network, the cost of getting to a place and the first edge of the way; None is new ground."""


Course = list[tuple[int, int]]
"""Mileposts, each with the ferry by which it is reached; NOWHERE for track."""


def at(post: int) -> Spot:
    """A milepost of the network."""
    return Spot(post, post, 0, 0)


class Network:
    def __init__(
        self, box: Box, rails: bytes, ferries: tuple[int, ...], seat: int, home: int, seats: int, weights: WayWeights
    ) -> None:
        self.box, self.weights = box, weights
        self.edges: dict[int, list[Edge]] = {post: [] for post in self.box.groups[home]}
        """The edges from each milepost of the network to its neighbours in it; some are still to be built."""
        lines = [number for number, owners in enumerate(ferries) if owners >> seat & 1]
        self._add_posts(
            [*_ends_of_track(box, rails, seat), *(post for n in lines for post in self.box.board.ferries[n].ports)]
        )
        self._add_track(rails, seat)
        self._add_ferries(lines)
        self._back = self._reversed()
        self.closed = sum(
            1 << n for n, who in enumerate(ferries) if not who >> seat & 1 and who.bit_count() >= NUMBERS.port_places
        )
        """The ferries that can no longer be connected, as bits."""
        self.full = _full_places(box, rails, ferries, seat, seats)
        """The places where no room is left, as bits; ``in_reach``: those that can still be reached."""
        self.in_reach = self._places_in_reach(rails)
        self._onward: dict[int, Onward] = {}
        self._legs: dict[tuple[int, int], Leg] = {}

    def _add_posts(self, posts: list[int]) -> None:
        for post in posts:
            for member in self.box.groups[post]:
                self.edges.setdefault(member, [])

    def _add_track(self, rails: bytes, seat: int) -> None:
        """What is built, and free sections across water: they repair flood damage, and shorten ways."""
        w = self.weights
        for here, ways in self.edges.items():
            for there, section in self.box.board.around[here]:
                if there not in self.edges:
                    continue
                if rails[section] in (seat + 1, STREET):
                    ways.append(Edge(there, w.step, 0, NOWHERE))
                elif rails[section] == FREE and self.box.water_price[section]:
                    price = min(self.box.post_price[here], self.box.post_price[there]) + self.box.water_price[section]
                    ways.append(Edge(there, w.step + w.million * price, price, NOWHERE))

    def _add_ferries(self, lines: list[int]) -> None:
        for number in lines:
            a, b = self.box.board.ferries[number].ports
            for here, there in ((a, b), (b, a)):
                for post in self.box.groups[here]:
                    self.edges[post].append(Edge(there, self.weights.ferry, 0, number))

    def _reversed(self) -> dict[int, list[Edge]]:
        """For each milepost, where trains come from: a ferry leaves anywhere in a hexagon and lands in its centre."""
        back: dict[int, list[Edge]] = {post: [] for post in self.edges}
        for here, ways in self.edges.items():
            for edge in ways:
                back[edge.to].append(edge._replace(to=here))
        return back

    def _places_in_reach(self, rails: bytes) -> int:
        reached, waiting, places = dict.fromkeys(self.edges), list(self.edges), 0
        while waiting:
            here = waiting.pop()
            place = self.box.board.place_at[here]
            places |= 0 if place == NOWHERE else 1 << place
            beside = [there for there, section in self.box.board.around[here] if rails[section] in (FREE, STREET)]
            for there in beside + self._across(place):
                if there not in reached and not self._is_full(self.box.board.place_at[there]):
                    reached[there] = None
                    waiting.append(there)
        return places

    def _across(self, place: int) -> list[int]:
        """The landings of the available ferries that leave from a place."""
        lines = () if place == NOWHERE else self.box.ferries_at[place]
        return [
            self.box.board.places[self.box.board.ferries[n].across(place)].at for n in lines if not self.closed >> n & 1
        ]

    def _is_full(self, place: int) -> bool:
        return place != NOWHERE and bool(self.full >> place & 1)

    def joins(self, place: int) -> bool:
        return self.box.board.places[place].at in self.edges

    def onward(self, place: int) -> Onward:
        if place not in self._onward:
            self._onward[place] = self._search(self._ground(place))
        return self._onward[place]

    def _ground(self, place: int) -> Ways:
        return ways_to(self.box, place, self.closed, self.weights)

    def _search(self, ground: Ways) -> Onward:
        found: Onward = {post: (ground.weight[post], None) for post in self.edges}
        waiting = [(weight, post) for post, (weight, _) in found.items()]
        heapify(waiting)
        while waiting:
            weight, here = heappop(waiting)
            if weight > found[here][0]:
                continue
            for there, cost, money, ferry in self._back[here]:
                known, first = found[there]
                if weight + cost < known or (weight + cost == known and first is None):
                    found[there] = weight + cost, Edge(here, cost, money, ferry)
                    heappush(waiting, (weight + cost, there))
        return found

    def course(self, here: int, place: int) -> Course:
        """The way from a milepost towards a place, as far as there is track."""
        onward, course = self.onward(place), Course()
        while here in onward:
            edge = onward[here][1]
            if edge is None or edge.money:
                break
            course.append((edge.to, edge.ferry))
            here = edge.to
        return course

    def leg(self, spot: Spot, place: int) -> Leg:
        """The best way from a spot to a place: back to the network first, or straight over new ground.

        A train that is already there stays, because a hexagon has several mileposts.
        """
        if self.box.board.place_at[spot.post] == place:
            return Leg(0, 0, 0, 0, spot)
        back = self._leg_from(spot.joint, place)
        if spot.post == spot.joint:
            return back
        ground, post = self._ground(place), spot.post
        weight = back.weight + self.weights.step * spot.tail + self.weights.ferry * spot.ferries
        if weight <= ground.weight[post]:
            return Leg(weight, back.steps + spot.tail, back.money, back.ferries + spot.ferries, back.end)
        steps, ferries = ground.steps[post], ground.ferries[post]
        end = Spot(self.box.board.places[place].at, spot.joint, spot.tail + steps, spot.ferries + ferries)
        return Leg(ground.weight[post], steps, ground.money[post], ferries, end)

    def _leg_from(self, post: int, place: int) -> Leg:
        leg = self._legs.get((post, place))
        if leg is None:
            leg = self._legs[post, place] = self._new_leg(post, place)
        return leg

    def _new_leg(self, post: int, place: int) -> Leg:
        """The way from a milepost to a place; from one that a flood has cut off, only over new ground."""
        edge = self.onward(place)[post][1] if post in self.edges else None
        if edge is not None:
            rest, crossing = self._leg_from(edge.to, place), edge.ferry != NOWHERE
            weight, steps = rest.weight + edge.weight, rest.steps + (not crossing)
            return Leg(weight, steps, rest.money + edge.money, rest.ferries + crossing, rest.end)
        if self.box.board.place_at[post] == place:
            return Leg(0, 0, 0, 0, at(post))
        ground, goal = self._ground(place), self.box.board.places[place].at
        steps, ferries = ground.steps[post], ground.ferries[post]
        is_new = post in self.edges and goal not in self.edges
        end = Spot(goal, post, steps, ferries) if is_new else at(goal)
        return Leg(ground.weight[post], steps, ground.money[post], ferries, end)


def _ends_of_track(box: Box, rails: bytes, seat: int) -> list[int]:
    return [post for section, owner in enumerate(rails) if owner == seat + 1 for post in box.board.ends[section]]


def _full_places(box: Box, rails: bytes, ferries: tuple[int, ...], seat: int, seats: int) -> int:
    """The places that this player can no longer connect, as bits."""
    joined = [0] * len(box.board.places)
    for place, ways in enumerate(box.board.ways_in):
        for section in ways:
            if FREE < rails[section] <= seats:
                joined[place] |= 1 << rails[section] - 1
    for number, owners in enumerate(ferries):
        for place in box.board.ferries[number].ends:
            joined[place] |= owners
    return sum(
        1 << place for place, who in enumerate(joined) if not who >> seat & 1 and who.bit_count() >= box.limits[place]
    )


network = lru_cache(maxsize=8)(Network)
"""The same network as long as nothing is built, so that its cached ways are kept."""
