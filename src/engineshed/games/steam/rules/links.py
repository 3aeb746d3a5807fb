"""Links: track from place to place, or as far as it has been built.

A place is a city or a town with a tile. A link leaves its start across ``edges[0]`` and every tile across the next
edge; n + 1 edges make n tiles. The stubs of town tiles are not separate tiles: a link that leaves a town across
one edge and goes no farther is a bare stub. ``head`` and ``tail`` say whether start and goal are places that it
is joined to, or only the hexes that its open ends point at. So a complete link has both, an incomplete one its
head, and track that is not connected to anything yet has neither.
"""

from __future__ import annotations

from typing import Final

import msgspec

from engineshed.rail.hexgrid import EDGES, opposite

NOBODY: Final = -1
"""The owner of ownerless links."""

OPPOSITE: Final = tuple(opposite(edge) for edge in range(len(EDGES)))


class Link(msgspec.Struct, frozen=True, array_like=True, order=True, gc=False):
    start: int
    edges: tuple[int, ...]
    head: bool
    tail: bool
    owner: int
    since: int
    """The round in which an incomplete link was last extended; 0 for a complete one, where it does not matter."""

    @property
    def complete(self) -> bool:
        return self.head and self.tail

    @property
    def loose(self) -> bool:
        return not self.head
