"""Single hexes and tiles as pictures of their own, for tables."""

from __future__ import annotations

from collections.abc import Iterable

from engineshed.core.reference import Picture
from engineshed.rail.drawing import cased, edge_middle, line_path, num, tag, way_path
from engineshed.rail.engraving import FONT, INK, PAPER, PLAIN, SIDE, sample
from engineshed.rail.faces import WAY_NAMES
from engineshed.rail.hexgrid import EDGES

WIDTH, HEIGHT = 2 * SIDE + 8, 3**0.5 * SIDE + 8
"""Of a hex with a little room around it."""


def picture(content: str, signs: str, size: tuple[float, float] = (WIDTH, HEIGHT)) -> Picture:
    """Something that is drawn around the point 0 0, as a whole document."""
    width, height = size
    return Picture(
        tag(
            "svg",
            content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{num(-width / 2)} {num(-height / 2)} {num(width)} {num(height)}",
            width=width,
            height=height,
            font_family=FONT,
        ),
        signs,
    )


def track_tile(ways: Iterable[int]) -> Picture:
    """A tile with track from edge to edge; the track that is written last lies on top."""
    ways = list(ways)
    track = "".join(cased(way_path((0, 0), SIDE, way), 8, PAPER, INK) for way in ways)
    return picture(sample(PLAIN, track), ", ".join(WAY_NAMES[way] for way in ways))


def town_tile(exits: Iterable[int], town: str) -> Picture:
    """A tile with track from a town in its middle, whose sign is ``town``, to these edges."""
    exits = list(exits)
    stubs = "".join(cased(line_path((0, 0), edge_middle((0, 0), SIDE, edge)), 8, PAPER, INK) for edge in exits)
    return picture(sample(PLAIN, stubs + town), ", ".join(EDGES[edge] for edge in exits))
