"""What the refusals of Steam claim about deliveries, checked against the position."""

from __future__ import annotations

from typing import Any

from tests.refusals.steam.naming import COMPANIES, Said, edge_said, good, is_place
from tests.refusals.steam.position import Position
from tests.refusals.steam.predicates import CODE
from tests.refusals.steam.predicates_goods import (
    Route,
    accepted,
    breaks,
    matching,
    next_step,
    nothing_to_choose,
    onward,
    routes_to,
    rules_in_the_way,
    so_far,
)


@CODE.says("upgraded")
def _upgraded(p: Position, _m: Any, said: Said) -> bool:
    return bool(p.me.upgraded) and not said


@CODE.says("cube-no-city")
def _cube_no_city(p: Position, m: Any, said: Said) -> bool:
    return m.city not in p.cities and not said


@CODE.says("no-cube")
def _no_cube(p: Position, m: Any, said: Said) -> bool:
    none = not p.cities[m.city].cubes[m.colour]
    return none and is_place(p, said["city"], m.city) and said["good"] == good(m.colour)


@CODE.says("goal-no-city")
def _goal_no_city(p: Position, m: Any, said: Said) -> bool:
    return m.goal not in p.cities and not said


@CODE.says("goal-colour")
def _goal_colour(p: Position, m: Any, said: Said) -> bool:
    return not accepted(p, m) and is_place(p, said["city"], m.goal) and said["good"] == good(m.colour)


@CODE.says("goal-start")
def _goal_start(p: Position, m: Any, said: Said) -> bool:
    return m.goal == m.city and is_place(p, said["city"], m.goal)


def _from_to(p: Position, m: Any, said: Said) -> bool:
    return is_place(p, said["start"], m.city) and is_place(p, said["goal"], m.goal)


def _every(p: Position, m: Any, rule: str) -> bool:
    """Whether every chain to the goal within range that keeps the earlier rules breaks this one."""
    found = [breaks(p, route, m.colour) for route in routes_to(p, m.city, m.colour, m.goal)]
    order = ("ST-DEL-4", "ST-DEL-3", "ST-DEL-5", "ST-DEL-6")
    left = [broken for broken in found if not broken & {*order[: order.index(rule)]}]
    return bool(found) and all(rule in broken for broken in left)


@CODE.says("no-route")
def _no_route(p: Position, m: Any, said: Said) -> bool:
    chains = [breaks(p, route, m.colour) for route in routes_to(p, m.city, m.colour, m.goal)]
    return all("ST-DEL-4" in broken for broken in chains) and _from_to(p, m, said) and said["range"] == p.me.range


@CODE.says("too-far")
def _too_far(p: Position, m: Any, said: Said) -> bool:
    lengths = [
        len(route.links) for route in onward(p, Route((), (m.city,)), said["links"]) if route.places[-1] == m.goal
    ]
    return _from_to(p, m, said) and min(lengths) == said["links"] > said["range"] == p.me.range


@CODE.says("first-city")
def _first_city(p: Position, m: Any, said: Said) -> bool:
    return _every(p, m, "ST-DEL-3") and is_place(p, said["goal"], m.goal)


@CODE.says("no-own-link")
def _no_own_link(p: Position, m: Any, said: Said) -> bool:
    return _every(p, m, "ST-DEL-5") and is_place(p, said["goal"], m.goal)


@CODE.says("minority")
def _minority(p: Position, m: Any, said: Said) -> bool:
    found = [breaks(p, route, m.colour) for route in routes_to(p, m.city, m.colour, m.goal)]
    left = [broken for broken in found if not broken & {"ST-DEL-4", "ST-DEL-3"}]
    return (
        bool(left) and all(broken & {"ST-DEL-5", "ST-DEL-6"} for broken in left) and is_place(p, said["goal"], m.goal)
    )


@CODE.says("no-such-gains")
def _no_such_gains(p: Position, m: Any, said: Said) -> bool:
    return not matching(p, m) and _from_to(p, m, said)


@CODE.says("route-too-long")
def _route_too_long(p: Position, m: Any, said: Said) -> bool:
    """The sentence gives the length of the shortest chain with these points, which is beyond the range."""
    lengths = [len(route.links) for route in matching(p, m)] or [sum(m.gains)]
    return _from_to(p, m, said) and said["links"] in lengths and said["links"] > said["range"] == p.me.range


@CODE.says("route-first-city")
def _route_first_city(p: Position, m: Any, said: Said) -> bool:
    takers = [[place for place in r.places[1:] if _takes(p, place, m.colour)] for r in matching(p, m)]
    return _from_to(p, m, said) and any(found[0] == said["city"].id != m.goal for found in takers)


def _takes(p: Position, place: int, colour: int) -> bool:
    return place in p.cities and bool(p.cities[place].colour == colour)


@CODE.says("route-place-twice")
def _route_place_twice(p: Position, m: Any, said: Said) -> bool:
    place = said["place"].id
    return _from_to(p, m, said) and any(route.places.count(place) > 1 for route in matching(p, m))


@CODE.says("route-link-twice")
def _route_link_twice(p: Position, m: Any, said: Said) -> bool:
    return _from_to(p, m, said) and any(len(set(r.links)) < len(r.links) for r in matching(p, m))


@CODE.says("route-no-own-link")
def _route_no_own_link(p: Position, m: Any, said: Said) -> bool:
    return _from_to(p, m, said) and bool(matching(p, m)) and m.gains[p.seat] == 0


@CODE.says("route-minority")
def _route_minority(p: Position, m: Any, said: Said) -> bool:
    other = next(seat for seat, name in enumerate(COMPANIES) if said["company"] == f"@company.{name}")
    numbers = (said["links"], said["own"]) == (m.gains[other], m.gains[p.seat])
    return _from_to(p, m, said) and bool(matching(p, m)) and numbers and said["links"] > said["own"]


@CODE.says("no-choice")
def _no_choice(p: Position, m: Any, said: Said) -> bool:
    return nothing_to_choose(p, m) and is_place(p, said["city"], m.city) and said["good"] == good(m.colour)


@CODE.says("no-link")
def _no_link(p: Position, m: Any, said: Said) -> bool:
    return next_step(p, m.edge) is None and is_place(p, said["place"], so_far(p).places[-1])


def _at_this_edge(p: Position, m: Any, said: Said) -> bool:
    return edge_said(said) == m.edge and is_place(p, said["place"], so_far(p).places[-1])


@CODE.says("link-twice")
def _link_twice(p: Position, m: Any, said: Said) -> bool:
    step = next_step(p, m.edge)
    return _at_this_edge(p, m, said) and step is not None and step.links[-1] in step.links[:-1]


@CODE.says("place-twice")
def _place_twice(p: Position, m: Any, said: Said) -> bool:
    step = next_step(p, m.edge)
    return _at_this_edge(p, m, said) and step is not None and step.places[-1] in step.places[:-1]


@CODE.says("dead-end")
def _dead_end(p: Position, m: Any, said: Said) -> bool:
    return _at_this_edge(p, m, said) and bool(rules_in_the_way(p, m)) and said.get("range", p.me.range) == p.me.range


@CODE.says("dead-end-no-own-link")
def _dead_end_no_own_link(p: Position, m: Any, said: Said) -> bool:
    return _at_this_edge(p, m, said) and "ST-DEL-5" in rules_in_the_way(p, m)


@CODE.says("dead-end-minority")
def _dead_end_minority(p: Position, m: Any, said: Said) -> bool:
    return _at_this_edge(p, m, said) and "ST-DEL-6" in rules_in_the_way(p, m)
