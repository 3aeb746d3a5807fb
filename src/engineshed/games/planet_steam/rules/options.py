"""What a table may choose. The defaults are the printed standard game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    map: Annotated[str, Meta(description="the board: its id, or the whole text of a board's file")] = "standard"
    immobile_tanks: Annotated[bool, Meta(description="advanced: a tank never moves once it is placed")] = False
    river_restriction: Annotated[
        bool, Meta(description="advanced: no ore and no quartz is extracted on river zones")
    ] = False
    variable_trade_order: Annotated[bool, Meta(description="advanced: markers set each round's order of trade")] = False
    variable_claims: Annotated[bool, Meta(description="advanced: players place the first claim markers")] = False
    river_neutrals: Annotated[
        Literal["roll", "0", "1", "2", "3", "4", "5"],
        Meta(description="variable claims: the agreed number of neutral markers on the river, or a roll of the die"),
    ] = "roll"
    reduced_start: Annotated[bool, Meta(description="advanced: less to begin with")] = False
    free_zone_choice: Annotated[bool, Meta(description="optional: zones are claimed without rolling")] = False
    price_manipulation: Annotated[bool, Meta(description="optional card: the first to win a card moves prices")] = False
    sabotage: Annotated[bool, Meta(description="optional card: the last to get a card stops a tank")] = False
    independent_carrier: Annotated[bool, Meta(description="optional card: a fifth carrier is auctioned")] = False
    carrier_decision: Annotated[
        Literal["expansion", "end"],
        Meta(description="independent carrier: kept or not is decided as printed, or at the end of the round"),
    ] = "expansion"
    open_credits: Annotated[bool, Meta(description="everybody sees everybody's credits")] = False
