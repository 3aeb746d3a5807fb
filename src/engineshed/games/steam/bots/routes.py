"""Where track can lead: the cheapest way to build to each place, tile by tile, as the builder sees the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from engineshed.games.steam.bots.nearby import nearest_places
from engineshed.games.steam.bots.network import Joined
from engineshed.games.steam.rules.for_bots import (
    ALL_FACES,
    NUMBERS,
    OPPOSITE,
    AnyMove,
    Board,
    Cross,
    LinkView,
    Town,
    Track,
    View,
    ground_of,
    load_board,
    tile_set_of,
)
from engineshed.rail.faces import WAY_OF
from engineshed.rail.hexgrid import NOWHERE
from engineshed.rail.network import bits

SIMPLE_PRICE, COMPLEX_PRICE = 2 * NUMBERS.edge_cost, 4 * NUMBERS.edge_cost
FAR = 99
"""More tiles than anybody lays in a turn."""
BEGUN = -1
"""Used in place of an edge if track does not enter the hex but begins or ends at the place there."""


class Route(NamedTuple):
    """Track to be built: the first move, the total cost, and the links that it makes."""

    first: AnyMove
    tiles: int
    money: int
    links: tuple[Joined, ...]


class _Step(NamedTuple):
    """Where track has got to. Sorts by price first, and then in a fixed order."""

    price: int
    hex: int
    entry: int
    start: int
    """The place that the link being built began at."""
    tiles: int
    money: int
    links: tuple[Joined, ...]
    first: AnyMove | None


class Site:
    """The map as one builder sees it."""

    def __init__(self, view: View, tile_price: int, *, brief: bool = False) -> None:
        self.tile_price = tile_price
        """How many dollars a placement is worth."""
        self.brief = brief
        """Whether track is given up as soon as it has no tiles left to arrive anywhere: much quicker."""
        self.board: Board = load_board(view.options.map)
        self.near = nearest_places(ground_of(view.options.map, view.options.data))
        self.colours = {city.hex: city.colour for city in view.cities}
        self.founded = len(self.colours) > len(self.board.cities)
        self.neighbours = self.board.grid.neighbours
        self.me = view.active
        self.tiles = tile_set_of(view.options.data)
        self.stocked = ALL_FACES if view.options.unlimited_tiles else self.tiles.open_faces(view.shown)
        self.ways: dict[int, tuple[int, ...]] = {}
        self.exits: dict[int, int] = {}
        self.barred: dict[int, int] = {}
        self.open: list[LinkView] = []
        """My own unfinished links."""
        self.mine: set[int] = set()
        """Places where one of my complete links ends."""
        for link in view.links:
            self._add(link)

    def is_town(self, hex_: int) -> bool:
        return self.board.town_at[hex_] >= 0 and hex_ not in self.colours

    def _add(self, link: LinkView) -> None:
        here = link.start
        for coming, going in zip(link.edges, link.edges[1:], strict=False):
            here = self.neighbours[here][coming]
            self.ways[here] = (*self.ways.get(here, ()), WAY_OF[OPPOSITE[coming], going])
        ends = ((link.start, link.edges[0], link.head), (link.goal, OPPOSITE[link.edges[-1]], link.tail))
        for hex_, edge, is_joined in ends:
            if is_joined:
                self.exits[hex_] = self.exits.get(hex_, 0) | 1 << edge
            else:
                self.barred[hex_] = self.barred.get(hex_, 0) | 1 << edge
        if link.owner == self.me:
            if link.head and link.tail:
                self.mine.update((link.start, link.goal))
            elif link.head:
                self.open.append(link)

    # Where to begin

    def from_network(self) -> Iterator[_Step]:
        """Starting from my cities and towns; a town gets one more exit."""
        for hex_ in sorted(self.mine):
            begin = _Step(0, hex_, BEGUN, hex_, 0, 0, (), None)
            yield from self._through(begin) if self.is_town(hex_) else self._leaving(begin)

    def from_cities(self) -> Iterator[_Step]:
        """Starting from any city, to begin somewhere new."""
        for hex_ in self.colours:
            yield from self._leaving(_Step(0, hex_, BEGUN, hex_, 0, 0, (), None))

    def _leaving(self, begin: _Step) -> Iterator[_Step]:
        for edge, ahead in self._out_of(begin.hex, self.board.open_edges[begin.hex], begin.start):
            yield begin._replace(hex=ahead, entry=OPPOSITE[edge])

    def from_open_ends(self) -> Iterator[_Step]:
        for link in self.open:
            yield _Step(0, link.goal, OPPOSITE[link.edges[-1]], link.start, 0, 0, (), None)

    def missing(self, step: _Step) -> int:
        """At least how many more tiles track needs from here to a place other than the one where it began.

        A town that has become a city needs no tile.
        """
        for near in self.near[step.hex]:
            if near.place != step.start:
                return max(1, near.tiles - self.founded)
        return FAR

    def _out_of(self, hex_: int, edges: int, start: int) -> Iterator[tuple[int, int]]:
        """Which of these edges track can cross, and the hexes beyond: no open end points there, and no link leads
        back to where it began."""
        for edge in bits(edges):
            ahead = self.neighbours[hex_][edge]
            if ahead not in (NOWHERE, start) and not self.barred.get(ahead, 0) >> OPPOSITE[edge] & 1:
                yield edge, ahead

    # One tile further

    def laid(self, step: _Step) -> Iterator[_Step]:
        if self.is_town(step.hex):
            yield from self._through(step)
        elif step.hex not in self.colours:
            yield from self._across(step)

    def _across(self, step: _Step) -> Iterator[_Step]:
        """Steps across a hex without a place, which may already have one other track."""
        _, hex_, entry, start, tiles, money, links, first = step
        there = self.ways.get(hex_, ())
        if len(there) > 1:
            return
        cost = COMPLEX_PRICE if there else SIMPLE_PRICE + self.board.surcharge(hex_)
        price, tiles, money = step.price + cost + self.tile_price, tiles + 1, money + cost
        codes = self.tiles.complex[there[0]] if there else self.tiles.simple
        kind: type[Cross | Track] = Cross if there else Track
        # The end that I come from is my own or a city's; the track must not meet any other open end here.
        barred = self.barred.get(hex_, 0) | 1 << entry
        for edge, ahead in self._out_of(hex_, self.board.open_edges[hex_] & ~barred, start):
            way = WAY_OF[entry, edge]
            if codes[way] and self.stocked >> self.tiles.face_of[codes[way]] & 1:
                yield _Step(price, ahead, OPPOSITE[edge], start, tiles, money, links, first or kind(hex_, way))

    def _through(self, step: _Step) -> Iterator[_Step]:
        """Steps into a town and out of it by one more exit."""
        hex_, came = step.hex, step.entry != BEGUN
        exits = self.exits.get(hex_, 0)
        entered = exits | (1 << step.entry if came else 0)
        ground = 0 if exits else self.board.surcharge(hex_)
        links = (*step.links, (step.start, hex_)) if came else step.links
        if came and self.tiles.town[entered]:
            yield self._town(step, entered, ground, hex_, BEGUN, links)
        for edge, ahead in self._out_of(hex_, self.board.open_edges[hex_] & ~entered & ~self.barred.get(hex_, 0), hex_):
            if self.tiles.town[entered | 1 << edge]:
                yield self._town(step, entered | 1 << edge, ground, ahead, OPPOSITE[edge], links)

    def _town(self, step: _Step, exits: int, ground: int, ahead: int, entry: int, links: tuple[Joined, ...]) -> _Step:
        """The step with a tile with these exits in its town."""
        cost = self.tiles.price_of[self.tiles.town[exits]] + ground
        price = step.price + cost + self.tile_price
        first = step.first or Town(step.hex, exits)
        return _Step(price, ahead, entry, step.hex, step.tiles + 1, step.money + cost, links, first)


def routes(site: Site, begin: Iterable[_Step], longest: int, money: int) -> list[Route]:
    """The cheapest route for every chain of links that can be built with these tiles and this money."""
    found: dict[tuple[Joined, ...], Route] = {}
    settled: set[tuple[int, ...]] = set()
    queue = [(step.price, number, step) for number, step in enumerate(begin) if _leads_on(site, step, longest, money)]
    heapify(queue)
    pushed = len(queue)
    while queue:
        _, _, step = heappop(queue)
        origin = step.links[0][0] if step.links else step.start
        key = (step.hex, step.entry, origin, step.start, len(step.links))
        if key in settled:
            continue
        settled.add(key)
        if _arrived(site, step):
            _end(found, step)
            continue
        for after in site.laid(step):
            if _leads_on(site, after, longest, money):
                pushed += 1
                heappush(queue, (after.price, pushed, after))
    return list(found.values())


def _arrived(site: Site, step: _Step) -> bool:
    return step.entry == BEGUN or step.hex in site.colours


def _leads_on(site: Site, step: _Step, longest: int, money: int) -> bool:
    """Whether it has arrived, or there are tiles left to continue it."""
    if step.money > money:
        return False
    if _arrived(site, step):
        return step.tiles <= longest
    return step.tiles + (site.missing(step) if site.brief else 1) <= longest


def _end(found: dict[tuple[Joined, ...], Route], step: _Step) -> None:
    """Track has reached a city, or ends in a town: the first to arrive is the cheapest."""
    links = (*step.links, (step.start, step.hex)) if step.entry != BEGUN else step.links
    if step.first is not None and links:
        found.setdefault(links, Route(step.first, step.tiles, step.money, links))
