"""What a table may choose. The defaults are the printed rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    map: Annotated[str, Meta(description="the board: a map's id, or the whole text of a map file")] = "steel-belt"
    start_player: Annotated[
        Literal["random", "red"],
        Meta(description="who begins: drawn at random, or the first seat (the German rules leave it to you)"),
    ] = "random"
    take_money: Annotated[
        Literal[3, 5], Meta(description="dollars for the action 'take money' (a later printing is said to give 5)")
    ] = 3
    vp_cities: Annotated[
        Literal["network", "direct"],
        Meta(
            description="who shares a VP city in a group: those with the group in their network, or with a link to it"
        ),
    ] = "network"
    limited_goods: Annotated[
        bool, Meta(description="only 30 goods per colour: a factory gets what is left, and none is built when none are")
    ] = False
    spare_tile_bonus: Annotated[
        bool,
        Meta(
            description="the first two spare city tiles each make exhausted factories of their colour worth 1 VP more"
        ),
    ] = False
