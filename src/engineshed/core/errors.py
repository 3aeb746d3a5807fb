"""Mistakes that people can make, each with a sentence for that person in their language.

A trouble has a message. If its id begins with a game, as in ``steam:trouble.no-way``, it is in that game's words;
otherwise, as in ``trouble.no-map``, it is in the words of the house.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from reprlib import Repr
from typing import Any, TypeVar

from engineshed.core.words import ENGLISH, Message, Param, Words

T = TypeVar("T", bound="Trouble")


class Trouble(Exception):  # noqa: N818  (it reads as what it is: "Trouble: no map 'Texas'")
    """A problem that a person caused and can fix; its message says what was wrong and what would be right.

    The command line prints it and exits with 2; a server answers with a 4xx status. Any other exception is a bug.
    """

    def __init__(self, message: str, /, **params: Param | Trouble) -> None:
        """A parameter may be a trouble itself; its sentence then becomes part of this one."""
        super().__init__(message)
        self.message = Message(message, {key: value for key, value in params.items() if not isinstance(value, Trouble)})
        self.parts = {key: value for key, value in params.items() if isinstance(value, Trouble)}
        self.advice: Message | None = None
        """What would be right; a separate message, because it reads the same whatever was wrong."""

    def advised(self: T, advice: Message | None) -> T:
        self.advice = advice
        return self

    def message_in(self, language: str) -> Message:
        """The message for readers of this language, with any troubles among its parameters already turned into text."""
        told = {key: part.told(language) for key, part in self.parts.items()}
        return Message(self.message.id, {**self.message.params, **told})

    def told(self, language: str) -> str:
        """The sentence, without a capital, because it often follows the name of a file."""
        advice = f"; {say(self.advice, language)}" if self.advice else ""
        return say(self.message_in(language), language) + advice

    def __str__(self) -> str:
        return self.told(ENGLISH)

    def __reduce__(self) -> tuple[Any, ...]:
        """Troubles are pickled between processes, although their constructors take other arguments."""
        return rebuilt, (type(self), self.args, vars(self))


E = TypeVar("E", bound=Exception)


def rebuilt(kind: type[E], args: tuple[Any, ...], details: dict[str, Any]) -> E:
    """An exception as it was before it was pickled."""
    error = kind.__new__(kind, *args)
    vars(error).update(details)
    return error


# -- saying it ------------------------------------------------------------------------------------------------------


def say(message: Message, language: str) -> str:
    """The sentence of a message, in the words of its game or of the house."""
    game, _, key = message.id.rpartition(":")
    try:
        words = _words(game, language)
    except Trouble:  # a broken game cannot say what is wrong with it either
        return f"{message.id} {message.params}"
    borrowed = {
        name: called(value, language)
        for name, value in message.params.items()
        if isinstance(value, str) and value[1:] not in words.templates
    }
    return words.text(Message(key, {**message.params, **borrowed}))


def called(name: str, language: str) -> str:
    """A name as it is, or the word for an id: ``@noun.city`` is a word of the house, ``@steam:noun.bid`` of a game."""
    game, _, key = name[1:].rpartition(":")
    try:
        return _words(game, language).templates.get(key, name) if name.startswith("@") else name
    except Trouble:  # somebody typed it
        return name


def _words(game: str, language: str) -> Words:
    """The words of a game, in English if it lacks the language; without a game, those of the house."""
    from engineshed.core.house import house_words  # noqa: PLC0415  (they are files, and who reads files has troubles)
    from engineshed.core.registry import find_game  # noqa: PLC0415

    if not game:
        return house_words(language)
    found = find_game(game)
    return found.speech.words_in(language if language in found.languages else ENGLISH)


def of_game(game: str, message: str) -> str:
    """The id of a message in a game's words."""
    return f"{game}:{message}"


class UnknownNameError(Trouble):
    """A name that does not exist here: of a game, map, bot, option or city."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        """``what`` is an id under ``no`` in the words of the house (``map``) or of a game (``steam:city``)."""
        game, colon, kind = what.rpartition(":")
        super().__init__(f"{game}{colon}no.{kind}", name=shown(name))
        self.what, self.name, self.known = what, name, list(known)
        self.advised(advice(name, self.known))


class UnreadableMoveError(Trouble):
    """A text that is not a move in the game's notation."""


class CannotUndoError(Trouble):
    """The last move may not be taken back, and why."""


class BadRecordError(Trouble):
    """A record that is broken, cut off, tampered with, or of a version that cannot be played."""


class BadFileError(Trouble):
    """A data file (map, cards, scenario) that does not fit its schema: which file, where, and what would be right."""

    def __init__(self, source: str, place: str | Message, problem: str, /, **params: Param | Trouble) -> None:
        """``source``: the file's name, or a word such as ``@source.map-file``. ``place``: its keys, or a message."""
        super().__init__(problem, **params)
        self.source, self.place = source, place

    def told(self, language: str) -> str:
        place = self.place if isinstance(self.place, str) else say(self.place, language)
        where = ", ".join(filter(None, (called(self.source, language), place)))
        return f"{where}: {super().told(language)}"


# -- what helps to make sentences -----------------------------------------------------------------------------------

LONGEST_NAME = 60
"""How many characters of a person's input are shown, and compared with existing names."""

_SHORTENED = Repr()
_SHORTENED.maxstring = LONGEST_NAME


def shown(text: str) -> str:
    """A person's input, made suitable for quoting in a sentence: on one line, and shortened."""
    return _SHORTENED.repr(text)[1:-1]


MOST_NEAR = 3
MOST_KNOWN = 12


def advice(name: str, known: Sequence[str]) -> Message | None:
    """The nearest names, or all of them if there are few."""
    folded = {k.lower(): k for k in known}
    near = [folded[n] for n in get_close_matches(name[:LONGEST_NAME].lower(), folded, n=MOST_NEAR, cutoff=0.6)]
    if near:
        return Message(f"advice.near-{len(near)}", dict(zip("abc", near, strict=False)))
    if known and len(known) <= MOST_KNOWN:
        return Message("advice.known", {"known": ", ".join(known)})
    return None
