"""The columns of a part of a data set, made of the notes of its games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

from engineshed.core.encoding import Table
from engineshed.core.registry import find_game
from engineshed.lab.dataset.gathering import NUMBER_BYTES, PER_DECISION, Notes, code_of
from engineshed.lab.dataset.schema import DECISIONS, GAMES
from engineshed.lab.simulate import GameLine, Played


def games_table(games: Sequence[Played]) -> Any:
    rows = [
        {
            **msgspec.structs.asdict(played.line),
            "number": played.number,
            "options": msgspec.json.encode(played.line.options).decode(),
        }
        for played in games
    ]
    return pa.Table.from_pylist(rows, schema=GAMES)


def decisions_table(games: Sequence[Played], *, features: bool) -> Any:
    line, notes = games[0].line, [played.found for played in games]
    columns, schema = _decisions(games), DECISIONS
    if features:
        tables = code_of(line.game, line.seats, line.options).views.tables
        fields = _fields(tables)
        seen = [_view(field, [game.tables[number] for game in notes]) for number, field in enumerate(fields[:-2])]
        moves = _paths([game.legal for game in notes])
        legal = _lists(moves, _numbers(notes)[-1])
        columns += [*seen, legal, _paths([game.chosen for game in notes])]
        schema = pa.schema([*DECISIONS, *fields])
    return pa.Table.from_arrays(columns, schema=schema)


def _numbers(notes: Sequence[Notes]) -> Any:
    """A row for each of the numbers that are noted of every decision."""
    return np.frombuffer(b"".join([game.numbers for game in notes]), np.int32).reshape(-1, PER_DECISION).T


def _decisions(games: Sequence[Played]) -> list[Any]:
    notes, lines = [played.found for played in games], [played.line for played in games]
    plies, seats, rounds, kinds, legal = _numbers(notes)
    names = [kind.__name__.lower() for kind in find_game(lines[0].game).rules.moves]
    counts = [game.decisions for game in notes]
    player = pa.array(np.repeat(np.arange(len(lines)) * lines[0].seats, counts) + seats)

    def of_players(values: list[Any], kind: Any) -> Any:
        """What belongs to the player who decided, of what is given for the seats of all games."""
        return pa.array(values, kind).take(player)

    return [
        pa.array(np.repeat([played.number for played in games], counts)),
        pa.array(plies),
        pa.array(seats.astype(np.int8)),
        of_players([bot for line in lines for bot in line.bots], pa.string()),
        pa.array(rounds.astype(np.int16)),
        pa.array(legal),
        pa.array(names, pa.string()).take(pa.array(kinds)),
        pa.array(b"".join([game.moves for game in notes]).decode().split("\n")[:-1], pa.string()),
        of_players([score for line in lines for score in line.scores], pa.int32()),
        of_players([rank for line in lines for rank in line.ranks or [None] * line.seats], pa.int8()),
        of_players([share for line in lines for share in _won(line)], pa.float32()),
    ]


def _won(line: GameLine) -> list[float | None]:
    """Each seat's share in the first place."""
    if line.ranks is None:
        return [None] * line.seats
    return [(rank == 1) / line.ranks.count(1) for rank in line.ranks]


def _fields(tables: Sequence[Table]) -> list[Any]:
    """One column for each table of a view, its 16-bit numbers row after row; then the legal moves and the choice.

    Parquet would need several times as long to write lists of numbers: it keeps their shape number by number.
    """
    views = [
        pa.field(f"view_{table.name}", pa.binary(NUMBER_BYTES * table.rows * len(table.columns))).with_metadata(
            {"rows": str(table.rows), "columns": ",".join(column.name for column in table.columns)}
        )
        for table in tables
    ]
    path = pa.list_(pa.int16())
    return [*views, pa.field("legal", pa.list_(path)), pa.field("choice", path)]


def _view(field: Any, games: list[bytes]) -> Any:
    seen = np.frombuffer(b"".join(games), np.int16).astype("<i2", copy=False)
    rows = seen.nbytes // field.type.byte_width
    return pa.FixedSizeBinaryArray.from_buffers(field.type, rows, [None, pa.py_buffer(seen)])


def _paths(games: Sequence[tuple[bytes, bytes]]) -> Any:
    """The numbers of moves as lists."""
    values = np.frombuffer(b"".join([packed for packed, _ in games]), np.int16)
    lengths = np.frombuffer(b"".join([lengths for _, lengths in games]), np.uint16)
    return _lists(pa.array(values), lengths // NUMBER_BYTES)


def _lists(values: Any, lengths: Any) -> Any:
    """Values in lists of these lengths."""
    ends = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=ends[1:])
    return pa.ListArray.from_arrays(pa.array(ends), values)
