"""A map of Steam: hexes with terrain, rivers and black edges, cities and towns, read from a TOML file and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Final, Literal

import msgspec

from engineshed.core.boards import Shelf, title_in
from engineshed.core.datafile import read_toml
from engineshed.core.errors import shown
from engineshed.core.words import Message, Param
from engineshed.games.steam.rules.components import CUBES, GOODS, NUMBERS, SEATS
from engineshed.rail.hexgrid import EDGES, NOWHERE, HexGrid, opposite
from engineshed.rail.maps import MapFile, MapReader, RailMap, Stops, cell_place, joined

GAME_ID: Final = "steam"


class Terrain(IntEnum):
    PLAIN = 0
    HILL = 1
    WATER = 2
    CITY = 3


SYMBOLS: Final = {".": Terrain.PLAIN, "+": Terrain.HILL, "~": Terrain.WATER}
"""How a map file writes terrain; capital letters and digits are cities, lowercase letters are towns."""


class City(msgspec.Struct, frozen=True):
    """A printed city."""

    name: str
    hex: int
    colour: int
    """Its place in GOODS."""
    cubes: int
    """The number printed on it: how many cubes it starts with."""


class PrintedTown(msgspec.Struct, frozen=True):
    """A town of the map; ``Town`` is the move that lays a tile there."""

    name: str
    hex: int


class River(msgspec.Struct, frozen=True):
    """A river or canal along hexes, or a small lake on one."""

    hexes: tuple[int, ...]
    enters: int | None
    """The edge where it enters the first hex; None if it rises there."""
    leaves: int | None
    """The edge where it leaves the last hex; None if it ends there."""
    canal: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class Board(RailMap):
    """A map of this game; cities and towns are numbered in reading order."""

    terrain: tuple[Terrain, ...]
    cities: tuple[City, ...]
    towns: tuple[PrintedTown, ...]
    city_at: tuple[int, ...]
    """The printed city on each hex, or -1."""
    town_at: tuple[int, ...]
    """The town on each hex, or -1. Under a town there is plain or hill."""
    wet: tuple[bool, ...]
    """Whether there is a river, a canal or a small lake on the hex."""
    open_edges: tuple[int, ...]
    """The edges of each hex that track may cross, as bits: neither black nor towards water or the map's border."""
    black: tuple[tuple[int, int], ...]
    """The black edges between two land hexes, each once, as a hex and one of its edges."""
    rivers: tuple[River, ...]
    fewer_with_three: int
    """How many fewer cubes than printed every city gets with three players."""

    def cubes(self, city: int, players: int) -> int:
        """How many cubes a city starts with."""
        return self.cities[city].cubes - (self.fewer_with_three if players == SEATS[0] else 0)

    def surcharge(self, hex_: int) -> int:
        """What the ground adds to the price of a tile."""
        hill = NUMBERS.hill_cost if self.terrain[hex_] == Terrain.HILL else 0
        return hill + (NUMBERS.river_cost if self.wet[hex_] else 0)

    def summary(self, language: str) -> tuple[str | Message, ...]:
        """What the map is like, line by line."""
        counts: dict[str, Param] = {kind.name.lower(): self.terrain.count(kind) for kind in SYMBOLS.values()}
        cubes = sum(city.cubes for city in self.cities)
        colours: dict[str, Param] = {
            name: sum(city.colour == good for city in self.cities) for good, name in enumerate(GOODS[:-1])
        }
        return (
            self.facts(title_in(self.text, language)),
            Message("board.terrain", {**counts, "river": sum(self.wet)}),
            Message("board.cities", {**colours, "cubes": cubes}),
            *([self.note] if self.note else []),
        )

    def facts(self, title: str) -> Message:
        """How large it is, and for how many players; ``title`` says of what."""
        size = {"hexes": len(self.grid), "cities": len(self.cities), "towns": len(self.towns)}
        return Message("board.facts", {"title": title, **size, "players": self.suits(), "most": self.players[1]})


class _City(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    colour: Literal["red", "blue", "yellow", "purple"]
    cubes: Annotated[int, msgspec.Meta(ge=0, le=9)]


class _Town(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    hill: bool = False


class _MapFile(MapFile, frozen=True):
    cities: dict[str, _City]
    towns: dict[str, _Town] = msgspec.field(default_factory=dict)
    canals: tuple[str, ...] = ()
    black_edges: tuple[str, ...] = ()
    fewer_with_three: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


# -- reading a map file ------------------------------------------------------------------------------------------


def read_board(text: str, source: str) -> Board:
    """The map that a file describes; raises ``BadFileError`` naming the key or cell that is wrong."""
    return _Reader(read_toml(text, source, _MapFile), text, source).board()


class _Reader(MapReader):
    """Checks a map file step by step: heading, cells, names, rivers, edges, and whether everything is connected."""

    def __init__(self, file: _MapFile, text: str, source: str) -> None:
        super().__init__(file, source)
        self.file, self.text = file, text

    def board(self) -> Board:
        self.check_heading(GAME_ID, SEATS)
        cells = self.cells()
        tables = self._tables()
        self.check_symbols(cells, SYMBOLS, tables, "@symbols.cities-and-towns")
        self.check_names(tables)
        self._check_cubes()
        grid = HexGrid(list(cells))
        symbols = [cells[cell] for cell in grid.cells]
        terrain = tuple(self._terrain(symbol) for symbol in symbols)
        cities, towns = self._cities(symbols), self._towns(symbols)
        rivers = self._rivers(grid)
        black = tuple(
            self._black_edge(grid, terrain, number, edge) for number, edge in enumerate(self.file.black_edges, 1)
        )
        board = Board(
            id=self.file.id,
            title=self.file.title,
            players=self.file.players,
            basis=self.file.basis,
            note=self.file.note,
            text=self.text,
            grid=grid,
            terrain=terrain,
            cities=cities,
            towns=towns,
            city_at=_at(len(grid), [city.hex for city in cities]),
            town_at=_at(len(grid), [town.hex for town in towns]),
            wet=_wet(terrain, rivers),
            open_edges=_open_edges(grid, terrain, black),
            black=black,
            rivers=rivers,
            fewer_with_three=self.file.fewer_with_three,
        )
        self._check_joined(board)
        return board

    # Cities and towns

    def _tables(self) -> list[Stops]:
        cities = {symbol: city.name for symbol, city in self.file.cities.items()}
        towns = {symbol: town.name for symbol, town in self.file.towns.items()}
        entry = '{ name = "...", colour = "red", cubes = 3 }'
        return [
            Stops("cities", "steam:city", cities, _is_city_symbol, "@symbol.capital-or-digit", entry),
            Stops("towns", "steam:town", towns, _is_town_symbol, "@symbol.small-letter", '{ name = "..." }'),
        ]

    def _terrain(self, symbol: str) -> Terrain:
        if symbol in self.file.cities:
            return Terrain.CITY
        if symbol in self.file.towns:
            return Terrain.HILL if self.file.towns[symbol].hill else Terrain.PLAIN
        return SYMBOLS[symbol]

    def _cities(self, symbols: Sequence[str]) -> tuple[City, ...]:
        lines = [(hex_, self.file.cities[symbol]) for hex_, symbol in enumerate(symbols) if symbol in self.file.cities]
        return tuple(City(line.name, hex_, GOODS.index(line.colour), line.cubes) for hex_, line in lines)

    def _towns(self, symbols: Sequence[str]) -> tuple[PrintedTown, ...]:
        lines = [(hex_, self.file.towns[symbol]) for hex_, symbol in enumerate(symbols) if symbol in self.file.towns]
        return tuple(PrintedTown(line.name, hex_) for hex_, line in lines)

    def _check_cubes(self) -> None:
        """The bag has enough for every city and every supply field."""
        cities = self.file.cities.values()
        if len(cities) < 2:
            raise self.bad("cities", "steam:trouble.few-cities", cities=len(cities))
        printed = sum(city.cubes for city in cities)
        most = sum(CUBES) - NUMBERS.supply_fields * max(NUMBERS.supply_cubes.values())
        if printed > most:
            raise self.bad("cities", "steam:trouble.many-cubes", cubes=printed, most=most)
        least = self.file.fewer_with_three
        for symbol, city in self.file.cities.items():
            if city.cubes < least:
                raise self.bad(f"cities, {symbol}", "steam:trouble.few-cubes", cubes=city.cubes, least=least)

    # Rivers and edges

    def _rivers(self, grid: HexGrid) -> tuple[River, ...]:
        rivers = [
            self._river(grid, _place("river", n), text, canal=False) for n, text in enumerate(self.file.rivers, 1)
        ]
        canals = [self._river(grid, _place("canal", n), text, canal=True) for n, text in enumerate(self.file.canals, 1)]
        return tuple(rivers + canals)

    def _river(self, grid: HexGrid, place: Message, text: str, *, canal: bool) -> River:
        """ "nw A2 B2 s": hexes in order; an edge before or after them says where the river comes from or goes."""
        words = text.split()
        enters = EDGES.index(words.pop(0)) if words and words[0] in EDGES else None
        leaves = EDGES.index(words.pop()) if words and words[-1] in EDGES else None
        course = self.course(grid, place, words)
        if not course:
            raise self.bad(place, "steam:trouble.empty-river")
        return River(course, enters, leaves, canal)

    def _black_edge(self, grid: HexGrid, terrain: Sequence[Terrain], number: int, text: str) -> tuple[int, int]:
        place = _place("black-edge", number)
        name, _, edge = text.partition(" ")
        here = grid.find(name)
        if here is None or edge not in EDGES:
            raise self.bad(place, "steam:trouble.no-edge", text=shown(text))
        there = grid.neighbours[here][EDGES.index(edge)]
        if there == NOWHERE or Terrain.WATER in (terrain[here], terrain[there]):
            raise self.bad(place, "steam:trouble.closed-edge", text=shown(text))
        return here, EDGES.index(edge)

    def _check_joined(self, board: Board) -> None:
        """Check that every city and town can be reached by track from every other; otherwise it could never be used."""
        first = board.cities[0]
        reached = joined(board.grid, first.hex, lambda here, edge: bool(board.open_edges[here] >> edge & 1))
        stops = [(city.hex, city.name) for city in board.cities] + [(town.hex, town.name) for town in board.towns]
        for hex_, name in stops:
            if hex_ not in reached:
                place = cell_place(*board.grid.cells[hex_])
                raise self.bad(place, "steam:trouble.not-joined", name=name, other=first.name)


def _place(kind: str, number: int) -> Message:
    """The river, canal or black edge of this number, as a place in a map file."""
    return Message(f"steam:place.{kind}", {"number": number})


def _is_city_symbol(symbol: str) -> bool:
    return len(symbol) == 1 and symbol.isascii() and (symbol.isupper() or symbol.isdigit())


def _is_town_symbol(symbol: str) -> bool:
    return len(symbol) == 1 and symbol.isascii() and symbol.islower()


def _at(size: int, hexes: Sequence[int]) -> tuple[int, ...]:
    """The index of each hex in the list, or -1."""
    places = {hex_: place for place, hex_ in enumerate(hexes)}
    return tuple(places.get(hex_, -1) for hex_ in range(size))


def _wet(terrain: Sequence[Terrain], rivers: Sequence[River]) -> tuple[bool, ...]:
    """Whether track here costs extra for a river: never in cities and open water, where there is no track."""
    courses = {hex_ for river in rivers for hex_ in river.hexes}
    return tuple(hex_ in courses and kind <= Terrain.HILL for hex_, kind in enumerate(terrain))


def _open_edges(grid: HexGrid, terrain: Sequence[Terrain], black: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    closed = {*black, *((grid.neighbours[hex_][edge], opposite(edge)) for hex_, edge in black)}

    def is_open(hex_: int, edge: int) -> bool:
        there = grid.neighbours[hex_][edge]
        return there != NOWHERE and Terrain.WATER not in (terrain[hex_], terrain[there]) and (hex_, edge) not in closed

    edges = range(len(EDGES))
    return tuple(sum(1 << edge for edge in edges if is_open(hex_, edge)) for hex_ in range(len(grid)))


# -- which maps there are ----------------------------------------------------------------------------------------

SHELF: Final = Shelf(GAME_ID, "engineshed.games.steam", read_board)
load_board = SHELF.load
