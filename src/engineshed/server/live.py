"""A table in memory: the log folded into a position.

Positions are kept only as far back as moves can still be taken back. A table that nobody is looking at is dropped, and
read again from its last snapshot when it is needed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Fact, Illegal, Seat, Step
from engineshed.core.loop import Answers, Turn, nobody, only, play
from engineshed.core.notes import Note
from engineshed.core.options import read_options
from engineshed.core.words import Message
from engineshed.server import clocks
from engineshed.server.descriptions import in_words, out_of_words
from engineshed.server.refusals import RefusedError, ServiceError
from engineshed.server.rows import (
    Described,
    Event,
    EventKind,
    Guest,
    Head,
    PartRow,
    SeatRow,
    Snapshot,
    TableRow,
    TableState,
)

SNAPSHOT_EVERY = 50
"""Log entries between two snapshots: opening a table replays at most this many, plus those of the current turn."""

LONGEST_TURN = 50
"""Log entries after which the beginning of a turn can no longer be taken back, so that somebody who moves and takes
back all day does not make the table slow to open. It may be raised, but not lowered: old logs would then take back
more than they may."""


class Said(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An entry of the log with its facts; viewers who may not know all of them do not see its text either.

    If we no longer have its rules, its facts are unknown (``bare``): then moves have only their text, and draws have
    nothing at all, because there is no telling who may see them.
    """

    ply: int
    seat: int
    kind: EventKind
    text: str
    facts: tuple[Fact, ...]
    bare: bool = False

    def text_for(self, viewers: Sequence[int]) -> str | None:
        known = self.seat != CHANCE or (self.facts and all(visible(fact, viewers) for fact in self.facts))
        return self.text if known else None

    def facts_for(self, viewers: Sequence[int]) -> list[Message]:
        return [Message(fact.id, fact.params) for fact in self.facts if visible(fact, viewers)]


Written = tuple[list[Event], list[Said]]
"""New log entries, as the store keeps them and as viewers read them."""


def visible(fact: Fact, viewers: Sequence[int]) -> bool:
    return fact.to is None or any(seat in fact.to for seat in viewers)


@cache
def one_part(version: int) -> tuple[PartRow, ...]:
    """The parts of most tables: they begin from the usual start, and are played under one version of the rules."""
    return (PartRow(0, 0, version),)


E = TypeVar("E", Event, Said)


def in_effect(events: Sequence[E]) -> list[E]:
    """The moves that were not taken back."""
    kept: list[E] = []
    for event in events:
        if event.kind == "undo":
            del kept[len(kept) - int(event.text) :]
        elif event.kind == "move":
            kept.append(event)
    return kept


class VersionChange(NamedTuple):
    """What the log says about a change of version."""

    version: int
    lost: int = 0
    """How many of the last moves no longer count."""
    resumed: int | None = None
    """The entry that the game goes on from if moves are lost."""

    @classmethod
    def of(cls, change: Event | Said) -> VersionChange:
        return cls(*map(int, change.text.split()))


def last_kept(change: Event | Said) -> int:
    """The last log entry that counts before a change of version."""
    resumed = VersionChange.of(change).resumed
    return change.ply - 1 if resumed is None else resumed


class Position(msgspec.Struct, frozen=True, gc=False):
    """A state, with the length of the log, the number of moves, and the seat that could take back the last one."""

    state: Any
    ply: int
    moves: int
    """The number of moves played and not taken back, by which nature's draws are keyed."""
    seat: int = CHANCE


async def opened(
    game: AnyGame, row: TableRow, seats: Sequence[SeatRow], snapshot: Snapshot | None, parts: Sequence[PartRow] = ()
) -> Live:
    """A table in memory; one with its own files is made in a thread, because the files have to be read again."""
    if has_text(row.options):
        return await asyncio.to_thread(Live, game, row, seats, snapshot, parts)
    return Live(game, row, seats, snapshot, parts)


def has_text(options: Mapping[str, Any]) -> bool:
    """Whether options of a table contain the text of a file: a map has several lines, and files are in a list."""
    return any(
        isinstance(value, list | dict) or (isinstance(value, str) and "\n" in value) for value in options.values()
    )


class Live:
    """One table: its row, its seats, and its latest positions."""

    __slots__ = (
        *("described_ply", "game", "hinted", "line", "options", "parts", "ply", "row", "seats", "snapshot_ply"),
        "stands_since",
    )

    def __init__(
        self,
        game: AnyGame,
        row: TableRow,
        seats: Sequence[SeatRow],
        snapshot: Snapshot | None,
        parts: Sequence[PartRow] = (),
    ) -> None:
        """``parts``: the parts of the log, up to the current one; may be left out if there is only one, from the usual
        start.

        Without a snapshot, the table starts where that part begins.
        """
        self.game, self.row, self.seats = game, row, list(seats)
        self.options = read_options(game.rules.options, row.options)
        self.parts = tuple(parts) or one_part(row.version)
        if snapshot is None:
            first = self._first(self.parts[-1])
        else:
            first = Position(game.rules.load(snapshot.data), snapshot.ply, snapshot.moves)
        self.line: list[Position] = [first]
        """The positions that can be returned to; the first is final, the last is the current one."""
        self.ply = self.snapshot_ply = self.described_ply = first.ply
        self.hinted: frozenset[int] = frozenset()
        """The seats whose hints at the current position are in the log."""
        self.stands_since = self.ply
        """The entry since which the position is the same: a player who has seen that one has seen it."""

    def _first(self, part: PartRow) -> Position:
        if part.start is None:
            return Position(self.game.rules.start(self.row.seats, self.options), part.ply, part.moves)
        return Position(out_of_words(self.game, part.start, part.version), part.ply, part.moves)

    @property
    def state(self) -> Any:
        return self.line[-1].state

    @property
    def moves(self) -> int:
        return self.line[-1].moves

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that are to act; while a turn is held, only its player's."""
        held = self.row.held
        return self.game.rules.to_act(self.state) if held is None else (Seat(held),)

    @property
    def takes_latecomers(self) -> bool:
        """Whether somebody new may take a bot's place now: that was agreed on, and they will see nothing hidden."""
        return self.row.latecomers and self.row.state == "running" and not self.game.hides(self.options)

    def copy(self) -> Live:
        """A copy for trying something out, independent of this one."""
        twin = object.__new__(Live)
        for name in Live.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.line, twin.seats = list(self.line), list(self.seats)
        return twin

    def has_shown(self, ply: int) -> bool:
        """Whether a player who has seen this entry of the log knows the position; who came or left does not matter."""
        return self.stands_since <= ply <= self.ply

    # -- reading the log --------------------------------------------------------------------------------------------

    def follow(self, events: Sequence[Event]) -> list[Said]:
        """Fold log entries in. They were checked when they were written."""
        return [self._follow(event) for event in events]

    def _follow(self, event: Event) -> Said:
        self.ply = event.ply
        facts: tuple[Fact, ...] = ()
        if event.kind == "undo":
            self._take_back(int(event.text))
        elif event.kind == "hint":
            self.hinted |= {event.seat}
        elif event.kind != "house":
            logged = only(Seat(event.seat), self.game.speech.read(self.state, event.text))
            for turn in play(self.game.rules, self.state, logged, seed=None):
                self._advance(turn)
                facts = turn.step.facts
        return Said(event.ply, event.seat, event.kind, event.text, facts)

    def _advance(self, turn: Turn[Any, Any]) -> None:
        """Move on to the position after a ply."""
        seat, self.hinted, self.stands_since = turn.seat, frozenset(), self.ply
        if self.line[-1].seat != seat or self.ply - self.line[0].ply > LONGEST_TURN:
            self._make_final(self.ply - 1)
        self.line.append(Position(turn.step.state, self.ply, self.moves + 1, seat))
        if turn.step.reveals:
            self._make_final(self.ply)

    def _make_final(self, ply: int) -> None:
        """Make moves up to here final: they can no longer be taken back."""
        self.line = [Position(self.state, ply, self.moves)]

    def _take_back(self, count: int) -> None:
        self.hinted, self.stands_since = frozenset(), self.ply
        del self.line[len(self.line) - count :]

    # -- writing it -------------------------------------------------------------------------------------------------

    def check(self, seat: Seat, move: Any) -> None:
        try:
            self.game.rules.check(self.state, seat, move)
        except Illegal as refusal:
            raise RefusedError(refusal.rule, refusal.message) from None

    def try_out(self, seat: Seat, move: Any) -> Step[Any]:
        """Play a checked move on a copy that will be discarded; nature draws nothing."""
        step = self.game.rules.apply(self.state, seat, move)
        self.line.append(Position(step.state, self.ply, self.moves + 1, seat))
        return step

    def play(self, seat: Seat, move: Any, key: str | None, at: float) -> Written:
        """Play a checked move and everything that nature draws after it; returns the new log entries."""
        return self._play(only(seat, move), key, at, self.row.seed)

    def play_alone(self, seat: Seat, move: Any, key: str | None, at: float) -> Written:
        """The same, but nature does not draw yet."""
        return self._play(only(seat, move), key, at, None)

    def begin(self, at: float) -> Written:
        """Nature's draws, once the last seat has been taken or a turn has ended."""
        return self._play(nobody, None, at, self.row.seed)

    def _play(self, answers: Answers[Any, Any], key: str | None, at: float, seed: str | None) -> Written:
        """The new entries of the log; the first of them carries the key of the request."""
        events: list[Event] = []
        said: list[Said] = []
        for turn in play(self.game.rules, self.state, answers, seed=seed, moves=self.moves):
            text = self.game.speech.write(turn.before, turn.move)
            self.ply += 1
            self._advance(turn)
            events.append(Event(self.ply, turn.seat, "move", text, None if events else key, at))
            said.append(Said(self.ply, turn.seat, "move", text, turn.step.facts))
        return events, said

    def can_be_returned_to(self, seat: Seat) -> bool:
        """Whether the position before this seat's last move can still be returned to."""
        return self.line[-1].seat == seat and len(self.line) > 1

    def made_in_a_row(self, seat: Seat) -> int:
        """How many of the last moves were this seat's, as far as they can be returned to."""
        return len(self.line) - 1 if self.can_be_returned_to(seat) else 0

    def can_take_back(self, seat: Seat) -> int:
        """How many of this seat's last moves can be taken back; at a table with End turn, none once it has ended."""
        ended = self.row.end_turn != "off" and seat not in self.to_act()
        return 0 if ended else self.made_in_a_row(seat)

    def take_back(self, seat: Seat, count: int, key: str | None, at: float) -> Written:
        if not 0 < count <= self.can_take_back(seat):
            raise ServiceError("conflict", "cannot-undo")
        self.ply += 1
        self._take_back(count)
        self.hold(None)
        if self.row.timing is not None:
            self.set(timing=clocks.taken_back(self.row.clock, self.row.timing, seat, self._awaited(), at))
        event = Event(self.ply, seat, "undo", str(count), key, at)
        return [event], [Said(self.ply, seat, "undo", event.text, ())]

    def note_hint(self, seat: Seat, bot: str, at: float) -> Written:
        """Say in the log that this seat has asked a bot."""
        self.ply += 1
        self.hinted |= {seat}
        return [Event(self.ply, seat, "hint", bot, None, at)], [Said(self.ply, seat, "hint", bot, ())]

    def note(self, seat: int, note: Note, at: float) -> Written:
        """Say in the log what has happened to a player or a clock."""
        self.ply += 1
        return [Event(self.ply, seat, "house", note.text(), None, at)], [Said(self.ply, seat, "house", note.text(), ())]

    def hold(self, seat: Seat | None, until: float | None = None) -> None:
        """Wait until this seat ends its turn; None if no turn is held any more."""
        self.set(held=seat, held_until=until)

    def set(self, **fields: Any) -> None:
        """Change fields of the table's row."""
        self.row = msgspec.structs.replace(self.row, **fields)

    # -- what the store is told -------------------------------------------------------------------------------------

    def head(self, at: float) -> Head:
        """The changes to the table's row. A turn that is held may be taken back, so the game is not over before it has
        ended.
        """
        row = self.row
        result = self.game.rules.result(self.state) if row.held is None else None
        state: TableState = "over" if result is not None and row.state != "closed" else row.state
        acting = tuple(int(seat) for seat in self.to_act()) if state != "closed" else ()
        awaited = self._awaited() if state == "running" else ()
        timing = clocks.turned(row.clock, row.timing, row.seats, awaited, at) if state != "open" else None
        return msgspec.structs.replace(
            row.head(),
            state=state,
            ply=self.ply,
            to_act=acting,
            result=None if result is None else msgspec.to_builtins(result),
            updated=at,
            hurried=row.hurried and any(seat >= 0 and self.seats[seat].by_bot for seat in acting),
            timing=timing,
            due=min((end for end in (row.held_until, clocks.due(timing)) if end is not None), default=None),
        )

    def _awaited(self) -> tuple[int, ...]:
        """The seats that are to act and whose players are people and here."""
        return tuple(int(seat) for seat in self.to_act() if seat >= 0 and not self.seats[seat].by_bot)

    def settle(self, head: Head, snapshot: Snapshot | None) -> None:
        """The entries are on disk, so this is now the table's row."""
        self.row = msgspec.structs.replace(self.row, **msgspec.structs.asdict(head), revision=self.row.revision + 1)
        if snapshot is not None:
            self.snapshot_ply = snapshot.ply

    def described(self) -> list[Described]:
        """The current position in words, and the last final one, from which the log can be continued."""
        now, final = self.line[-1], self.line[0]
        found = [self._in_words(now, self.ply)]
        if final is not now:
            found.append(self._in_words(final, final.ply))
        return found

    def _in_words(self, position: Position, ply: int) -> Described:
        return Described(ply, position.moves, self.game.version, in_words(self.game, position.state))

    def snapshot(self) -> Snapshot | None:
        """A snapshot if one is due, of a final position, so that the log can be continued from it."""
        base = self.line[0]
        if base.ply - self.snapshot_ply < SNAPSHOT_EVERY:
            return None
        return Snapshot(base.ply, base.moves, self.game.rules.dump(base.state))


def seats_of(live: Live, guest: Guest | None) -> list[int]:
    """The seats that this guest holds at a table."""
    return [] if guest is None else [seat.seat for seat in live.seats if seat.guest == guest.id]
