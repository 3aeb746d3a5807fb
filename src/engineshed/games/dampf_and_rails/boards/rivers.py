"""Where rivers run on the picture. The map only says which sections each of them crosses.

A ford is the point where a river crosses a section. Two fords on the sides of the same triangle of mileposts follow
each other. A river rises a little before its first ford, becomes wider from ford to ford, and ends in the sea or in a
lake, without crossing a section that the map calls dry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from heapq import nsmallest
from itertools import combinations, pairwise
from math import dist, inf

from engineshed.games.dampf_and_rails.rules.board import BAY, DRY, Board
from engineshed.rail.drawing import Point, line_path, towards

Ways = dict[int, list[int]]
"""For each section that a river crosses, those that it may cross next."""

SWING = 0.1
"""How far a ford is from the middle of its section, as a share of the section: no river is perfectly straight."""
STEPS = 6
"""How many pieces the curve between two fords has."""
SPRING, MOUTH = 1.2, 6.4
"""The width of a river where it rises, and of a long river where it ends."""
GROWTH = 0.06
"""How much wider a river is after each piece of its curve."""
DRY_SECTION = 1000.0
"""Crossing a dry section on the way to the mouth counts as much as this distance."""
LAKE = 70.0
"""A lake has to be this much nearer than the sea, because a river may flow on through it."""
TOUCH = 1e-6
"""A tolerance for rounding: a curve with a point on a section crosses it."""
NEAREST = 24
"""How many points of the coast are tried as a mouth."""


class Rivers:
    """The rivers of one map. ``place`` says where a milepost is on the picture, ``coast`` has the points of the sea."""

    def __init__(self, board: Board, place: Callable[[int], Point], coast: Sequence[Point]) -> None:
        self._board = board
        self.ends = [(place(a), place(b)) for a, b in board.ends]
        self._dry = [ends for ends, water in zip(self.ends, board.water, strict=True) if water == DRY]
        self._coast = coast
        self._bays = [self.middle(section) for section, water in enumerate(board.water) if water == BAY]

    def middle(self, section: int) -> Point:
        return towards(*self.ends[section], 0.5)

    def courses(self) -> Iterator[list[Point]]:
        """The smooth line of every river, from its source to its mouth."""
        for sections in self._board.rivers.values():
            ways = ways_of(self._board, sections)
            while ways:
                course = longest(ways)
                ways = {
                    section: [other for other in following if other not in course]
                    for section, following in ways.items()
                    if section not in course
                }
                yield smooth(self._from_source_to_mouth([self._ford(section) for section in course]))

    def _ford(self, section: int) -> Point:
        return towards(*self.ends[section], 0.5 + (SWING if section % 2 else -SWING))

    def _from_source_to_mouth(self, fords: list[Point]) -> list[Point]:
        """A river ends where water is easier to reach: after its last ford or, the other way round, its first."""
        directions = (fords, fords[::-1])
        trials = sorted((least, way, sea) for way in (0, 1) for least, sea in self._waters(directions[way][-1]))
        best = (inf, 0, fords[-1])
        for least, way, sea in trials:
            if least > best[0]:
                break  # all others are farther away
            best = min(best, (least + DRY_SECTION * self._dry_sections(directions[way][-1], sea), way, sea))
        _, way, mouth = best
        return [towards(directions[way][0], directions[way][1], -0.4), *directions[way], mouth]

    def _waters(self, ford: Point) -> Iterator[tuple[float, Point]]:
        """Where a river with this last ford may reach the water, and how far that is if nothing is in the way."""
        for sea in nsmallest(NEAREST, self._coast, key=lambda sea: dist(ford, sea)):
            yield dist(ford, sea), sea
        for bay in self._bays:
            yield LAKE + dist(ford, bay), bay

    def _dry_sections(self, ford: Point, sea: Point) -> int:
        return sum(_cross((ford, sea), dry) for dry in self._dry)


def ways_of(board: Board, sections: Collection[int]) -> Ways:
    ways: Ways = {section: [] for section in sections}
    for sides in _triangles(board, sections):
        for a, b in combinations(sides, 2):
            ways[a].append(b)
            ways[b].append(a)
    return ways


def _triangles(board: Board, sections: Collection[int]) -> Iterator[list[int]]:
    """The wet sides of every triangle of mileposts."""
    corners: set[tuple[int, ...]] = set()
    for section in sections:
        a, b = board.ends[section]
        beside = {there for there, _ in board.around[a]} & {there for there, _ in board.around[b]}
        corners.update(tuple(sorted((a, b, c))) for c in sorted(beside))
    for triangle in sorted(corners):
        sides = [board.section[pair] for pair in combinations(triangle, 2)]
        yield [side for side in sides if side in sections]


def longest(ways: Ways) -> list[int]:
    """The longest way that crosses no section twice. Rivers rarely branch, so there are few ways to try."""
    found: list[int] = []
    trials = [[section] for section in ways]
    while trials:
        way = trials.pop()
        found = max(found, way, key=len)
        trials += [[*way, following] for following in ways[way[-1]] if following not in way]
    return found


def smooth(points: Sequence[Point]) -> list[Point]:
    """Many points of a curve through a few (a Catmull-Rom spline)."""
    around = [points[0], *points, points[-1]]
    curve = [points[0]]
    for four in zip(around, around[1:], around[2:], around[3:], strict=False):
        curve += [_on_curve(four, step / STEPS) for step in range(1, STEPS + 1)]
    return curve


def _on_curve(four: tuple[Point, Point, Point, Point], t: float) -> Point:
    shares = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
    x, y = (sum(share * point[axis] for share, point in zip(shares, four, strict=True)) / 2 for axis in (0, 1))
    return x, y


def tapering(course: Sequence[Point]) -> str:
    """The two banks of a river as path data."""
    left, right = [], []
    steps = [course[0], *course, course[-1]]
    for number, ((x1, y1), (x, y), (x2, y2)) in enumerate(zip(steps, steps[1:], steps[2:], strict=False)):
        half = min(MOUTH, SPRING + GROWTH * number) / 2
        far = dist((x1, y1), (x2, y2))
        across, down = half * (y2 - y1) / far, half * (x2 - x1) / far
        left.append((x + across, y - down))
        right.append((x - across, y + down))
    return line_path(*left, *reversed(right)) + "Z"


def crosses(course: Sequence[Point], section: tuple[Point, Point]) -> bool:
    return any(_cross(piece, section) for piece in pairwise(course))


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    return _apart(one, other) and _apart(other, one)


def _apart(line: tuple[Point, Point], points: tuple[Point, Point]) -> bool:
    """Whether two points are on different sides of a line."""
    (x1, y1), (x2, y2) = line
    one, other = ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in points)
    return one * other < TOUCH
