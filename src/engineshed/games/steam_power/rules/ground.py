"""What never changes during a game on a board, worked out once: tiles, edges, and the moves themselves.

Move objects are made here and reused; listing legal moves is then mostly joining tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from engineshed.core.corrections import Data
from engineshed.core.words import Thing
from engineshed.games.steam_power.rules.board import Board, Terrain, load_board
from engineshed.games.steam_power.rules.box import Box, box_of
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.moves import Cross, Deliver, Factory, From, Plan, Remove, Replace, Track
from engineshed.rail.faces import WAYS, ways_from
from engineshed.rail.hexgrid import NOWHERE, opposite

Frontier = tuple[tuple[int, int], ...]
"""Hexes next to some cities, each with the edges (as bits) that face one of them."""

NEVER: Final = 1 << 30
"""The price of building where nothing can be built."""


class Ground:
    """A board and a box with everything that follows from them."""

    def __init__(self, board: Board, box: Box) -> None:
        self.board, self.box = board, box
        self.tiles, self.contracts, self.demands = box.tiles, box.contracts, box.demands
        self.size = len(board.grid)
        self.neighbours = board.grid.neighbours
        self.city_at, self.place_of = board.city_at, board.place_of
        self.hex_things = tuple(Thing("hex", hex_, name) for hex_, name in enumerate(board.grid.names))
        self.city_things = tuple(Thing("hex", *city) for city in zip(board.city_hex, board.cities, strict=True))
        self.price = tuple(self._price(terrain) for terrain in board.terrain)
        self.open_edges = tuple(self._edges(hex_, self._passable) for hex_ in range(self.size))
        """The edges that lead to land or to a city; track may end at no other (R30)."""
        self._shared_edges = tuple({other: 1 << edge for edge, other in enumerate(row)} for row in self.neighbours)
        self._make_moves()
        self.around = tuple(self._around(cities) for cities in board.places)
        self.everywhere: Frontier = self.frontier((1 << len(board.places)) - 1)
        self._starts: list[dict[int, tuple[Track, ...]]] = [{} for _ in range(self.size)]
        self._crossing_starts: list[dict[int, tuple[Cross, ...]]] = [{} for _ in range(self.size)]
        self._replacements: list[dict[int, tuple[Replace, ...]]] = [{} for _ in range(self.size)]

    @staticmethod
    def _price(terrain: Terrain) -> int:
        return NUMBERS.terrain_cost[terrain] if terrain <= Terrain.MOUNTAIN else NEVER

    def _passable(self, hex_: int) -> bool:
        return self.board.terrain[hex_] != Terrain.WATER

    def _edges(self, hex_: int, wanted: Callable[[int], bool]) -> int:
        return sum(1 << e for e, other in enumerate(self.neighbours[hex_]) if other != NOWHERE and wanted(other))

    def _make_moves(self) -> None:
        hexes, ways, cities = range(self.size), range(len(WAYS)), range(len(self.board.cities))
        self.tracks = tuple(tuple(Track(h, w) for w in ways) for h in hexes)
        self.crosses = tuple(tuple(Cross(h, w) for w in ways) for h in hexes)
        self.replaces = tuple(tuple(Replace(h, w) for w in ways) for h in hexes)
        self.removes = tuple(Remove(h) for h in hexes)
        self.factories = tuple(Factory(city, NUMBERS.factory_goods) for city in cities)
        low, high = NUMBERS.bonus_goods
        self.bonus_factories = tuple(tuple(Factory(city, n) for n in range(low, high + 1)) for city in cities)
        self.froms = tuple(From(city) for city in cities)
        self.delivers = tuple(Deliver(contract) for contract in range(len(self.contracts)))
        self.plans = tuple(Plan(contract) for contract in range(len(self.contracts)))

    def frontier(self, places: int) -> Frontier:
        """The buildable hexes next to the cities of these places (as bits)."""
        return self.widened((), [place for place in range(len(self.board.places)) if places >> place & 1])

    def widened(self, frontier: Frontier, places: Iterable[int]) -> Frontier:
        """A frontier with the hexes next to some more places."""
        faces = dict(frontier)
        for place in places:
            for hex_, edges in self.around[place]:
                faces[hex_] = faces.get(hex_, 0) | edges
        return tuple(sorted(faces.items()))

    def _around(self, cities: tuple[int, ...]) -> Frontier:
        """The buildable hexes next to one place."""
        faces: dict[int, int] = {}
        for city in cities:
            for edge, beside in enumerate(self.neighbours[self.board.city_hex[city]]):
                if beside != NOWHERE and self.price[beside] != NEVER:
                    faces[beside] = faces.get(beside, 0) | 1 << opposite(edge)
        return tuple(sorted(faces.items()))

    def starts(self, hex_: int, begin: int, barred: int, stocked: int) -> tuple[Track, ...]:
        """Tiles for an empty hex whose track begins at one of the edges ``begin`` and ends at an open one.

        ``barred``: edges where it would join foreign track (R21); ``stocked``: a bit per stock with tiles left.
        """
        key = begin | barred << 6 | stocked << 12
        known = self._starts[hex_].get(key)
        if known is None:
            ways = [w for w in self._ways(hex_, begin, barred) if stocked >> self.tiles.stock_of[w + 1] & 1]
            known = self._starts[hex_][key] = tuple(self.tracks[hex_][w] for w in ways)
        return known

    def crossing_starts(self, hex_: int, begin: int, barred: int, stocked: int, code: int) -> tuple[Cross, ...]:
        """The same for crossings over the simple tile ``code``."""
        key = begin | barred << 6 | stocked << 12 | code << 16
        known = self._crossing_starts[hex_].get(key)
        if known is None:
            crossing = self.tiles.crossing[code - 1]
            ways = [
                w
                for w in self._ways(hex_, begin, barred)
                if crossing[w] and stocked >> self.tiles.stock_of[crossing[w]] & 1
            ]
            known = self._crossing_starts[hex_][key] = tuple(self.crosses[hex_][w] for w in ways)
        return known

    def _ways(self, hex_: int, begin: int, barred: int) -> tuple[int, ...]:
        return ways_from(begin, self.open_edges[hex_] & ~barred)

    def first_edge(self, way: int, begin: int) -> int:
        """The end of the way that is on one of the edges ``begin``; the lower one if both are."""
        a, b = WAYS[way]
        return a if begin >> a & 1 else b

    def replacements(
        self, hex_: int, entry: int, barred: int, stocked: int, old: int, kept: int
    ) -> tuple[Replace, ...]:
        """Other tiles for a link's last hex: in at ``entry`` as before, not ``old``; a way ``kept`` (or -1) stays."""
        key = entry | barred << 3 | stocked << 9 | old << 13 | (kept + 1) << 17
        known = self._replacements[hex_].get(key)
        if known is None:
            found = []
            for way in self._ways(hex_, 1 << entry, barred):
                code = way + 1 if kept < 0 else self.tiles.crossing[kept][way]
                if way != old and code and stocked >> self.tiles.stock_of[code] & 1:
                    found.append(self.replaces[hex_][way])
            known = self._replacements[hex_][key] = tuple(found)
        return known

    def edges_to(self, hex_: int, other: int) -> int:
        """The edge (as a bit) that two hexes share; 0 if they are not neighbours."""
        return self._shared_edges[hex_].get(other, 0)


@lru_cache(maxsize=64)
def ground_of(map_name: str, data: Data) -> Ground:
    """The ground of a table, from a map's id or the text of a map file, and the corrected files of the box."""
    return Ground(load_board(map_name), box_of(data))
