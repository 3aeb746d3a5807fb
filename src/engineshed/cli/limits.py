"""Limits as they are typed: ``moves=5/s+20`` is five moves a second, and twenty at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from engineshed.cli.phrases import Mistake
from engineshed.server.web.limits import Limits, Rate

SECONDS = {"s": 1, "min": 60, "h": 3600, "day": 86400}
RATE = re.compile(r"(\d{1,9})/(s|min|h|day)(?:\+(\d{1,9}))?")
COUNT = re.compile(r"\d{1,9}")


def read_limits(typed: Sequence[str], usual: Limits) -> Limits:
    """The usual limits, except for those that are typed."""
    changed: dict[str, Any] = {}
    for text in typed:
        name, _, value = text.partition("=")
        usually = getattr(usual, name, None) if name in Limits.__struct_fields__ else None
        read = None if usually is None else _rate(value) if isinstance(usually, Rate) else _count(value)
        if read is None:
            raise Mistake("limit", text=text, known=", ".join(Limits.__struct_fields__))
        changed[name] = read
    return msgspec.structs.replace(usual, **changed)


def _rate(value: str) -> Rate | None:
    found = RATE.fullmatch(value)
    if found is None or int(found[1]) == 0 or found[3] == "0":
        return None
    return Rate(int(found[1]) / SECONDS[found[2]], int(found[3] or found[1]))


def _count(value: str) -> int | None:
    return int(value) if COUNT.fullmatch(value) else None
