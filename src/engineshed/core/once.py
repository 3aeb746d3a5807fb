"""A cache for what several viewers ask about the same position, one right after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

S = TypeVar("S")
A = TypeVar("A")


def once(answer: Callable[[S], A]) -> Callable[[S], A]:
    """Makes a function remember its answer for the last position; positions never change."""
    last: tuple[S, A] | None = None

    def remembered(s: S) -> A:
        nonlocal last
        known = last  # another thread may replace it
        if known is None or known[0] is not s:
            last = known = s, answer(s)
        return known[1]

    return remembered
