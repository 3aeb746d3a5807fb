"""The legal moves of a table as the API gives them."""

from __future__ import annotations

from typing import Any

Now = dict[str, Any]


def moves_of(now: Now) -> list[dict[str, Any]]:
    return [offer["move"] for offer in now["legal"]]


def texts_of(now: Now) -> list[str]:
    return [offer["text"] for offer in now["legal"]]


def prices_of(now: Now) -> list[int]:
    return [offer["price"] for offer in now["legal"]]
