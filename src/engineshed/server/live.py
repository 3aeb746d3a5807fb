"""A table in memory: the log folded into a position.

Positions are kept only as far back as moves can still be taken back. A table that nobody looks at is dropped, and read
again from its last snapshot when it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Fact, Illegal, Seat, Step
from engineshed.core.loop import Answers, Turn, nobody, only, play
from engineshed.core.options import read_options
from engineshed.core.words import Message
from engineshed.server.refusals import RefusedError, ServiceError
from engineshed.server.rows import Event, EventKind, Head, SeatRow, Snapshot, TableRow

SNAPSHOT_EVERY = 50
"""Log entries between two snapshots: opening a table replays at most this many, plus those of the current turn."""

LONGEST_TURN = 50
"""Log entries after which the beginning of a turn can no longer be taken back, so that somebody who moves and takes
back all day does not make the table slow to open. It may be raised, but not lowered: old logs would then take back
more than they may."""


class Said(msgspec.Struct, frozen=True):
    """An entry of the log with its facts; viewers who may not know all of them do not see its text either."""

    ply: int
    seat: int
    kind: EventKind
    text: str
    facts: tuple[Fact, ...]

    def text_for(self, viewers: Sequence[int]) -> str | None:
        if self.seat != CHANCE or (self.facts and all(visible(fact, viewers) for fact in self.facts)):
            return self.text
        return None

    def facts_for(self, viewers: Sequence[int]) -> list[Message]:
        return [Message(fact.id, fact.params) for fact in self.facts if visible(fact, viewers)]


def visible(fact: Fact, viewers: Sequence[int]) -> bool:
    return fact.to is None or any(seat in fact.to for seat in viewers)


class Position(msgspec.Struct, frozen=True):
    """A state, the length of the log and the number of moves then, and the seat that could take the last move back."""

    state: Any
    ply: int
    moves: int
    """The number of moves played and not taken back, by which nature's draws are keyed."""
    seat: int = CHANCE


class Live:
    """One table: its row, its seats, and its latest positions."""

    def __init__(self, game: AnyGame, row: TableRow, seats: Sequence[SeatRow], snapshot: Snapshot | None) -> None:
        self.game, self.row, self.seats = game, row, list(seats)
        self.options = read_options(game.rules.options, row.options)
        if snapshot is None:
            first = Position(game.rules.start(row.seats, self.options), 0, 0)
        else:
            first = Position(game.rules.load(snapshot.data), snapshot.ply, snapshot.moves)
        self.line: list[Position] = [first]
        """The positions that one could go back to; the last is the current one. The first is final."""
        self.ply = self.snapshot_ply = first.ply

    @property
    def state(self) -> Any:
        return self.line[-1].state

    @property
    def moves(self) -> int:
        return self.line[-1].moves

    def to_act(self) -> tuple[Seat, ...]:
        return self.game.rules.to_act(self.state)

    def copy(self) -> Live:
        """A copy for trying something out, independent of this one."""
        twin = object.__new__(Live)
        twin.__dict__ = {**self.__dict__, "line": list(self.line), "seats": list(self.seats)}
        return twin

    # -- reading the log --------------------------------------------------------------------------------------------

    def follow(self, events: Sequence[Event]) -> list[Said]:
        """Fold log entries in. They were checked when they were written."""
        return [self._follow(event) for event in events]

    def _follow(self, event: Event) -> Said:
        self.ply = event.ply
        facts: tuple[Fact, ...] = ()
        if event.kind == "undo":
            self._take_back(int(event.text))
        else:
            logged = only(Seat(event.seat), self.game.speech.read(self.state, event.text))
            for turn in play(self.game.rules, self.state, logged, seed=None):
                self._advance(turn)
                facts = turn.step.facts
        return Said(event.ply, event.seat, event.kind, event.text, facts)

    def _advance(self, turn: Turn[Any, Any]) -> None:
        """Take over the position that a ply has led to."""
        seat = turn.seat
        if self.line[-1].seat != seat or self.ply - self.line[0].ply > LONGEST_TURN:
            self._make_final(self.ply - 1)
        self.line.append(Position(turn.step.state, self.ply, self.moves + 1, seat))
        if turn.step.reveals:
            self._make_final(self.ply)

    def _make_final(self, ply: int) -> None:
        """What has led here can no longer be taken back."""
        self.line = [Position(self.state, ply, self.moves)]

    def _take_back(self, count: int) -> None:
        del self.line[len(self.line) - count :]

    # -- writing it -------------------------------------------------------------------------------------------------

    def check(self, seat: Seat, move: Any) -> None:
        try:
            self.game.rules.check(self.state, seat, move)
        except Illegal as refusal:
            raise RefusedError(refusal.rule, refusal.message) from None

    def try_out(self, seat: Seat, move: Any) -> Step[Any]:
        """Play a checked move on a copy that will be thrown away; nature draws nothing."""
        step = self.game.rules.apply(self.state, seat, move)
        self.line.append(Position(step.state, self.ply, self.moves + 1, seat))
        return step

    def play(self, seat: Seat, move: Any, key: str | None, at: float) -> tuple[list[Event], list[Said]]:
        """Play a checked move and everything that nature draws after it; returns the new log entries."""
        return self._play(only(seat, move), key, at)

    def begin(self, at: float) -> tuple[list[Event], list[Said]]:
        """Nature's first draws, once the last seat has been taken."""
        return self._play(nobody, None, at)

    def _play(self, answers: Answers[Any, Any], key: str | None, at: float) -> tuple[list[Event], list[Said]]:
        """The new entries of the log; the first of them carries the key of the request."""
        events: list[Event] = []
        said: list[Said] = []
        for turn in play(self.game.rules, self.state, answers, seed=self.row.seed, moves=self.moves):
            text = self.game.speech.write(turn.before, turn.move)
            self.ply += 1
            self._advance(turn)
            events.append(Event(self.ply, turn.seat, "move", text, None if events else key, at))
            said.append(Said(self.ply, turn.seat, "move", text, turn.step.facts))
        return events, said

    def can_take_back(self, seat: Seat) -> int:
        """How many of this seat's last moves can be taken back."""
        return len(self.line) - 1 if self.line[-1].seat == seat else 0

    def take_back(self, seat: Seat, count: int, key: str | None, at: float) -> tuple[list[Event], list[Said]]:
        if not 0 < count <= self.can_take_back(seat):
            raise ServiceError("conflict", "cannot-undo")
        self._take_back(count)
        self.ply += 1
        event = Event(self.ply, seat, "undo", str(count), key, at)
        return [event], [Said(self.ply, seat, "undo", event.text, ())]

    # -- what the store is told -------------------------------------------------------------------------------------

    def head(self, at: float) -> Head:
        result = self.game.rules.result(self.state)
        state = "over" if result is not None else self.row.state
        acting = tuple(int(seat) for seat in self.to_act())
        return Head(state, self.ply, acting, None if result is None else msgspec.to_builtins(result), at)

    def settle(self, head: Head, snapshot: Snapshot | None) -> None:
        """The entries are on the disk, so this is now the table's row."""
        self.row = msgspec.structs.replace(
            self.row,
            state=head.state,
            ply=head.ply,
            to_act=head.to_act,
            result=head.result,
            updated=head.updated,
        )
        if snapshot is not None:
            self.snapshot_ply = snapshot.ply

    def snapshot(self) -> Snapshot | None:
        """A snapshot if one is due, of a final position, so that the log can be continued from it."""
        base = self.line[0]
        if base.ply - self.snapshot_ply < SNAPSHOT_EVERY:
            return None
        return Snapshot(base.ply, base.moves, self.game.rules.dump(base.state))
