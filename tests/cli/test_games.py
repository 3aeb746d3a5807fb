"""``engineshed games``: what can be played."""

from __future__ import annotations

from engineshed.core.registry import bot_names, find_game, game_ids
from tests.cli.conftest import Run


def test_every_game_is_listed_with_its_maps_options_and_bots(engineshed: Run) -> None:
    outcome = engineshed("games")
    assert outcome.code == 0
    for game_id in game_ids():
        game = find_game(game_id)
        for word in (
            game.id,
            game.title,
            *game.boards.maps(),
            *bot_names(game.id),
            *game.rules.options.__struct_fields__,
        ):
            assert word in outcome.out


def test_an_option_is_listed_with_its_default_values_and_meaning(engineshed: Run) -> None:
    lines = engineshed("games").out.splitlines()
    line = next(line for line in lines if line.strip().startswith("take_money"))
    assert line.split()[:4] == ["take_money", "3", "3,", "5"]
    assert "dollars for the action" in line
    assert any(line.split()[:4] == ["limited_goods", "no", "yes,", "no"] for line in lines)
