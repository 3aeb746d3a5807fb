"""Track tiles on the map as codes, and which faces the stock can still show.

Code 0 is no tile; every other code is a laying (a face in one of its rotations), counted from 1. What is on the faces
follows from their names and numbers alone, and can be corrected; so each table has a set of tiles (``tile_set_of``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engineshed.core.corrections import Data
from engineshed.games.steam.rules.components import (
    FACE_NAMES,
    NUMBERS,
    TOWN_NAMES,
    TRACK_NAMES,
    AnyFace,
    TileBox,
    layings_of,
    stock_limits,
)
from engineshed.games.steam.rules.datafiles import FILES, TRACK_TILES, tiles_in
from engineshed.rail.faces import WAYS

NO_TILES: Final = (0,) * len(FACE_NAMES)
ALL_FACES: Final = (1 << len(FACE_NAMES)) - 1
SIMPLE_FACES: Final = sum(1 << face for face, name in enumerate(TRACK_NAMES) if name.startswith("2"))
"""The faces with one track, as bits; then those with two, and with a town."""
COMPLEX_FACES: Final = sum(1 << face for face, name in enumerate(TRACK_NAMES) if name.startswith("4"))
TOWN_FACES: Final = sum(1 << face for face in range(len(TRACK_NAMES), len(TRACK_NAMES) + len(TOWN_NAMES)))
TRACK_FACES: Final = SIMPLE_FACES | COMPLEX_FACES
SIMPLE_PRICE: Final = 2 * NUMBERS.edge_cost
"""What a face with one track costs, without what the ground adds."""
COMPLEX_PRICE: Final = 2 * SIMPLE_PRICE
SECOND_PRICE: Final = COMPLEX_PRICE - SIMPLE_PRICE

REMEMBERED: Final = 4096
"""How many answers about the stock are cached."""

Shown = tuple[int, ...]
"""How many tiles on the map show each face."""


class TileSet:
    def __init__(self, box: TileBox) -> None:
        self.faces: tuple[AnyFace, ...] = (*box.tracks, *box.towns)
        self.pieces, self.layings = box.pieces, layings_of(box, NUMBERS)
        self.face_of = (-1, *(laying.face for laying in self.layings))
        self.edges_of = (0, *(laying.edges for laying in self.layings))
        """The edges that track crosses, as bits; for a town tile, its exits."""
        self.ways_of: tuple[tuple[int, ...], ...] = ((), *(laying.ways for laying in self.layings))
        self.price_of = (0, *(laying.price for laying in self.layings))
        self.one_track = tuple(len(ways) == 1 for ways in self.ways_of)
        """Whether a tile has one track through it, so that a second can be added."""
        self._make_codes()
        self.limits = stock_limits(box.pieces)
        """All limits that the stock of tiles puts on the faces on the map."""
        self._make_groups()

    def _make_codes(self) -> None:
        self.simple = [0] * len(WAYS)
        """``simple[way]`` is the code of the tile with this track alone."""
        self.complex = [[0] * len(WAYS) for _ in WAYS]
        """``complex[kept][new]`` is the code of the tile with these two tracks, or 0 if there is none."""
        self.town = [0] * 64
        """``town[exits]`` is the code of the town tile with these exits (as bits), or 0."""
        for code, laying in enumerate(self.layings, 1):
            if not laying.ways:
                self.town[laying.edges] = code
            elif len(laying.ways) == 1:
                self.simple[laying.ways[0]] = code
            else:
                a, b = laying.ways
                self.complex[a][b] = self.complex[b][a] = code

    def code_of(self, ways: tuple[int, ...]) -> int:
        """The tile with these tracks and no others; 0 if there is none."""
        if len(ways) == 1:
            return self.simple[ways[0]]
        return self.complex[ways[0]][ways[1]] if len(ways) == 2 else 0

    # The stock

    def _make_groups(self) -> None:
        """The faces in groups that no limit joins, so that each group can be judged alone."""
        groups: list[tuple[int, ...]] = []
        for limit in self.limits:
            apart = [group for group in groups if not set(group) & set(limit.faces)]
            together = [face for group in groups if group not in apart for face in group]
            groups = [*apart, tuple(sorted({*together, *limit.faces}))]
        self.groups = tuple(sorted(groups))
        self.group_of = tuple(
            next(number for number, group in enumerate(self.groups) if face in group) for face in range(len(FACE_NAMES))
        )
        self._group_bits = tuple(sum(1 << face for face in group) for group in self.groups)
        self._limits_of = tuple(
            tuple(
                (tuple(group.index(face) for face in limit.faces), limit.most)
                for limit in self.limits
                if limit.faces[0] in group
            )
            for group in self.groups
        )
        self._open_faces = lru_cache(maxsize=REMEMBERED)(self._work_out_open_faces)

    def _work_out_open_faces(self, group: int, shown: tuple[int, ...]) -> int:
        """The faces of a group that one more tile may show, as bits; ``shown``: how often its faces show."""
        found = 0
        for place, face in enumerate(self.groups[group]):
            limits = (limit for limit in self._limits_of[group] if place in limit[0])
            if all(sum(shown[other] for other in places) < most for places, most in limits):
                found |= 1 << face
        return found

    def open_faces(self, shown: Shown) -> int:
        """The faces that one more tile may show, as bits."""
        groups = enumerate(self.groups)
        return sum(self._open_faces(number, tuple(shown[face] for face in group)) for number, group in groups)

    def open_without(self, shown: Shown, stocked: int, code: int) -> int:
        """The same if the tile ``code`` goes back first; ``stocked`` is the answer while it is on the map."""
        face = self.face_of[code]
        counts = tuple([shown[other] - (other == face) for other in self.groups[self.group_of[face]]])
        return stocked | self._open_faces(self.group_of[face], counts)

    def open_after(self, shown: Shown, stocked: int, code: int) -> int:
        """The same after a tile ``code`` was laid or taken away, which changes nothing outside its face's group."""
        number = self.group_of[self.face_of[code]]
        group = self.groups[number]
        return stocked & ~self._group_bits[number] | self._open_faces(number, tuple([shown[face] for face in group]))

    def within_stock(self, shown: Shown) -> bool:
        """Whether the box has pieces for all these faces at once."""
        return all(sum(shown[face] for face in limit.faces) <= limit.most for limit in self.limits)


@lru_cache(maxsize=16)
def tile_set_of(data: Data) -> TileSet:
    """The track tiles of a table with this option; () for those that come with the game."""
    return TileSet(tiles_in(FILES.box_texts(data)[TRACK_TILES]))
