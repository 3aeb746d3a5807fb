"""How long open-ended tests run: briefly in ``make test``, for hours in ``make soak``."""

from __future__ import annotations

import os


def sized(brief: int, long: int) -> int:
    return long if os.environ.get("ENGINESHED_SOAK") else brief
