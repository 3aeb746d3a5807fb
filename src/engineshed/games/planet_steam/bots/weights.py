"""What things are worth to the greedy bot, in credits; the numbers and their reasons are in ``data/weights``."""

from __future__ import annotations

import msgspec

from engineshed.bots.beginner import Mistakes
from engineshed.bots.search import Search


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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
    thrift: float = 0.0
    """How much more a credit is worth for each round to come, in which it earns more than it will count in the end."""
    early: float = 0.0
    """How much more a place in the player order is worth for each round to come."""
    reverts: float = 0.5
    """The share of the usual price in what is expected of a later one; the rest is today's price."""
    jump: float
    next_tanks: int
    next_superchargers: int
    activation: float
    rivals_sell: float
    plenty: int
    stored: float
    search: Search = Search()
    """For bots that look ahead."""
    mistakes: Mistakes = Mistakes()
    """For beginners."""
    value: dict[str, tuple[float, float]] = {}
    """By the name of a feature: what it adds to the final wealth, and how much more for each round to come."""
