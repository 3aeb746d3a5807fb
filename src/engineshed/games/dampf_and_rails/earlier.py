"""Positions of version 1, in which tolls were the only terms and there were fewer stages; descriptions need no
change."""

from __future__ import annotations

from typing import Any

import msgspec

from engineshed.core.earlier import Earlier
from engineshed.games.dampf_and_rails.rules.terms import Toll
from engineshed.games.dampf_and_rails.rules.truth import Stage, StageName

# fmt: off
STAGES: tuple[StageName, ...] = (
    "deal", "first", "draw", "keep", "start", "move", "terms", "answer", "lose", "build", "end", "over",
)
# fmt: on
"""The stages by the numbers that they had in version 1."""
STAGE, ACTIVE, TOLLS, PROPOSAL, RESUME = 2, 5, 19, 28, 30
"""Where some fields are in the list by which version 1 stored a position."""


def recoded(data: bytes, version: int) -> bytes:
    """The bytes of a position of version 1, as the current rules write them."""
    if version != 1:
        return data
    values: list[Any] = msgspec.msgpack.decode(data)
    proposal = values[PROPOSAL]
    values[STAGE], values[RESUME] = _stage(values[STAGE]), _stage(values[RESUME])
    values[TOLLS] = [Toll(*toll) for toll in values[TOLLS]]
    if proposal is not None:
        runner, owner = proposal[:2]
        partner = owner if runner == values[ACTIVE] else runner
        values[PROPOSAL] = [partner, [Toll(*proposal)] if values[STAGE] == Stage.ANSWER else []]
    values.insert(TOLLS + 1, [])  # nobody had promised goods yet
    return msgspec.msgpack.encode(values)


def _stage(number: int) -> int:
    return Stage.NAMES.index(STAGES[number])


EARLIER = Earlier(recode=recoded)
