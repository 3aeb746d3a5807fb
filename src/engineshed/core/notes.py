"""What a log and a record say about players and clocks: who left, whose time was up, what the others voted.

A note is a word, and what belongs to it: ``away greedy``, ``vote 2 wait``. It is about the seat that it is noted for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

NoteKind = Literal[
    "away",
    "back",
    "gave-up",
    "joined",
    "out",
    "called",
    "vote",
    "decided",
    "pause",
    "no-pause",
    "paused",
    "resumed",
    "holiday",
]
Decision = Literal["wait", "bot", "end"]
DECISIONS: tuple[Decision, ...] = ("wait", "bot", "end")

LONGEST = 60
"""The longest note in characters; it has the name of a bot at most."""


class Note(NamedTuple):
    """One note, about the seat that it is noted for.

    ``away``: its player has left, and this bot plays. ``out``: their time was up, and this bot plays; without a bot,
    the others vote. ``called``: the others, who do without clocks, wanted to vote about it. ``vote``: this seat has
    voted about another. ``decided``: what the vote about this seat has led to. ``back``: its player plays again.
    ``gave-up``: its player will not come back, and this bot plays. ``joined``: somebody new plays it instead of a bot.
    ``pause``, ``no-pause``: it would like all clocks to stop, or no longer. ``paused``: now all would like that.
    ``resumed``: it made them go again. ``holiday``: its own clock stands still until its next move.
    """

    kind: NoteKind
    bot: str | None = None
    about: int | None = None
    decision: Decision | None = None

    def text(self) -> str:
        parts = (self.kind, self.about, self.decision, self.bot)
        return " ".join(str(part) for part in parts if part is not None)

    @classmethod
    def of(cls, text: str) -> Note:
        """The note that was written like this; raises ``ValueError`` if none was."""
        match text.split(" ") if len(text) <= LONGEST and text.isprintable() else ():
            case ["away" | "out" | "gave-up" as kind, bot] if bot:
                return cls(_WITH_BOT[kind], bot)
            case ["decided", "bot", bot] if bot:
                return cls("decided", bot, decision="bot")
            case ["decided", "wait" | "end" as what]:
                return cls("decided", decision="wait" if what == "wait" else "end")
            case ["vote", about, what] if about.isdecimal() and about.isascii() and what in DECISIONS:
                return cls("vote", about=int(about), decision=DECISIONS[DECISIONS.index(what)])
            case [kind] if kind in _PLAIN:
                return cls(_PLAIN[kind])
        raise ValueError(text[:LONGEST])


_WITH_BOT: dict[str, NoteKind] = {"away": "away", "out": "out", "gave-up": "gave-up"}
_PLAIN: dict[str, NoteKind] = {
    "back": "back",
    "joined": "joined",
    "out": "out",
    "called": "called",
    "pause": "pause",
    "no-pause": "no-pause",
    "paused": "paused",
    "resumed": "resumed",
    "holiday": "holiday",
}

ENDED = Note("decided", decision="end")

Noted = tuple[int, int, str]
"""A note in a record: after how many moves it was made, about which seat, and its text."""


def first_false(notes: Sequence[Noted], seats: int, moves: int) -> int | None:
    """The number of the first note that cannot be true, counted from 1; None if all may be.

    They are in order and about seats of the game; a seat comes back only if it was away or voted about, and one that
    was given up only with somebody new; votes are only cast and decided while there is a vote, by others than the seat
    concerned, and for what somebody voted for; and nothing follows the end of a game.
    """
    told = _Story(seats)
    for number, (after, seat, text) in enumerate(notes, 1):
        try:
            note = Note.of(text)
        except ValueError:
            return number
        if not told.since <= after <= moves or not 0 <= seat < seats or not told.allows(seat, note):
            return number
        if told.ended or (note.decision == "end" and note.kind == "decided" and after != moves):
            return number
        told.goes_on(after, seat, note)
    return None


class _Story:
    """What has been noted so far."""

    def __init__(self, seats: int) -> None:
        self.seats, self.since, self.ended = seats, 0, False
        self.away: set[int] = set()
        self.given_up: set[int] = set()
        self.about: int | None = None
        """The seat that is voted about. A vote whose player simply moves again is not noted to be over."""
        self.cast: set[str | None] = set()

    def allows(self, seat: int, note: Note) -> bool:
        match note.kind:
            case "joined":
                return True  # of a bot that plays from the beginning, there is no note
            case _ if seat in self.given_up:
                return False
            case "gave-up":
                return True
            case "back":
                return seat in self.away or seat == self.about
            case "vote":
                return note.about == self.about and seat != self.about and seat not in self.away
            case "decided":
                return seat == self.about and note.decision in self.cast
        return seat not in self.away

    def goes_on(self, after: int, seat: int, note: Note) -> None:
        self.since = after
        self.ended = note.kind == "decided" and note.decision == "end"
        if note.kind == "gave-up":
            self.given_up.add(seat)
        if note.kind in ("back", "joined"):
            self.away.discard(seat)
            self.given_up.discard(seat)
        elif note.bot is not None:
            self.away.add(seat)
        elif note.kind in ("out", "called"):
            self.about, self.cast = seat, set()
        if note.kind == "vote":
            self.cast.add(note.decision)
        elif note.kind in ("back", "decided") and seat == self.about:
            self.about = None
