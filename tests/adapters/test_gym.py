"""One learner against bots, and many of them in several processes."""

from __future__ import annotations

import os
import signal
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from engineshed.adapters.choosing import NoChoiceError
from engineshed.adapters.gym import env
from engineshed.adapters.vector import VectorEnv
from engineshed.core.errors import Trouble
from tests.adapters.walking import GAMES


@pytest.mark.filterwarnings("ignore:.*render.*")
@pytest.mark.filterwarnings("ignore:.*not within the observation space.*")
@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_own_check_passes(game: str) -> None:
    """It does not know masks, so what cannot be chosen is ignored."""
    check_env(env(game, illegal="ignore"), skip_render_check=True)


def test_it_can_be_made_by_its_name() -> None:
    made = gymnasium.make("engineshed.adapters.gym:EngineShed/steam-power-v1", seats=3, bots=["greedy", "random"])
    assert made.reset(seed=1)[1] == {"seat": 0}


def masked(rng: np.random.Generator, mask: Any) -> Any:
    return (rng.random(mask.shape) * (mask + 1e-9)).argmax(-1)


def play(game: Any, seed: int) -> tuple[int, float]:
    rng, total, steps, over = np.random.default_rng(seed), 0.0, 0, False
    seen, _ = game.reset(seed=seed)
    while not over:
        seen, reward, terminated, truncated, _ = game.step(int(masked(rng, seen["action_mask"])))
        total, steps, over = total + reward, steps + 1, terminated or truncated
    return steps, total


def test_the_learner_is_asked_only_when_it_is_to_choose_and_is_paid_for_its_rank() -> None:
    game = env("steam", seats=3, seat=1)
    for seed in range(3):
        _, total = play(game, seed)
        assert game.course.over
        assert total in (-1, -0.5, 0, 0.5, 1)


def test_the_seat_moves_on_with_every_game_and_the_same_seed_is_the_same_game() -> None:
    game = env("steam", seats=3)
    assert [game.reset()[1]["seat"] for _ in range(4)] == [0, 1, 2, 0]
    assert play(game, 5) == play(game, 5)


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(Trouble, match="no bot"):
        env("steam", bots="genius")
    with pytest.raises(Trouble, match="no seat"):
        env("steam", seats=3, seat=3)
    game = env("steam", seats=3)
    game.reset(seed=1)
    with pytest.raises(NoChoiceError):
        game.step(game.kind.numbering.size - 1)


def test_many_games_are_the_same_in_one_process_and_in_two_and_alone() -> None:
    def course(processes: int) -> list[Any]:
        games = VectorEnv("steam", num_envs=3, processes=processes, seats=3)
        rng, found = np.random.default_rng(1), []
        seen, infos = games.reset(seed=[11, 12, 13])
        for _ in range(60):
            actions = masked(rng, seen["action_mask"])
            seen, rewards, over, cut, infos = games.step(actions)
            found.append((actions.tolist(), rewards.tolist(), over.tolist(), cut.tolist(), infos["seat"].tolist()))
            found.append(seen["observation"].sum(1).tolist())
        assert games.observation_space.contains(seen)
        games.close()
        return found

    one = course(1)
    assert one == course(2)
    assert any(any(line[2]) for line in one[::2]), "a game ended and began anew"
    _as_alone(one, 12)


def _as_alone(course: list[Any], seed: int) -> None:
    """The second game is the one that a single environment plays."""
    alone = env("steam", seats=3)
    alone.reset(seed=seed)
    over = False
    for (actions, rewards, ended, _, _), sums in zip(course[::2], course[1::2], strict=True):
        if over:
            seen, reward, over = alone.reset()[0], 0.0, False
        else:
            seen, reward, over, _, _ = alone.step(actions[1])
        assert (reward, over, int(seen["observation"].sum())) == (rewards[1], ended[1], sums[1])


def test_without_copies_observations_are_the_shared_memory_and_a_killed_process_is_noticed() -> None:
    games = VectorEnv("steam", num_envs=2, processes=2, seats=3, copy=False)
    seen, _ = games.reset(seed=1)
    later, *_ = games.step(seen["action_mask"].argmax(1))
    assert later["observation"] is seen["observation"]
    os.kill(games._workers[1].process.pid, signal.SIGKILL)
    with pytest.raises(Trouble, match="worker process"):
        games.step(np.zeros(2, int))
    games.close()
