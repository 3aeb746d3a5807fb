"""A game being played: seed, moves, and every state they led to."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Generic, Literal

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Fact, Game, M, S, Seat, V
from engineshed.core.earlier import Doc
from engineshed.core.errors import CannotUndoError, Trouble, UnreadableMoveError, shown
from engineshed.core.loop import Answers, Turn, nobody, only, play
from engineshed.core.options import read_options, write_options
from engineshed.core.standing import Standing, standing_of
from engineshed.core.versions import carried, must_be_of_table

MOVE_LENGTH = 500
"""The most characters that a typed move may have."""


class Ply(msgspec.Struct, frozen=True):
    """One move in the log: who played it, what it was, and whether it revealed anything."""

    seat: Seat
    move: Any
    text: str
    facts: tuple[Fact, ...]
    reveals: bool


Moves = tuple[tuple[int, str], ...]
"""Seats and what they played, in text."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Moves of a game that were played under one version of the rules."""

    version: int
    moves: int
    """How many they are, nature's included."""
    start: dict[str, Any] | Literal["?"] | None = None
    """The described position that they begin from; None for the usual start, "?" while it is secret."""


class Before(msgspec.Struct, frozen=True):
    """What was played before the position that a table begins from."""

    parts: tuple[Part, ...] = ()
    moves: Moves = ()


NOTHING_BEFORE = Before()


def ply_of(game: AnyGame, turn: Turn[Any, Any]) -> Ply:
    text = game.speech.write(turn.before, turn.move)
    return Ply(turn.seat, turn.move, text, turn.step.facts, turn.step.reveals)


def commitment(seed: str, table: str) -> str:
    """The hash shown before the game, against which the seed shown after it can be checked."""
    return sha256(f"engineshed\x1f{table}\x1f{seed}".encode()).hexdigest()


def _wrong_seats(game: AnyGame, seats: int) -> Trouble:
    """Most games allow every number from the fewest to the most, which reads better as a range."""
    least, most = game.seats[0], game.seats[-1]
    if game.seats == tuple(range(least, most + 1)) and least < most:
        return Trouble("trouble.seats-range", game=game.title, least=least, most=most, seats=seats)
    allowed = ", ".join(str(n) for n in game.seats)
    return Trouble("trouble.seats", game=game.title, allowed=allowed, seats=seats)


class Table(Generic[S, M, V]):
    """One game from its first draw to its end. Nature's moves are made as soon as nature is to act.

    Without a seed, a table cannot draw: nature's moves must then come from a record, through ``replay``.
    """

    def __init__(
        self,
        game: Game[S, M, V],
        seats: int,
        options: Any = None,
        *,
        seed: str | None,
        name: str = "",
        start: Doc | None = None,
        before: Before = NOTHING_BEFORE,
    ) -> None:
        """``options``: an instance of the game's options, a mapping of them, or None for the printed rules.

        ``start``: a described position to begin from, and ``before``: what has led to it.
        """
        if seats not in game.seats:
            raise _wrong_seats(game, seats)
        if seed is not None and not seed.isprintable():
            raise Trouble("trouble.seed", seed=shown(seed))
        self.game, self.seats, self.seed, self.name = game, seats, seed, name
        self.start, self.before = start, before
        self.options = read_options(game.rules.options, options)
        self.commitment = "" if seed is None else commitment(seed, name)
        self.plies: list[Ply] = []
        self.states: list[S] = [self._first()]
        """``states[n]`` is the position after n plies; the last is now."""
        self.let_nature_move()

    def _first(self) -> S:
        if self.start is None:
            return self.game.rules.start(self.seats, self.options)
        first: S = carried(self.game, self.start, self.game.version)
        must_be_of_table(self.game, first, self.seats, self.options)
        return first

    @property
    def state(self) -> S:
        return self.states[-1]

    @property
    def ply(self) -> int:
        return len(self.plies)

    @property
    def over(self) -> bool:
        return not self.to_act()

    def to_act(self) -> tuple[Seat, ...]:
        return self.game.rules.to_act(self.state)

    def legal(self, seat: Seat) -> list[M]:
        return list(self.game.rules.legal(self.state, seat))

    def view(self, seat: Seat | None) -> V:
        return self.game.rules.view(self.state, seat)

    def standing(self, seat: Seat | None) -> Standing:
        """Who is winning and why, as far as this seat may know."""
        return standing_of(self.game, self.state, seat)

    def read(self, text: str) -> M:
        """Read a typed move; raises ``UnreadableMoveError`` if it is not one."""
        if len(text) > MOVE_LENGTH or not text.isprintable():
            raise UnreadableMoveError("read.line", most=MOVE_LENGTH)
        return self.game.speech.read(self.state, text)

    def play(self, seat: Seat, move: M) -> list[Ply]:
        """Check and play a move, then nature's moves. Returns the new plies; a refused move changes nothing."""
        self.game.rules.check(self.state, seat, move)
        before = self.ply
        self._play(only(seat, move), self.seed)
        return self.plies[before:]

    def let_nature_move(self) -> None:
        self._play(nobody, self.seed)

    def replay(self, seat: Seat, move: M) -> None:
        """Play a move from a record, nature's too. It is checked as in ``play``."""
        self.game.rules.check(self.state, seat, move)
        self._play(only(seat, move), seed=None)

    def _play(self, answers: Answers[S, M], seed: str | None) -> None:
        moves = len(self.before.moves) + self.ply
        for turn in play(self.game.rules, self.state, answers, seed=seed, moves=moves):
            self.write_down(turn)

    def write_down(self, turn: Turn[S, M]) -> None:
        """Add a ply that has been played, here or elsewhere."""
        self.plies.append(ply_of(self.game, turn))
        self.states.append(turn.step.state)

    def undo(self, seat: Seat) -> Ply:
        """Take back this seat's last move, if nobody has moved or learned anything since.

        The end of a game is final: it has been scored, and hidden things and the seed may have been shown.
        """
        if not self.plies:
            raise CannotUndoError("undo.nothing")
        if self.over:
            raise CannotUndoError("undo.over")
        last = self.plies[-1]
        if last.reveals or last.seat == CHANCE:
            raise CannotUndoError("undo.revealed")
        if last.seat != seat:
            raise CannotUndoError("undo.others")
        self.plies.pop()
        self.states.pop()
        return last

    def restart_turn(self, seat: Seat) -> int:
        """Take back everything that this seat has done since somebody else moved or something was revealed."""
        undone = 0
        while self.plies and self.plies[-1].seat == seat and not self.plies[-1].reveals:
            self.undo(seat)
            undone += 1
        if not undone:
            self.undo(seat)  # says why not
        return undone

    def options_doc(self) -> dict[str, Any]:
        return write_options(self.options)
