"""What a table may choose. The defaults are the printed rules, and the words say what each option means."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from engineshed.core.corrections import Data
from engineshed.games.steam.rules.components import NUMBERS

Company = Literal["orange", "green", "black", "white", "brown"]
COMPANIES: Final[tuple[Company, ...]] = ("orange", "green", "black", "white", "brown")
"""The players' colours, by seat."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    map: str = "northeast"
    variant: Literal["base", "expert"] = "base"
    opening: Literal["auction", "random"] = "auction"
    income_lowest: Annotated[int, Meta(ge=-20, le=-5)] = NUMBERS.income_lowest
    income_highest: Annotated[int, Meta(ge=5, le=50)] = NUMBERS.income_highest
    supply_fields: Annotated[int, Meta(ge=6, le=16)] = NUMBERS.supply_fields
    unlimited_tiles: bool = False
    join_ownerless: bool = True
    towns_once: bool = False
    beginner_relief: Literal["none", "track", "expenses", "both"] = "none"
    beginners: tuple[Company, ...] = COMPANIES
    data: Data = ()
