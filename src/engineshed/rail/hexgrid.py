"""Flat-top hexes in columns ("odd-q": every odd column is half a hex lower).

Edges are numbered clockwise from the top: 0 n, 1 ne, 2 se, 3 s, 4 sw, 5 nw. A hex is named after its column's letter
and its row's number, both counted from the top left: ``A1`` is in the corner, ``D7`` is the seventh hex of the fourth
column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

EDGES: Final = ("n", "ne", "se", "s", "sw", "nw")

_EVEN: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_ODD: Final = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))

NOWHERE: Final = -1
"""The neighbour of a hex across the edge of the map."""


def opposite(edge: int) -> int:
    return (edge + 3) % 6


def cell_name(column: int, row: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def parse_cell(name: str) -> tuple[int, int] | None:
    """The column and row of the hex with this name; None if it is not a name of a hex."""
    match = re.fullmatch(r"([A-Za-z]{1,2})([0-9]{1,3})", name)
    if match is None or match[2].startswith("0"):
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1, int(match[2]) - 1


class HexGrid:
    """A set of hexes, numbered in reading order: row by row, each from left to right."""

    def __init__(self, cells: Sequence[tuple[int, int]]) -> None:
        self.cells = tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))
        self.index = {cell: number for number, cell in enumerate(self.cells)}
        self.names = tuple(cell_name(*cell) for cell in self.cells)
        self.neighbours = tuple(tuple(self._across(cell, edge) for edge in range(6)) for cell in self.cells)
        """``neighbours[hex][edge]`` is the hex across that edge, or NOWHERE."""

    def __len__(self) -> int:
        return len(self.cells)

    def _across(self, cell: tuple[int, int], edge: int) -> int:
        column, row = cell
        dx, dy = (_ODD if column % 2 else _EVEN)[edge]
        return self.index.get((column + dx, row + dy), NOWHERE)

    def find(self, name: str) -> int | None:
        """The hex with this name, or None."""
        cell = parse_cell(name)
        return None if cell is None else self.index.get(cell)

    def distance(self, a: int, b: int) -> int:
        """The number of steps from hex to hex as the crow flies, even across gaps in the map."""
        (ax, az), (bx, bz) = _axial(self.cells[a]), _axial(self.cells[b])
        return (abs(ax - bx) + abs(az - bz) + abs(ax + az - bx - bz)) // 2

    def centre(self, number: int) -> tuple[float, float]:
        """The centre of the hex on a drawing whose hexes have sides of length 1."""
        column, row = self.cells[number]
        return 1.5 * column, 3**0.5 * (row + 0.5 * (column % 2))


def _axial(cell: tuple[int, int]) -> tuple[int, int]:
    column, row = cell
    return column, row - (column - column % 2) // 2
