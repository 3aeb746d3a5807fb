"""The faces of Steam's track tiles, and whether the box has enough pieces for the map (table of the tiles)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

Ways = frozenset[frozenset[int]]
"""The tracks of a tile, each as its edges: two for a way through the hex, one for an exit of a town."""

SHAPES: dict[str, tuple[tuple[int, ...], ...]] = {
    "21": ((0, 3),),
    "22": ((0, 2),),
    "23": ((0, 1),),
    "41": ((0, 3), (1, 4)),
    "42": ((0, 3), (1, 5)),
    "43": ((0, 2), (1, 3)),
    "44": ((0, 3), (1, 2)),
    "45": ((0, 2), (3, 5)),
    "46": ((0, 2), (3, 4)),
    "47": ((0, 2), (4, 5)),
    "T11": ((0,),),
    "T21": ((0,), (3,)),
    "T22": ((0,), (2,)),
    "T23": ((0,), (1,)),
    "T31": ((0,), (2,), (4,)),
    "T32": ((0,), (1,), (3,)),
    "T33": ((0,), (2,), (3,)),
    "T34": ((0,), (1,), (2,)),
    "T41": ((0,), (2,), (3,), (4,)),
    "T42": ((0,), (1,), (3,), (4,)),
    "T43": ((0,), (1,), (2,), (3,)),
}
LIMITS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (86, ("21", "22")),
    (10, ("T21", "T22")),
    (8, ("23", "T23")),
    (4, ("T11",)),
    (4, ("42", "T41")),
    (4, ("T31", "T34")),
    (4, ("T42", "41")),
    (4, ("43", "T43")),
    (4, ("T32", "T33")),
    *((4, (face,)) for face in ("44", "45", "46", "47")),
    *((6, pair) for pair in (("44", "45"), ("45", "46"), ("46", "47"), ("47", "44"))),
    (8, ("44", "45", "46", "47")),
)
"""How many of these faces together can be on the map: the number of pieces in the box that show one of them."""


@lru_cache(maxsize=4096)
def face_of(tracks: Ways) -> str | None:
    """The face that shows these tracks in some rotation, or None."""
    for name, shape in SHAPES.items():
        for turn in range(6):
            if frozenset(frozenset((edge + turn) % 6 for edge in way) for way in shape) == tracks:
                return name
    return None


def short(shown: Counter[str]) -> bool:
    """Whether the map needs more pieces than the box has."""
    return any(sum(shown[face] for face in faces) > most for most, faces in LIMITS)
