"""A map of Steam Power: hexes with terrain and cities, read from a TOML file and checked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from engineshed.core import registry
from engineshed.core.datafile import Basis, quote, read_toml
from engineshed.core.errors import BadFileError, UnknownNameError
from engineshed.games.steam_power.components import CITY_TILES
from engineshed.rail.hexgrid import NOWHERE, HexGrid, cell_name, parse_cell

GAME_ID = "steam-power"
PACKAGED = ("steel-belt", "germany", "ireland", "great-britain", "france")
LARGEST = 40
"""How many rows and columns a map may have."""
LONGEST_NAME = 40
LONGEST_NOTE = 400

NO_HEX = "#"


class Terrain(IntEnum):
    PLAIN = 0
    HILL = 1
    MOUNTAIN = 2
    WATER = 3
    CITY = 4


SYMBOLS = {".": Terrain.PLAIN, "+": Terrain.HILL, "^": Terrain.MOUNTAIN, "~": Terrain.WATER}
"""How a map file writes terrain; letters and digits are cities."""


@dataclass(frozen=True, eq=False)
class Board:
    """A map. Two are equal when their files are; hexes are numbers of the grid, cities count in reading order."""

    id: str
    title: str
    players: tuple[int, int]
    """For how many it was made. A recommendation: every map can be played by 1 to 5."""
    basis: Basis
    note: str
    text: str
    """The file it was read from."""
    grid: HexGrid
    terrain: tuple[Terrain, ...]
    cities: tuple[str, ...]
    city_hex: tuple[int, ...]
    city_at: tuple[int, ...]
    """The city on each hex, or -1."""
    place_of: tuple[int, ...]
    """The place of each city. Cities side by side are one place; places count by their first city."""
    places: tuple[tuple[int, ...], ...]
    """The cities of each place."""
    rivers: tuple[tuple[int, ...], ...]
    """Hexes along which rivers are drawn, from the spring. No rule knows them."""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def suits(self) -> str:
        fewest, most = self.players
        return f"{fewest} to {most} players" if fewest < most else f"{fewest} players" if most > 1 else "1 player"

    def summary(self) -> tuple[str, ...]:
        """What the map is like, line by line."""
        groups = [" + ".join(self.cities[city] for city in place) for place in self.places if len(place) > 1]
        lands = [f"{self.terrain.count(kind)} {kind.name.lower()}" for kind in SYMBOLS.values()]
        return (
            f"{self.title}: {len(self.grid)} hexes, {len(self.cities)} cities, suits {self.suits()}",
            f"terrain: {', '.join(lands)}",
            f"city groups: {'; '.join(groups) or 'none'}",
            *([self.note] if self.note else []),
        )


class _MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    game: str
    title: str
    players: tuple[int, int]
    basis: Basis
    terrain: str
    cities: dict[str, str]
    note: str = ""
    rivers: tuple[str, ...] = ()


# -- which maps there are ----------------------------------------------------------------------------------------


def board_ids() -> tuple[str, ...]:
    """The maps of this package, then those that other packages bring."""
    return PACKAGED + tuple(name for name in registry.extra_maps(GAME_ID) if name not in PACKAGED)


def load_board(name: str) -> Board:
    """A map by its id, or by the whole text of its file."""
    return _given(name) if "\n" in name else _known(name)


@lru_cache(maxsize=16)
def _given(text: str) -> Board:
    return read_board(text, "the map file")


@cache
def _known(name: str) -> Board:
    if name not in board_ids():
        raise UnknownNameError("map", name, board_ids())
    board = read_board(_map_text(name), f"map {name}")
    if board.id != name:
        raise BadFileError(f"map {name}", "id", f"it should be {name!r}, the name of the map, not {board.id!r}")
    return board


def _map_text(name: str) -> str:
    if name in PACKAGED:
        return files(__package__).joinpath("data", "maps", f"{name}.toml").read_text(encoding="utf-8")
    return registry.extra_map_text(GAME_ID, name)


# -- reading a map file ------------------------------------------------------------------------------------------


def read_board(text: str, source: str) -> Board:
    """The map that a file describes; raises ``BadFileError`` naming the key or cell that is wrong."""
    return _Reader(read_toml(text, source, _MapFile), text, source).board()


class _Reader:
    """Checks a map file from the outside in: its heading, its cells, its cities, and whether all hangs together."""

    def __init__(self, file: _MapFile, text: str, source: str) -> None:
        self.file, self.text, self.source = file, text, source

    def board(self) -> Board:
        self._check_heading()
        rows = self._rows()
        cells = {
            (column, row): symbol
            for row, line in enumerate(rows)
            for column, symbol in enumerate(line)
            if symbol != NO_HEX
        }
        self._check_symbols(cells)
        self._check_names()
        grid = HexGrid(list(cells))
        symbols = [cells[cell] for cell in grid.cells]
        city_hex = tuple(number for number, symbol in enumerate(symbols) if symbol not in SYMBOLS)
        city_at = [-1] * len(grid)
        for city, number in enumerate(city_hex):
            city_at[number] = city
        places = _places(grid, city_hex, city_at)
        board = Board(
            id=self.file.id,
            title=self.file.title,
            players=self.file.players,
            basis=self.file.basis,
            note=self.file.note,
            text=self.text,
            grid=grid,
            terrain=tuple(SYMBOLS.get(symbol, Terrain.CITY) for symbol in symbols),
            cities=tuple(self.file.cities[symbols[number]] for number in city_hex),
            city_hex=city_hex,
            city_at=tuple(city_at),
            place_of=_place_of(places),
            places=places,
            rivers=tuple(self._river(grid, number, river) for number, river in enumerate(self.file.rivers, 1)),
        )
        self._check_joined(board)
        return board

    def _bad(self, place: str, problem: str) -> BadFileError:
        return BadFileError(self.source, place, problem)

    # The heading

    def _check_heading(self) -> None:
        file = self.file
        if file.game != GAME_ID:
            raise self._bad("game", f"this is a map for {quote(file.game)}, not for {GAME_ID!r}")
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", file.id) or len(file.id) > LONGEST_NAME:
            problem = f"{quote(file.id)} should be at most {LONGEST_NAME} small letters, digits and single hyphens"
            raise self._bad("id", problem)
        self._check_text("title", file.title)
        if file.note:
            self._check_text("note", file.note, LONGEST_NOTE)
        fewest, most = file.players
        if not 1 <= fewest <= most <= 5:
            raise self._bad("players", f"[{fewest}, {most}] should be two numbers from 1 to 5, the smaller one first")

    def _check_text(self, place: str, text: str, longest: int = LONGEST_NAME) -> None:
        if not text.strip():
            raise self._bad(place, "it should not be empty")
        if text != text.strip() or not text.isprintable():
            raise self._bad(place, f"{quote(text)} should have no blanks around it and no unprintable characters")
        if len(text) > longest:
            raise self._bad(place, f"{quote(text)} has {len(text)} characters; {longest} are the most")

    # The cells

    def _rows(self) -> list[list[str]]:
        rows = [line.split() for line in self.file.terrain.strip("\n").split("\n")]
        width = len(rows[0])
        if len(rows) > LARGEST or width > LARGEST:
            problem = f"{width} columns and {len(rows)} rows are too many; {LARGEST} of each are the most"
            raise self._bad("terrain", problem)
        for number, row in enumerate(rows, 1):
            if len(row) != width:
                problem = f"it has {len(row)} cells, but row 1 has {width}; write {NO_HEX} where there is no hex"
                raise self._bad(f"terrain, row {number}", problem)
        return rows

    def _check_symbols(self, cells: dict[tuple[int, int], str]) -> None:
        first: dict[str, str] = {}
        for (column, row), symbol in cells.items():
            if symbol in SYMBOLS:
                continue
            place = _cell_place(column, row)
            if not _is_city_symbol(symbol):
                raise self._bad(place, _unknown_symbol(symbol))
            if symbol not in self.file.cities:
                raise self._bad(place, f'city {symbol} has no name; add {symbol} = "..." under [cities]')
            if symbol in first:
                raise self._bad(place, f"city {symbol} already lies on {first[symbol]}; every city has one hex")
            first[symbol] = cell_name(column, row)
        self._check_cities_placed(list(first))

    def _check_cities_placed(self, placed: Sequence[str]) -> None:
        for symbol, name in self.file.cities.items():
            if not _is_city_symbol(symbol):
                raise self._bad("cities", f"a city's symbol should be one letter or digit, not {quote(symbol)}")
            if symbol not in placed:
                raise self._bad(
                    f"cities, {symbol}", f"{quote(name)} is nowhere on the map; put {symbol} in the terrain"
                )
        tiles = sum(CITY_TILES)
        if not 2 <= len(placed) <= tiles:
            problem = f"there should be 2 to {tiles} cities (there are {tiles} city tiles), not {len(placed)}"
            raise self._bad("cities", problem)

    # The cities

    def _check_names(self) -> None:
        seen: dict[str, str] = {}
        for symbol, name in self.file.cities.items():
            place = f"cities, {symbol}"
            self._check_text(place, name)
            if not any(character.isalpha() for character in name):
                raise self._bad(place, f"{quote(name)} would be read as a number; a name has a letter in it")
            if parse_cell(name) is not None:
                raise self._bad(
                    place, f"{quote(name)} would be read as a hex; choose a name that is no letter and number"
                )
            folded = fold(name)
            if folded in seen:
                raise self._bad(
                    place, f"{quote(name)} is the name of city {seen[folded]}, too (capitals and accents apart)"
                )
            seen[folded] = symbol

    def _check_joined(self, board: Board) -> None:
        """Every place must be reachable by track from every other; else a city could never be used."""
        if len(board.places) < 2:
            raise self._bad("cities", "all cities lie side by side; some should lie apart, for links to join them")
        reached = _reached(board, board.city_hex[0])
        for city, number in enumerate(board.city_hex):
            if number not in reached:
                place = _cell_place(*board.grid.cells[number])
                problem = f"no track over land can join {board.cities[city]} with {board.cities[0]}"
                raise self._bad(place, problem)

    # Rivers

    def _river(self, grid: HexGrid, number: int, text: str) -> tuple[int, ...]:
        place = f"rivers, river {number}"
        course: list[int] = []
        for name in text.split():
            here = grid.find(name)
            if here is None:
                raise self._bad(place, f'there is no hex {quote(name)}; a river is hexes in order, as in "B2 B3 C4"')
            if course and here not in grid.neighbours[course[-1]]:
                raise self._bad(place, f"{name} does not lie beside {grid.names[course[-1]]}")
            course.append(here)
        if len(course) < 2:
            raise self._bad(place, "a river should have at least two hexes")
        return tuple(course)


def fold(name: str) -> str:
    """A name without capitals and accents, for comparing what people type."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(character for character in plain if not unicodedata.combining(character)).casefold()


def _is_city_symbol(symbol: str) -> bool:
    return len(symbol) == 1 and symbol.isascii() and symbol.isalnum()


def _unknown_symbol(symbol: str) -> str:
    known = f"{', '.join(f'{sign} {kind.name.lower()}' for sign, kind in SYMBOLS.items())}, {NO_HEX} no hex"
    return (
        f"{quote(symbol)} is no symbol; there are {known}, and a letter or digit for a city, with blanks between them"
    )


def _cell_place(column: int, row: int) -> str:
    name = cell_name(column, row)
    return f"terrain, row {row + 1}, column {name.rstrip('0123456789')} (cell {name})"


def _places(grid: HexGrid, city_hex: Sequence[int], city_at: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Maximal groups of cities that lie side by side."""
    places: list[tuple[int, ...]] = []
    placed: set[int] = set()
    for city in range(len(city_hex)):
        if city in placed:
            continue
        group = [city]
        placed.add(city)
        for member in group:
            beside = [city_at[n] for n in grid.neighbours[city_hex[member]] if n != NOWHERE and city_at[n] >= 0]
            group += [other for other in beside if other not in placed]
            placed.update(beside)
        places.append(tuple(sorted(group)))
    return tuple(places)


def _place_of(places: Iterable[Iterable[int]]) -> tuple[int, ...]:
    numbers = {city: place for place, cities in enumerate(places) for city in cities}
    return tuple(numbers[city] for city in range(len(numbers)))


def _reached(board: Board, start: int) -> set[int]:
    """The hexes that are joined with this one over land and cities."""
    reached = {start}
    wave = [start]
    while wave:
        here = wave.pop()
        for there in board.grid.neighbours[here]:
            if there != NOWHERE and there not in reached and board.terrain[there] != Terrain.WATER:
                reached.add(there)
                wave.append(there)
    return reached
