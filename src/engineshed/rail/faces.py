"""Track on a hex: ways from edge to edge, faces of tiles, and their rotations."""

from __future__ import annotations

from itertools import combinations

import msgspec

from engineshed.rail.hexgrid import EDGES

WAYS: tuple[tuple[int, int], ...] = tuple(combinations(range(6), 2))
"""Every way through a hex, as a pair of edges; a way's number is its place here."""

WAY_NAMES = tuple(f"{EDGES[a]}-{EDGES[b]}" for a, b in WAYS)

WAY_OF: dict[tuple[int, int], int] = {}
"""The number of the way between two edges, in either order."""
for _number, (_a, _b) in enumerate(WAYS):
    WAY_OF[_a, _b] = WAY_OF[_b, _a] = _number

WAY_MASK = tuple(1 << a | 1 << b for a, b in WAYS)
"""The way's two edges as bits."""


def turn(way: int, steps: int) -> int:
    """The way after turning the hex clockwise by so many sixths."""
    a, b = WAYS[way]
    return WAY_OF[(a + steps) % 6, (b + steps) % 6]


def far_edge(way: int, edge: int) -> int:
    """The way's other end."""
    a, b = WAYS[way]
    return b if edge == a else a


def parse_way(text: str) -> int | None:
    """``n-se`` in either order; None when it is no way."""
    first, dash, second = text.lower().partition("-")
    if not dash or first not in EDGES or second not in EDGES or first == second:
        return None
    return WAY_OF[EDGES.index(first), EDGES.index(second)]


class Face(msgspec.Struct, frozen=True):
    """One side of a track tile: a name and the ways printed on it in some rotation."""

    name: str
    ways: tuple[int, ...]

    def rotations(self) -> tuple[tuple[int, ...], ...]:
        """Every distinct way of laying it, as a sorted tuple of ways."""
        found: list[tuple[int, ...]] = []
        for steps in range(6):
            laid = tuple(sorted(turn(way, steps) for way in self.ways))
            if laid not in found:
                found.append(laid)
        return tuple(sorted(found))
