"""The words of the house, which are the same for every game: refusals, troubles, the words around a rulebook."""

from __future__ import annotations

from functools import cache

from engineshed.core.datafile import packaged_text
from engineshed.core.words import PLURALS, Words, known_language


@cache
def house_words(language: str) -> Words:
    name = f"{known_language(language, PLURALS)}.toml"
    return Words.parse(language, packaged_text("engineshed.core", "house_words", name))
