"""What the command line says, in the reader's language.

The catalogues are ``words/<language>.toml`` beside this file, with a family for each command; ``trouble`` is what a
person can mend. Help and mistakes of typing are in ``usage.py``, since their English is not ours alone.
"""

from __future__ import annotations

from functools import cache

from engineshed.core.contract import AnyGame
from engineshed.core.datafile import packaged_text
from engineshed.core.errors import Trouble, say
from engineshed.core.words import ENGLISH, PLURALS, Message, Param, Words, known_language

SEPARATORS = {ENGLISH: (",", "."), "de": (".", ","), "pl": ("\N{NO-BREAK SPACE}", ",")}
"""What stands between thousands, and before a fraction."""


@cache
def command_words(language: str) -> Words:
    name = f"{known_language(language, PLURALS)}.toml"
    return Words.parse(language, packaged_text("engineshed.cli", "words", name))


class Phrases:
    """The command line's words in one language, with parameters by their names."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.words = command_words(language)
        self.language = language

    def text(self, message: str, /, **params: Param) -> str:
        """As it stands in the catalogue: headings, and lines that begin with the name of a file."""
        return self.words.text(Message(message, params))

    def say(self, message: str, /, **params: Param) -> str:
        """As a sentence of its own, with a capital."""
        return self.words.say(Message(message, params))

    def number(self, value: float, places: int = 0) -> str:
        """As people write it: 1,234.5, or 1.234,5."""
        thousands, point = SEPARATORS[self.language]
        return f"{value:,.{places}f}".translate({ord(","): thousands, ord("."): point})

    def percent(self, share: float) -> str:
        return self.text("number.percent", number=self.number(100 * share, 1))


class Mistake(Trouble):
    """A trouble of the command line, which says it in words of its own, under ``trouble``."""

    def told(self, language: str) -> str:
        sentence = command_words(language).text(Message(f"trouble.{self.message.id}", self.message.params))
        return f"{sentence}; {say(self.advice, language)}" if self.advice else sentence


def game_language(game: AnyGame, language: str) -> str:
    """A game that cannot be read in this language is read in English."""
    return language if known_language(language, PLURALS) in game.languages else ENGLISH
