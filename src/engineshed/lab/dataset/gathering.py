"""What is kept of each decision while a game is played."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate, chain
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

from engineshed.adapters.moves import Numbering, Path
from engineshed.adapters.observations import Encoder
from engineshed.core.bot import AnyAsk
from engineshed.core.contract import AnyGame
from engineshed.core.loop import Turn
from engineshed.core.options import read_options, write_options
from engineshed.core.registry import find_game
from engineshed.lab.dataset.schema import DECISIONS
from engineshed.lab.simulate import GameLine


class Decisions(msgspec.Struct, frozen=True):
    """A study: the decisions of each game as a table."""

    tell = False

    def watch(self, game: AnyGame, _options: Any, _seats: int, number: int) -> DecisionWatcher:
        return DecisionWatcher(game, number)


class Features(msgspec.Struct, frozen=True):
    """The same, with what the players saw and could do, as numbers."""

    tell = False

    def watch(self, game: AnyGame, options: Any, seats: int, number: int) -> FeatureWatcher:
        return self._watcher(game, number, code_of(game.id, seats, write_options(options)))

    @property
    def _watcher(self) -> type[FeatureWatcher]:
        return FeatureWatcher


class Code:
    """How views and moves become numbers, for games of one kind."""

    def __init__(self, views: Encoder, moves: Numbering) -> None:
        self.views, self.moves = views, moves

    @cached_property
    def fields(self) -> list[Any]:
        """One column for each table of a view, its 16-bit numbers row after row; then the legal moves and the choice.

        Parquet would need several times as long to write lists of numbers: it keeps their shape number by number.
        """
        tables = [
            pa.field(f"view_{table.name}", pa.binary(2 * table.rows * len(table.columns))).with_metadata(
                {"rows": str(table.rows), "columns": ",".join(column.name for column in table.columns)}
            )
            for table in self.views.tables
        ]
        path = pa.list_(pa.int16())
        return [*tables, pa.field("legal", pa.list_(path)), pa.field("choice", path)]

    @cached_property
    def schema(self) -> Any:
        return pa.schema([*DECISIONS, *self.fields])


_codes: dict[tuple[str, int, bytes], Code] = {}
"""Those that this process has made; numbering moves takes a while."""


def code_of(game_id: str, seats: int, options: dict[str, Any]) -> Code:
    key = game_id, seats, msgspec.json.encode(options)
    if key not in _codes:
        game = find_game(game_id)
        read = read_options(game.rules.options, options)
        _codes[key] = Code(Encoder(game, seats, read), Numbering(game, seats, read))
    return _codes[key]


class DecisionWatcher:
    """The columns grow decision by decision; what is the same for all decisions of a seat is filled in at the end."""

    def __init__(self, game: AnyGame, number: int) -> None:
        self._number, self._round = number, game.rules.round
        self._kind_of = {kind: kind.__name__.lower() for kind in game.rules.moves}
        self._rows: list[tuple[int, int, int, int, str, bytes]] = []

    def see(self, ply: int, turn: Turn[Any, Any], asked: AnyAsk | None) -> None:
        if asked is not None:
            seat, move, before, _ = turn
            kind = self._kind_of[type(move)]
            self._rows.append((ply, seat, self._round(before), len(asked.moves), kind, _written(move)))

    def found(self, line: GameLine) -> Any:
        return pa.RecordBatch.from_arrays(self._columns(line), schema=DECISIONS)

    def _columns(self, line: GameLine) -> list[Any]:
        plies, seats, rounds, legal, kinds, moves = zip(*self._rows, strict=True) if self._rows else ((),) * 6
        seat, size = np.array(seats, np.int8), len(seats)
        if line.ranks is None:
            rank, won = pa.nulls(size, pa.int8()), pa.nulls(size, pa.float32())
        else:
            first = np.array([(rank == 1) / line.ranks.count(1) for rank in line.ranks], np.float32)
            rank, won = pa.array(np.array(line.ranks, np.int8)[seat]), pa.array(first[seat])
        return [
            pa.array(np.full(size, self._number, np.int64)),
            pa.array(np.array(plies, np.int32)),
            pa.array(seat),
            pa.array([line.bots[place] for place in seats], pa.string()),
            pa.array(np.array(rounds, np.int16)),
            pa.array(np.array(legal, np.int32)),
            pa.array(kinds, pa.string()),
            pa.array(moves, pa.string()),
            pa.array(np.array(line.scores, np.int32)[seat]),
            rank,
            won,
        ]


_written = msgspec.json.Encoder().encode


class FeatureWatcher(DecisionWatcher):
    """Arrays of views are shared as long as nothing changes; so they are copied only once, when the game is over."""

    def __init__(self, game: AnyGame, number: int, code: Code) -> None:
        super().__init__(game, number)
        self._code = code
        self._tables: list[list[Any]] = [[] for _ in code.views.tables]
        self._legal_numbers: list[list[Path]] = []
        self._choices: list[Path] = []

    def see(self, ply: int, turn: Turn[Any, Any], asked: AnyAsk | None) -> None:
        super().see(ply, turn, asked)
        if asked is None:
            return
        numbers = self._code.moves
        for table, array in zip(self._tables, self._code.views.encode(asked.view).values(), strict=True):
            table.append(array)
        self._legal_numbers.append([numbers[move] for move in asked.moves])
        self._choices.append(numbers[turn.move])

    def found(self, line: GameLine) -> Any:
        fields = self._code.fields
        tables = [
            pa.FixedSizeBinaryArray.from_buffers(field.type, len(arrays), [None, pa.py_buffer(_joined(arrays))])
            for arrays, field in zip(self._tables, fields, strict=False)
        ]
        legal = _lists(_paths(list(chain.from_iterable(self._legal_numbers))), self._legal_numbers)
        columns = [*self._columns(line), *tables, legal, _paths(self._choices)]
        return pa.RecordBatch.from_arrays(columns, schema=self._code.schema)


def _joined(arrays: list[Any]) -> Any:
    return np.concatenate(arrays).astype("<i2", copy=False) if arrays else b""


def _paths(paths: list[Path]) -> Any:
    return _lists(pa.array(np.fromiter(chain.from_iterable(paths), np.int16)), paths)


def _lists(values: Any, parts: list[Any]) -> Any:
    """Values in lists that are as long as these parts."""
    ends = np.fromiter(accumulate(map(len, parts), initial=0), np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), values)
