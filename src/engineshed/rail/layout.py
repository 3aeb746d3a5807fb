"""What a page needs to draw a map: where the hexes are, and the ways through them as path data."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import msgspec

from engineshed.rail.drawing import Geometry, Point, way_path
from engineshed.rail.faces import WAY_NAMES, WAYS
from engineshed.rail.hexgrid import NOWHERE, HexGrid


class HexInfo(msgspec.Struct, frozen=True):
    name: str
    at: Point
    """Its centre."""
    terrain: str
    """The game's own name for this kind of terrain."""
    beside: tuple[int | None, ...]
    """The hexes across its edges; None where the map ends."""


class WayInfo(msgspec.Struct, frozen=True):
    """A way through a hex: the two edges that it joins, and its path data around the hex's centre."""

    name: str
    edges: tuple[int, int]
    path: str


def hex_infos(grid: HexGrid, geometry: Geometry, terrain: Sequence[IntEnum]) -> tuple[HexInfo, ...]:
    return tuple(
        HexInfo(grid.names[hex_], rounded(geometry.centre(hex_)), kind.name.lower(), _beside(grid, hex_))
        for hex_, kind in enumerate(terrain)
    )


def _beside(grid: HexGrid, hex_: int) -> tuple[int | None, ...]:
    return tuple(None if other == NOWHERE else other for other in grid.neighbours[hex_])


def way_infos(side: float) -> tuple[WayInfo, ...]:
    return tuple(WayInfo(WAY_NAMES[way], WAYS[way], way_path((0, 0), side, way)) for way in range(len(WAYS)))


def rounded(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)
