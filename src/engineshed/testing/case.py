"""What tests look at: a table, a whole game played there, and the positions of that game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.core.options import random_play_settings
from engineshed.core.rng import Rng
from engineshed.core.table import Ply, Table

LIMIT = 20_000
"""How many plies random play may take to end a game."""

MANY_DRAWS = 200
"""The most of nature's moves to list; there may be as many as there are ways to shuffle a pack."""


class Case(msgspec.Struct, frozen=True):
    """One way of setting up a game: seats, board, options and seed."""

    game: AnyGame
    seats: int
    board: str | None
    options: dict[str, Any]
    """The options as given to a table, without the choice of the board."""
    seed: str

    def __str__(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items()) or "the printed rules"
        board = f" on {self.board}" if self.board else ""
        return f"{self.game.id}{board}, {self.seats} seats, {chosen}, seed {self.seed!r}"

    def table(self) -> Table[Any, Any, Any]:
        board: Mapping[str, Any] = self.game.boards.map_option(self.board) if self.board else {}
        settings = {**random_play_settings(self.game.rules.options), **self.options, **board}
        return Table(self.game, self.seats, settings, seed=self.seed)

    def playout(self, limit: int = LIMIT) -> Playout:
        """A whole game in which everybody plays at random.

        Raises ``AssertionError`` if the game is not over after ``limit`` plies.
        """
        table = self.table()
        while not table.over and table.ply < limit:
            table.play(*some_move(self.game, table.state, self.seed, table.ply))
        if not table.over:
            raise AssertionError(f"random play has not ended after {limit} plies")
        return Playout(self, table)


def some_move(game: AnyGame, state: Any, seed: str, ply: int) -> tuple[Seat, Any]:
    """A seat that is to act, and one of its legal moves at random."""
    rng = Rng("play", seed, ply)
    seat = rng.choice(game.rules.to_act(state))
    return seat, rng.choice(list(game.rules.legal(state, seat)))


class Walk:
    """Successive positions up to the end of a game, and the moves between them."""

    def __init__(
        self, name: str, game: AnyGame, seats: int, seed: str, states: Sequence[Any], plies: Sequence[Ply]
    ) -> None:
        self.name, self.game, self.seats, self.seed = name, game, seats, seed
        self.states, self.plies = states, plies

    def __str__(self) -> str:
        return self.name

    def positions(self) -> Iterator[Position]:
        return (Position(self, ply) for ply in range(len(self.states)))

    def sample(self, size: int) -> list[Position]:
        """All positions of a short walk; for a long one, those that must not be missed and others at random."""
        last = len(self.plies)
        if last < size:
            return list(self.positions())
        rng = Rng("sample", self.seed)
        marked = self.marked(rng)
        chosen = [*marked, *rng.shuffled(range(last + 1))]
        return [Position(self, ply) for ply in sorted(dict.fromkeys(chosen[: max(size, len(marked))]))]

    def marked(self, rng: Rng) -> list[int]:
        """The first position, the last, and one for each kind of move."""
        by_kind: dict[type[Any], list[int]] = {}
        for number, ply in enumerate(self.plies):
            by_kind.setdefault(type(ply.move), []).append(number)
        return [0, len(self.plies), *(rng.choice(numbers) for numbers in by_kind.values())]

    @cached_property
    def pool(self) -> list[Any]:
        """Moves that were legal somewhere on the way, a few from each position."""
        moves: list[Any] = [ply.move for ply in self.plies]
        for position in self.sample(8):
            for seat in position.to_act:
                moves += position.rng("pool").shuffled(position.legal(seat))[:20]
        return moves


class Playout(Walk):
    """A whole game at a table, from its first draw to its end."""

    def __init__(self, case: Case, table: Table[Any, Any, Any]) -> None:
        super().__init__(str(case), case.game, case.seats, case.seed, table.states, table.plies)
        self.case, self.table = case, table


class Position:
    """One state of a walk. Laws are checked on it one at a time, each with its own random numbers."""

    def __init__(self, walk: Walk, ply: int) -> None:
        self.walk, self.ply, self.game = walk, ply, walk.game
        self.state: Any = walk.states[ply]
        self._legal: dict[Seat, list[Any]] = {}
        self._guesses: dict[Seat | None, list[Any]] = {}

    def __str__(self) -> str:
        return f"{self.walk}, ply {self.ply}"

    @property
    def seats(self) -> list[Seat]:
        return [Seat(seat) for seat in range(self.walk.seats)]

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        return self.game.rules.to_act(self.state)

    @property
    def of_nature(self) -> bool:
        return self.to_act == (CHANCE,)

    def legal(self, seat: Seat) -> list[Any]:
        """The seat's legal moves; for nature, the first ``MANY_DRAWS``."""
        if seat not in self._legal:
            limit = MANY_DRAWS if seat == CHANCE else None
            self._legal[seat] = list(islice(self.game.rules.legal(self.state, seat), limit))
        return self._legal[seat]

    def guesses(self, seat: Seat | None) -> list[Any]:
        """Two whole states that this seat cannot tell from the real one."""
        if seat not in self._guesses:
            view = self.game.rules.view(self.state, seat)
            self._guesses[seat] = [self.game.rules.guess(view, self.rng(f"guess {n} of {seat}")) for n in range(2)]
        return self._guesses[seat]

    def rng(self, law: str) -> Rng:
        return Rng(law, self.walk.seed, self.ply)
