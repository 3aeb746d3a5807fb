"""Journeys of cubes over complete links, cached as long as links and cities stay the same."""

from __future__ import annotations

from typing import Final, NamedTuple

from engineshed.games.steam.rules.moves import Deliver

BITS_PER_OWNER: Final = 4
"""The links used are counted in one number, with this many bits for each seat; no range reaches 2 ** 4."""
OWNER_MASK: Final = (1 << BITS_PER_OWNER) - 1


class Hop(NamedTuple):
    """A complete link as it leaves one of its places."""

    edge: int
    there: int
    unit: int
    """What it adds to the counts of links used: nothing if it is ownerless."""
    bars: int
    """What may not be used again after it (bits): the link, and the place there unless it is an ordinary town."""
    takes: int
    """The colour of the city there, as a bit; 0 in a town."""


Net = dict[int, list[Hop]]
"""The links out of every place, by their edges."""
Distances = dict[int, int]
"""The fewest links from each place to a city of some colour."""


class Result(NamedTuple):
    """One possible delivery, and the first of its routes as the edges out of each place in turn."""

    move: Deliver
    route: tuple[int, ...]
    several: bool


class Route(NamedTuple):
    """A chain of links between two cities: the colours of the cities on its way (bits), and each owner's links."""

    passed: int
    gains: tuple[int, ...]


def shares(counts: int, seats: int) -> tuple[int, ...]:
    """How many links of each seat have been used, which is what each of them gains."""
    return tuple([counts >> BITS_PER_OWNER * seat & OWNER_MASK for seat in range(seats)])


class Lacks(dict[int, int]):
    """How many more of the mover's links a route needs (ST-DEL-5, 6), by the links used so far.

    It needs at least one, and as many as any other owner has on it.
    """

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__()
        self.seat, self.seats = seat, seats

    def __missing__(self, counts: int) -> int:
        gains = shares(counts, self.seats)
        lack = self[counts] = max(1, *gains) - gains[self.seat]
        return lack


class Journeys:
    """What has been computed, for all states that share links and cities."""

    __slots__ = ("distances", "lacks", "net", "results")

    def __init__(self) -> None:
        self.net: Net | None = None
        self.distances: list[Distances] = []
        """By colour; empty until it is needed."""
        self.lacks: dict[int, Lacks] = {}
        """By seat."""
        self.results: dict[tuple[int, int, int], tuple[int, dict[int, list[Result]]]] = {}
        """By seat, range and start: the colours that were searched for (bits), and all results by colour."""
