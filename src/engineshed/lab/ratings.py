"""How strong bots are, from the order in which they finished: Plackett and Luce's model, with intervals.

A bot of strength s comes first with probability s / (sum of the strengths at the table), then the second comes first
among the others, and so on; with two players that is Bradley and Terry's model. Players who share a place are treated
as Efron treats ties in Cox's model, whose likelihood is the same. Ratings are logarithms of strengths on Elo's scale:
with 400 points more, a bot finishes ahead of the other ten times as often as behind.

Games with the same seed are not independent; so the error is also estimated from whole blocks of games (the "sandwich"
of Huber and White, by blocks), and the larger of the two errors counts. A weak prior (a normal distribution of
``PRIOR`` points) keeps a bot that has won everything from being infinitely strong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

from engineshed.lab.stats import Z95

SCALE = 400 / log(10)
"""Rating points for each unit of a logarithm of strength."""
MEAN = 1500
"""The mean rating of all bots; only differences mean anything."""
PRIOR = 700.0
"""The standard deviation of the prior, in points."""
ITERATIONS = 100
ENOUGH = 1e-9

NORMAL = NormalDist()

Vector = list[float]
Matrix = list[Vector]


class Finish(NamedTuple):
    """How a game ended: the bots, each by its number, and their ranks, in the same order. Equal ranks share a place."""

    bots: tuple[int, ...]
    ranks: tuple[int, ...]


class Rating(NamedTuple):
    points: float
    low: float
    high: float


class Ratings:
    """The ratings of so many bots after some games."""

    def __init__(self, bots: int, blocks: Sequence[Sequence[Finish]]) -> None:
        """``blocks``: games that belong together, for example because they have the same seed."""
        self.bots = bots
        self._blocks = blocks
        self._counts: dict[Finish, int] = {}
        for block in blocks:
            for finish in block:
                self._counts[finish] = self._counts.get(finish, 0) + 1
        self._strengths = self._fit()
        self._model = inverse(self._curvature(self._strengths))
        self._robust = self._sandwich()

    def rating(self, bot: int) -> Rating:
        """Compared with the mean of all bots."""
        contrast = [(1.0 if other == bot else 0.0) - 1 / self.bots for other in range(self.bots)]
        points = MEAN + SCALE * (self._strengths[bot] - sum(self._strengths) / self.bots)
        half = Z95 * SCALE * self._error(contrast)
        return Rating(points, points - half, points + half)

    def difference(self, bot: int, other: int) -> Rating:
        """How many points a bot is ahead of another."""
        points = SCALE * (self._strengths[bot] - self._strengths[other])
        half = Z95 * SCALE * self._error(self._between(bot, other))
        return Rating(points, points - half, points + half)

    def chance(self, bot: int, other: int) -> float:
        """How likely a difference so large would be between bots of the same strength."""
        error = self._error(self._between(bot, other))
        return 2 * NORMAL.cdf(-abs(self._strengths[bot] - self._strengths[other]) / error)

    def order(self) -> list[int]:
        """The bots, the strongest first."""
        return sorted(range(self.bots), key=lambda bot: (-self._strengths[bot], bot))

    def _between(self, bot: int, other: int) -> Vector:
        return [(1.0 if one == bot else 0.0) - (1.0 if one == other else 0.0) for one in range(self.bots)]

    def _error(self, contrast: Vector) -> float:
        return sqrt(max(quadratic(self._model, contrast), quadratic(self._robust, contrast)))

    # -- the most likely strengths, by Newton's method ----------------------------------------------------------------

    def _fit(self) -> Vector:
        strengths = [0.0] * self.bots
        for _ in range(ITERATIONS):
            slope = self._slope(strengths, self._counts)
            step = product(inverse(self._curvature(strengths)), slope)
            longest = max(map(abs, step), default=0.0)
            short = min(1.0, 2 / longest) if longest else 1.0
            strengths = [strength + short * change for strength, change in zip(strengths, step, strict=True)]
            if longest < ENOUGH:
                break
        return strengths

    def _slope(self, strengths: Vector, counts: Mapping[Finish, int], prior: bool = True) -> Vector:
        slope = [-strength * (SCALE / PRIOR) ** 2 if prior else 0.0 for strength in strengths]
        for finish, count in counts.items():
            for ahead, shares in _stages(finish, strengths):
                for bot, times in ahead.items():
                    slope[bot] += count * times
                for bot, share in shares.items():
                    slope[bot] -= count * share
        return slope

    def _curvature(self, strengths: Vector) -> Matrix:
        """Of the negative logarithm of the likelihood, with the prior."""
        curvature = [[0.0] * self.bots for _ in range(self.bots)]
        for bot in range(self.bots):
            curvature[bot][bot] = (SCALE / PRIOR) ** 2
        for finish, count in self._counts.items():
            for _, shares in _stages(finish, strengths):
                for bot, share in shares.items():
                    curvature[bot][bot] += count * share
                    for other, also in shares.items():
                        curvature[bot][other] -= count * share * also
        return curvature

    def _sandwich(self) -> Matrix:
        middle = [[0.0] * self.bots for _ in range(self.bots)]
        for block in self._blocks:
            pull = self._slope(self._strengths, _counted(block), prior=False)
            for bot in range(self.bots):
                for other in range(self.bots):
                    middle[bot][other] += pull[bot] * pull[other]
        half = [product(middle, row) for row in self._model]
        return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in self._model] for row in half]


def _counted(finishes: Sequence[Finish]) -> dict[Finish, int]:
    counts: dict[Finish, int] = {}
    for finish in finishes:
        counts[finish] = counts.get(finish, 0) + 1
    return counts


def _stages(finish: Finish, strengths: Vector) -> Iterator[tuple[dict[int, float], dict[int, float]]]:
    """Each choice of who comes next: who was chosen, and how likely each was. The same bot may have several seats."""
    left: dict[int, float] = {}
    for bot in finish.bots:
        left[bot] = left.get(bot, 0.0) + exp(strengths[bot])
    for rank in sorted(set(finish.ranks)):
        tied = [bot for bot, its_rank in zip(finish.bots, finish.ranks, strict=True) if its_rank == rank]
        together: dict[int, float] = {}
        for bot in tied:
            together[bot] = together.get(bot, 0.0) + exp(strengths[bot])
        for number, bot in enumerate(tied):
            weights = {one: weight - together.get(one, 0.0) * number / len(tied) for one, weight in left.items()}
            total = sum(weights.values())
            if total > 0:
                yield {bot: 1.0}, {one: weight / total for one, weight in weights.items()}
        for bot, weight in together.items():
            left[bot] -= weight
            if left[bot] <= ENOUGH * weight:
                del left[bot]


# -- small matrices ---------------------------------------------------------------------------------------------------


def product(matrix: Matrix, vector: Vector) -> Vector:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def quadratic(matrix: Matrix, vector: Vector) -> float:
    return max(0.0, sum(a * b for a, b in zip(product(matrix, vector), vector, strict=True)))


def inverse(matrix: Matrix) -> Matrix:
    """Of a positive definite matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *(1.0 if place == number else 0.0 for place in range(size))] for number, row in enumerate(matrix)]
    for number in range(size):
        pivot = rows[number][number]
        rows[number] = [value / pivot for value in rows[number]]
        for other in range(size):
            factor = rows[other][number]
            if other != number and factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[number], strict=True)]
    return [row[size:] for row in rows]
