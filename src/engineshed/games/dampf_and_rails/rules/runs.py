"""What each network costs in a turn, and where a train can get to on certain networks."""

from __future__ import annotations

from typing import Final, NamedTuple

BITS: Final = 10
POST: Final = (1 << BITS) - 1
"""A train's whereabouts are one number: where it came from, if that matters, and the milepost where it is."""


class Fares(NamedTuple):
    """The price of entering each network in this turn."""

    table: tuple[int | None, ...]
    """Prices by a section's entry in ``rails``; None if the network may not be entered."""
    free: int
    """The networks that cost nothing, as bits by entry in ``rails``; ``payable``: those that cost something."""
    payable: int
    cash: int
    """The cash to pay with, as far as it makes a difference."""


class Run:
    """Where a train can get to on certain networks."""

    __slots__ = ("_arrivals", "before", "met", "most", "points")

    def __init__(self, most: int, points: dict[int, int], before: dict[int, int], met: int) -> None:
        self.most = most
        """The points for which it was computed."""
        self.points, self.before = points, before
        """By whereabouts, the points that it takes to get there, and where it came from. Those where it begins are
        first."""
        self.met = met
        """Whose track touches any of these mileposts, as bits by owner in ``rails``."""
        self._arrivals: dict[int, int] | None = None

    def arrivals(self, place_at: tuple[int, ...]) -> dict[int, int]:
        """For each place, except for the one where the train is, its whereabouts when it first arrives there."""
        if self._arrivals is None:
            self._arrivals = self._find_arrivals(place_at)
        return self._arrivals

    def _find_arrivals(self, place_at: tuple[int, ...]) -> dict[int, int]:
        found: dict[int, int] = {}
        points = self.points
        for there in points:
            place = place_at[there & POST]
            if place >= 0 and (place not in found or points[there] < points[found[place]]):
                found[place] = there
        found.pop(place_at[next(iter(points)) & POST], None)
        return dict(sorted(found.items()))

    def origin(self, there: int) -> int:
        """The whereabouts from which it got there."""
        while there in self.before:
            there = self.before[there]
        return there

    def course(self, there: int) -> tuple[int, ...]:
        """The mileposts on the way, the first step first."""
        posts: list[int] = []
        while there in self.before:
            posts.append(there & POST)
            there = self.before[there]
        return tuple(reversed(posts))
