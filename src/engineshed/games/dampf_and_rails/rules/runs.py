"""What is known while trains run: what each network costs, and where a train can get to on certain networks."""

from __future__ import annotations

from typing import NamedTuple

BITS = 10
POST = (1 << BITS) - 1
"""A train's whereabouts are one number: where it came from, if that matters, and the milepost where it is."""


class Fares(NamedTuple):
    """What stepping on each network costs in this turn."""

    table: tuple[int | None, ...]
    """By what ``rails`` says of a section; None where it is not allowed."""
    free: int
    """The networks that cost nothing, as bits by what ``rails`` says; ``payable``: those that would cost something."""
    payable: int
    cash: int
    """What there is to pay with, as far as it makes a difference."""


class Run:
    """Where a train can get to on certain networks."""

    __slots__ = ("_arrivals", "before", "met", "most", "points")

    def __init__(self, most: int, points: dict[int, int], before: dict[int, int], met: int) -> None:
        self.most = most
        """The points for which it was worked out."""
        self.points, self.before = points, before
        """By whereabouts, the points that it takes to get there, and from where. Those where it begins come first."""
        self.met = met
        """Whose track lies at any of these mileposts, as bits by owner in ``rails``."""
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
