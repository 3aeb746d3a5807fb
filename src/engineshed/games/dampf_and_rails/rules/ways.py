"""Ways as values: the steps of a way to build, the way itself, and a train's trip within a turn."""

from __future__ import annotations

import msgspec

from engineshed.games.dampf_and_rails.rules.runs import Run


class Onward(msgspec.Struct, frozen=True, gc=False):
    """A step of a way that may be built: a section to the next milepost, or a ferry to its other end."""

    to: int
    price: int
    """Its price on an empty board."""
    section: int
    """NOWHERE for a ferry."""
    ferry: int
    left: int
    """The place where it begins, NOWHERE if that is an ordinary milepost; ``entered``: where it ends."""
    entered: int


class Way(msgspec.Struct, frozen=True, gc=False):
    price: int
    taken: list[tuple[Onward, int]]
    """Its steps, each with where it begins."""

    @property
    def steps(self) -> list[Onward]:
        return [step for step, _ in self.taken]


class Trip(msgspec.Struct, frozen=True, gc=False):
    """A way within this turn."""

    points: int
    toll: int
    run: Run
    there: int
    """The whereabouts at its end."""

    @property
    def course(self) -> tuple[int, ...]:
        return self.run.course(self.there)

    @property
    def is_step(self) -> bool:
        """Whether it is a single step."""
        return self.run.before[self.there] not in self.run.before


class Trips(msgspec.Struct, frozen=True, gc=False):
    """Two ways to the same place; usually they are the same."""

    cheapest: Trip
    """The way with the lowest toll; of several, the quickest."""
    quickest: Trip
    """The way that takes the fewest points; of several, the cheapest."""

    def and_dearer(self, trip: Trip) -> Trips:
        """The better two of these and another way, whose toll is no lower than theirs."""
        if trip.points >= self.quickest.points:
            return self
        return Trips(trip if trip.toll == self.cheapest.toll else self.cheapest, trip)

    @property
    def differ(self) -> bool:
        return self.cheapest is not self.quickest

    @property
    def distinct(self) -> tuple[Trip, ...]:
        return (self.cheapest, self.quickest) if self.differ else (self.cheapest,)
