"""Map files of railway games: a heading, a grid of symbols, names for the places in it, courses of rivers.

Each game says what the symbols mean. Every mistake is reported with the file, the place in it, and what it should be.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engineshed.core.boards import Heading, HeadingReader
from engineshed.core.datafile import Basis
from engineshed.core.errors import shown
from engineshed.core.notation import noun
from engineshed.core.words import Message
from engineshed.rail.hexgrid import NOWHERE, HexGrid, cell_name, parse_cell

LARGEST: Final = 40
"""The most rows, and the most columns, that a map may have."""

NO_HEX: Final = "#"

Cells = dict[tuple[int, int], str]
"""The symbol of every hex, by column and row."""


class MapFile(Heading, frozen=True, kw_only=True):
    """What every map file has; a game adds its own keys."""

    terrain: str
    rivers: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class RailMap:
    """What every map has. Two maps are equal if their files are. Hexes are given by their numbers in the grid."""

    id: str
    title: str
    players: tuple[int, int]
    """The numbers of players that it was made for. A recommendation, not a rule."""
    basis: Basis
    note: str
    text: str
    """The contents of the file that it was read from."""
    grid: HexGrid

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, RailMap) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def suits(self) -> str:
        """The numbers of players that it was made for, as a text."""
        fewest, most = self.players
        return f"{fewest}–{most}" if fewest < most else str(most)


class Stops(NamedTuple):
    """A table in a map file. Each of its entries has a symbol, which must be on exactly one hex."""

    table: str
    what: str
    """What an entry is, in the form that ``noun`` takes."""
    names: Mapping[str, str]
    """The name of each entry, by its symbol."""
    is_symbol: Callable[[str], bool]
    symbol: str
    """A description of the symbols that are allowed: ``@symbol.letter-or-digit``."""
    entry: str
    """An example of an entry."""


# -- reading a map file ------------------------------------------------------------------------------------------


class MapReader(HeadingReader):
    """Checks what all map files have in common. A game's reader runs these checks in its own order and adds its own."""

    def __init__(self, file: MapFile, source: str) -> None:
        super().__init__(file, source)
        self._file = file

    # The cells

    def cells(self) -> Cells:
        """The symbols of the terrain, without the cells that are not hexes."""
        return {
            (column, row): symbol
            for row, line in enumerate(self._rows())
            for column, symbol in enumerate(line)
            if symbol != NO_HEX
        }

    def _rows(self) -> list[list[str]]:
        rows = [line.split() for line in self._file.terrain.strip("\n").split("\n")]
        width = len(rows[0])
        if len(rows) > LARGEST or width > LARGEST:
            raise self.bad("terrain", "map.large", columns=width, rows=len(rows), most=LARGEST)
        for number, row in enumerate(rows, 1):
            if len(row) != width:
                place = Message("place.row", {"row": number})
                raise self.bad(place, "map.row", cells=len(row), width=width, sign=NO_HEX)
        return rows

    def check_symbols(self, cells: Cells, ground: Collection[str], tables: Sequence[Stops], known: str) -> None:
        """Check that every symbol is a kind of ground or an entry of a table, and that every entry has exactly one hex.

        ``known`` is a description of all symbols that are allowed: ``@symbols.cities``.
        """
        first: dict[str, str] = {}
        for cell, symbol in cells.items():
            if symbol in ground:
                continue
            place = cell_place(*cell)
            stops = next((stops for stops in tables if stops.is_symbol(symbol)), None)
            if stops is None:
                raise self.bad(place, "map.no-symbol", symbol=shown(symbol), known=known)
            self._check_stop(place, symbol, stops, first)
            first[symbol] = cell_name(*cell)
        for stops in tables:
            self._check_placed(stops, first)

    def _check_stop(self, place: Message, symbol: str, stops: Stops, first: Mapping[str, str]) -> None:
        if symbol not in stops.names:
            what, entry = noun(stops.what), stops.entry
            raise self.bad(place, "map.no-entry", what=what, symbol=symbol, entry=entry, table=stops.table)
        if symbol in first:
            raise self.bad(place, "map.symbol-twice", what=noun(stops.what), symbol=symbol, hex=first[symbol])

    def _check_placed(self, stops: Stops, placed: Collection[str]) -> None:
        for symbol, name in stops.names.items():
            if not stops.is_symbol(symbol):
                what, wanted = noun(stops.what), stops.symbol
                raise self.bad(stops.table, "map.bad-symbol", what=what, wanted=wanted, symbol=shown(symbol))
            if symbol not in placed:
                raise self.bad(f"{stops.table}, {symbol}", "map.nowhere", name=shown(name), symbol=symbol)

    # Names

    def check_names(self, tables: Sequence[Stops]) -> None:
        """Check that no name can be mistaken for a hex, a number or another name, however it is typed."""
        seen: dict[str, tuple[str, str]] = {}
        for stops in tables:
            for symbol, name in stops.names.items():
                place = f"{stops.table}, {symbol}"
                self._check_name(place, name)
                folded = fold(name)
                if folded in seen:
                    what, other = seen[folded]
                    raise self.bad(place, "map.name-twice", name=shown(name), what=what, symbol=other)
                seen[folded] = noun(stops.what), symbol

    def _check_name(self, place: str, name: str) -> None:
        self.check_text(place, name)
        if not any(character.isalpha() for character in name):
            raise self.bad(place, "map.name-number", name=shown(name))
        if parse_cell(name) is not None:
            raise self.bad(place, "map.name-hex", name=shown(name))

    # Rivers

    def course(self, grid: HexGrid, place: str | Message, names: Iterable[str]) -> tuple[int, ...]:
        """The hexes of a river, in order; each must be next to the one before."""
        course: list[int] = []
        for name in names:
            here = grid.find(name)
            if here is None:
                raise self.bad(place, "map.river-hex", name=shown(name))
            if course and here not in grid.neighbours[course[-1]]:
                raise self.bad(place, "map.river-gap", name=shown(name), before=grid.names[course[-1]])
            course.append(here)
        return tuple(course)


def fold(name: str) -> str:
    """A name without capitals and accents, to compare it with what people type."""
    plain = unicodedata.normalize("NFKD", name)
    bare = "".join(character for character in plain if not unicodedata.combining(character))
    return bare.casefold().translate(_UNACCENTED)


_UNACCENTED: Final = str.maketrans({"ø": "o", "æ": "ae"})
"""Letters that many keyboards lack, but that are not accented letters to Unicode."""


def is_letter_or_digit(symbol: str) -> bool:
    return len(symbol) == 1 and symbol.isascii() and symbol.isalnum()


def cell_place(column: int, row: int) -> Message:
    """A hex as a place in a map file."""
    name = cell_name(column, row)
    return Message("place.cell", {"row": row + 1, "column": name.rstrip("0123456789"), "cell": name})


def joined(grid: HexGrid, start: int, passes: Callable[[int, int], bool]) -> set[int]:
    """All hexes that can be reached from this one. ``passes`` says whether one can leave a hex across an edge."""
    reached = {start}
    wave = [start]
    while wave:
        here = wave.pop()
        for edge, there in enumerate(grid.neighbours[here]):
            if there != NOWHERE and there not in reached and passes(here, edge):
                reached.add(there)
                wave.append(there)
    return reached
