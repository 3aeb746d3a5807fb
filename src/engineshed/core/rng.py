"""Keyed draws: the same key gives the same numbers on every machine, Python version and hash seed.

A table keeps no running generator. The draw at ply ``n`` uses a fresh stream keyed by ``(seed, n)``, so taking moves
back and playing others never re-rolls a draw, and nobody without the seed can look ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, TypeVar

T = TypeVar("T")

_MASK: Final = (1 << 64) - 1
_SPAN: Final = 1 << 64


class Rng:
    """A splitmix64 stream that starts from the hash of its key."""

    __slots__ = ("_state",)

    def __init__(self, *key: str | int) -> None:
        text = "\x1f".join(str(part) for part in key).encode()
        self._state = int.from_bytes(blake2b(text, digest_size=8, person=b"engineshed").digest(), "big")

    def word(self) -> int:
        """The next 64 bits."""
        return self.below(_SPAN)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely (words past the last full multiple are redrawn)."""
        if n <= 0:
            raise ValueError(f"below() needs a positive number, not {n}")
        while True:
            self._state = z = (self._state + 0x9E3779B97F4A7C15) & _MASK
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            z ^= z >> 31
            rest = z % n
            if z - rest <= _SPAN - n:
                return rest

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list in random order (Fisher and Yates)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out
