"""The spaces of numbers and arrays, as Gymnasium and PettingZoo describe them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from engineshed.adapters.course import CHOSEN, MOST_CHOSEN, Kind

OBSERVATION, ACTION_MASK = "observation", "action_mask"


def action_space(kind: Kind) -> spaces.Discrete[Any]:
    return spaces.Discrete(kind.numbering.size)


def observation_space(kind: Kind, *, flat: bool) -> spaces.Dict:
    """``observation`` (one array for each table, or all in one) and ``action_mask``."""
    mask = spaces.Box(0, 1, (kind.numbering.size,), np.int8)
    return spaces.Dict({OBSERVATION: flat_space(kind) if flat else tables_space(kind), ACTION_MASK: mask})


def tables_space(kind: Kind) -> spaces.Dict:
    found: dict[str, spaces.Space[Any]] = {}
    for table in kind.encoder.tables:
        low, high = (np.array([[getattr(c, end) for c in table.columns]], np.int16) for end in ("low", "high"))
        found[table.name] = spaces.Box(low.repeat(table.rows, 0), high.repeat(table.rows, 0), dtype=np.int16)
    found[CHOSEN] = spaces.Box(-1, kind.numbering.size - 1, (MOST_CHOSEN,), np.int16)
    return spaces.Dict(found)


def flat_space(kind: Kind) -> spaces.Box:
    columns, numbers = kind.encoder.columns, kind.numbering.size
    low = [*(column.low for column in columns), *(-1,) * MOST_CHOSEN]
    high = [*(column.high for column in columns), *(numbers - 1,) * MOST_CHOSEN]
    return spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)
