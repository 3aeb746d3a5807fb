"""Ratings by Glicko-2, as Mark Glickman describes it (http://www.glicko.net/glicko/glicko2.pdf, 2022).

A rating has a deviation, which says how far it may be from the truth, and a volatility, which says how much a player's
strength changes. Between games the deviation grows, because nobody knows what somebody has learned or forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Points for each unit of the scale on which the algorithm works."""
START, LARGEST_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
TAU = 0.5
"""How much volatilities may change; the paper recommends 0.3 to 1.2."""
LARGEST_VOLATILITY = 0.2
"""Far beyond what real players reach; it only keeps odd series of results from running away."""
ENOUGH = 1e-6
LEAST_DEVIATION = 30.0
"""Nobody's strength is known better than this, so that ratings keep moving."""


class Glicko(NamedTuple):
    """What is known about how strong somebody is."""

    points: float = START
    deviation: float = LARGEST_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def spread(self) -> float:
        """The true strength lies within so many points of the rating, in 95 cases of a hundred."""
        return 2 * self.deviation


class Meeting(NamedTuple):
    """How somebody did against one opponent: 1 for ahead, 0 for behind, 0.5 for level."""

    opponent: Glicko
    score: float
    weight: float = 1.0
    """How much it counts, where one game consists of several meetings."""


def after_rest(player: Glicko, periods: float) -> Glicko:
    """A rating after so many rating periods without a game."""
    deviation = sqrt(player.deviation**2 + periods * (SCALE * player.volatility) ** 2)
    return player._replace(deviation=min(LARGEST_DEVIATION, deviation))


def rated(player: Glicko, meetings: Sequence[Meeting], periods: float = 1.0) -> Glicko:
    """A rating after these meetings, which happened together, and ``periods`` after the meetings before them."""
    if not meetings:
        return after_rest(player, periods)
    mean, deviation = (player.points - START) / SCALE, player.deviation / SCALE
    information = gain = 0.0
    for opponent, score, weight in meetings:
        shrunk = _shrunk(opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-shrunk * (mean - (opponent.points - START) / SCALE)))
        information += weight * shrunk**2 * expected * (1 - expected)
        gain += weight * shrunk * (score - expected)
    variance = 1 / information
    volatility = min(LARGEST_VOLATILITY, _volatility(player.volatility, deviation, variance, variance * gain))
    before = deviation**2 + periods * volatility**2
    after = 1 / sqrt(1 / before + 1 / variance)
    return Glicko(
        START + SCALE * (mean + after**2 * gain),
        min(LARGEST_DEVIATION, max(LEAST_DEVIATION, SCALE * after)),
        volatility,
    )


def _shrunk(deviation: float) -> float:
    """How much a result says that was played against somebody of whom little is known; ``g`` in the paper."""
    return 1 / sqrt(1 + 3 * deviation**2 / pi**2)


def _volatility(volatility: float, deviation: float, variance: float, difference: float) -> float:
    """The new volatility, by the Illinois algorithm (step 5 of the paper)."""
    middle = log(volatility**2)

    def slope(x: float) -> float:
        spread = deviation**2 + variance + exp(x)
        return exp(x) * (difference**2 - spread) / (2 * spread**2) - (x - middle) / TAU**2

    low, high = middle, _other_side(slope, middle, difference**2 - deviation**2 - variance)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > ENOUGH:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)


def _other_side(slope: Callable[[float], float], middle: float, surprise: float) -> float:
    """Where the slope has changed its sign."""
    if surprise > 0:
        return log(surprise)
    steps = 1
    while slope(middle - steps * TAU) < 0:
        steps += 1
    return middle - steps * TAU
