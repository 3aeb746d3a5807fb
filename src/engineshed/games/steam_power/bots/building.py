"""Track as the greedy bot considers it: whole links, each by the tile to lay now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engineshed.games.steam_power.bots.outlook import outlook
from engineshed.games.steam_power.bots.position import Position, World, with_link
from engineshed.games.steam_power.bots.routes import Route, Site, from_cities, from_loose_end, routes, site_of
from engineshed.games.steam_power.rules.for_bots import NUMBERS, VP_CITY, AnyMove, Cross, Remove, Track, View

FIRST_LINK, LONGEST, FARTHEST = 2, 4, 64
"""The most tiles of the links that it considers: for the first link (there are many candidates), for later ones, and,
if none of those can be built, for any link that fits on the map."""


class Build(NamedTuple):
    """A link that could be built: the outlook when it is finished, the next step towards it, and the way it takes."""

    worth: float
    move: AnyMove
    route: Route


def links(world: World, p: Position, view: View) -> Iterator[Build]:
    site, loose = site_of(view, world.w), view.companies[view.active].loose
    if loose is None:
        for route in _new_links(world, p, site):
            yield Build(_worth(world, p, view, route), _first_tile(site, route), route)
        return
    for route in _widening(lambda longest: routes(site, from_loose_end(site.land, loose), longest), LONGEST):
        yield Build(_worth(world, p, view, route), _first_tile(site, route), route)
    tiles = loose.tiles(world.board.grid)
    for route in _new_links(world, p, site_of(view, world.w, own_loose=False)):
        yield Build(_worth(world, p, view, route, len(tiles)), Remove(tiles[-1][0]), route)


def _new_links(world: World, p: Position, site: Site) -> list[Route]:
    """Links from my network to cities outside it; before there is a network, links between any two cities."""
    board, owned = world.board, p.net.owned[world.me]
    if not owned:
        cities = range(len(board.cities))
        return _widening(
            lambda longest: [r for city in cities for r in routes(site, from_cities(site.land, [city]), longest)],
            FIRST_LINK,
        )
    begin = from_cities(site.land, [city for city, place in enumerate(board.place_of) if owned >> place & 1])
    found = _widening(lambda longest: routes(site, begin, longest), LONGEST)
    return [route for route in found if not owned >> board.place_of[route.goal] & 1 or _counts(world, route.goal)]


def _counts(world: World, city: int) -> bool:
    """Whether a link to this city counts although its place is already in my network."""
    return world.direct and city in world.by_colour[VP_CITY]


def _widening(search: Callable[[int], list[Route]], longest: int) -> list[Route]:
    """Short routes, and longer ones only if there are no short ones."""
    found = search(longest)
    while not found and longest < FARTHEST:
        longest *= 2
        found = search(longest)
    return found


def _worth(world: World, p: Position, view: View, route: Route, removed: int = 0) -> float:
    tiles = removed + len(route.laid)
    now = view.steps or NUMBERS.tiles_per_action
    after = with_link(world, p, route.start, route.goal, tiles, route.money)
    return outlook(world, after) - world.w.unfinished * max(0, tiles - now)


def _first_tile(site: Site, route: Route) -> AnyMove:
    hex_, way = route.laid[0]
    return Cross(hex_, way) if hex_ in site.ways else Track(hex_, way)
