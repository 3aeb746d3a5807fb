"""Where track can lead: the cheapest way to build a link to each city, tile by tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from engineshed.games.steam_power.bots.land import Land, land_of
from engineshed.games.steam_power.bots.weights import Weights
from engineshed.games.steam_power.rules.for_bots import NEVER, NUMBERS, View
from engineshed.rail.hexgrid import NOWHERE, opposite
from engineshed.rail.paths import Path

Laid = tuple[tuple[int, int], ...]
"""Hexes with the ways of the tiles laid there."""


class Site(NamedTuple):
    """The map as a builder finds it."""

    land: Land
    w: Weights
    ways: dict[int, tuple[int, ...]]
    """The ways that are already in a hex."""
    in_stock: tuple[bool, ...]
    """Whether there is a tile left, by its code."""
    barred: dict[int, int]
    """Edges (as bits) of hexes where track would join a rival's loose end."""
    money: int


class Route(NamedTuple):
    """Track from one city to another: its tiles and their price."""

    start: int
    goal: int
    laid: Laid
    money: int


Step = tuple[int, int, int, int, int, Laid]
"""Where track has got to: its price, the hex ahead, the edge where it enters that, the city where it began, what it
costs, and its tiles. Sorts by price first, and then in a fixed order."""


def site_of(view: View, w: Weights, *, own_loose: bool = True) -> Site:
    """The ground for the active company; without ``own_loose`` as if it had removed its unfinished link."""
    land = land_of(view.options)
    grid = land.board.grid
    ways: dict[int, tuple[int, ...]] = {}
    barred: dict[int, int] = {}
    for number, company in enumerate(view.companies):
        paths, loose = list(company.links), company.loose
        if loose is not None:
            if number != view.active:
                ahead = loose.goal(grid)
                barred[ahead] = barred.get(ahead, 0) | 1 << opposite(loose.edges[-1])
            if number != view.active or own_loose:
                paths.append(loose)
        for path in paths:
            for hex_, way in path.tiles(grid):
                ways[hex_] = (*ways.get(hex_, ()), way)
    in_stock = tuple([view.stock[stock] > 0 for stock in land.ground.tiles.stock_of])
    return Site(land, w, ways, in_stock, barred, view.players[view.seat or 0].money)


def from_cities(land: Land, cities: Iterable[int]) -> list[Step]:
    """First steps out of these cities in all directions."""
    return [
        (0, beside, opposite(edge), city, 0, ())
        for city in cities
        for edge, beside in enumerate(land.board.grid.neighbours[land.board.city_hex[city]])
        if beside != NOWHERE and land.price[beside] != NEVER
    ]


def from_loose_end(land: Land, loose: Path) -> list[Step]:
    """Continuing an unfinished link."""
    start = land.board.city_at[loose.start]
    return [(0, loose.goal(land.board.grid), opposite(loose.edges[-1]), start, 0, ())]


class Found(NamedTuple):
    """The best route to each city that can be reached, and for which money that holds."""

    routes: list[Route]
    enough: int
    """The most that any track costs which was looked at."""
    too_little: int
    """With this much money, there would be more track to look at."""

    def holds(self, money: int) -> bool:
        return self.enough <= money < self.too_little


def joint(found: Sequence[Found]) -> Found:
    """What several searches have found together."""
    every = [route for one in found for route in one.routes]
    return Found(every, max(one.enough for one in found), min(one.too_little for one in found))


def routes(site: Site, begin: Iterable[Step], longest: int) -> Found:
    """The best route to each city that can be reached with this many tiles."""
    city_at, place_of, ways = site.land.board.city_at, site.land.board.place_of, site.ways
    to_city = site.land.tiles_to_city
    found: dict[int, Route] = {}
    prices: dict[int, int] = {}
    best = {_key(ways, step): step for step in sorted(begin, reverse=True)}
    """The best step so far by where it has got to."""
    queue = sorted(best.values())
    limits = Limits(site.money)
    while queue:
        step = heappop(queue)
        if best[_key(ways, step)] < step:
            continue
        for after in _laid(site, step, longest, limits):
            city = city_at[after[1]]
            if city < 0:
                key = _key(ways, after)
                known = best.get(key)
                if known is None or after < known:
                    best[key] = after
                    if to_city[after[1]] <= longest - len(after[5]):
                        heappush(queue, after)
            elif after[0] < prices.get(city, NEVER) and place_of[city] != place_of[after[3]]:
                prices[city] = after[0]
                found[city] = Route(after[3], city, after[5], after[4])
    return Found(list(found.values()), limits.enough, limits.too_little)


class Limits:
    """What a search has paid at most, and the least that it could not pay."""

    __slots__ = ("enough", "money", "too_little")

    def __init__(self, money: int) -> None:
        self.money, self.enough, self.too_little = money, 0, NEVER


def _key(ways: dict[int, tuple[int, ...]], step: Step) -> int:
    """From an empty hex all ways are open, wherever the track came in; a crossing has only some."""
    hex_ = step[1]
    return hex_ * 6 + step[2] if hex_ in ways else hex_ * 6


def _laid(site: Site, step: Step, longest: int, limits: Limits) -> list[Step]:
    """One tile further, by every possible way; with the last tile only into cities."""
    price, hex_, entry, start, money, laid = step
    land, there = site.land, site.ways.get(hex_)
    exits = (land.exits if len(laid) + 1 < longest else land.arrivals)[hex_][entry]
    codes: Sequence[int] = land.codes
    cost = land.price[hex_]
    if there is not None:
        if len(there) > 1:
            return []
        codes, cost = land.ground.tiles.crossing[there[0]], NUMBERS.crossing_cost
    if not exits or not _pay(limits, money + cost):
        return []
    price, money = price + site.w.tile_price + cost * site.w.dollar_price, money + cost
    barred, in_stock = site.barred.get(hex_, 0), site.in_stock
    return [
        (price, beyond, gate, start, money, (*laid, (hex_, way)))
        for way, end, beyond, gate in exits
        if codes[way] and in_stock[codes[way]] and not barred >> end & 1
    ]


def _pay(limits: Limits, money: int) -> bool:
    """Whether there is this much money; whatever is found depends on the answer."""
    if money <= limits.money:
        limits.enough = max(limits.enough, money)
        return True
    limits.too_little = min(limits.too_little, money)
    return False
