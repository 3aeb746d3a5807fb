"""What a table may choose. The defaults are the printed rules. The words say what each option means."""

from __future__ import annotations

from typing import Literal

import msgspec

from engineshed.core.corrections import Data


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    map: str = "steel-belt"
    start_player: Literal["random", "red"] = "random"
    take_money: Literal[3, 5] = 3
    vp_cities: Literal["network", "direct"] = "network"
    limited_goods: bool = False
    spare_tile_bonus: bool = False
    data: Data = ()
