"""What was found out about a position, and holds as long as track, ferries and weather stay the same."""

from __future__ import annotations

from engineshed.games.dampf_and_rails.rules.moves import Go, Step
from engineshed.games.dampf_and_rails.rules.runs import Fares, Run
from engineshed.games.dampf_and_rails.rules.ways import Trips, Way


class Memo:
    """Filled as things are looked up, and shared by all positions for which it holds."""

    __slots__ = ("linked", "offers", "runs", "trips", "ways")

    def __init__(self, linked: dict[int, bool] | None = None) -> None:
        self.linked: dict[int, bool] = linked or {}
        """By seat, whether the start towns are joined."""
        self.runs: dict[tuple[int, int, int], Run] = {}
        """By whereabouts, networks, and the seat whose train it is if that matters."""
        self.trips: dict[tuple[int, int, int, Fares], dict[int, Trips]] = {}
        """The cheapest and quickest ways to places: by whereabouts, seat, points left, and fares."""
        self.offers: dict[tuple[int, int, int, int, int, Fares], tuple[list[Step], list[Go]]] = {}
        """The steps and ways of a train: by seat, number, where it is and came from, points left, and fares."""
        self.ways: dict[tuple[int, int, int, int], Way | None] = {}
        """The cheapest way to build: by place, budget, seat and round."""


Drafts = tuple[int, dict[int, Way | None]]
"""How many mileposts the network had when they were made, and for each place a way, or None if there was none."""
NO_DRAFTS: Drafts = (0, {})
