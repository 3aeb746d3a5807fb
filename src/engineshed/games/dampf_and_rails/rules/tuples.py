"""Tuples as values."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The items without one of this kind."""
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])
