"""What the house itself says, whichever game is on the table: the words around a rulebook."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from engineshed.core.words import PLURALS, Words, known_language


@cache
def house_words(language: str) -> Words:
    name = f"{known_language(language, PLURALS)}.toml"
    return Words.parse(language, files("engineshed.core").joinpath("house_words", name).read_text(encoding="utf-8"))
