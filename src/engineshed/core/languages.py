"""A game's words and rules in every language, from the files of its package, read when first needed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engineshed.core.datafile import packaged_text
from engineshed.core.rulebook import Rulebook, read_rulebook, translate_rulebook
from engineshed.core.words import ENGLISH, PLURALS, Words, known_language


class Texts:
    """The base of a game's speech.

    The files are ``words/<language>.toml``, ``rulebook.toml`` (English) and ``rulebook.<language>.toml`` (the others).
    """

    def __init__(self, package: str, game: str, languages: Sequence[str] = tuple(PLURALS)) -> None:
        self._package, self._game = package, game
        self.languages = languages
        self.words_in = cache(self._read_words)
        self.rulebook_in = cache(self._read_rulebook)

    @property
    def words(self) -> Words:
        return self.words_in(ENGLISH)

    @property
    def rulebook(self) -> Rulebook:
        return self.rulebook_in(ENGLISH)

    def _read_words(self, language: str) -> Words:
        return Words.parse(language, self._text("words", f"{known_language(language, self.languages)}.toml"))

    def _read_rulebook(self, language: str) -> Rulebook:
        if known_language(language, self.languages) == ENGLISH:
            return read_rulebook(self._text("rulebook.toml"), f"rulebook.toml ({self._game})")
        name = f"rulebook.{language}.toml"
        return translate_rulebook(self.rulebook_in(ENGLISH), self._text(name), f"{name} ({self._game})")

    def _text(self, *path: str) -> str:
        return packaged_text(self._package, *path)
