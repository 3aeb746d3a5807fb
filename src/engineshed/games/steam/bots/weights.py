"""What things are worth to the greedy bot: the shape of its weights. The numbers and their reasons are files in
``data/weights``."""

from __future__ import annotations

import msgspec

from engineshed.bots.beginner import Mistakes
from engineshed.bots.search import Search


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    # Money
    dollar: float
    paid_out: float
    rich: int
    spare: float
    mended: float
    mending: int
    # Deliveries
    first_link: float
    later: float
    range: float
    overreach: int
    # Track, need and rivals
    tile: float
    tile_price: int
    urgent: float
    unfinished: float
    foreign: float
    # Debts
    lowest_income: int
    reserve: int
    expert_lowest_income: int
    useless_range: float
    horizon: int
    # Action tiles, places and capital
    first_move: float
    engineer: float
    first_build: float
    early: int
    turn_order: float
    place: float
    jump: float
    rescue: int
    build_turn: int
    second_route: int
    # How carefully routes are looked for
    routes: int = 60
    brief: bool = False
    anywhere_at_last: bool = False
    """Whether links away from the network are built in the last round, where every link is a point."""
    search: Search = Search()
    """For bots that look ahead."""
    mistakes: Mistakes = Mistakes()
    """For beginners."""
