"""Track as the greedy bot considers it: whole links, each by the tile to lay now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engineshed.core.bot import Memory
from engineshed.games.steam_power.bots.changes import with_link
from engineshed.games.steam_power.bots.outlook import outlook
from engineshed.games.steam_power.bots.routes import (
    Found,
    Route,
    Site,
    from_cities,
    from_loose_end,
    joint,
    routes,
    site_of,
)
from engineshed.games.steam_power.bots.world import Position, World
from engineshed.games.steam_power.rules.for_bots import NUMBERS, VP_CITY, AnyMove, Cross, Remove, Track, View

FIRST_LINK: Final = 2
LONGEST: Final = 4
FARTHEST: Final = 64
"""The most tiles of the links that it considers: for the first link (there are many candidates), for later ones, and,
if none of those can be built, for any link that fits on the map."""
REMEMBERED: Final = 8
"""For how many kinds of track the links are remembered."""


class Build(NamedTuple):
    """A link that could be built: the outlook when it is finished, the next step towards it, and the way it takes."""

    worth: float
    move: AnyMove
    route: Route


def links(world: World, p: Position, view: View, memory: Memory) -> Iterator[Build]:
    site, loose = site_of(view, world.w), view.companies[view.active].loose
    weigh = _Weigher(world, p, view.steps or NUMBERS.tiles_per_action)
    if loose is None:
        for route in _new_links(world, p, site, memory):
            yield Build(weigh.worth(route), _first_tile(site, route), route)
        return
    begin = from_loose_end(site.land, loose)
    for route in _widening(lambda longest: routes(site, begin, longest), LONGEST).routes:
        yield Build(weigh.worth(route), _first_tile(site, route), route)
    tiles = loose.tiles(world.board.grid)
    for route in _new_links(world, p, site_of(view, world.w, own_loose=False), memory):
        yield Build(weigh.worth(route, len(tiles)), Remove(tiles[-1][0]), route)


def _new_links(world: World, p: Position, site: Site, memory: Memory) -> list[Route]:
    """Links from my network to cities outside it; before there is a network, links between any two cities.

    They are remembered while the track stays as it is: most actions leave it alone, and instead of the second tile of a
    link, another link could be begun.
    """
    track = p.owned, tuple(site.ways.items()), tuple(site.barred.items()), site.in_stock
    found: Found | None = memory.get(track)
    if found is None or not found.holds(site.money):
        if len(memory) == REMEMBERED:
            memory.clear()
        found = memory[track] = _search(world, p.owned, site)
    place_of = world.board.place_of
    return [route for route in found.routes if not p.owned >> place_of[route.goal] & 1 or _counts(world, route.goal)]


def _search(world: World, owned: int, site: Site) -> Found:
    board, land = world.board, site.land
    if not owned:
        begins = [from_cities(land, [city]) for city in range(len(board.cities))]
        return _widening(lambda longest: joint([routes(site, begin, longest) for begin in begins]), FIRST_LINK)
    begin = from_cities(land, [city for city, place in enumerate(board.place_of) if owned >> place & 1])
    return _widening(lambda longest: routes(site, begin, longest), LONGEST)


def _counts(world: World, city: int) -> bool:
    """Whether a link to this city counts although its place is already in my network."""
    return world.direct and city in world.by_colour[VP_CITY]


def _widening(search: Callable[[int], Found], longest: int) -> Found:
    """Short routes, and longer ones only if there are no short ones."""
    found = search(longest)
    while not found.routes and longest < FARTHEST:
        longest *= 2
        found = joint([found, search(longest)])
    return found


class _Weigher:
    """What links are worth. Those that lead to the same place for the same price are worth the same."""

    __slots__ = ("_known", "_now", "_p", "_world")

    def __init__(self, world: World, p: Position, now: int) -> None:
        """``now``: how many tiles can be laid before the next action."""
        self._world, self._p, self._now = world, p, now
        self._known: dict[tuple[int, ...], float] = {}

    def worth(self, route: Route, removed: int = 0) -> float:
        world, tiles = self._world, removed + len(route.laid)
        key = (*self._ends(route), tiles, route.money)
        worth = self._known.get(key)
        if worth is None:
            after = with_link(world, self._p, route.start, route.goal, tiles, route.money)
            worth = self._known[key] = outlook(world, after) - world.w.unfinished * max(0, tiles - self._now)
        return worth

    def _ends(self, route: Route) -> tuple[int, ...]:
        """What tells the ends of a link from others: where it begins makes no difference if that is mine already."""
        if self._world.direct:
            return route.start, route.goal
        place_of = self._world.board.place_of
        start, goal = place_of[route.start], place_of[route.goal]
        return (goal,) if self._p.owned >> start & 1 else (start, goal)


def _first_tile(site: Site, route: Route) -> AnyMove:
    hex_, way = route.laid[0]
    return Cross(hex_, way) if hex_ in site.ways else Track(hex_, way)
