"""Track that runs from hex to hex."""

from __future__ import annotations

import msgspec

from engineshed.rail.faces import WAY_OF
from engineshed.rail.hexgrid import EDGES, NOWHERE, HexGrid, opposite


class Path(msgspec.Struct, frozen=True, gc=False):
    """Track laid hex by hex from a start hex: ``edges[0]`` leaves the start, and each further edge leaves a tile.

    A path with n + 1 edges has n tiles. The game decides whether the hex that the last edge leads to is a
    valid goal.
    """

    start: int
    edges: tuple[int, ...]

    def tiles(self, grid: HexGrid) -> list[tuple[int, int]]:
        """The hex and the way of each tile, in order."""
        laid = []
        here = self.start
        for coming, going in zip(self.edges, self.edges[1:], strict=False):
            here = grid.neighbours[here][coming]
            laid.append((here, WAY_OF[opposite(coming), going]))
        return laid

    def goal(self, grid: HexGrid) -> int:
        """The hex that the last edge leads to, or NOWHERE."""
        here = self.start
        for edge in self.edges:
            if here == NOWHERE:
                return NOWHERE
            here = grid.neighbours[here][edge]
        return here

    def extended(self, edge: int) -> Path:
        return Path(self.start, (*self.edges, edge))

    def shortened(self) -> Path | None:
        """The path without its last tile; None if that was its only tile."""
        return Path(self.start, self.edges[:-1]) if len(self.edges) > 2 else None

    def text(self) -> str:
        return " ".join(EDGES[edge] for edge in self.edges)
