"""A game's words and rules in every language, from the files beside its module, read when somebody first asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engineshed.core.datafile import packaged_text
from engineshed.core.rulebook import Rulebook, read_rulebook, translate_rulebook
from engineshed.core.words import ENGLISH, Words, known_language


class Texts:
    """``words/<language>.toml``, ``rulebook.toml`` in English and ``rulebook.<language>.toml`` in the others."""

    def __init__(self, package: str, game: str, languages: Sequence[str]) -> None:
        self._package, self._game, self._languages = package, game, languages
        self.words_in = cache(self._read_words)
        self.rulebook_in = cache(self._read_rulebook)

    def _read_words(self, language: str) -> Words:
        return Words.parse(language, self._text(f"words/{known_language(language, self._languages)}.toml"))

    def _read_rulebook(self, language: str) -> Rulebook:
        if known_language(language, self._languages) == ENGLISH:
            return read_rulebook(self._text("rulebook.toml"), f"rulebook.toml of {self._game}")
        name = f"rulebook.{language}.toml"
        return translate_rulebook(self.rulebook_in(ENGLISH), self._text(name), f"{name} of {self._game}")

    def _text(self, name: str) -> str:
        return packaged_text(self._package, name)
