"""What never changes during a game on one board, worked out once: edges, surcharges, and the moves themselves.

Move objects are made here and reused; listing legal moves is then mostly joining tuples.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engineshed.core.corrections import Data
from engineshed.core.words import Thing
from engineshed.games.steam.rules.board import Board, Terrain, load_board
from engineshed.games.steam.rules.components import GOODS
from engineshed.games.steam.rules.moves import Cross, Redirect, Second, Town, Track, Urbanise
from engineshed.games.steam.rules.tiles import SIMPLE_FACES, TileSet, tile_set_of
from engineshed.rail.faces import WAYS, ways_from
from engineshed.rail.hexgrid import EDGES, NOWHERE, opposite

NO_CITY: Final = 255
"""Stands for a hex without a city in a table of colours."""

EVERY_EDGE: Final = 63


class Ground:
    """A board with everything that follows from it."""

    def __init__(self, board: Board, tiles: TileSet) -> None:
        self.board, self.tiles = board, tiles
        self.exits = tuple(exits for exits in range(64) if tiles.town[exits])
        """Every set of edges that a town tile can have, as bits."""
        self.size = len(board.grid)
        self.neighbours = board.grid.neighbours
        self.names = board.grid.names
        self.hexes = tuple(Thing("hex", hex_, name) for hex_, name in enumerate(self.names))
        """What sentences mention: every hex by its own name; ``places`` by that of its city or town, if it has one."""
        self.places = self._places(board)
        self.link_ids = tuple(f"{name}-{edge}" for name in self.names for edge in EDGES)
        """By hex and edge (6 * hex + edge): the name of a link that leaves the hex across this edge."""
        self.open_edges = board.open_edges
        self.town_hexes = tuple(town.hex for town in board.towns)
        self.is_town = tuple(town >= 0 for town in board.town_at)
        self.buildable = tuple(terrain <= Terrain.HILL for terrain in board.terrain)
        self.extra = tuple(board.surcharge(hex_) for hex_ in range(self.size))
        self.dearest = max(self.extra)
        """The most that the ground adds anywhere."""
        self._dearer = [tuple(h for h in range(self.size) if self.extra[h] > spare) for spare in range(self.dearest)]
        self.printed = bytes(NO_CITY if city < 0 else board.cities[city].colour for city in board.city_at)
        """The colour of the printed city on each hex."""
        self.printed_gates = bytes(self.gates_of(self.printed, hex_) for hex_ in range(self.size))
        self.ahead = tuple(self._ahead(hex_, edge) for hex_ in range(self.size) for edge in range(6))
        """By hex and edge (6 * hex + edge): the same edge as seen from the other side, or NOWHERE."""
        hexes, ways = range(self.size), range(len(WAYS))
        self.tracks = tuple(tuple(Track(h, w) for w in ways) for h in hexes)
        self.seconds = tuple(tuple(Second(h, w) for w in ways) for h in hexes)
        self.crosses = tuple(tuple(Cross(h, w) for w in ways) for h in hexes)
        self.redirects = tuple(tuple(Redirect(h, w) for w in ways) for h in hexes)
        self.towns = tuple(tuple(Town(h, e) for e in range(64)) if self.is_town[h] else () for h in hexes)
        self.new_cities = {h: tuple(Urbanise(h, colour) for colour in range(len(GOODS))) for h in self.town_hexes}
        self._tracks: dict[tuple[int, ...], tuple[Track, ...]] = {}
        self._crosses: dict[tuple[int, ...], tuple[Cross, ...]] = {}
        self._towns: dict[tuple[int, ...], tuple[Town, ...]] = {}
        self._redirects: dict[tuple[int, ...], tuple[Redirect, ...]] = {}

    def _places(self, board: Board) -> tuple[Thing, ...]:
        things = list(self.hexes)
        for city in board.cities:
            things[city.hex] = Thing("hex", city.hex, city.name)
        for town in board.towns:
            things[town.hex] = Thing("hex", town.hex, town.name)
        return tuple(things)

    def dearer(self, spare: int) -> Sequence[int]:
        """The hexes where the ground adds more than this."""
        if spare < 0:
            return range(self.size)
        return self._dearer[spare] if spare < self.dearest else ()

    def _ahead(self, hex_: int, edge: int) -> int:
        there = self.neighbours[hex_][edge]
        return NOWHERE if there == NOWHERE else 6 * there + opposite(edge)

    def gates_of(self, colours: bytes, hex_: int) -> int:
        """The edges (as bits) where track in this hex can begin at a city; none if no track can be laid here."""
        if not self.buildable[hex_] or colours[hex_] != NO_CITY:
            return 0
        beside, open_edges = self.neighbours[hex_], self.open_edges[hex_]
        return sum(1 << edge for edge in range(6) if open_edges >> edge & 1 and colours[beside[edge]] != NO_CITY)

    def tracks_from(self, hex_: int, begin: int, barred: int, stocked: int) -> tuple[Track, ...]:
        """Tracks through an empty hex that begin at one of the edges ``begin`` and end at an open one.

        There is a piece with only such a track, or with a second track as well. ``barred``: edges that are closed to
        this builder; ``stocked``: a bit for every available face.
        """
        if not SIMPLE_FACES & ~stocked:
            stocked = SIMPLE_FACES
        key = (hex_, begin, barred, stocked)
        known = self._tracks.get(key)
        if known is None:
            known = self._tracks[key] = tuple(
                self.tracks[hex_][w]
                for w in self.ways_from(hex_, begin, barred)
                if stocked >> self.tiles.face_of[self.tiles.simple[w]] & 1
                or self.crosses_from(hex_, EVERY_EDGE, barred, stocked, w)
            )
        return known

    def crosses_from(self, hex_: int, begin: int, barred: int, stocked: int, kept: int) -> tuple[Cross, ...]:
        """Second tracks on a tile that has the track ``kept``, found in the same way."""
        key = (hex_, begin, barred, stocked, kept)
        known = self._crosses.get(key)
        if known is None:
            codes = self.tiles.complex[kept]
            ways = (
                w
                for w in self.ways_from(hex_, begin, barred)
                if codes[w] and stocked >> self.tiles.face_of[codes[w]] & 1
            )
            known = self._crosses[key] = tuple(self.crosses[hex_][w] for w in ways)
        return known

    def ways_from(self, hex_: int, begin: int, barred: int) -> tuple[int, ...]:
        return ways_from(begin, self.open_edges[hex_] & ~barred)

    def towns_from(self, hex_: int, begin: int, old: int, stocked: int) -> tuple[Town, ...]:
        """Town tiles with more exits than ``old``, all of them open, and a new one among the edges ``begin``."""
        key = (hex_, begin, old, stocked)
        known = self._towns.get(key)
        if known is None:
            usable = self.open_edges[hex_]
            known = self._towns[key] = tuple(
                self.towns[hex_][exits]
                for exits in self.exits
                if exits & old == old
                and exits & ~old & begin
                and exits & usable == exits
                and stocked >> self.tiles.face_of[self.tiles.town[exits]] & 1
            )
        return known

    def redirects_from(
        self, hex_: int, entry: int, barred: int, stocked: int, old: int, kept: int
    ) -> tuple[Redirect, ...]:
        """Other ways out for track that enters at ``entry`` and went ``old``; a track ``kept`` (or -1) stays."""
        key = (hex_, entry, barred, stocked, old, kept)
        known = self._redirects.get(key)
        if known is None:
            found = []
            for way in self.ways_from(hex_, 1 << entry, barred & ~(1 << entry)):
                code = self.tiles.simple[way] if kept < 0 else self.tiles.complex[kept][way]
                if way != old and code and stocked >> self.tiles.face_of[code] & 1:
                    found.append(self.redirects[hex_][way])
            known = self._redirects[key] = tuple(found)
        return known


@lru_cache(maxsize=64)
def ground_of(map_name: str, data: Data) -> Ground:
    """The ground of a table, from a map's id or the text of a map file, and the corrected files of the box."""
    return Ground(load_board(map_name), tile_set_of(data))
