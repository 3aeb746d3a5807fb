"""What a table may choose. The defaults are the printed rules; the words say what each option means."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engineshed.core.corrections import Data
from engineshed.core.options import AT_RANDOM


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    variant: Literal["standard", "fast"] = "standard"
    turn_back: Literal["anywhere", "towns"] = "anywhere"
    big_cities: Literal["start-towns", "hexagon"] = "start-towns"
    far_end: Literal["free", "paid"] = "free"
    finish_round: bool = False
    open_hands: bool = False
    deals: bool = True
    second_train_goal: Literal[0, 50, 100] = 0
    idle_rounds: Annotated[int, Meta(ge=0, le=20, extra={AT_RANDOM: 12})] = 0
    data: Data = ()
