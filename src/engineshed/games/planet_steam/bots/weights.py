"""What things are worth to the greedy bot, in credits; the numbers and their reasons are in ``data/weights``."""

from __future__ import annotations

import msgspec

from engineshed.bots.search import Search


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    usual: tuple[float, float, float, float]
    slump: float
    dearth: float
    surplus: float
    least_gain: float
    built: float
    neighbour: float
    room: float
    modest: float
    place: float
    lady: float
    rivals_gain: float
    carrier: float
    new_tank: float
    spare_carrier: float
    reserve: int
    shortfall: float
    urgent: float
    purse: float
    jump: float
    next_tanks: int
    next_superchargers: int
    activation: float
    rivals_sell: float
    plenty: int
    stored: float
    search: Search = Search()
    """For bots that look ahead."""
