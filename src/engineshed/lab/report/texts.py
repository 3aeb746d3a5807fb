"""The words of reports."""

from __future__ import annotations

from functools import cache

from engineshed.core.datafile import packaged_text
from engineshed.core.words import PLURALS, Words, known_language


@cache
def report_words(language: str) -> Words:
    name = f"{known_language(language, PLURALS)}.toml"
    return Words.parse(language, packaged_text("engineshed.lab.report", "words", name))
