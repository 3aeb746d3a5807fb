"""Where track can lead: the cheapest way to build a link to each city, tile by tile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from engineshed.bots.steam_power.land import CROSSING_STOCK, NEVER, SIMPLE_STOCK, Land, land_of
from engineshed.games.steam_power.components import NUMBERS
from engineshed.games.steam_power.view import View
from engineshed.rail.hexgrid import NOWHERE, opposite
from engineshed.rail.links import Path

TILE_PRICE, DOLLAR_PRICE = 10, 3
"""Two tiles are an action, and an action is worth about $7: so routes prefer few tiles to little money."""

LONGEST = 4
"""Links of more tiles take three actions or more; there is always something better."""

Laid = tuple[tuple[int, int], ...]
"""Hexes with the ways of the tiles laid there."""


class Site(NamedTuple):
    """What the active company finds when it builds."""

    land: Land
    ways: dict[int, tuple[int, ...]]
    """The ways that lie in a hex already."""
    stock: tuple[int, ...]
    barred: dict[int, int]
    """Edges (as bits) of hexes where track would join a rival's loose end."""
    money: int


class Route(NamedTuple):
    """Track from a city to another: its tiles and their price."""

    start: int
    goal: int
    laid: Laid
    money: int


class Step(NamedTuple):
    """Where track has got to. Sorts by price first, and then in a fixed order."""

    price: int
    hex: int
    entry: int
    start: int
    money: int
    laid: Laid


def site_of(view: View, money: int, *, with_own_loose: bool = True) -> Site:
    land = land_of(view.options.map)
    grid = land.board.grid
    ways: dict[int, tuple[int, ...]] = {}
    barred: dict[int, int] = {}
    for number, company in enumerate(view.companies):
        paths = list(company.links)
        loose = company.loose
        if loose is not None and (with_own_loose or number != view.active):
            paths.append(loose)
        if loose is not None and number != view.active:
            ahead = loose.goal(grid)
            barred[ahead] = barred.get(ahead, 0) | 1 << opposite(loose.edges[-1])
        for path in paths:
            for hex_, way in path.tiles(grid):
                ways[hex_] = (*ways.get(hex_, ()), way)
    return Site(land, ways, view.stock, barred, money)


def routes(site: Site, begin: Iterable[Step], longest: int = LONGEST) -> list[Route]:
    """The best route to each city that can be reached."""
    found: dict[int, Route] = {}
    prices: dict[int, int] = {}
    queue = sorted(begin)
    settled: set[int] = set()
    board = site.land.board
    while queue:
        step = heappop(queue)
        key = step.hex * 6 + (step.entry if step.hex in site.ways else 0)
        if key in settled:
            continue
        settled.add(key)
        for after in _laid(site, step):
            city = board.city_at[after.hex]
            if city < 0:
                if len(after.laid) < longest:
                    heappush(queue, after)
            elif after.price < prices.get(city, NEVER) and board.place_of[city] != board.place_of[after.start]:
                prices[city] = after.price
                found[city] = Route(after.start, city, after.laid, after.money)
    return list(found.values())


def _laid(site: Site, step: Step) -> Iterator[Step]:
    """One tile further, by every way that leads on."""
    hex_ = step.hex
    there = site.ways.get(hex_, ())
    cost = NUMBERS.crossing_cost if there else site.land.price[hex_]
    if len(there) > 1 or step.money + cost > site.money:
        return
    barred = site.barred.get(hex_, 0)
    price, money = step.price + TILE_PRICE + cost * DOLLAR_PRICE, step.money + cost
    for way, end, beyond in site.land.exits[hex_][step.entry]:
        stock = CROSSING_STOCK.get((there[0], way)) if there else SIMPLE_STOCK[way]
        if stock is not None and site.stock[stock] > 0 and not barred >> end & 1:
            yield Step(price, beyond, opposite(end), step.start, money, (*step.laid, (hex_, way)))


def from_cities(land: Land, cities: Iterable[int]) -> list[Step]:
    """Out of these cities in all directions."""
    return [
        Step(0, beside, opposite(edge), city, 0, ())
        for city in cities
        for edge, beside in enumerate(land.board.grid.neighbours[land.board.city_hex[city]])
        if beside != NOWHERE and land.price[beside] != NEVER
    ]


def from_loose_end(land: Land, loose: Path) -> list[Step]:
    """On from an unfinished link."""
    start = land.board.city_at[loose.start]
    return [Step(0, loose.goal(land.board.grid), opposite(loose.edges[-1]), start, 0, ())]
