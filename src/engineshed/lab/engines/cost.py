"""How much faster two processes are than one: ``python -m engineshed.lab.engines.cost steam-power 200``.

By the clock, so nothing else should run meanwhile. The same games between greedy bots are played in this process, in a
pool of two with its start, and by Ray with two processes after its start. Each of them is measured several times, in
turns.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import median
from time import monotonic

from engineshed.core.contract import AnyGame
from engineshed.core.options import random_play_settings
from engineshed.core.registry import find_game
from engineshed.lab.engines import Engine
from engineshed.lab.engines.cluster import QUIET, Ray, imported
from engineshed.lab.engines.pool import ALONE, Pool
from engineshed.lab.simulate import Plan, lines

ROUNDS = 3
PROCESSES = 2
WARM_UP = 8
"""Games by which each process of Ray has read everything that it needs."""


def cost(game: AnyGame, games: int) -> tuple[float, float, float]:
    """Seconds of one process, of the pool, and of Ray: medians."""
    settings = random_play_settings(game.rules.options)
    plan = Plan(game.id, game.seats[-1], settings, ("greedy",), "engines")
    ray = imported()
    ray.init(num_cpus=PROCESSES, include_dashboard=False, **QUIET)
    try:
        _spent(plan, WARM_UP, Ray(jobs=PROCESSES))
        engines: Sequence[Engine] = (ALONE, Pool(PROCESSES), Ray(jobs=PROCESSES))
        rounds = [[_spent(plan, games, engine) for engine in engines] for _ in range(ROUNDS)]
    finally:
        ray.shutdown()
    alone, pool, cluster = (median(column) for column in zip(*rounds, strict=True))
    return alone, pool, cluster


def _spent(plan: Plan, games: int, engine: Engine) -> float:
    begun = monotonic()
    for _ in lines(plan, games, engine):
        pass
    return monotonic() - begun


def main(name: str, games: str) -> None:
    alone, pool, cluster = cost(find_game(name), int(games))
    print(f"{name}, {games} games: one process {alone:.1f} s")
    print(f"a pool of {PROCESSES}, with its start: {pool:.1f} s, {alone / pool:.2f} times")
    print(f"Ray with {PROCESSES}, after its start: {cluster:.1f} s, {alone / cluster:.2f} times")


if __name__ == "__main__":
    main(*sys.argv[1:3])
