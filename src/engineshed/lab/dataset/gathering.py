"""What is noted of each decision while a game is played: as little as possible, packed as bytes.

The columns of a data set are made of these notes for many games at once (``columns``): beside a random game, which may
take less than a millisecond, making them for each game would take long.
"""

from __future__ import annotations

from array import array
from typing import Any

import msgspec
import numpy as np

from engineshed.adapters.moves import MOST_KEPT, Numbering
from engineshed.adapters.observations import Encoder
from engineshed.core.bot import AnyAsk
from engineshed.core.contract import AnyGame
from engineshed.core.loop import Turn
from engineshed.core.options import read_options, write_options
from engineshed.core.registry import find_game
from engineshed.lab.simulate import GameLine

PER_DECISION = 5
"""The numbers that are noted of each decision: ply, seat, round, kind of move, how many moves were legal."""
NUMBER_BYTES = 2
"""Moves and views are 16-bit numbers."""


class Notes(msgspec.Struct, frozen=True):
    """The decisions of one game."""

    numbers: bytes
    moves: bytes
    """Each as JSON on a line of its own."""
    tables: tuple[bytes, ...] = ()
    """What was seen: each table of the views, decision after decision."""
    legal: tuple[bytes, bytes] = (b"", b"")
    """The numbers of all legal moves, and how many bytes of them belong to each move."""
    chosen: tuple[bytes, bytes] = (b"", b"")

    @property
    def decisions(self) -> int:
        return len(self.numbers) // (PER_DECISION * array("i").itemsize)


class Decisions(msgspec.Struct, frozen=True):
    """A study: the decisions of each game."""

    tell = False

    def watch(self, game: AnyGame, _options: Any, _seats: int, _number: int) -> DecisionWatcher:
        return DecisionWatcher(game)


class Features(msgspec.Struct, frozen=True):
    """The same, with what the players saw and could do, as numbers."""

    tell = False

    def watch(self, game: AnyGame, options: Any, seats: int, _number: int) -> FeatureWatcher:
        return self._watcher(game, code_of(game.id, seats, write_options(options)))

    @property
    def _watcher(self) -> type[FeatureWatcher]:
        return FeatureWatcher


class Code:
    """How views and moves become numbers, for games of one kind."""

    def __init__(self, views: Encoder, moves: Numbering) -> None:
        self.views, self.packed = views, Packed(moves)


_codes: dict[tuple[str, int, bytes], Code] = {}
"""Those that this process has made; numbering moves takes a while."""


def code_of(game_id: str, seats: int, options: dict[str, Any]) -> Code:
    key = game_id, seats, msgspec.json.encode(options)
    if key not in _codes:
        game = find_game(game_id)
        read = read_options(game.rules.options, options)
        _codes[key] = Code(Encoder(game, seats, read), Numbering(game, seats, read))
    return _codes[key]


class Packed(dict[Any, bytes]):
    """The numbers of moves, packed: putting bytes together takes a fraction of the time that it takes with numbers."""

    def __init__(self, numbers: Numbering) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, move: Any) -> bytes:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[move] = packed = np.array(self._numbers[move], np.int16).tobytes()
        return packed


class DecisionWatcher:
    def __init__(self, game: AnyGame) -> None:
        self._round = game.rules.round
        self._kinds = {kind: number for number, kind in enumerate(game.rules.moves)}
        self._numbers: list[int] = []
        self._moves: list[Any] = []

    def see(self, ply: int, turn: Turn[Any, Any], asked: AnyAsk | None) -> None:
        if asked is not None:
            seat, move, before, _ = turn
            self._numbers += (ply, seat, self._round(before), self._kinds[type(move)], len(asked.moves))
            self._moves.append(move)

    def found(self, _line: GameLine) -> Notes | None:
        return Notes(array("i", self._numbers).tobytes(), _lines(self._moves))


_lines = msgspec.json.Encoder().encode_lines


class FeatureWatcher(DecisionWatcher):
    """Arrays of views are shared as long as nothing changes; so they are copied only once, when the game is over."""

    def __init__(self, game: AnyGame, code: Code) -> None:
        super().__init__(game)
        self._code = code
        self._tables: list[list[Any]] = [[] for _ in code.views.tables]
        self._legal: list[bytes] = []
        self._chosen: list[bytes] = []

    def see(self, ply: int, turn: Turn[Any, Any], asked: AnyAsk | None) -> None:
        super().see(ply, turn, asked)
        if asked is None:
            return
        packed = self._code.packed
        for table, seen in zip(self._tables, self._code.views.encode(asked.view).values(), strict=True):
            table.append(seen)
        self._legal += [packed[move] for move in asked.moves]
        self._chosen.append(packed[turn.move])

    def found(self, _line: GameLine) -> Notes | None:
        return Notes(
            array("i", self._numbers).tobytes(),
            _lines(self._moves),
            tuple([b"".join(table) for table in self._tables]),
            _joined(self._legal),
            _joined(self._chosen),
        )


def _joined(parts: list[bytes]) -> tuple[bytes, bytes]:
    """All parts, and their lengths."""
    return b"".join(parts), array("H", [*map(len, parts)]).tobytes()  # made of a list, it takes half the time
