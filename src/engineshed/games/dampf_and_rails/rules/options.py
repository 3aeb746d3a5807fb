"""What a table may choose. The defaults are the printed rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engineshed.core.options import AT_RANDOM


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    variant: Annotated[
        Literal["standard", "fast"],
        Meta(description="the standard game, or Variant I: faster trains, more money for building, a second train"),
    ] = "standard"
    turn_back: Annotated[
        Literal["anywhere", "towns"],
        Meta(description="where a train may turn back: anywhere, or only in towns and ports (the rules do not say)"),
    ] = "anywhere"
    big_cities: Annotated[
        Literal["start-towns", "hexagon"],
        Meta(description="out of which towns two sections may be built in a turn: the start towns, or København alone"),
    ] = "start-towns"
    far_end: Annotated[
        Literal["free", "paid"],
        Meta(description="whether the town at the far end of a new ferry is connected for nothing, or paid as well"),
    ] = "free"
    finish_round: Annotated[bool, Meta(description="when the goal is reached the round is played to its end")] = False
    open_hands: Annotated[bool, Meta(description="cash and orders are open")] = False
    deals: Annotated[bool, Meta(description="players may agree on lower tolls")] = True
    second_train_goal: Annotated[
        Literal[0, 50, 100],
        Meta(description="fast game: how much more money a player with two trains needs at the end"),
    ] = 0
    idle_rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            description="the game ends after so many rounds in a row without a delivery; 0: it never does",
            extra={AT_RANDOM: 12},
        ),
    ] = 0
