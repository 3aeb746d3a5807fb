"""The faces of the board (R28): the areas between sections, most of them triangles.

To cut two mileposts off from each other, one would have to draw a closed line around one of them, from face to face.
Counting shows which mileposts such a line separates from the others: from each of them, a *ray* runs along sections to
one milepost of its land. If the line crosses that ray an odd number of times, the two lie on different sides of it.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2

from engineshed.games.dampf_and_rails.rules.board import Board
from engineshed.games.dampf_and_rails.rules.passages import Passages


class Faces:
    """The faces at one kind of table. They do not depend on what is built."""

    def __init__(self, passages: Passages) -> None:
        board = passages.board
        self.passages = passages
        self.beside, self.count = _faces_of(board)
        """For each section, the two faces beside it; ``count``: the number of faces."""
        self.left, self.right = tuple([a for a, _ in self.beside]), tuple([b for _, b in self.beside])
        self.bits = tuple([1 << section for section in range(len(board.ends))])
        self.bridges = sum([1 << section for section, (a, b) in enumerate(self.beside) if a == b])
        """The sections with the same face on both sides, as bits."""
        self.rays, self.lands = _rays_of(board)
        """For each section, the mileposts whose rays run along it, as bits; ``lands``: the mileposts of each land."""
        self.ends = tuple([1 << a | 1 << b for a, b in board.ends])
        """For each section, its ends, as bits; ``places``: the mileposts of all places."""
        self.places = sum([1 << place.at for place in board.places])
        self.posts_of = {spot: self._posts_of(spot) for spot in passages.narrow}
        """For each narrow spot, its mileposts."""
        self.rings = {spot: tuple(map(self._ring, posts)) for spot, posts in self.posts_of.items()}
        """For each of its mileposts, the faces around it, each with those whose rays are crossed up to there."""
        self.rims = self._rims(board)
        """For each face, the sections to others and the narrow spots there, as bits (``Passages.one_left``)."""
        self.spokes = {
            spot: tuple([sum([1 << section for _, section in board.around[post]]) for post in posts])
            for spot, posts in self.posts_of.items()
        }
        """For each of its mileposts, the sections there, as bits."""
        self.doors = {spot: sum(spokes) for spot, spokes in self.spokes.items()}
        """For each narrow spot, the sections there, as bits."""
        self.lone = self._lone_sections()
        """The sections that are the only one between their two faces, as bits; with a single opponent, all between two
        faces."""
        self.own_posts = {spot: sum([1 << post for post in posts]) for spot, posts in self.posts_of.items()}
        """For each narrow spot, its mileposts, as bits."""
        self.landings = {spot: self._landings(spot) for spot in passages.narrow}
        """For each narrow spot, the mileposts at both ends of the ferries that lead there, as bits."""

    # -- tables ----------------------------------------------------------------------------------------------------

    def _rims(self, board: Board) -> tuple[int, ...]:
        rims = [0] * self.count
        for section, (a, b) in enumerate(self.beside):
            if a != b and not board.streets[section]:
                rims[a] |= 1 << section
                rims[b] |= 1 << section
        for spot, rings in self.rings.items():
            for face, _ in [corner for ring in rings for corner in ring]:
                rims[face] |= self.passages.one_left[spot]
        return tuple(rims)

    def _lone_sections(self) -> int:
        if self.passages.is_tight:
            return 0
        rims, sections, is_alone, found = self.rims, self.passages.sections, self.passages.is_alone, 0
        for section, (a, b) in enumerate(self.beside):
            if a != b and (is_alone or rims[a] & rims[b] & sections == self.bits[section]):
                found |= self.bits[section]
        return found

    def _landings(self, spot: int) -> int:
        bits, board = 0, self.passages.board
        for number, ferry in enumerate(board.ferries):
            if spot == board.size + number or any(post in self.posts_of[spot] for post in ferry.ports):
                for place in ferry.ends:
                    bits |= 1 << board.places[place].at
        return bits

    def _posts_of(self, spot: int) -> tuple[int, ...]:
        return tuple([post for post, its_spot in enumerate(self.passages.spots) if its_spot == spot])

    def _ring(self, post: int) -> tuple[tuple[int, int], ...]:
        around = [section for _, section in self.passages.board.around[post]]
        found = {self.left[section]: 0 for section in around[:1]}
        while more := [
            (there, found[here] ^ self.rays[section])
            for section in around
            for here, there in (self.beside[section], self.beside[section][::-1])
            if here in found and there not in found
        ]:
            found.update(more)
        return tuple(found.items())


# -- lands and rays ------------------------------------------------------------------------------------------------


def _rays_of(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each section, the mileposts whose rays run along it; and the mileposts of each land, which is what can be
    reached without ferries."""
    rays = [0] * len(board.ends)
    lands: list[int] = []
    left = (1 << board.size) - 1
    while left:
        start = left.bit_length() - 1
        before: dict[int, tuple[int, int]] = {}
        reached, waiting = 1 << start, [start]
        for here in waiting:
            for there, section in board.around[here]:
                if not reached >> there & 1:
                    reached |= 1 << there
                    before[there] = here, section
                    waiting.append(there)
        for post in waiting:
            here = post
            while here in before:
                here, section = before[here]
                rays[section] |= 1 << post
        lands.append(reached)
        left &= ~reached
    return tuple(rays), tuple(lands)


# -- finding them --------------------------------------------------------------------------------------------------


def _faces_of(board: Board) -> tuple[tuple[tuple[int, int], ...], int]:
    """For each section, the faces beside it, and how many there are.

    The walk around a face continues at each milepost by the next section counterclockwise.
    """
    following = _turns(board)
    face_of: dict[tuple[int, int], int] = {}
    count = 0
    for ends in board.ends:
        for start in (ends, ends[::-1]):
            here = start
            while here not in face_of:
                face_of[here] = count
                here = here[1], following[here[1]][here[0]]
            count += here == start and face_of[here] == count
    return tuple([(face_of[a, b], face_of[b, a]) for a, b in board.ends]), count


def _turns(board: Board) -> list[dict[int, int]]:
    """For each milepost and each neighbour, the next neighbour counterclockwise."""
    turns: list[dict[int, int]] = []
    for post, around in enumerate(board.around):
        x, y = _point(board.cells[post])
        angles: dict[int, float] = {}
        for there, _ in around:
            east, south = _point(board.cells[there])
            angles[there] = atan2(south - y, east - x)
        ring = sorted(angles, key=angles.__getitem__)
        turns.append(dict(zip(ring, [*ring[1:], *ring[:1]], strict=True)))
    return turns


def _point(cell: tuple[int, int]) -> tuple[float, float]:
    """Every second row is shifted half a step to the right."""
    row, column = cell
    return column + row % 2 / 2, float(row)


@lru_cache(maxsize=64)
def faces(passages: Passages) -> Faces:
    return Faces(passages)
