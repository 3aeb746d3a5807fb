"""Track on a hex: ways from edge to edge, faces of tiles, and their rotations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, Protocol

import msgspec

from engineshed.core.errors import BadFileError, shown
from engineshed.core.words import Message
from engineshed.rail.hexgrid import EDGES

WAYS: Final[tuple[tuple[int, int], ...]] = tuple(combinations(range(6), 2))
"""Every way through a hex, as a pair of edges. A way's number is its index here."""

WAY_NAMES: Final = tuple(f"{EDGES[a]}-{EDGES[b]}" for a, b in WAYS)

WAY_OF: Final[dict[tuple[int, int], int]] = {}
"""The number of the way between two edges, in either order."""
for _number, (_a, _b) in enumerate(WAYS):
    WAY_OF[_a, _b] = WAY_OF[_b, _a] = _number

WAY_MASK: Final = tuple(1 << a | 1 << b for a, b in WAYS)
"""The two edges of each way as bits."""


def turn(way: int, steps: int) -> int:
    """The way after the hex has been turned clockwise by this many sixths."""
    a, b = WAYS[way]
    return WAY_OF[(a + steps) % 6, (b + steps) % 6]


def far_edge(way: int, edge: int) -> int:
    """The other end of the way."""
    a, b = WAYS[way]
    return b if edge == a else a


@cache
def ways_from(begin: int, usable: int) -> tuple[int, ...]:
    """The ways that have an end on one of the edges ``begin``, and both on ``usable`` ones; edges as bits."""
    return tuple(way for way, mask in enumerate(WAY_MASK) if mask & begin and mask & usable == mask)


def parse_way(text: str) -> int | None:
    """Reads ``n-se``, in either order; None if the text is not a way."""
    first, dash, second = text.lower().partition("-")
    if not dash or first not in EDGES or second not in EDGES or first == second:
        return None
    return WAY_OF[EDGES.index(first), EDGES.index(second)]


class Face(msgspec.Struct, frozen=True):
    """One side of a track tile: a name, and the ways printed on it in some rotation."""

    name: str
    ways: tuple[int, ...]

    def rotations(self) -> tuple[tuple[int, ...], ...]:
        """Every distinct rotation, each as a sorted tuple of ways."""
        found: list[tuple[int, ...]] = []
        for steps in range(6):
            laid = tuple(sorted(turn(way, steps) for way in self.ways))
            if laid not in found:
                found.append(laid)
        return tuple(sorted(found))


# -- faces in a file ---------------------------------------------------------------------------------------------


class FaceLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A face as written in a file of tiles."""

    name: str
    ways: tuple[str, ...]


def read_face(line: FaceLine, source: str) -> Face:
    place = face_place(line.name)
    ways = []
    for text in line.ways:
        way = parse_way(text)
        if way is None:
            raise BadFileError(source, place, "tile.no-way", text=shown(text), edges=", ".join(EDGES))
        ways.append(way)
    if not 1 <= len(ways) <= 2:
        raise BadFileError(source, place, "tile.ways", ways=len(ways))
    if len(ways) == 2 and WAY_MASK[ways[0]] & WAY_MASK[ways[1]]:
        raise BadFileError(source, place, "tile.junction")
    return Face(line.name, tuple(sorted(ways)))


def face_place(name: str) -> Message:
    """A face as a place in a file of tiles."""
    return Message("place.face", {"name": shown(name)})


class NamedFace(Protocol):
    """A face of any kind."""

    @property
    def name(self) -> str: ...

    def rotations(self) -> tuple[tuple[int, ...], ...]: ...


def check_faces(faces: Sequence[NamedFace], source: str) -> None:
    """Check that no two faces have the same name, and no two of one kind have the same track in some rotation."""
    seen: dict[object, str] = {}
    for face in faces:
        for mark, twin in ((face.name, "tile.same-name"), ((type(face), face.rotations()), "tile.same-ways")):
            if mark in seen:
                raise BadFileError(source, face_place(face.name), twin, other=shown(seen[mark]))
            seen[mark] = face.name
