"""Where track can lead: the cheapest way to build a link to each city, tile by tile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    barred: dict[int, int]
    """Edges (as bits) of hexes where track would join a rival's loose end."""
    stock: tuple[int, ...]
    money: int


class Route(NamedTuple):
    """Track from one city to another: its tiles and their price."""

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
    return Site(land, w, ways, barred, view.stock, view.players[view.seat or 0].money)


def from_cities(land: Land, cities: Iterable[int]) -> list[Step]:
    """Out of these cities in all directions."""
    return [
        Step(0, beside, opposite(edge), city, 0, ())
        for city in cities
        for edge, beside in enumerate(land.board.grid.neighbours[land.board.city_hex[city]])
        if beside != NOWHERE and land.price[beside] != NEVER
    ]


def from_loose_end(land: Land, loose: Path) -> list[Step]:
    """Continuing an unfinished link."""
    start = land.board.city_at[loose.start]
    return [Step(0, loose.goal(land.board.grid), opposite(loose.edges[-1]), start, 0, ())]


def routes(site: Site, begin: Iterable[Step], longest: int) -> list[Route]:
    """The best route to each city that can be reached with this many tiles."""
    found: dict[int, Route] = {}
    prices: dict[int, int] = {}
    queue = sorted(begin)
    settled: set[int] = set()
    board = site.land.board
    while queue:
        step = heappop(queue)
        # From an empty hex all ways are open, wherever the track came in; a crossing has only some.
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
    """One tile further, by every possible way."""
    hex_ = step.hex
    there = site.ways.get(hex_, ())
    cost = NUMBERS.crossing_cost if there else site.land.price[hex_]
    if len(there) > 1 or step.money + cost > site.money:
        return
    barred, tiles = site.barred.get(hex_, 0), site.land.ground.tiles
    price, money = step.price + site.w.tile_price + cost * site.w.dollar_price, step.money + cost
    for way, end, beyond in site.land.exits[hex_][step.entry]:
        code = tiles.code((*there, way))
        if code and site.stock[tiles.stock_of[code]] > 0 and not barred >> end & 1:
            yield Step(price, beyond, opposite(end), step.start, money, (*step.laid, (hex_, way)))
