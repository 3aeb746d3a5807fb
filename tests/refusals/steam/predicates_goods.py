"""Deliveries of Steam: which rule a cube's move breaks. Docstrings begin with a heading of phase 3."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engineshed.games.steam.rules.moves import Deliver, Plan, Via
from tests.refusals.steam.position import Link, Position
from tests.refusals.steam.predicates import CODE

ROUTE_RULES = ("ST-DEL-2", "ST-DEL-3", "ST-DEL-4", "ST-DEL-5", "ST-DEL-6")
HIGHEST = 6
"""The highest range."""


class Route(NamedTuple):
    """A chain of complete links, with the places before the first link and after each."""

    links: tuple[Link, ...]
    places: tuple[int, ...]

    def gains(self, seats: int) -> tuple[int, ...]:
        return tuple(sum(link.owner == seat for link in self.links) for seat in range(seats))


def leaving(p: Position, place: int) -> Iterator[tuple[int, Link, int]]:
    """The complete links that leave a place: by which edge, and where to."""
    for link in p.links:
        if link.complete:
            if link.head.hex == place:
                yield link.leaves[0], link, link.tail.hex
            if link.tail.hex == place:
                yield link.leaves[1], link, link.head.hex


def onward(p: Position, route: Route, most: int) -> Iterator[Route]:
    """This route and every continuation of it that uses no link twice."""
    yield route
    if len(route.links) < most:
        for _, link, place in leaving(p, route.places[-1]):
            if link not in route.links:
                yield from onward(p, Route((*route.links, link), (*route.places, place)), most)


def walks(p: Position, route: Route, move: Deliver, left: tuple[int, ...]) -> Iterator[Route]:
    """Every chain of links to the goal that gives these points, even if it uses a link twice or is too long."""
    if route.links and route.places[-1] == move.goal:
        if not any(left):
            yield route
        return
    if len(route.links) == HIGHEST:
        return
    for _, link, place in leaving(p, route.places[-1]):
        rest = tuple(count - (link.owner == seat) for seat, count in enumerate(left))
        if min(rest) >= 0:
            yield from walks(p, Route((*route.links, link), (*route.places, place)), move, rest)


def breaks(p: Position, route: Route, colour: int) -> set[str]:
    """The rules of deliveries that this route of a cube breaks, ignoring where it ends."""
    found = set()
    cities = [place for place in route.places if place in p.cities]
    gains = route.gains(p.view.seats)
    if len(route.links) > p.me.range:
        found.add("ST-DEL-2")
    if any(place in p.cities and p.cities[place].colour == colour for place in route.places[1:-1]):
        found.add("ST-DEL-3")
    towns = [place for place in route.places if place not in p.cities]
    twice = len(set(cities)) < len(cities) or len(set(route.links)) < len(route.links)
    if twice or (p.view.options.towns_once and len(set(towns)) < len(towns)):
        found.add("ST-DEL-4")
    if not gains[p.seat]:
        found.add("ST-DEL-5")
    if max(gains) > gains[p.seat]:
        found.add("ST-DEL-6")
    return found


def ends_at_a_taker(p: Position, route: Route, colour: int) -> bool:
    """Whether the route ends in a city that takes such a cube."""
    goal = route.places[-1]
    return bool(route.links) and goal in p.cities and bool(p.cities[goal].colour == colour)


def routes_to(p: Position, city: int, colour: int, goal: int) -> list[Route]:
    """The chains of links between two cities within range and with no link twice, whatever other rules they break."""
    key = ("routes", city, colour)
    if key not in p.memory:
        p.memory[key] = [r for r in onward(p, Route((), (city,)), p.me.range) if ends_at_a_taker(p, r, colour)]
    return [route for route in p.memory[key] if route.places[-1] == goal]


# -- what exists ------------------------------------------------------------------------------------------------------


@CODE.meaning("ST-GEN-4", Deliver, Plan)
def no_city_there(p: Position, move: Deliver | Plan) -> bool:
    """Components: only cities hold goods."""
    return move.city not in p.cities


@CODE.meaning("ST-GEN-5", Deliver, Plan)
def no_such_colour(_p: Position, move: Deliver | Plan) -> bool:
    """Supply and demand: cubes and cities have the same five colours."""
    return not 0 <= move.colour < 5


@CODE.rule("ST-DEL-1", Deliver, Plan)
def no_such_cube(p: Position, move: Deliver | Plan) -> bool:
    """Moving goods: a cube in a city is moved."""
    return not p.cities[move.city].cubes[move.colour]


# -- a cube's route ---------------------------------------------------------------------------------------------------


def accepted(p: Position, move: Deliver) -> bool:
    goal = p.cities.get(move.goal)
    return goal is not None and bool(goal.colour == move.colour)


def matching(p: Position, move: Deliver) -> list[Route]:
    """The chains to the goal that give these points."""
    key = ("matching", move.city, move.colour, move.goal, move.gains)
    if key not in p.memory:
        whole = len(move.gains) == p.view.seats and min(move.gains) >= 0
        p.memory[key] = list(walks(p, Route((), (move.city,)), move, move.gains)) if whole else []
    found: list[Route] = p.memory[key]
    return found


def on_its_routes(p: Position, move: Deliver) -> list[set[str]]:
    """The rules that each possible route breaks: the routes with these points or, if none has them, all to the goal."""
    routes = matching(p, move) or routes_to(p, move.city, move.colour, move.goal)
    return [breaks(p, route, move.colour) for route in routes]


@CODE.rule("ST-DEL-3", Deliver)
def ends_elsewhere(p: Position, move: Deliver) -> bool:
    """Moving goods: a cube ends only in a city of its colour."""
    return not accepted(p, move)


@CODE.rule("ST-DEL-4", Deliver)
def ends_where_it_began(_p: Position, move: Deliver) -> bool:
    """Moving goods: no cube returns to its start."""
    return move.goal == move.city


def _on_every_route(rule: str) -> Callable[[Position, Deliver], bool]:
    """Every route with these points breaks something, and one of them breaks this rule."""

    def broken(p: Position, move: Deliver) -> bool:
        found = on_its_routes(p, move)
        return accepted(p, move) and all(found) and any(rule in rules for rules in found)

    return broken


for _rule in ROUTE_RULES:
    CODE.rule(_rule, Deliver)(_on_every_route(_rule))


@CODE.rule("ST-DEL-2", Deliver)
def too_far(p: Position, move: Deliver) -> bool:
    """Moving goods: a chain of complete links within range leads there."""
    routes = routes_to(p, move.city, move.colour, move.goal)
    return accepted(p, move) and all("ST-DEL-4" in breaks(p, route, move.colour) for route in routes)


@CODE.rule("ST-DEL-2", Deliver)
def points_beyond_range(_p: Position, move: Deliver) -> bool:
    """Moving goods: these points need more links than any range has."""
    return sum(move.gains) > HIGHEST


@CODE.rule("ST-PTS-1", Deliver)
def no_such_points(p: Position, move: Deliver) -> bool:
    """Points: each link's owner gets one when the cube uses it."""
    return accepted(p, move) and not matching(p, move)


@CODE.rule("ST-DEL-2", Plan)
def nothing_to_choose(p: Position, move: Plan) -> bool:
    """Moving goods: the mover chooses the links; a plan is needed only where several routes give the same result."""
    routes = good_routes(p, move.city, move.colour)
    return len({(route.places[-1], route.gains(p.view.seats)) for route in routes}) == len(routes)


def good_routes(p: Position, city: int, colour: int) -> list[Route]:
    key = ("good", city, colour)
    if key not in p.memory:
        routes = onward(p, Route((), (city,)), p.me.range)
        p.memory[key] = [r for r in routes if ends_at_a_taker(p, r, colour) and not breaks(p, r, colour)]
    found: list[Route] = p.memory[key]
    return found


# -- link by link -----------------------------------------------------------------------------------------------------


def so_far(p: Position) -> Route:
    """The cube's route so far."""
    trip = p.view.trip
    route = Route((), (trip.city,))
    for edge in trip.edges:
        _, link, place = next(found for found in leaving(p, route.places[-1]) if found[0] == edge)
        route = Route((*route.links, link), (*route.places, place))
    return route


def next_step(p: Position, edge: int) -> Route | None:
    """The cube's route with one more link; None where no complete link leaves by this edge."""
    route = so_far(p)
    for at, link, place in leaving(p, route.places[-1]):
        if at == edge:
            return Route((*route.links, link), (*route.places, place))
    return None


def rules_in_the_way(p: Position, move: Via) -> set[str]:
    """The rules that make every continuation illegal; each continuation breaks one of them."""
    step = next_step(p, move.edge)
    if step is None:
        return {"ST-DEL-2"}
    if step.links[-1] in step.links[:-1]:
        return {"ST-DEL-4"}
    colour = p.view.trip.colour
    ways = [breaks(p, route, colour) for route in onward(p, step, p.me.range) if ends_at_a_taker(p, route, colour)]
    if not all(ways):
        return set()
    found = set().union(*ways, breaks(p, step, colour) & {"ST-DEL-2", "ST-DEL-4"})
    return found if any("ST-DEL-4" not in rules for rules in ways) else found | {"ST-DEL-2"}


def _on_the_way(rule: str) -> Callable[[Position, Via], bool]:
    return lambda p, move: rule in rules_in_the_way(p, move)


for _rule in ROUTE_RULES:
    CODE.rule(_rule, Via)(_on_the_way(_rule))
