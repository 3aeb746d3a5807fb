"""A map of Steam Power: hexes with terrain and cities, read from a TOML file and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engineshed.core.boards import Shelf, title_in
from engineshed.core.datafile import read_toml
from engineshed.core.words import Message
from engineshed.games.steam_power.rules.components import CITY_TILES
from engineshed.games.steam_power.rules.troubles import GAME_ID, trouble
from engineshed.rail.hexgrid import NOWHERE, HexGrid
from engineshed.rail.maps import (
    MapFile,
    MapReader,
    RailMap,
    Stops,
    cell_place,
    is_letter_or_digit,
    joined,
)

SEATS: Final = (1, 5)


class Terrain(IntEnum):
    PLAIN = 0
    HILL = 1
    MOUNTAIN = 2
    WATER = 3
    CITY = 4


SYMBOLS: Final = {".": Terrain.PLAIN, "+": Terrain.HILL, "^": Terrain.MOUNTAIN, "~": Terrain.WATER}
"""How a map file writes terrain; letters and digits are cities."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Board(RailMap):
    """A map of this game, for any number of players; cities are numbered in reading order."""

    terrain: tuple[Terrain, ...]
    cities: tuple[str, ...]
    city_hex: tuple[int, ...]
    city_at: tuple[int, ...]
    """The city on each hex, or -1."""
    place_of: tuple[int, ...]
    """The place of each city. Cities side by side are one place; places are numbered by their first city."""
    places: tuple[tuple[int, ...], ...]
    """The cities of each place."""
    rivers: tuple[tuple[int, ...], ...]
    """Hexes along which rivers are drawn, from the source. No rule uses them."""

    def summary(self, language: str) -> tuple[str | Message, ...]:
        """What the map is like, line by line."""
        groups = [" + ".join(self.cities[city] for city in place) for place in self.places if len(place) > 1]
        plain, hill, mountain, water = map(self.terrain.count, SYMBOLS.values())
        return (
            self.facts(title_in(self.text, language)),
            Message("board.terrain", {"plain": plain, "hill": hill, "mountain": mountain, "water": water}),
            Message("board.groups", {"groups": "; ".join(groups)}) if groups else Message("board.no-groups"),
            *([self.note] if self.note else []),
        )

    def facts(self, title: str) -> Message:
        """How large it is, and for how many players; ``title`` says of what."""
        hexes, cities = len(self.grid), len(self.cities)
        return Message(
            "board.facts",
            {"title": title, "hexes": hexes, "cities": cities, "players": self.suits(), "most": self.players[1]},
        )


class _MapFile(MapFile, frozen=True):
    cities: dict[str, str]


# -- reading a map file ------------------------------------------------------------------------------------------


def read_board(text: str, source: str) -> Board:
    """The map that a file describes; raises ``BadFileError`` naming the key or cell that is wrong."""
    return _Reader(read_toml(text, source, _MapFile), text, source).board()


class _Reader(MapReader):
    """Checks a map file step by step: its heading, its cells, its cities, and whether they can be joined."""

    def __init__(self, file: _MapFile, text: str, source: str) -> None:
        super().__init__(file, source)
        self.file, self.text = file, text

    def board(self) -> Board:
        self.check_heading(GAME_ID, SEATS)
        cells = self.cells()
        cities = Stops("cities", "city", self.file.cities, is_letter_or_digit, "@symbol.letter-or-digit", '"..."')
        self.check_symbols(cells, SYMBOLS, [cities], "@symbols.cities")
        self._check_number_of_cities()
        self.check_names([cities])
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

    def _check_number_of_cities(self) -> None:
        tiles, cities = sum(CITY_TILES), len(self.file.cities)
        if not 2 <= cities <= tiles:
            raise self.bad("cities", trouble("city-count"), tiles=tiles, cities=cities)

    def _check_joined(self, board: Board) -> None:
        """Check that every place can be reached by track from every other; otherwise a city could never be used."""
        if len(board.places) < 2:
            raise self.bad("cities", trouble("one-place"))
        neighbours = board.grid.neighbours
        reached = joined(
            board.grid, board.city_hex[0], lambda here, edge: board.terrain[neighbours[here][edge]] != Terrain.WATER
        )
        for city, number in enumerate(board.city_hex):
            if number not in reached:
                place, other = cell_place(*board.grid.cells[number]), board.cities[0]
                raise self.bad(place, trouble("no-land"), city=board.cities[city], other=other)

    def _river(self, grid: HexGrid, number: int, text: str) -> tuple[int, ...]:
        place = f"rivers {number}"
        course = self.course(grid, place, text.split())
        if len(course) < 2:
            raise self.bad(place, trouble("short-river"))
        return course


def _places(grid: HexGrid, city_hex: Sequence[int], city_at: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Maximal groups of adjacent cities."""
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


# -- which maps there are ----------------------------------------------------------------------------------------

SHELF: Final = Shelf(GAME_ID, "engineshed.games.steam_power", read_board)
load_board = SHELF.load
