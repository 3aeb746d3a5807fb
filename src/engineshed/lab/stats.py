"""What many games show: shares of wins and mean scores, each with a 95% interval, lengths and endings."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from engineshed.lab.simulate import GameLine

Z95 = 1.959964
"""95% of a normal distribution is within this many standard deviations of the mean."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share of wins: honest for few games and for shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    share, spread = wins / games, Z95 * Z95 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


class Sample:
    """Numbers seen one by one; keeps their mean and spread, not the numbers (Welford's method)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.low = self.high = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        self.low = value if self.count == 0 else min(self.low, value)
        self.high = value if self.count == 0 else max(self.high, value)
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self._squares += step * (value - self.mean)

    @property
    def half_width(self) -> float:
        """Half of the 95% interval around the mean."""
        if self.count < 2:
            return 0.0
        return Z95 * sqrt(self._squares / (self.count - 1) / self.count)


class Results:
    """How one bot or one seat did. A shared victory adds a half or a third to ``wins``."""

    def __init__(self) -> None:
        self.wins = 0.0
        self.scores = Sample()

    @property
    def games(self) -> int:
        return self.scores.count

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)


class Summary:
    """Everything that is reported about a run, gathered line by line. Games that were given up are only counted."""

    def __init__(self, bots: Sequence[str], seats: int) -> None:
        self.bots = {name: Results() for name in bots}
        self.seats = [Results() for _ in range(seats)]
        self.moves, self.rounds = Sample(), Sample()
        self.reasons: dict[str, int] = {}
        self.unfinished = 0

    def add(self, line: GameLine) -> None:
        self.reasons[line.reason] = self.reasons.get(line.reason, 0) + 1
        if line.ranks is None:
            self.unfinished += 1
            return
        self.moves.add(line.moves)
        self.rounds.add(line.rounds)
        for seat, rank in enumerate(line.ranks):
            won = 1 / line.ranks.count(1) if rank == 1 else 0.0
            for standing in (self.bots[line.bots[seat]], self.seats[seat]):
                standing.wins += won
                standing.scores.add(line.scores[seat])
