"""What a bot says for a move fits what the move does."""

from __future__ import annotations

from typing import Any

from engineshed.bots import question
from tests.games.steam_power.play import GAME, RED, position, row


def reasons(state: Any, text: str) -> list[str]:
    ask = question(GAME, state, RED, seed="why", ply=0)
    (move,) = [move for move in ask.moves if GAME.speech.write(state, move) == text]
    bot: Any = GAME.bots.make("casual")
    say = GAME.speech.words_in("en").say
    return [say(reason) for reason in bot.explain(ask, move)]


def test_a_tile_that_finishes_a_link_is_not_called_a_step_towards_it() -> None:
    opening = position(map=row("Ashford", "Bedford"))
    assert reasons(opening, "track B1 ne-nw")[0] == "Finishes the link Ashford–Bedford"


def test_the_tiles_of_a_link_are_counted_after_the_one_that_is_laid() -> None:
    apart = {"terrain": "A . . B\n. . . .\n", "cities": {"A": "Ashford", "B": "Bedford"}}
    towards = "Towards the link Ashford–Bedford: 1 more tile after this, for $0 in all"
    assert reasons(position(map=apart), "track B1 ne-nw")[0] == towards
