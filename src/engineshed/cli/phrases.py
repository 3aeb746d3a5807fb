"""What the command line says, in the reader's language.

The catalogues are ``words/<language>.toml`` next to this file, with a table for each command; ``trouble`` has the
mistakes that people can make. Help and errors in the command line itself are in ``usage.py``, because most of their
English comes from cyclopts.
"""

from __future__ import annotations

from functools import cache

from engineshed.core.contract import AnyGame
from engineshed.core.datafile import packaged_text
from engineshed.core.errors import Trouble, say
from engineshed.core.words import ENGLISH, PLURALS, Message, Param, Words, figure, known_language


@cache
def command_words(language: str) -> Words:
    name = f"{known_language(language, PLURALS)}.toml"
    return Words.parse(language, packaged_text("engineshed.cli", "words", name))


class Phrases:
    """The command line's words in one language."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.words = command_words(language)
        self.language = language

    def text(self, message: str, /, **params: Param) -> str:
        """The text without a capital, as in the catalogue: for headings, and lines that begin with a file's name."""
        return self.words.text(Message(message, params))

    def say(self, message: str, /, **params: Param) -> str:
        """The text as a whole sentence, with a capital letter."""
        return self.words.say(Message(message, params))

    def number(self, value: float, places: int = 0) -> str:
        """A number as people write it: 1,234.5, or 1.234,5."""
        return figure(value, places, self.language)

    def percent(self, share: float) -> str:
        return self.text("number.percent", number=self.number(100 * share, 1))


class Mistake(Trouble):
    """A trouble in the words of the command line, under ``trouble``."""

    def told(self, language: str) -> str:
        message = self.message_in(language)
        sentence = command_words(language).text(Message(f"trouble.{message.id}", message.params))
        return f"{sentence}; {say(self.advice, language)}" if self.advice else sentence


def game_language(game: AnyGame, language: str) -> str:
    """The command line's language if the game has it, otherwise English."""
    return language if known_language(language, PLURALS) in game.languages else ENGLISH
