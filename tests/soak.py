"""How long tests go on that could go on for ever: briefly in ``make test``, for hours of trust in ``make soak``."""

from __future__ import annotations

import os


def sized(brief: int, long: int) -> int:
    return long if os.environ.get("ENGINESHED_SOAK") else brief
