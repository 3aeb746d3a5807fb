"""Where track can lead: the cheapest way to build a link to each city, tile by tile."""

from __future__ import annotations

from collections.abc import Iterable
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


def routes(site: Site, begin: Iterable[Step], longest: int) -> list[Route]:
    """The best route to each city that can be reached with this many tiles."""
    found: dict[int, Route] = {}
    prices: dict[int, int] = {}
    best: dict[int, Step] = {}
    """The best step to each hex so far."""
    queue: list[Step] = []
    for step in begin:
        _consider(site, queue, best, step)
    city_at, place_of = site.land.board.city_at, site.land.board.place_of
    while queue:
        step = heappop(queue)
        if best[_key(site, step)] is not step:
            continue
        for after in _laid(site, step, longest):
            price, hex_, _, start, money, laid = after
            city = city_at[hex_]
            if city < 0:
                _consider(site, queue, best, after)
            elif price < prices.get(city, NEVER) and place_of[city] != place_of[start]:
                prices[city] = price
                found[city] = Route(start, city, laid, money)
    return list(found.values())


def _key(site: Site, step: Step) -> int:
    """From an empty hex all ways are open, wherever the track came in; a crossing has only some."""
    return step[1] * 6 + (step[2] if step[1] in site.ways else 0)


def _consider(site: Site, queue: list[Step], best: dict[int, Step], step: Step) -> None:
    key = _key(site, step)
    known = best.get(key)
    if known is None or step < known:
        best[key] = step
        heappush(queue, step)


def _laid(site: Site, step: Step, longest: int) -> list[Step]:
    """One tile further, by every possible way; with the last tile only into cities."""
    price, hex_, entry, start, money, laid = step
    exits = (site.land.exits if len(laid) + 1 < longest else site.land.arrivals)[hex_][entry]
    if not exits:
        return []
    there = site.ways.get(hex_, ())
    cost = NUMBERS.crossing_cost if there else site.land.price[hex_]
    if len(there) > 1 or money + cost > site.money:
        return []
    price, money = price + site.w.tile_price + cost * site.w.dollar_price, money + cost
    codes = site.land.ground.tiles.crossing[there[0]] if there else site.land.codes
    barred, in_stock = site.barred.get(hex_, 0), site.in_stock
    return [
        (price, beyond, gate, start, money, (*laid, (hex_, way)))
        for way, end, beyond, gate in exits
        if codes[way] and in_stock[codes[way]] and not barred >> end & 1
    ]
