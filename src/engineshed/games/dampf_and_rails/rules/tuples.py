"""Tuples as values."""

from __future__ import annotations


def without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """The items without one of this kind."""
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])
