"""The names of the greedy bot's weights. Their values, and the reasons for them, are in ``data/weights``."""

from __future__ import annotations

import msgspec

from engineshed.bots.search import Search


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
    search: Search = Search()
    """For bots that look ahead."""
