"""Why a delivery is refused, and by which rule (ST-DEL)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from engineshed.core.contract import Illegal
from engineshed.core.stages import refuse
from engineshed.games.steam.rules.components import GOODS, NUMBERS
from engineshed.games.steam.rules.deliveries import Search, net_of, results_from
from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.journeys import BITS_PER_OWNER, Hop, shares
from engineshed.games.steam.rules.moves import Deliver, Plan, Via
from engineshed.games.steam.rules.names import GOOD_WORDS, company_word, the_place
from engineshed.games.steam.rules.state import State
from engineshed.rail.words import EDGE_WORDS


def check_deliver(s: State, m: Deliver) -> None:
    _check_cube(s, m.city, m.colour)
    if not 0 <= m.goal < s.ground.size or s.colours[m.goal] == NO_CITY:
        raise refuse("ST-DEL-3", "goal-no-city")
    if s.colours[m.goal] != m.colour:
        raise refuse("ST-DEL-3", "goal-colour", city=the_place(s, m.goal), good=GOOD_WORDS[m.colour])
    if m.goal == m.city:
        raise refuse("ST-DEL-4", "goal-start", city=the_place(s, m.city))
    results = results_from(s, s.active, m.city, 1 << m.colour).get(m.colour, [])
    if any(result.move == m for result in results):
        return
    refusal = _wrong_with_this_route(s, m) if len(m.gains) == s.seats else None
    if refusal is not None:
        raise refusal
    if any(result.move.goal == m.goal for result in results):
        raise refuse("ST-PTS-1", "no-such-gains", start=the_place(s, m.city), goal=the_place(s, m.goal))
    raise _no_route(s, m)


def _check_cube(s: State, city: int, colour: int) -> None:
    if not 0 <= city < s.ground.size or s.city_number(city) < 0:
        raise refuse("ST-GEN-4", "cube-no-city")
    if not 0 <= colour < len(GOODS):
        raise refuse("ST-GEN-5", "no-colour")
    if not s.cubes[s.city_number(city)][colour]:
        raise refuse("ST-DEL-1", "no-cube", city=the_place(s, city), good=GOOD_WORDS[colour])


def check_plan(s: State, m: Plan) -> None:
    _check_cube(s, m.city, m.colour)
    results = results_from(s, s.active, m.city, 1 << m.colour).get(m.colour, [])
    if not any(result.several for result in results):
        raise refuse("ST-DEL-2", "no-choice", city=the_place(s, m.city), good=GOOD_WORDS[m.colour])


# -- any route at all -----------------------------------------------------------------------------------------------


def _no_route(s: State, m: Deliver) -> Illegal:
    """What is wrong with every route: the range, a city on the way that takes the cube, or who owns the links."""
    start, goal, reach = the_place(s, m.city), the_place(s, m.goal), s.players[s.active].range
    routes = list(Search(s, s.active).routes(m.city, m.goal))
    if not routes:
        links = _fewest_links(s, m.city, m.goal)
        if links is not None and links > reach:
            return refuse("ST-DEL-2", "too-far", start=start, goal=goal, links=links, range=reach)
        return refuse("ST-DEL-2", "no-route", start=start, goal=goal, range=reach)
    routes = [route for route in routes if not route.passed >> m.colour & 1]
    if not routes:
        return refuse("ST-DEL-3", "first-city", goal=goal)
    if not any(route.gains[s.active] for route in routes):
        return refuse("ST-DEL-5", "no-own-link", goal=goal)
    return refuse("ST-DEL-6", "minority", goal=goal)


def _fewest_links(s: State, start: int, goal: int) -> int | None:
    """How many complete links the shortest chain between two places has; None if none joins them."""
    net, reached, edge = net_of(s), {start}, [start]
    for links in count(1):
        edge = [hop.there for place in edge for hop in net.get(place, []) if hop.there not in reached]
        if not edge or goal in edge:
            return links if edge else None
        reached.update(edge)
    raise AssertionError


# -- the route that gives these points ------------------------------------------------------------------------------

Walk = tuple[Hop, ...]
"""A chain of complete links, whether or not a cube may take it."""


def _wrong_with_this_route(s: State, m: Deliver) -> Illegal | None:
    """What is wrong with the route that gives these points; if there are several, with the one that comes closest."""
    start, goal, reach = the_place(s, m.city), the_place(s, m.goal), s.players[s.active].range
    if sum(m.gains) > NUMBERS.range_highest:
        return refuse("ST-DEL-2", "route-too-long", start=start, goal=goal, links=sum(m.gains), range=reach)
    walks = list(_walks(s, m, m.city, ()))
    if not walks:
        return None
    once = [walk for walk in walks if _twice(m.city, walk) is None]
    if not once:
        return _visited_twice(s, m, walks[0])
    short = [walk for walk in once if len(walk) <= reach]
    if not short:
        links = min(len(walk) for walk in once)
        return refuse("ST-DEL-2", "route-too-long", start=start, goal=goal, links=links, range=reach)
    met = [_first_city(m, walk) for walk in short]
    if m.goal not in met:
        return refuse("ST-DEL-3", "route-first-city", start=start, goal=goal, city=the_place(s, met[0]))
    return _too_few_own(s, m)


def _walks(s: State, m: Deliver, here: int, walk: Walk) -> Iterator[Walk]:
    """Every chain of links to the goal with exactly these gains, within the highest possible range."""
    if len(walk) == NUMBERS.range_highest:
        return
    for hop in net_of(s).get(here, []):
        further = (*walk, hop)
        gains = _gains(s, further)
        if any(gain > wanted for gain, wanted in zip(gains, m.gains, strict=False)):
            continue
        if hop.there == m.goal and gains == m.gains:
            yield further
        if hop.there != m.goal:
            yield from _walks(s, m, hop.there, further)


def _gains(s: State, walk: Walk) -> tuple[int, ...]:
    units = [hop.unit for hop in walk]
    return tuple(units.count(1 << BITS_PER_OWNER * seat) for seat in range(s.seats))


def _twice(start: int, walk: Walk) -> Hop | None:
    """The first link that leads where the cube may not go again, or that it has used before."""
    barred = 1 << start
    for hop in walk:
        if barred & hop.bars:
            return hop
        barred |= hop.bars
    return None


def _first_city(m: Deliver, walk: Walk) -> int:
    """The first city on the way that takes the cube."""
    return next(hop.there for hop in walk if hop.takes == 1 << m.colour)


def _visited_twice(s: State, m: Deliver, walk: Walk) -> Illegal:
    start, goal, hop = the_place(s, m.city), the_place(s, m.goal), _twice(m.city, walk)
    assert hop is not None
    if s.colours[hop.there] == NO_CITY and not s.options.towns_once:
        return refuse("ST-DEL-4", "route-link-twice", start=start, goal=goal)
    return refuse("ST-DEL-4", "route-place-twice", start=start, goal=goal, place=the_place(s, hop.there))


def _too_few_own(s: State, m: Deliver) -> Illegal:
    start, goal, own = the_place(s, m.city), the_place(s, m.goal), m.gains[s.active]
    if not own:
        return refuse("ST-DEL-5", "route-no-own-link", start=start, goal=goal)
    most = max(m.gains)
    company = company_word(m.gains.index(most))
    return refuse("ST-DEL-6", "route-minority", start=start, goal=goal, company=company, links=most, own=own)


# -- the next link of a route ---------------------------------------------------------------------------------------


def check_via(s: State, m: Via) -> None:
    assert s.trip is not None
    search = Search(s, s.active)
    here, barred, counts = search.so_far(s.trip)
    place = the_place(s, here)
    hop = next((hop for hop in search.net[here] if hop.edge == m.edge), None)
    if hop is None:
        raise refuse("ST-DEL-2", "no-link", place=place)
    edge = EDGE_WORDS[m.edge]
    if barred & hop.bars & ~(1 << hop.there):
        raise refuse("ST-DEL-4", "link-twice", place=place, edge=edge)
    if barred & hop.bars:
        raise refuse("ST-DEL-4", "place-twice", place=place, edge=edge, city=the_place(s, hop.there))
    if m.edge in search.next_edges(s.trip):
        return
    left = search.reach - len(s.trip.edges) - 1
    ends = list(_ends(search, hop, 1 << s.trip.colour, barred, counts, left))
    if not ends:
        raise refuse("ST-DEL-2", "dead-end", place=place, edge=edge, range=search.reach)
    if not any(shares(end, s.seats)[s.active] for end in ends):
        raise refuse("ST-DEL-5", "dead-end-no-own-link", place=place, edge=edge)
    raise refuse("ST-DEL-6", "dead-end-minority", place=place, edge=edge)


def _ends(search: Search, hop: Hop, wanted: int, barred: int, counts: int, left: int) -> Iterator[int]:
    """For every route over this link to a city that takes the cube: how many links of each owner it uses."""
    barred, counts = barred | hop.bars, counts + hop.unit
    if hop.takes == wanted:
        yield counts
        return
    for onward in search.net[hop.there] if left else []:
        if not barred & onward.bars:
            yield from _ends(search, onward, wanted, barred, counts, left - 1)
