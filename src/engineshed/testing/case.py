"""Where a game is tested: a table, a whole random game at it, and the positions of that game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.core.rng import Rng
from engineshed.core.table import Table

LIMIT = 20_000
"""Plies within which random play must come to an end."""

MANY_DRAWS = 200
"""Nature may have more moves than anybody wants to list: every deal of every pack."""


class Case(msgspec.Struct, frozen=True):
    """One way of setting up a game: seats, board, options and seed."""

    game: AnyGame
    seats: int
    board: str | None
    options: dict[str, Any]
    """As given to a table, the choice of the board not included."""
    seed: str

    def __str__(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items()) or "the printed rules"
        board = f" on {self.board}" if self.board else ""
        return f"{self.game.id}{board}, {self.seats} seats, {chosen}, seed {self.seed!r}"

    def table(self) -> Table[Any, Any, Any]:
        board: Mapping[str, Any] = self.game.map_option(self.board) if self.board else {}
        return Table(self.game, self.seats, {**self.options, **board}, seed=self.seed)

    def played(self, plies: int) -> Table[Any, Any, Any]:
        """A table where everybody has played at random, to the end of the game or for so many plies."""
        table = self.table()
        while not table.over and table.ply < plies:
            rng = Rng("play", self.seed, table.ply)
            seat = rng.choice(table.to_act())
            table.play(seat, rng.choice(table.legal(seat)))
        return table


class Playout:
    """A game played at random from its first draw to its end."""

    def __init__(self, case: Case, limit: int = LIMIT) -> None:
        """Raises ``AssertionError`` when the game goes on after ``limit`` plies."""
        self.case, self.game = case, case.game
        self.table = case.played(limit)
        if not self.table.over:
            raise AssertionError(f"random play has not ended after {limit} plies")

    def position(self, ply: int) -> Position:
        return Position(self, ply)

    def positions(self) -> Iterator[Position]:
        return (Position(self, ply) for ply in range(self.table.ply + 1))

    def sample(self, size: int) -> list[Position]:
        """All positions of a short game; else the first, the last, one for each kind of move, and others at random."""
        last = self.table.ply
        if last < size:
            return list(self.positions())
        rng = Rng("sample", self.case.seed)
        by_kind: dict[type[Any], list[int]] = {}
        for number, ply in enumerate(self.table.plies):
            by_kind.setdefault(type(ply.move), []).append(number)
        chosen = [0, last, *(rng.choice(numbers) for numbers in by_kind.values())]
        chosen += rng.shuffled(range(last + 1))
        return [Position(self, ply) for ply in sorted(dict.fromkeys(chosen[: max(size, len(by_kind) + 2)]))]

    @cached_property
    def pool(self) -> list[Any]:
        """Moves that were legal somewhere in this game, a few of each position."""
        moves: list[Any] = [ply.move for ply in self.table.plies]
        for position in self.sample(8):
            for seat in position.to_act:
                moves += position.rng("pool").shuffled(position.legal(seat))[:20]
        return moves


class Position:
    """One state of a playout. Laws are asked about it one at a time, each with its own random numbers."""

    def __init__(self, playout: Playout, ply: int) -> None:
        self.playout, self.ply = playout, ply
        self.case, self.game = playout.case, playout.game
        self.state: Any = playout.table.states[ply]
        self._legal: dict[Seat, list[Any]] = {}
        self._guesses: dict[Seat | None, list[Any]] = {}

    def __str__(self) -> str:
        return f"{self.case}, ply {self.ply}"

    @property
    def seats(self) -> list[Seat]:
        return [Seat(seat) for seat in range(self.case.seats)]

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        return self.game.to_act(self.state)

    @property
    def of_nature(self) -> bool:
        return self.to_act == (CHANCE,)

    def legal(self, seat: Seat) -> list[Any]:
        """The seat's legal moves; of nature's, the first ``MANY_DRAWS``."""
        if seat not in self._legal:
            limit = MANY_DRAWS if seat == CHANCE else None
            self._legal[seat] = list(islice(self.game.legal(self.state, seat), limit))
        return self._legal[seat]

    def guesses(self, seat: Seat | None) -> list[Any]:
        """Two whole truths that this seat cannot tell from the real one."""
        if seat not in self._guesses:
            view = self.game.view(self.state, seat)
            self._guesses[seat] = [self.game.guess(view, self.rng(f"guess {n} of {seat}")) for n in range(2)]
        return self._guesses[seat]

    def rng(self, law: str) -> Rng:
        return Rng(law, self.case.seed, self.ply)
