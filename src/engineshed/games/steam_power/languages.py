"""Steam Power's words and rules in every language; each file is read when somebody first asks for it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from engineshed.core.rulebook import Rulebook, read_rulebook, translate_rulebook
from engineshed.core.words import ENGLISH, Words, known_language
from engineshed.games.steam_power.board import GAME_ID

LANGUAGES = (ENGLISH, "de", "pl")


@cache
def words_in(language: str) -> Words:
    return Words.parse(language, _text(f"words/{known_language(language, LANGUAGES)}.toml"))


@cache
def rulebook_in(language: str) -> Rulebook:
    if known_language(language, LANGUAGES) == ENGLISH:
        return read_rulebook(_text("rulebook.toml"), f"rulebook.toml of {GAME_ID}")
    name = f"rulebook.{language}.toml"
    return translate_rulebook(rulebook_in(ENGLISH), _text(name), f"{name} of {GAME_ID}")


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
