"""Reading typed moves: what the notations of the games have in common. A move begins with a word of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engineshed.core.errors import UnreadableMoveError, suggest

S = TypeVar("S")
M = TypeVar("M")

Words = Sequence[str]
Reader = Callable[[S, Words], M]
"""The move that the words after the first one mean."""


class Notation(Generic[S, M]):
    """A game's readers by the first word of a move; ``example`` is told to whoever types nothing."""

    def __init__(
        self,
        readers: Mapping[str, Reader[S, M]],
        *,
        example: str,
        nature: Sequence[type[Any]],
        synonyms: Mapping[str, str] | None = None,
    ) -> None:
        self._readers, self._example, self._synonyms = readers, example, synonyms or {}
        self._players = [word for word in readers if word not in map(word_of, nature)]

    def read(self, s: S, text: str) -> M:
        words = text.split()
        if not words:
            raise UnreadableMoveError(f"an empty line is no move; try {self._example}")
        kind = self._synonyms.get(words[0].lower(), words[0].lower())
        if kind not in self._readers:
            raise UnreadableMoveError(f"there is no move {words[0]!r}{suggest(kind, self._players)}")
        return self._readers[kind](s, words[1:])


def word_of(kind: type[Any]) -> str:
    """The word with which a move of this kind begins, where it is called as its kind is."""
    return kind.__name__.lower()


def alone(move: M) -> Reader[Any, M]:
    """A move that is one word."""

    def reader(_s: Any, words: Words) -> M:
        if words:
            raise UnreadableMoveError(f"{word_of(type(move))} stands alone, without {' '.join(words)!r}")
        return move

    return reader


def one(kind: Callable[[Any], M], what: str, example: str, part: Callable[[str], Any]) -> Reader[Any, M]:
    """A move with one word more, which ``part`` reads."""
    name = getattr(kind, "__name__", "").lower()

    def reader(_s: Any, words: Words) -> M:
        if len(words) != 1:
            raise UnreadableMoveError(f"{name} needs one {what}, as in '{name} {example}'")
        return kind(part(words[0]))

    return reader


def read_number(word: str, what: str = "") -> int:
    if not word.isdecimal() or not word.isascii() or len(word) > 6:
        problem = f"is no {what}; it should be a number" if what else "should be a number"
        raise UnreadableMoveError(f"{word!r} {problem}")
    return int(word)


def read_one_of(word: str, names: Sequence[str], what: str) -> int:
    if word.lower() not in names:
        raise UnreadableMoveError(f"there is no {what} {word!r}{suggest(word, list(names))}")
    return names.index(word.lower())


def read_letters(words: Words, move: str, letters: str, thing: str) -> tuple[int, ...]:
    """Letters that stand for things, written together or apart."""
    given = "".join(words).upper()
    if not given or given.strip(letters):
        raise UnreadableMoveError(f"{move} needs letters out of {letters}, one for each {thing}")
    return tuple(letters.index(letter) for letter in given)
