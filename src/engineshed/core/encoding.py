"""What a game tells those who make numbers of it: how large the fields of its moves are, and tables of its views.

The numbers themselves are made in ``adapters`` and nowhere else. A game without this can be played, but not learned by
programs that know only arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

LEAST, MOST = -32768, 32767
"""Of any number in a table: they are stored in sixteen bits."""

SMALL_COUNT = 100
"""The bound of counts that are certainly far below it."""


class Column(NamedTuple):
    """What a number in a table says, and between which bounds it always is."""

    name: str
    says: str
    low: int = 0
    high: int = 1


class Table(NamedTuple):
    """Numbers made from a view, row by row. Where something belongs to a seat, seats count from the viewer on:
    the viewer is 0, the next player clockwise 1. A spectator sees what belongs to seats as seat 0 would."""

    name: str
    says: str
    rows: int
    columns: tuple[Column, ...]
    part: Callable[[Any], Any]
    """What of the view the numbers depend on: with an equal part, they are the same. Whose view it is always counts."""
    numbers: Callable[[Any], Iterable[int]]
    """From the view. A ``bytearray`` is quickest, where no number is negative or above 255."""


class Encoding(NamedTuple):
    """The two functions are given the number of seats and the options."""

    version: int
    """Raised when a table or the bounds change."""
    nature: tuple[type[Any], ...]
    """The kinds of moves that only nature makes. They get no numbers."""
    bounds: Callable[[int, Any], Mapping[str, range]]
    """The values of the whole numbers in the fields of moves; by name of the field (``hex``), or of kind and field
    (``Town.exits``). Fields that are not listed are amounts, from 0 to ``MOST``."""
    tables: Callable[[int, Any], Sequence[Table]]


def flag(name: str, says: str) -> Column:
    return Column(name, says)


def count(name: str, says: str, most: int = SMALL_COUNT) -> Column:
    return Column(name, says, 0, most)


def amount(name: str, says: str) -> Column:
    """Money and points: no rule bounds them."""
    return Column(name, says, LEAST, MOST)


def flags(name: str, says: str, kinds: Iterable[str]) -> tuple[Column, ...]:
    """One of these is 1, or none."""
    return tuple(Column(f"{name}-{kind}", says) for kind in kinds)


def from_viewer(seat: int | None, viewer: int | None, seats: int) -> int:
    """How far clockwise from the viewer a seat is; -1 for nobody."""
    return -1 if seat is None else (seat - (viewer or 0)) % seats


def place_of(seat: int, line: Sequence[int]) -> int:
    """The place of a seat in a line, from 1; 0 if it is not there."""
    return line.index(seat) + 1 if seat in line else 0


@cache
def one_of(chosen: int | str | None, kinds: Sequence[int | str]) -> tuple[int, ...]:
    """1 for the chosen kind, 0 for the others. The kinds are a tuple or a range."""
    return tuple([int(kind == chosen) for kind in kinds])
