"""How a finished game came out for each seat: who played it themselves, and in which place that leaves everybody.

It follows from the table's row, its seats and what its log says about players, so it can be worked out at any time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engineshed.core.notes import Note
from engineshed.server.rows import Event, SeatRow, TableRow


class Outcome(NamedTuple):
    """One seat of a finished game."""

    guest: str
    """Who played it: the first one if it was given away during the game; empty for bots and for a shared screen."""
    bot: str | None
    place: int
    score: int | None
    gone: bool
    """Whether a bot played for its player in the end, or after they had left or their time was up."""


def outcomes(row: TableRow, seats: Sequence[SeatRow], events: Sequence[Event]) -> list[Outcome]:
    """The seats in order; none if the game has no result: it was closed by operators, or by a vote about somebody whose
    time was not up."""
    played = _who_played(seats)
    gone = left_alone(events) | {seat.seat for seat in seats if seat.away or seat.sat}
    if row.result is None:
        gone = {seat for seat in (ended_by(events),) if seat is not None}
        ranks, scores = [1] * len(seats), [None] * len(seats)
        if not gone:
            return []
    else:
        ranks = list(row.result["ranks"])
        scores = [score["total"] for score in row.result["scores"]]
    gone = {seat for seat in gone if seats[seat].kind != "bot"}
    return [
        Outcome(played[seat.seat], _bot(seat), _place(seat.seat, ranks, gone), scores[seat.seat], seat.seat in gone)
        for seat in seats
    ]


def _who_played(seats: Sequence[SeatRow]) -> list[str]:
    """Where several people share one guest's screen, nobody knows who played which seat."""
    first = [seat.sat.split(" ")[0] if seat.sat else seat.guest or "" for seat in seats]
    return [guest if first.count(guest) == 1 else "" for guest in first]


def _bot(seat: SeatRow) -> str | None:
    return seat.bot if seat.kind == "bot" else None


def _place(seat: int, ranks: Sequence[int], gone: Collection[int]) -> int:
    """Those who were gone come last together; the others keep their order."""
    stayed = [rank for other, rank in enumerate(ranks) if other not in gone]
    if seat in gone:
        return len(stayed) + 1
    return 1 + sum(rank < ranks[seat] for rank in stayed)


def left_alone(events: Sequence[Event]) -> set[int]:
    """The seats for which a bot has moved because their player had left or their time was up.

    At a table without a clock, others may call a vote after a few minutes; whoever comes back from that was not gone.
    """
    left: set[int] = set()
    missed: set[int] = set()
    botted: set[int] = set()
    for event in events:
        if event.kind == "move" and event.seat in missed & botted:
            left.add(event.seat)
        elif event.kind == "house":
            note, seat = Note.of(event.text), event.seat
            if note.kind in ("away", "out"):
                missed.add(seat)
            elif note.kind in ("called", "back"):
                missed.discard(seat)
            if note.kind == "back":
                botted.discard(seat)
            elif note.bot is not None:
                botted.add(seat)
    return left


def ended_by(events: Sequence[Event]) -> int | None:
    """The seat whose time was up when the others voted to end the game; None if it did not end like that."""
    called: str | None = None
    for event in events:
        if event.kind == "house":
            note = Note.of(event.text)
            if note.kind in ("out", "called"):
                called = note.kind
            elif note.kind == "decided" and note.decision == "end":
                return event.seat if called == "out" else None
    return None
