"""Bots that can say why: every kind of move has a reason, and it can be read in every language."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.bots import question
from engineshed.core.contract import CHANCE
from engineshed.core.loop import Turn, play
from engineshed.core.options import read_options
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng

GAMES = {
    "steam-power": [{"map": "ireland"}],
    "steam": [{"map": "ruhr"}, {"map": "northeast", "variant": "expert"}],
}
MOST = 3
EXPLAINED = [
    (game_id, level, options)
    for game_id, tables in GAMES.items()
    for options in tables
    for level in ("casual", "strong")
]


@pytest.mark.parametrize(("game_id", "level", "options"), EXPLAINED)
def test_every_kind_of_move_in_a_random_game_has_reasons_in_every_language(
    game_id: str, level: str, options: dict[str, Any]
) -> None:
    game = find_game(game_id)
    bot: Any = game.bots.make(level)
    explained: set[type] = set()

    def answers(state: Any, acting: tuple[Any, ...], ply: int) -> tuple[Any, Any]:
        ask = question(game, state, acting[0], seed="why", ply=ply)
        for kind in dict.fromkeys(type(move) for move in ask.moves if ply % 7 == 0 or type(move) not in explained):
            move = Rng("kind", ply).choice([move for move in ask.moves if type(move) is kind])
            reasons = bot.explain(ask, move)
            assert 1 <= len(reasons) <= MOST, f"{len(reasons)} reasons for {move}"
            for reason in reasons:
                for language in game.languages:
                    words = game.speech.words_in(language)
                    assert reason.id in words.templates
                    assert "{" not in words.say(reason)
            explained.add(kind)
        return acting[0], Rng("any", ply).choice(ask.moves)

    turns: list[Turn[Any, Any]] = list(
        play(game.rules, game.rules.start(3, read_options(game.rules.options, options)), answers, seed="why")
    )
    assert explained >= {type(turn.move) for turn in turns if turn.seat != CHANCE}
