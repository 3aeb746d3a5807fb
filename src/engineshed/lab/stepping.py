"""How many steps a second the games make as PettingZoo environments: observation, mask and step, on one core.

``python -m engineshed.lab.stepping --seconds 5 --peer connect_four_v3 --peer catanatron`` measures them in turns with
games of PettingZoo's own and with Catanatron's environment, if these are installed. Rates are explained in ``bench``.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from engineshed.adapters.pettingzoo import raw_env
from engineshed.core.registry import game_ids
from engineshed.lab.bench import Count, Subject, measure
from engineshed.lab.plain import is_compiled

USUAL_SEATS = {"dampf-and-rails": (2, 3)}
"""The other games are measured with four."""


def episode(environment: Any) -> Callable[[int], Count]:
    """One random game of a PettingZoo environment; the usual loop."""

    def play_game(number: int) -> Count:
        chance, count = random.Random(number), Count(games=1)  # noqa: S311  (quicker than ours, and fair to the peers)
        environment.reset(seed=number)
        for _ in environment.agent_iter():
            seen, _, terminated, truncated, info = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            legal = np.flatnonzero(mask)
            count.add_decision(len(legal))
            environment.step(int(legal[int(chance.random() * len(legal))]))
        return count

    return play_game


def catanatron() -> Callable[[int], Count]:
    """Catanatron's own environment for one player, against a random one; only the steps of the learner count."""
    environment = import_module("catanatron_gym.envs.catanatron_env").CatanatronEnv()

    def play_game(number: int) -> Count:
        chance, count, over = random.Random(number), Count(games=1), False  # noqa: S311
        environment.reset(seed=number)
        while not over:
            legal = environment.get_valid_actions()
            count.add_decision(len(legal))
            _, _, terminated, truncated, _ = environment.step(legal[int(chance.random() * len(legal))])
            over = terminated or truncated
        return count

    return play_game


def ours() -> list[Subject]:
    return [
        Subject(f"{game}, {seats} seats", "", episode(raw_env(game, seats=seats)))
        for game in game_ids()
        for seats in USUAL_SEATS.get(game, (4,))
    ]


def peer(name: str) -> Subject:
    if name == "catanatron":
        return Subject(name, "", catanatron())
    return Subject(name, "", episode(import_module(f"pettingzoo.classic.{name}").env()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--peer", action="append", default=[])
    given = parser.parse_args()
    subjects = [*ours(), *map(peer, given.peer)]
    print("compiled" if is_compiled() else "plain Python")
    for subject, rates in zip(subjects, measure(subjects, given.seconds), strict=True):
        steps, ref = rates.decisions_per_second, rates.ref_decisions_per_second
        print(f"{subject.name:28} {steps:9,.0f} steps/s {ref:9,.0f} at reference speed {rates.mean_legal:7.1f} choices")


if __name__ == "__main__":
    main()
