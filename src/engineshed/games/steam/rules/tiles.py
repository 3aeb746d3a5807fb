"""Track tiles on the map as codes, and which faces the stock can still show.

Code 0 is no tile; every other code is a laying (a face in one of its rotations), counted from 1.
"""

from __future__ import annotations

from functools import lru_cache

from engineshed.games.steam.rules.components import FACES, LAYINGS, LIMITS
from engineshed.rail.faces import WAYS

FACE_OF = (-1, *(laying.face for laying in LAYINGS))
EDGES_OF = (0, *(laying.edges for laying in LAYINGS))
"""The edges that track crosses, as bits; of a town tile, its exits."""
WAYS_OF: tuple[tuple[int, ...], ...] = ((), *(laying.ways for laying in LAYINGS))
PRICE_OF = (0, *(laying.price for laying in LAYINGS))

SIMPLE = [0] * len(WAYS)
"""``SIMPLE[way]`` is the code of the tile with this track alone."""
COMPLEX = [[0] * len(WAYS) for _ in WAYS]
"""``COMPLEX[kept][new]`` is the code of the tile with these two tracks, or 0 where there is none."""
TOWN = [0] * 64
"""``TOWN[exits]`` is the code of the town tile with these exits (as bits), or 0."""
for _code, _laying in enumerate(LAYINGS, 1):
    if not _laying.ways:
        TOWN[_laying.edges] = _code
    elif len(_laying.ways) == 1:
        SIMPLE[_laying.ways[0]] = _code
    else:
        _a, _b = _laying.ways
        COMPLEX[_a][_b] = COMPLEX[_b][_a] = _code

ONE_TRACK = tuple(len(ways) == 1 for ways in WAYS_OF)
"""Whether a tile has one track through it, so that a second can be added."""

NO_TILES = (0,) * len(FACES)
ALL_FACES = (1 << len(FACES)) - 1
SIMPLE_FACES, COMPLEX_FACES, TOWN_FACES = (
    sum(1 << face for face in sorted({laying.face for laying in LAYINGS if len(laying.ways) == tracks}))
    for tracks in (1, 2, 0)
)
"""The faces with one track, with two, and with a town, as bits."""
TRACK_FACES = SIMPLE_FACES | COMPLEX_FACES


def code_of(ways: tuple[int, ...]) -> int:
    """The tile with these tracks and no others; 0 where there is none."""
    if len(ways) == 1:
        return SIMPLE[ways[0]]
    return COMPLEX[ways[0]][ways[1]] if len(ways) == 2 else 0


# -- the stock ------------------------------------------------------------------------------------------------------

Shown = tuple[int, ...]
"""How many tiles on the map show each face."""


def _groups() -> tuple[tuple[int, ...], ...]:
    """The faces in groups that no limit joins, so that each group can be judged alone."""
    groups: list[tuple[int, ...]] = []
    for limit in LIMITS:
        apart = [group for group in groups if not set(group) & set(limit.faces)]
        together = [face for group in groups if group not in apart for face in group]
        groups = [*apart, tuple(sorted({*together, *limit.faces}))]
    return tuple(sorted(groups))


GROUPS = _groups()
GROUP_OF = tuple(next(number for number, group in enumerate(GROUPS) if face in group) for face in range(len(FACES)))
_GROUP_BITS = tuple(sum(1 << face for face in group) for group in GROUPS)
_LIMITS_OF = tuple(
    tuple((tuple(group.index(face) for face in limit.faces), limit.most) for limit in LIMITS if limit.faces[0] in group)
    for group in GROUPS
)


@lru_cache(maxsize=4096)
def _open_faces(group: int, shown: tuple[int, ...]) -> int:
    """The faces of a group that one more tile may show, as bits."""
    found = 0
    for place, face in enumerate(GROUPS[group]):
        limits = (limit for limit in _LIMITS_OF[group] if place in limit[0])
        if all(sum(shown[other] for other in places) < most for places, most in limits):
            found |= 1 << face
    return found


def open_faces(shown: Shown) -> int:
    """The faces that one more tile may show, as bits."""
    return sum(_open_faces(number, tuple(shown[face] for face in group)) for number, group in enumerate(GROUPS))


def open_without(shown: Shown, stocked: int, code: int) -> int:
    """The same when the tile ``code`` goes back to the stock first; ``stocked`` is the answer while it lies there."""
    face = FACE_OF[code]
    counts = tuple([shown[other] - (other == face) for other in GROUPS[GROUP_OF[face]]])
    return stocked | _open_faces(GROUP_OF[face], counts)


def open_after(shown: Shown, stocked: int, code: int) -> int:
    """The same after a tile ``code`` was laid or taken away, which changes nothing outside its face's group."""
    number = GROUP_OF[FACE_OF[code]]
    group = GROUPS[number]
    return stocked & ~_GROUP_BITS[number] | _open_faces(number, tuple([shown[face] for face in group]))


def within_stock(shown: Shown) -> bool:
    """Whether the box has pieces for all these faces at once."""
    return all(sum(shown[face] for face in limit.faces) <= limit.most for limit in LIMITS)
