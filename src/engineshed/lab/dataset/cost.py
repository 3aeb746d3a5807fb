"""What writing a data set costs, compared with playing: ``python -m engineshed.lab.dataset.cost steam planet-steam``.

Random games in this process, the different ways in turn, by processor time, which includes the threads that write.
Random play is the hardest case: with a bot that thinks, playing takes longer, and writing does not.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.options import random_play_settings
from engineshed.core.registry import find_game
from engineshed.lab.dataset import Detail, open_data_set
from engineshed.lab.dataset.folder import DECISIONS_IN_A_PART, GAMES_IN_A_PART
from engineshed.lab.dataset.gathering import Features, FeatureWatcher
from engineshed.lab.simulate import GameLine, Plan

ROUNDS = 5
SAMPLE = 3
"""Games by which it is seen how long they are."""


class Encoded(FeatureWatcher):
    """Makes numbers of everything, and then writes nothing."""

    def found(self, _line: GameLine) -> None:
        return None


class Encoding(Features, frozen=True):
    @property
    def _watcher(self) -> type[FeatureWatcher]:
        return Encoded


def cost(game: AnyGame, seats: int) -> tuple[float, float]:
    """Writing decisions compared with playing, and features with playing and encoding: medians of ratios.

    Each round is as long as a part of a data set, because a part is a file of its own, which takes a while to begin.
    """
    plan = Plan(
        game=game.id, seats=seats, options=random_play_settings(game.rules.options), bots=("random",), seed="cost"
    )
    decisions, features = [], []
    for number in range(ROUNDS):
        numbers = _part(plan, number, "decisions")
        decisions.append(_written(plan, numbers, "decisions") / _spent(plan, numbers))
        numbers = _part(plan, number, "features")
        encoding = msgspec.structs.replace(plan, study=Encoding())
        features.append(_written(plan, numbers, "features") / _spent(encoding, numbers))
    return median(decisions), median(features)


def _part(plan: Plan, number: int, detail: Detail) -> range:
    """About as many games as there are in a part; random games of a kind are about equally long."""
    moves = sum(plan.do(game).line.moves for game in range(SAMPLE)) / SAMPLE
    games = min(GAMES_IN_A_PART, int(DECISIONS_IN_A_PART[detail] / moves))
    return range(number * games, (number + 1) * games)


def _spent(plan: Plan, numbers: range, data_set: Any = None) -> float:
    begun = process_time()
    for number in numbers:
        played = plan.do(number)
        if data_set is not None:
            data_set.add(played)
    if data_set is not None:
        data_set.flush()
    return process_time() - begun


def _written(plan: Plan, numbers: range, detail: Detail) -> float:
    with TemporaryDirectory() as folder:
        data_set = open_data_set(Path(folder), plan, detail)
        return _spent(data_set.plan, numbers, data_set)


def main(names: Sequence[str]) -> None:
    for name in names:
        game = find_game(name)
        decisions, features = cost(game, min(game.seats, key=lambda seats: abs(seats - 3)))
        print(f"{name}: decisions {decisions:.2f} times playing, features {features:.2f} times playing and encoding")


if __name__ == "__main__":
    main(sys.argv[1:])
