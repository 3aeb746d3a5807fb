"""What a seat sees, as named arrays: made from its view and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engineshed.core.contract import AnyGame
from engineshed.core.encoding import Column, Table
from engineshed.core.errors import Trouble
from engineshed.core.options import read_options

Numbers = NDArray[np.int16]


class Encoder:
    """Makes arrays of the views of one game with these options and this number of seats.

    Their shapes never change. A table that is the same as in the view before is not made again: observations share such
    an array, and so nobody may write to it.
    """

    def __init__(self, game: AnyGame, seats: int, options: Any = None) -> None:
        if game.encoding is None:
            raise Trouble("trouble.no-encoding", game=game.id)
        self.game, self.seats = game, seats
        self.version = game.encoding.version
        self.tables: tuple[Table, ...] = tuple(game.encoding.tables(seats, read_options(game.rules.options, options)))
        self._memories: dict[int | None, list[_Remembered]] = {}

    @property
    def size(self) -> int:
        """How many numbers there are in all tables."""
        return sum(table.rows * len(table.columns) for table in self.tables)

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers of ``flat`` are called: table, row, column."""
        return tuple(
            f"{table.name}.{row}.{column.name}"
            for table in self.tables
            for row in range(table.rows)
            for column in table.columns
        )

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the numbers of ``flat``, with their bounds."""
        return tuple(column for table in self.tables for _ in range(table.rows) for column in table.columns)

    def encode(self, view: Any) -> dict[str, Numbers]:
        """Each table as rows x columns."""
        memory = self._memories.get(view.seat)
        if memory is None:
            memory = self._memories[view.seat] = [_Remembered(table) for table in self.tables]
        return {kept.name: kept.array(view) for kept in memory}

    def flat(self, view: Any) -> Numbers:
        """All tables, one after the other."""
        return np.concatenate([array.ravel() for array in self.encode(view).values()])


class _Remembered:
    """A table of one viewer, as it was last."""

    __slots__ = ("_array", "_columns", "_numbers", "_part", "_seen", "name")

    def __init__(self, table: Table) -> None:
        self.name, self._part, self._numbers = table.name, table.part, table.numbers
        self._columns = len(table.columns)
        self._seen: Any = None
        self._array: Numbers = np.empty(0, np.int16)

    def array(self, view: Any) -> Numbers:
        part = self._part(view)
        if self._seen is None or part != self._seen:
            numbers = self._numbers(view)
            if isinstance(numbers, bytearray):
                array = np.frombuffer(numbers, np.uint8).astype(np.int16)
            else:
                array = np.array(numbers if isinstance(numbers, list) else list(numbers), np.int16)
            self._array = array.reshape(-1, self._columns)
            self._array.flags.writeable = False
            self._seen = part
        return self._array
