"""What players do has a name in words, which analyses use instead of the notation."""

from __future__ import annotations

from importlib import import_module

import pytest

from engineshed.core.registry import find_game, game_ids


@pytest.mark.parametrize("game_id", game_ids())
def test_every_kind_of_move_of_a_player_has_a_name(game_id: str) -> None:
    game = find_game(game_id)
    moves = import_module(f"engineshed.games.{game_id.replace('-', '_')}.rules.moves")
    by_players = {kind.__name__.lower() for kind in game.rules.moves if kind not in moves.NATURE}
    for language in game.languages:
        words = game.speech.words_in(language)
        assert {key.removeprefix("kind.") for key in words.templates if key.startswith("kind.")} == by_players
