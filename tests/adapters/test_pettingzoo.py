"""The games as PettingZoo knows them: its own tests, and what it cannot know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from engineshed.adapters.choosing import NoChoiceError
from engineshed.adapters.course import by_rank, leads
from engineshed.adapters.pettingzoo import env, raw_env
from engineshed.core.contract import Result, Score
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.core.words import Message
from tests.adapters.walking import GAMES
from tests.soak import sized

CYCLES = sized(60, 1000)


def tables(game: str) -> list[tuple[str, int, str | None]]:
    """All maps and numbers of players; briefly, the fewest and the most players."""
    found = find_game(game)
    every = [(game, seats, map_) for map_ in found.boards.maps() or (None,) for seats in found.seats]
    return every if sized(0, 1) else [every[0], every[-1]]


TABLES = [table for game in GAMES for table in tables(game)]


# PettingZoo's test would rather have one array as an observation, and no dictionary of tables.
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.filterwarnings("ignore:.*[Oo]bservation space.*")
@pytest.mark.parametrize(("game", "seats", "map_"), TABLES)
def test_pettingzoos_own_tests_pass(
    game: str, seats: int, map_: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(game, seats=seats, map=map_), num_cycles=CYCLES)
    assert "Passed" in capsys.readouterr().out
    seed_test(lambda: env(game, seats=seats, map=map_, flat=True), num_cycles=CYCLES)


def play(environment: Any, seed: int) -> dict[str, float]:
    """A random game; what every agent got for it."""
    chance, got = np.random.default_rng(seed), dict.fromkeys(environment.possible_agents, 0.0)
    environment.reset(seed=seed)
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        got[agent] += reward
        if terminated or truncated:
            environment.step(None)
        else:
            environment.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return got


@pytest.mark.parametrize("game", GAMES)
def test_games_end_and_pay_for_ranks(game: str) -> None:
    environment = raw_env(game)
    got = play(environment, 4)
    result = environment.course.result()
    assert result is not None
    assert list(got.values()) == by_rank(result)
    assert sum(got.values()) == 0


def test_shaping_adds_up_to_the_lead_at_the_end() -> None:
    environment = raw_env("steam", seats=3, reward="score", shaping=0.5)
    got = play(environment, 4)
    at_the_end = leads(environment.course.scores())
    start = leads([score.total for score in _start_scores(environment)])
    wanted = [end + 0.5 * (end - begin) for end, begin in zip(at_the_end, start, strict=True)]
    assert list(got.values()) == pytest.approx(wanted)


def _start_scores(environment: Any) -> Any:
    kind = environment.kind
    return kind.game.rules.scores(kind.game.rules.start(kind.seats, kind.options))


def test_who_ties_shares() -> None:
    def result(*ranks: int) -> Result:
        return Result(ranks, tuple(Score(0, {}) for _ in ranks), Message("x"))

    assert by_rank(result(1, 2, 3)) == [1, 0, -1]
    assert by_rank(result(1, 1, 3)) == [0.5, 0.5, -1]
    assert by_rank(result(2, 2, 1, 4)) == [0, 0, 1, -1]
    assert by_rank(result(1)) == [0]


def test_a_game_is_the_one_that_a_table_with_its_seed_plays() -> None:
    environment, chance = raw_env("steam-power", seats=2, map="ireland"), Rng("table")
    environment.reset(seed=7)
    course = environment.course
    table = Table(find_game("steam-power"), 2, environment.kind.options, seed=course.seed)
    while course.seat is not None and course.moves < 60:
        move = chance.choice(course.legal)
        table.play(course.seat, move)
        course.play(move)
    assert table.game.rules.key(table.state) == table.game.rules.key(course.state)


def test_a_game_that_does_not_end_is_given_up() -> None:
    environment = raw_env("steam-power", limit=5)
    play(environment, 1)
    assert environment.course.moves == 5
    assert not environment.course.over


def test_what_cannot_be_is_said() -> None:
    environment = raw_env("planet-steam", seats=2)
    environment.reset(seed=1)
    legal = set(np.flatnonzero(environment.last()[0]["action_mask"]))
    with pytest.raises(NoChoiceError):
        environment.step(next(number for number in range(100) if number not in legal))
    with pytest.raises(Trouble, match="2 to 5 players"):
        env("planet-steam", seats=7)
    with pytest.raises(Trouble, match="no option 'sabotag'"):
        env("planet-steam", sabotag=True)
    with pytest.raises(Trouble, match="no map"):
        env("steam", map="atlantis")
    with pytest.raises(Trouble, match="no reward"):
        raw_env("steam", reward="glory").reset(seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_the_table_can_be_rendered(game: str) -> None:
    environment = raw_env(game, render_mode="rgb_array")
    environment.reset(seed=2)
    picture = environment.render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (1024, 3)
    assert len(np.unique(picture.reshape(-1, 3)[::97], axis=0)) > 10, "there is more than an empty sheet"
    environment.render_mode = "ansi"
    assert len(environment.render().splitlines()) > 20
    environment.render_mode = None
    assert environment.render() is None


def test_pieces_are_in_the_picture() -> None:
    environment, chance = raw_env("steam-power", seats=2, map="ireland", render_mode="rgb_array"), Rng("pieces")
    environment.reset(seed=3)
    before = environment.render()
    while environment.course.moves < 40:
        environment.course.play(chance.choice(environment.course.legal))
    assert (environment.render() != before).any()


def test_flat_observations_are_the_tables_one_after_the_other() -> None:
    flat, tables = raw_env("steam", seats=3, flat=True), raw_env("steam", seats=3)
    flat.reset(seed=5)
    tables.reset(seed=5)
    seen = tables.last()[0]["observation"]
    assert np.array_equal(flat.last()[0]["observation"], np.concatenate([array.ravel() for array in seen.values()]))
    assert tables.observation_space("player_1").contains(tables.observe("player_1"))
    assert flat.observation_space("player_1").contains(flat.observe("player_1"))
