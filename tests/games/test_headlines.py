"""What a player has to do is said in words, not in the notation: people at the page do not type."""

from __future__ import annotations

import re

import pytest

from engineshed.core.registry import find_game, game_ids

ENGLISH_TOO = {"de": {"start"}, "pl": set[str]()}
"""Words of the notation that are words of the language as well."""


@pytest.mark.parametrize("language", ["de", "pl"])
@pytest.mark.parametrize("game_id", game_ids())
def test_no_headline_contains_a_word_of_the_notation(game_id: str, language: str) -> None:
    game = find_game(game_id)
    typed = {kind.__name__.lower() for kind in game.rules.moves} - ENGLISH_TOO[language]
    tasks = {key: text for key, text in game.speech.words_in(language).templates.items() if key.startswith("task.")}
    assert tasks
    found = {key: typed & set(re.findall(r"\w+", re.sub(r"\{[^}]*\}", "", text))) for key, text in tasks.items()}
    assert {key: words for key, words in found.items() if words} == {}
