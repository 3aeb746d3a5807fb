"""What things are worth to the greedy bot; the numbers and the reasons for them are in ``data/weights``."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from engineshed.bots.beginner import Mistakes
from engineshed.bots.search import Search


class ByVariant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    standard: float
    fast: float


class WayWeights(NamedTuple):
    """The weights for ways; cached ways are stored under these."""

    step: int
    million: int
    ferry: int


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    # ways
    step: int
    million: int
    ferry: int
    ferry_rounds: float
    # plans
    round: ByVariant
    track: float
    public: float
    start_town: float
    paired: int
    hopeless: float
    # what is built besides the plans
    train_types: tuple[str, ...]
    to_earn: int
    reserve: int
    linking: int
    late_track: float | None = None
    """The share of the price of track that is charged when the goal is near; in between it grows with the cash."""
    third: int = 0
    """How many of the best orders are tried as a third one, besides the best pairs."""
    pairs: int = 4
    """Beside how many of the best pairs."""
    steady: int = 0
    """How many of the best plans are tried until one is found that would not be given up again at its first stop."""
    ideas: int = 4
    """How many of its plans it tells when it is asked about all moves."""
    close: float = 1_000.0
    """How much less than the best plan a plan may promise to be told at all."""
    mistakes: Mistakes = Mistakes()
    """For beginners."""
    search: Search = Search()
    """For bots that look ahead."""

    @property
    def ways(self) -> WayWeights:
        return WayWeights(self.step, self.million, self.ferry)
