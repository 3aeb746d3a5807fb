"""A cache for what is true of a position as long as track, ferries and weather stay the same."""

from __future__ import annotations

from typing import Final, NamedTuple

from engineshed.games.dampf_and_rails.rules.moves import Go, Step
from engineshed.games.dampf_and_rails.rules.runs import Fares, Run
from engineshed.games.dampf_and_rails.rules.ways import Onward, Trips, Way
from engineshed.games.dampf_and_rails.rules.works import Wants, Works


class Memo:
    """It fills up as things are looked up, and is shared by all positions for which it holds."""

    __slots__ = ("halves", "judged", "linked", "offers", "runs", "trips", "wants", "ways")

    def __init__(self, linked: dict[int, bool] | None = None) -> None:
        self.linked: dict[int, bool] = linked or {}
        """For each seat, whether the start towns are joined."""
        self.wants: dict[int, tuple[Wants, ...]] = {}
        """By whose turn it is, what each of the others may want, and all of them together (``doubts``)."""
        self.halves: dict[int, int] = {}
        """By whose turn it is, the narrow spots that have room for one of the others, as bits (``doubts``)."""
        self.runs: dict[tuple[int, int, int], Run] = {}
        """By whereabouts, networks, and the seat whose train it is if that matters."""
        self.judged: dict[Works, int] = {}
        """Whether works shut somebody out (``blocking``)."""
        self.trips: dict[tuple[int, int, int, Fares], dict[int, Trips]] = {}
        """The cheapest and the quickest ways to places: by whereabouts, seat, points left, and fares."""
        self.offers: dict[tuple[int, int, int, int, int, Fares], tuple[list[Step], list[Go]]] = {}
        """The steps and ways of a train: by seat, number of the train, where it is and came from, points left, and
        fares."""
        self.ways: dict[tuple[int, int, int, int], Way | None] = {}
        """The cheapest way to build: by place, budget, seat and round."""


class Draft(NamedTuple):
    """A way to build that was found earlier in a turn."""

    way: Way
    posts: int
    """The mileposts that it connects, as bits."""
    special: tuple[Onward, ...]
    """Its steps into and out of places."""
    works: Works


Drafts = tuple[int, dict[int, Draft | None]]
"""The mileposts of the network when they were made, as bits, and for each place a way, or None if there was none."""
NO_DRAFTS: Final[Drafts] = (0, {})
