"""The levels of bots: their names, their weights, and mistakes in the file that lists them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engineshed.core import levels as module
from engineshed.core.bot import Budget
from engineshed.core.errors import BadFileError, UnknownNameError
from engineshed.core.levels import Levels
from tests.core import toy

LEVEL = '[[levels]]\nname = "{0}"\nplayer = "{1}"\nstrength = "beginner"\nweights = "plain"\n'


def read(monkeypatch: pytest.MonkeyPatch, bots: str, weights: str = "card = 1.0") -> Levels:
    texts = {"bots.toml": bots, "plain.toml": weights, "ratings.toml": ""}
    monkeypatch.setattr(module, "packaged_text", lambda _package, *path: texts[path[-1]])
    players: dict[str, Any] = {"hasty": lambda weights: weights}
    return Levels("any", players=players, weights=toy.Weights, evaluation=toy.evaluate, policy=toy.policy)


def test_levels_are_listed_with_the_offered_ones_first() -> None:
    assert toy.BOTS.names() == ["hasty", "playouts"]
    assert "hasty" in toy.BOTS
    assert "playouts" in toy.BOTS
    assert "greedy" not in toy.BOTS
    assert [level.offered for level in toy.BOTS.levels] == [True, False]


def test_a_level_makes_a_bot_with_its_weights_and_has_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    made: Any = read(monkeypatch, LEVEL.format("quick", "hasty")).make("quick")
    assert made == toy.Weights(1.0)
    assert toy.BOTS.budget("playouts") == Budget(24)
    assert toy.BOTS.budget("a bot from elsewhere") == Budget()


def test_weights_may_differ_from_a_file_in_a_few_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = read(monkeypatch, LEVEL.format("quick", "hasty"))
    texts = {"plain.toml": "card = 1.0", "like.toml": 'like = "plain"', "more.toml": 'like = "plain"\ncard = 2.0'}
    monkeypatch.setattr(module, "packaged_text", lambda _package, *path: texts[path[-1]])
    assert [levels.weights(name) for name in ("like", "more")] == [toy.Weights(1.0), toy.Weights(2.0)]


def test_an_evaluation_uses_the_weights_of_a_level() -> None:
    state = toy.GAME.speech.arrange({"places": [3, 0], "hands": [[1, 2], []]})
    values = toy.BOTS.evaluation()(state)
    assert [value.total for value in values] == [4.0, 0.0]
    assert values[0].parts == {"line": 3.0, "cards": 1.0}
    assert toy.BOTS.evaluation("playouts")(state) == values


def test_an_unknown_level_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"there is no bot 'hastly'; did you mean hasty\?"):
        toy.BOTS.make("hastly")


@pytest.mark.parametrize(
    ("bots", "weights", "problem"),
    [
        (LEVEL.format("a", "hasty") * 2, "card = 1.0", "bots.toml, levels: two levels have the same name"),
        (LEVEL.format("a", "slow"), "card = 1.0", "bots.toml, level a: there is no player 'slow'"),
        ("[[levels]]\nname = 3", "card = 1.0", "bots.toml, levels"),
        ("levels = [", "card = 1.0", "bots.toml"),
        (LEVEL.format("a", "hasty"), 'card = "much"', "plain.toml, card"),
        (LEVEL.format("a", "hasty"), "cord = 1.0", "plain.toml"),
    ],
)
def test_a_mistake_in_a_file_of_levels_is_reported_with_its_place(
    bots: str, weights: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadFileError, match=problem):
        read(monkeypatch, bots, weights).make("a")


def test_every_game_has_weights_for_its_greedy_bot() -> None:
    games = Path(module.__file__).parents[1] / "games"
    for folder in (path for path in games.iterdir() if (path / "rulebook.toml").exists()):
        assert (folder / "data" / "weights" / "greedy-1.toml").exists()
