"""What a table may choose. The defaults are the printed standard game; the words explain each option."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    map: str = "standard"
    immobile_tanks: bool = False
    river_restriction: bool = False
    variable_trade_order: bool = False
    variable_claims: bool = False
    river_neutrals: Literal["roll", "0", "1", "2", "3", "4", "5"] = "roll"
    reduced_start: bool = False
    free_zone_choice: bool = False
    price_manipulation: bool = False
    sabotage: bool = False
    independent_carrier: bool = False
    carrier_decision: Literal["expansion", "end"] = "expansion"
    open_credits: bool = False
