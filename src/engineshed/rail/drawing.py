"""Drawing hexes and track as SVG: positions, outlines of regions, tracks, labels. No game's rules are here.

Everything is a string of SVG elements, and a drawing has several layers of them. The same input gives the same bytes on
every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import Final

from engineshed.rail.faces import WAYS
from engineshed.rail.hexgrid import EDGES, NOWHERE, HexGrid, cell_name

Point = tuple[float, float]
Knot = tuple[int, int]
"""A corner of a hex in whole numbers (half sides across, half heights down), so that neighbours share it exactly."""

HALF_HEIGHT: Final = 3**0.5 / 2
"""The distance from a hex's centre to its top, in sides."""

_CORNERS: Final[tuple[Knot, ...]] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Edge k runs from corner k to corner k + 1, clockwise."""

ROUNDING: Final = 0.36
"""The share of an edge that a rounded corner takes up; at one half, a single hex would look like a circle."""

_ARC_RADIUS: Final = {1: 0.5, 2: 1.5}
"""The radius of a curve, in sides, by how many edges apart its ends are; tracks meet edges at right angles."""


def num(value: float) -> str:
    """A coordinate in as few characters as possible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, content: str = "", **attributes: str | float) -> str:
    """An element. ``content`` must already be SVG; attributes are escaped, and ``stroke_width`` means stroke-width."""
    written = "".join(f' {key.strip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else num(value)


def label(at: Point, text: str, size: float, **attributes: str | float) -> str:
    """A text, centred vertically on a point."""
    given = {"text_anchor": "middle", **attributes}
    return tag("text", escape(text), x=at[0], y=at[1] + 0.35 * size, font_size=size, **given)


class Geometry:
    """Where the hexes of a grid are on a drawing. The grid starts in the drawing's top left corner."""

    def __init__(self, grid: HexGrid, side: float) -> None:
        self.grid, self.side = grid, side
        knots = [_knot(cell, corner) for cell in grid.cells for corner in range(6)]
        across, down = [x for x, _ in knots], [y for _, y in knots]
        self._least = (min(across), min(down))
        self.width = (max(across) - min(across)) * side / 2
        self.height = (max(down) - min(down)) * side * HALF_HEIGHT

    def at(self, knot: Knot) -> Point:
        return (knot[0] - self._least[0]) * self.side / 2, (knot[1] - self._least[1]) * self.side * HALF_HEIGHT

    def columns(self) -> list[tuple[float, str]]:
        """The position of each column's letter, from left to right."""
        numbers = [column for column, _ in self.grid.cells]
        return [
            (self.at(_centre((column, 0)))[0], cell_name(column, 0).rstrip("1"))
            for column in range(min(numbers), max(numbers) + 1)
        ]

    def rows(self) -> list[tuple[float, str]]:
        """The position of each row's number, from top to bottom: between its higher and its lower hexes."""
        first, last = self.grid.cells[0][1], self.grid.cells[-1][1]
        quarter = self.side * HALF_HEIGHT / 2
        return [(self.at(_centre((0, row)))[1] + quarter, str(row + 1)) for row in range(first, last + 1)]

    def centre(self, hex_: int) -> Point:
        return self.at(_centre(self.grid.cells[hex_]))

    def outline(self, hexes: Collection[int]) -> str:
        """The outline of a region, with rounded corners, as path data."""
        beyond = {NOWHERE, *range(len(self.grid))}.difference(hexes)
        return self.smooth(self.border(hexes, beyond))

    def border(self, hexes: Collection[int], beyond: Collection[int]) -> list[tuple[Knot, Knot]]:
        """The edges between two regions, each clockwise around the first. NOWHERE counts as a region."""
        others = frozenset(beyond)
        return [
            (_knot(self.grid.cells[here], edge), _knot(self.grid.cells[here], edge + 1))
            for here in sorted(hexes)
            for edge, there in enumerate(self.grid.neighbours[here])
            if there in others
        ]

    def smooth(self, border: Sequence[tuple[Knot, Knot]]) -> str:
        """Edges joined into lines with rounded corners, as path data."""
        return " ".join(_rounded([self.at(knot) for knot in chain]) for chain in _chains(border))

    def hex_path(self, hex_: int) -> str:
        return hex_path(self.centre(hex_), self.side)

    def river_path(self, course: Sequence[int]) -> str:
        """A river from the centre of its first hex to the border of its last, as path data."""
        return curve_path(self.river(course)[:-1])

    def river(self, course: Sequence[int], enters: int | None = None, leaves: int | None = None) -> list[Point]:
        """A point in every hex and one on every border that it crosses. A river meanders, so as not to look like track.

        ``enters`` and ``leaves`` are the edges where it enters the first hex and leaves the last one; without them it
        begins or ends in the centre. Where it crosses an edge depends only on the edge, so that one river can flow into
        another.
        """
        fords = [self._ford(here, there) for here, there in pairwise(course)]
        first = None if enters is None else self._crossing(course[0], enters)
        last = None if leaves is None else self._crossing(course[-1], leaves)
        gates = [first, *fords, last]
        points = [] if first is None else [first]
        for number, (here, (entry, leave)) in enumerate(zip(course, pairwise(gates), strict=True)):
            points.append(self._bend(here, entry, leave, 0.16 if number % 2 else -0.16))
            points += [] if leave is None else [leave]
        return points

    def _bend(self, hex_: int, entry: Point | None, leave: Point | None, bend: float) -> Point:
        x, y = self.centre(hex_)
        if entry is None or leave is None:
            return x, y
        dx, dy = leave[0] - entry[0], leave[1] - entry[1]
        return x - dy * bend, y + dx * bend

    def _ford(self, here: int, there: int) -> Point:
        first, second = sorted((here, there))
        return self._crossing(first, self.grid.neighbours[first].index(second), 0.32 if (first + second) % 2 else 0.68)

    def _crossing(self, hex_: int, edge: int, share: float = 0.5) -> Point:
        """A point on an edge of a hex."""
        return towards(*self.edge(hex_, edge), share)

    def edge(self, hex_: int, edge: int) -> tuple[Point, Point]:
        """The two ends of an edge of a hex, clockwise."""
        cell = self.grid.cells[hex_]
        return self.at(_knot(cell, edge)), self.at(_knot(cell, edge + 1))


def curve_path(points: Sequence[Point]) -> str:
    """A smooth line through all points (a Catmull-Rom spline), as path data."""
    path = f"M{_pair(points[0])}"
    around = [points[0], *points, points[-1]]
    for before, start, end, after in zip(around, around[1:], around[2:], around[3:], strict=False):
        first = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        second = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        path += f"C{_pair(first)} {_pair(second)} {_pair(end)}"
    return path


def line_path(*points: Point) -> str:
    return "M" + "L".join(_pair(point) for point in points)


def hex_path(centre: Point, side: float) -> str:
    return line_path(*_hex_corners(centre, side)) + "Z"


def edge_middle(centre: Point, side: float, edge: int) -> Point:
    corners = _hex_corners(centre, side)
    return towards(corners[edge], corners[(edge + 1) % 6], 0.5)


def way_path(centre: Point, side: float, way: int) -> str:
    """A track from edge to edge, as path data: a straight line, or an arc that meets both edges at right angles."""
    a, b = WAYS[way]
    start, end = (edge_middle(centre, side, edge) for edge in (a, b))
    if b - a == len(EDGES) // 2:
        return line_path(start, end)
    clockwise = b - a > len(EDGES) // 2
    radius = num(side * _ARC_RADIUS[min(b - a, len(EDGES) - b + a)])
    return f"M{_pair(start)}A{radius} {radius} 0 0 {int(clockwise)} {_pair(end)}"


def cased(path: str, width: float, colour: str, casing: str) -> str:
    """A line with a rim on both sides, so that it stands out on any background."""
    lines = ((casing, width * 1.6), (colour, width))
    return "".join(tag("path", d=path, fill="none", stroke=stroke, stroke_width=wide) for stroke, wide in lines)


def _hex_corners(centre: Point, side: float) -> list[Point]:
    return [(centre[0] + x * side / 2, centre[1] + y * side * HALF_HEIGHT) for x, y in _CORNERS]


def _pair(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def _centre(cell: tuple[int, int]) -> Knot:
    column, row = cell
    return 3 * column, 2 * row + column % 2


def _knot(cell: tuple[int, int], corner: int) -> Knot:
    (x, y), (dx, dy) = _centre(cell), _CORNERS[corner % 6]
    return x + dx, y + dy


def _chains(border: Sequence[tuple[Knot, Knot]]) -> Iterable[list[Knot]]:
    """Edges joined end to end. Three hexes meet at a corner, so no two edges of a border start at the same one."""
    following = dict(border)
    ends = {end for _, end in border}
    starts = [start for start, _ in border if start not in ends] + [start for start, _ in border]
    for start in starts:
        if start not in following:
            continue
        chain = [start]
        while chain[-1] in following:
            chain.append(following.pop(chain[-1]))
        yield chain


def _rounded(corners: Sequence[Point]) -> str:
    """A line with rounded corners. A line that ends where it began is closed, with its last corner rounded too."""
    closed = corners[0] == corners[-1]
    line = [*corners, corners[1]] if closed else corners
    parts = [] if closed else [_pair(corners[0])]
    for before, corner, after in zip(line, line[1:], line[2:], strict=False):
        start, end = (towards(corner, other, ROUNDING) for other in (before, after))
        parts.append(f"{_pair(start)}Q{_pair(corner)} {_pair(end)}")
    return "M" + "L".join(parts) + ("Z" if closed else f"L{_pair(corners[-1])}")


def towards(here: Point, there: Point, share: float) -> Point:
    """The point that is this share of the way from here to there."""
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share
