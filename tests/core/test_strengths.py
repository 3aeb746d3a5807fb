"""How strong bots are: the files of the games, and what is wrong with a bad one."""

from __future__ import annotations

import pytest

from engineshed.core.errors import BadFileError
from engineshed.core.registry import find_game, game_ids
from engineshed.core.strengths import BotRating, ratings_in

LEVELS = ("strong", "casual")
GOOD = "points = 1500\ndeviation = 40\ngames = 54\n"


def test_a_file_is_read() -> None:
    assert ratings_in(f"[casual]\n{GOOD}", LEVELS) == {"casual": BotRating(1500, 40, 54)}
    assert ratings_in("", LEVELS) == {}


@pytest.mark.parametrize(
    "text",
    [
        f"[casul]\n{GOOD}",
        "casual = 1500",
        "[casual]\npoints = 1500\ndeviation = 40",
        "[casual]\npoints = 1500\ndeviation = 0\ngames = 54",
        "[casual]\npoints = 9000\ndeviation = 40\ngames = 54",
        "[casual]\npoints = 1500\ndeviation = 40\ngames = 0",
        "[casual]\npoints = nan\ndeviation = 40\ngames = 5",
        "[casual",
    ],
)
def test_a_bad_file_is_refused(text: str) -> None:
    with pytest.raises(BadFileError, match=r"ratings\.toml"):
        ratings_in(text, LEVELS)


@pytest.mark.parametrize("game", game_ids())
def test_every_level_that_people_are_offered_has_a_rating(game: str) -> None:
    bots = find_game(game).bots
    offered = [level.name for level in bots.levels if level.offered]
    ratings = {name: bots.rating(name) for name in offered}
    assert None not in ratings.values()
    usual = bots.rating(bots.usual)
    assert usual is not None
    assert usual.points == 1500
    assert bots.rating("random") is None
