"""The names of the greedy bot's weights. Their values, and the reasons for them, are in ``data/weights``."""

from __future__ import annotations

import msgspec

from engineshed.bots.beginner import Mistakes
from engineshed.bots.search import Search


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player does without weighing it for long. Left out, nothing is done by habit."""

    cheap: int = -1
    """A contract that costs at most this many dollars is completed at once."""
    few: int = -1
    """With at most this many contracts in hand, more are taken."""
    free_draws: bool = False
    """Whether contracts that a bonus offers are always taken."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dollar: float
    hoard: float
    surplus: float
    action: float
    bonus: float
    delay: float
    unfinished: float
    rounds_per_contract: float
    usual_length: float
    use: float
    join: float
    early: float
    ending: float
    clear_lead: float
    # Building
    dollar_effort: float
    tile_price: int
    dollar_price: int
    habits: Habits = Habits()
    search: Search = Search()
    """For bots that look ahead."""
    mistakes: Mistakes = Mistakes()
    """For beginners."""
