"""Everything that can go wrong by somebody's doing, as a sentence for that person."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any


class Trouble(Exception):  # noqa: N818  (it reads as what it is: "Trouble: no map 'Texas'")
    """A problem that a person caused and can mend; its text says what was wrong and what would be right.

    The command line prints it and exits with 2, a server answers it with a 4xx. Anything else that is
    raised is a defect of ours.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Troubles travel between processes, though their classes are not made from the sentence alone."""
        return _rebuilt, (type(self), str(self), vars(self))


def _rebuilt(kind: type[Trouble], sentence: str, details: dict[str, Any]) -> Trouble:
    trouble = kind.__new__(kind, sentence)
    vars(trouble).update(details)
    return trouble


class UnknownNameError(Trouble):
    """A name that stands for nothing here: a game, map, bot, option, city."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        known = list(known)
        super().__init__(f"there is no {what} {name!r}{suggest(name, known)}")
        self.what, self.name, self.known = what, name, known


class UnreadableMoveError(Trouble):
    """A text that is no move in the game's notation."""


class CannotUndoError(Trouble):
    """The last move may not be taken back, and why."""


class BadRecordError(Trouble):
    """A record that is broken, truncated, tampered with, or of a version that cannot be played."""


class BadFileError(Trouble):
    """A data file (map, cards, scenario) that does not keep its schema: which file, where, what instead."""

    def __init__(self, source: str, place: str, problem: str) -> None:
        where = f"{source}, {place}" if place else source
        super().__init__(f"{where}: {problem}")
        self.source, self.place, self.problem = source, place, problem


def suggest(name: str, known: list[str]) -> str:
    """The end of a sentence that helps: the nearest names, or all when there are few."""
    folded = {k.lower(): k for k in known}
    near = get_close_matches(name.lower(), folded, n=3, cutoff=0.6)
    if near:
        return "; did you mean " + " or ".join(folded[n] for n in near) + "?"
    if known and len(known) <= 12:
        return "; there is " + ", ".join(known)
    return ""
