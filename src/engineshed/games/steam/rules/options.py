"""What a table may choose. The defaults are the printed rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engineshed.games.steam.rules.components import NUMBERS


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    map: Annotated[str, Meta(description="the board: a map's id, or the whole text of a map file")] = "northeast"
    variant: Annotated[
        Literal["base", "expert"],
        Meta(description="the base game, or the expert game with capital, auctions and upkeep"),
    ] = "base"
    opening: Annotated[
        Literal["auction", "random"],
        Meta(description="base game: the first turn order is auctioned, or drawn as suggested for a first game"),
    ] = "auction"
    income_lowest: Annotated[
        int, Meta(ge=-20, le=-5, description="the lowest income; below it money costs victory points")
    ] = NUMBERS.income_lowest
    income_highest: Annotated[
        int, Meta(ge=5, le=50, description="the highest income; points beyond it are lost (the rules name no end)")
    ] = NUMBERS.income_highest
    supply_fields: Annotated[
        int, Meta(ge=6, le=16, description="how many fields of the goods supply there are (the rules do not say)")
    ] = NUMBERS.supply_fields
    unlimited_tiles: Annotated[bool, Meta(description="track tiles never run out")] = False
    join_ownerless: Annotated[
        bool, Meta(description="own track may join ownerless track that one could not have extended from its start")
    ] = True
    towns_once: Annotated[bool, Meta(description="a delivery passes no town twice, as it passes no city twice")] = False
    beginner_relief: Annotated[
        Literal["none", "track", "expenses", "both"],
        Meta(description="expert game: what may be paid with money raised as needed, as a help for beginners"),
    ] = "none"
