"""The statistics of a report: intervals, corrections for many comparisons, a regression. All textbook methods.

Games are drawn independently, players of one game are not; so what is about players is grouped by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from engineshed.lab.stats import Z95

Numbers = Any
"""An array of numbers."""

RESAMPLES = 1_000
SEED = 20
"""For the bootstrap: the same games give the same report."""

NORMAL = NormalDist()


class Estimate(NamedTuple):
    """A number with its 95% interval, and how likely a value so far from what was expected is by chance."""

    value: float
    low: float
    high: float
    p: float = 1.0


def mean_of_games(values: Sequence[float], expected: float) -> Estimate:
    """A mean of one number per game, such as the win of a seat: 1, 0, or a part of a shared victory.

    For wins the interval is Wilson's, which is honest near 0 and 1; see ``stats.wilson``. This one is for other means.
    """
    array = np.asarray(values, float)
    mean = float(array.mean())
    error = float(array.std(ddof=1) / np.sqrt(len(array))) if len(array) > 1 else 0.0
    return Estimate(mean, mean - Z95 * error, mean + Z95 * error, two_sided(mean - expected, error))


def two_sided(distance: float, error: float) -> float:
    return 2 * NORMAL.cdf(-abs(distance) / error) if error > 0 else 1.0


def bootstrap(values: Sequence[float]) -> Estimate:
    """A mean of numbers of any distribution, with the percentile interval of resampled games."""
    array = np.asarray(values, float)
    random = np.random.default_rng(SEED)
    means = [float(array[random.integers(0, len(array), len(array))].mean()) for _ in range(RESAMPLES)]
    low, high = np.quantile(means, [0.025, 0.975])
    return Estimate(float(array.mean()), float(low), float(high))


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted so that below 0.05 there is a false alarm in at most one family of comparisons in twenty."""
    order = sorted(range(len(p)), key=p.__getitem__)
    adjusted, least = [1.0] * len(p), 0.0
    for place, index in enumerate(order):
        least = max(least, min(1.0, p[index] * (len(p) - place)))
        adjusted[index] = least
    return adjusted


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Adjusted so that of all that is below 0.05, one in twenty is a false alarm on average."""
    order = sorted(range(len(p)), key=p.__getitem__, reverse=True)
    adjusted, most = [1.0] * len(p), 1.0
    for place, index in enumerate(order):
        most = min(most, p[index] * len(p) / (len(p) - place))
        adjusted[index] = most
    return adjusted


def effects(counts: Numbers, scores: Numbers, games: Numbers) -> list[Estimate]:
    """What one more use of each thing goes with in points, compared with an average use of a thing of its group.

    Least squares with a constant for each game, so that only players of one game are compared; errors are clustered by
    game (Liang and Zeger 1986, with the usual correction for few clusters). ``counts`` has a row for each player and a
    column for each thing, ``games`` the number of each row's game.
    """
    _, game = np.unique(games, return_inverse=True)
    uses = counts.sum(axis=0)
    x, y = _without_means(counts.astype(float), game), _without_means(scores.astype(float)[:, None], game)[:, 0]
    inverse = np.linalg.pinv(x.T @ x, rcond=1e-9, hermitian=True)
    beta = inverse @ (x.T @ y)
    pull = np.zeros((int(game.max()) + 1, x.shape[1]))
    np.add.at(pull, game, x * (y - x @ beta)[:, None])
    clusters, rows = len(pull), len(y)
    few = clusters / (clusters - 1) * (rows - 1) / max(1, rows - clusters - np.linalg.matrix_rank(x))
    covariance = inverse @ (pull.T @ pull) @ inverse * few
    compare = np.eye(len(beta)) - np.outer(np.ones(len(beta)), uses / uses.sum())
    values = compare @ beta
    errors = np.sqrt(np.clip(np.diag(compare @ covariance @ compare.T), 0, None))
    return [
        Estimate(float(value), float(value - Z95 * error), float(value + Z95 * error), two_sided(value, float(error)))
        for value, error in zip(values, errors, strict=True)
    ]


def _without_means(rows: Numbers, game: Numbers) -> Numbers:
    """Less the mean of their game."""
    sums = np.zeros((int(game.max()) + 1, rows.shape[1]))
    np.add.at(sums, game, rows)
    return rows - (sums / np.bincount(game)[:, None])[game]
