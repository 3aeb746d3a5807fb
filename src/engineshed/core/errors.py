"""Everything that can go wrong by somebody's doing, as a sentence for that person in their language.

A trouble carries a message. Its id begins with the game whose words say it, ``steam:trouble.no-way``; without one it is
said by the words of the house, ``trouble.no-map``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from engineshed.core.words import ENGLISH, Message, Param

T = TypeVar("T", bound="Trouble")


class Trouble(Exception):  # noqa: N818  (it reads as what it is: "Trouble: no map 'Texas'")
    """A problem that a person caused and can mend; its message says what was wrong and what would be right.

    The command line prints it and exits with 2, a server answers it with a 4xx. Anything else that is
    raised is a defect of ours.
    """

    def __init__(self, message: str, /, **params: Param) -> None:
        super().__init__(message)
        self.message = Message(message, params)
        self.advice: Message | None = None
        """What would be right, where it is said in the same words whatever was wrong."""

    def advised(self: T, advice: Message | None) -> T:
        self.advice = advice
        return self

    def told(self, language: str) -> str:
        """The sentence, without a capital: it often stands behind the name of a file."""
        advice = f"; {say(self.advice, language)}" if self.advice else ""
        return say(self.message, language) + advice

    def __str__(self) -> str:
        return self.told(ENGLISH)

    def __reduce__(self) -> tuple[Any, ...]:
        """Troubles travel between processes, though their classes are made from other things than their message."""
        return _rebuilt, (type(self), self.args, vars(self))


def _rebuilt(kind: type[Trouble], args: tuple[Any, ...], details: dict[str, Any]) -> Trouble:
    trouble = kind.__new__(kind, *args)
    vars(trouble).update(details)
    return trouble


def say(message: Message, language: str) -> str:
    from engineshed.core.house import house_words  # noqa: PLC0415  (they are files, and who reads files has troubles)
    from engineshed.core.registry import find_game  # noqa: PLC0415

    if " " in message.id:  # TODO: gone when every trouble has its words
        return message.id
    game, colon, key = message.id.rpartition(":")
    words = find_game(game).speech.words_in(language) if colon else house_words(language)
    return words.text(Message(key, message.params))


def of_game(game: str, message: str) -> str:
    """The id of a message that a game's words say."""
    return f"{game}:{message}"


class UnknownNameError(Trouble):
    """A name that stands for nothing here: a game, map, bot, option, city."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        """``what`` is a word under ``no``, of the house or of a game: ``map``, ``steam:city``."""
        game, colon, kind = what.rpartition(":")
        super().__init__(f"{game}{colon}no.{kind}", name=name)
        self.what, self.name, self.known = what, name, list(known)
        self.advised(advice(name, self.known))


class UnreadableMoveError(Trouble):
    """A text that is no move in the game's notation."""


class CannotUndoError(Trouble):
    """The last move may not be taken back, and why."""


class BadRecordError(Trouble):
    """A record that is broken, truncated, tampered with, or of a version that cannot be played."""


class BadFileError(Trouble):
    """A data file (map, cards, scenario) that does not keep its schema: which file, where, what instead."""

    def __init__(self, source: str, place: str, problem: str, /, **params: Param) -> None:
        super().__init__(problem, **params)
        self.source, self.place = source, place

    def told(self, language: str) -> str:
        where = f"{self.source}, {self.place}" if self.place else self.source
        return f"{where}: {super().told(language)}"


MOST_NEAR = 3
MOST_KNOWN = 12


def advice(name: str, known: Sequence[str]) -> Message | None:
    """The nearest names, or all when there are few."""
    folded = {k.lower(): k for k in known}
    near = [folded[n] for n in get_close_matches(name.lower(), folded, n=MOST_NEAR, cutoff=0.6)]
    if near:
        return Message(f"advice.near-{len(near)}", dict(zip("abc", near, strict=False)))
    if known and len(known) <= MOST_KNOWN:
        return Message("advice.known", {"known": ", ".join(known)})
    return None


def suggest(name: str, known: Sequence[str]) -> str:  # TODO: gone when every trouble has its words
    found = advice(name, known)
    return f"; {say(found, ENGLISH)}" if found else ""
