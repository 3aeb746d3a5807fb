"""Reading typed moves: what the notations of all games share. Every kind of move begins with its own word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engineshed.core.errors import UnreadableMoveError, advice, shown

S = TypeVar("S")
M = TypeVar("M")

Words = Sequence[str]
Reader = Callable[[S, Words], M]
"""Makes a move from the words that follow the first one."""


class Notation(Generic[S, M]):
    """A game's readers by the first word of a move. An empty line is answered with the ``examples``, one or two."""

    def __init__(
        self,
        readers: Mapping[str, Reader[S, M]],
        *,
        examples: Sequence[str],
        nature: Sequence[type[Any]],
        synonyms: Mapping[str, str] | None = None,
    ) -> None:
        self._readers, self._examples, self._synonyms = readers, examples, synonyms or {}
        self._players = [word for word in readers if word not in map(word_of, nature)]

    def read(self, s: S, text: str) -> M:
        words = text.split()
        if not words:
            examples = dict(zip("ab", self._examples, strict=False))
            raise UnreadableMoveError(f"read.empty-{len(examples)}", **examples)
        kind = self._synonyms.get(words[0].lower(), words[0].lower())
        if kind not in self._readers:
            raise UnreadableMoveError("no.move", name=shown(words[0])).advised(advice(kind, self._players))
        return self._readers[kind](s, words[1:])


def word_of(kind: type[Any]) -> str:
    """The first word of a move of this kind, if it is simply the kind's name."""
    return kind.__name__.lower()


def alone(move: M) -> Reader[Any, M]:
    """Reads a move that is a single word."""

    def reader(_s: Any, words: Words) -> M:
        if words:
            raise UnreadableMoveError("read.alone", move=word_of(type(move)), more=shown(" ".join(words)))
        return move

    return reader


def one(kind: Callable[[Any], M], what: str, example: str, part: Callable[[str], Any]) -> Reader[Any, M]:
    """Reads a move with one more word, which ``part`` reads; ``what`` names its kind, as in ``noun``."""
    name = getattr(kind, "__name__", "").lower()

    def reader(_s: Any, words: Words) -> M:
        if len(words) != 1:
            raise UnreadableMoveError("read.one", move=name, what=noun(what), example=example)
        return kind(part(words[0]))

    return reader


def noun(what: str) -> str:
    """The word for a kind of thing: ``city`` is ``@noun.city`` of the house, ``steam:bid`` is ``noun.bid`` of Steam."""
    game, colon, kind = what.rpartition(":")
    return f"@{game}{colon}noun.{kind}"


def read_number(word: str, what: str = "") -> int:
    """``what``: what the number counts, as in ``noun``."""
    if not word.isdecimal() or not word.isascii() or len(word) > 6:
        if what:
            raise UnreadableMoveError("read.number-of", word=shown(word), what=noun(what))
        raise UnreadableMoveError("read.number", word=shown(word))
    return int(word)


def read_one_of(word: str, names: Sequence[str], what: str) -> int:
    """``what``: an id under ``no`` in the words of the house (``company``) or of a game (``steam:colour``)."""
    if word.lower() not in names:
        game, colon, kind = what.rpartition(":")
        unknown = UnreadableMoveError(f"{game}{colon}no.{kind}", name=shown(word))
        raise unknown.advised(advice(word, names))
    return names.index(word.lower())


def read_letters(words: Words, move: str, letters: str, thing: str) -> tuple[int, ...]:
    """Letters that stand for things, with or without blanks between them."""
    given = "".join(words).upper()
    if not given or given.strip(letters):
        raise UnreadableMoveError("read.letters", move=move, letters=letters, thing=noun(thing))
    return tuple(letters.index(letter) for letter in given)
