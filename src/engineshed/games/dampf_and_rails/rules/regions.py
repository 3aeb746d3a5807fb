"""Which faces of the board are open to each other in a position (R28).

Building a section opens its two faces to each other. Faces that are open to each other make up a *region*. A line that
cuts something off runs through regions and crosses free sections from one to the next. So a section is needed only if
other sections lie between the same two regions, or if the same region is on both its sides, no matter how long a detour
would be. A line can also run through a narrow spot that is full, and cut off somebody who has not connected it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engineshed.games.dampf_and_rails.rules.faces import Faces
from engineshed.games.dampf_and_rails.rules.passages import numbers_in

EVERYTHING: Final = -1
"""All sections, as bits."""


class Regions:
    """The regions of a position. A copy is changed as track is laid, and left alone afterwards."""

    __slots__ = (
        "_inside",
        "bridges",
        "faces",
        "fulls",
        "halves",
        "lone",
        "members",
        "merges",
        "of",
        "pieces",
        "rims",
        "turns",
    )

    def __init__(self, faces: Faces, old: Regions | None = None) -> None:
        """The regions before anything is built, or a copy of others."""
        self.faces = faces
        self.of: list[int] = old.of.copy() if old else list(range(faces.count))
        """For each face, its region: the number of one of its faces."""
        self.turns: list[int] = old.turns.copy() if old else [0] * faces.count
        """For each face, the mileposts whose rays are crossed on the way to the region's own face, as bits."""
        self.rims: list[int] = old.rims.copy() if old else list(faces.rims)
        """For each region, the free sections to other regions, and the narrow spots that it touches, as bits."""
        self.members: list[tuple[int, ...]] = old.members.copy() if old else [(face,) for face in range(faces.count)]
        """For each region, its faces."""
        self.bridges: int = old.bridges if old else faces.bridges
        """The free sections with the same region on both sides, as bits."""
        self.lone: int = old.lone if old else faces.lone
        """Sections, as bits, of which it is certain that no line crosses them and only one other section or narrow spot
        (with only one opponent: and no other)."""
        self.halves: int = old.halves if old else 0
        """The narrow spots with room for one more player, as bits; ``fulls``: those that are full."""
        self.fulls: int = old.fulls if old else 0
        self.merges: list[tuple[int, int, int, int]] = old.merges.copy() if old else []
        """Which regions became one, a large one and a small one, each time with what was on their rims."""
        self.pieces: tuple[int, ...] = old.pieces if old else faces.lands
        """The pieces into which lines that closed up divide the lands: the mileposts of each, as bits. Those without
        a place are left out."""

        self._inside: list[int] | None = None

    def lines_inside(self) -> list[int]:
        """For each section with the same region on both sides, what the line through it separates."""
        if self._inside is None:
            self._inside = [self.parted(section) for section in numbers_in(self.bridges)]
        return self._inside

    def copy(self) -> Regions:
        return Regions(self.faces, self)

    def parted(self, section: int) -> int:
        """Across a section, from region to region: the mileposts whose rays are crossed, as bits."""
        left, right = self.faces.beside[section]
        return self.turns[left] ^ self.turns[right] ^ self.faces.rays[section]

    def open(self, section: int) -> int:
        """Open the faces beside a section to each other; returns the sections for which that may matter, as bits."""
        left, right = self.faces.beside[section]
        of, turns, rims = self.of, self.turns, self.rims
        one, other = of[left], of[right]
        turn = turns[left] ^ turns[right] ^ self.faces.rays[section]
        self.bridges &= ~(1 << section)
        self.lone &= ~(1 << section)
        self._inside = None
        if one == other:
            self.pieces = tuple([part for part in divided(self.pieces, turn) if part & self.faces.places])
            return EVERYTHING
        if len(self.members[one]) < len(self.members[other]):
            one, other = other, one
        is_alone = self.faces.passages.is_alone  # then whether a section is needed depends on no others
        touched = 0 if is_alone else self._touched(one, other)
        for face in self.members[other]:
            of[face] = one
            turns[face] ^= turn
        self.members[one] += self.members[other]
        a, b = rims[one], rims[other]
        self.merges.append((one, other, a, b))
        both = a & b & self.faces.passages.sections
        rims[one] = (a | b) ^ both
        new = both & ~(1 << section)
        self.bridges |= new
        self.lone &= ~(touched | both)
        if is_alone:
            return both
        if a & self.fulls and b & self.fulls:
            return EVERYTHING
        if a & b & self.halves or (a ^ b) & self.fulls or any(map(self.parted, numbers_in(new))):
            touched |= self.bridges  # whether one of them is needed also depends on the others
        return touched | both

    def _touched(self, large: int, small: int) -> int:
        """The sections for which it may matter that two regions become one: lines may cross other sections instead."""
        rims, of, faces = self.rims, self.of, self.faces
        a, b = rims[large], rims[small]
        touched = (b if self.fulls & a & ~b else 0) | (a if (self.fulls | self.halves) & b & ~a else 0)
        sections = faces.passages.sections
        for spot in faces.passages.spots_in(a & b & ~sections):
            touched |= faces.doors[spot]
        crossings = sections | self.halves
        for section in numbers_in(b & sections):
            left, right = faces.beside[section]
            beyond = of[left] if of[left] != small else of[right]
            common = a & rims[beyond] & crossings if beyond != large else 0
            if common:
                touched |= common | faces.bits[section]
        return touched

    def take_room(self, taken: int) -> int:
        """After room at narrow spots was taken; returns the sections for which that may matter, as bits.

        ``taken``: all that is gone, as bits.
        """
        passages, touched = self.faces.passages, 0
        for spot, bit in passages.one_left.items():
            if taken & bit and not self.fulls & bit:
                self.fulls |= bit
                self.halves &= ~bit
            elif taken & passages.two_left[spot] and not (self.fulls | self.halves) & bit:
                self.halves |= bit
            else:
                continue
            touched |= EVERYTHING if self.faces.landings[spot] else self.bridges
            for region in [self.of[face] for ring in self.faces.rings[spot] for face, _ in ring]:
                touched |= self.rims[region]
                self.lone &= ~self.rims[region]
        return touched

    def same_as(self, other: Regions) -> bool:
        """Whether the same faces are open to each other, and the same is left between them."""
        return (self.bridges, self.halves, self.fulls) == (other.bridges, other.halves, other.fulls) and all(
            set(self.members[a]) == set(other.members[b]) and self.rims[a] == other.rims[b]
            for a, b in set(zip(self.of, other.of, strict=True))
        )


def divided(pieces: Iterable[int], line: int) -> list[int]:
    """The parts of these pieces, each on one side of a line; all as bits."""
    parts: list[int] = []
    for piece in pieces:
        part = piece & line
        if part and part != piece:
            parts += (part, piece ^ part)
        else:
            parts.append(piece)
    return parts


def regions_of(faces: Faces, taken: int) -> Regions:
    """The regions of a position in which this is taken."""
    regions, passages = Regions(faces), faces.passages
    for section, streets in enumerate(passages.board.streets):
        if not streets and (taken >> section & 1 or section in passages.one_way):
            regions.open(section)
    regions.take_room(taken)
    return regions


class Opening:
    """Which regions would be open to each other if more were built, and the lines that would run through them."""

    def __init__(self, regions: Regions, taken: int) -> None:
        """``taken``: all that is gone, as bits, together with what is built."""
        self.regions, self.faces, self.taken = regions, regions.faces, taken
        self.closed = 0
        """Mileposts through which lines run, as bits: they may lie on either side."""
        self._next: dict[int, tuple[int, int]] = {}
        """For each region that is open to another one, that, and the mileposts whose rays are crossed, as bits."""
        self.rims: dict[int, int] = {}
        """The regions beside what would be built; for the last one of those that are open to each other, what is on the
        rim of any of them, as bits."""
        self._shared = 0
        """What is on the rims of two regions that would be open to each other, as bits."""
        self.past_ferries: set[int] = set()
        """What is separated by lines through a spot with a ferry, which lies on neither side of them."""
        self.free: list[int] = []
        """For each line that closes up, the mileposts that it separates from others, as bits."""

    def open(self, section: int) -> None:
        regions, faces, rims, roots = self.regions, self.faces, self.rims, self._next
        left, right = faces.left[section], faces.right[section]
        one, other = regions.of[left], regions.of[right]
        parted = regions.turns[left] ^ regions.turns[right] ^ faces.rays[section]
        if one not in rims:
            rims[one] = regions.rims[one]
        if other not in rims:
            rims[other] = regions.rims[other]
        while one in roots:
            one, turn = roots[one]
            parted ^= turn
        while other in roots:
            other, turn = roots[other]
            parted ^= turn
        if one == other:
            self.free.append(parted)
            return
        roots[one] = other, parted
        rim, beyond = rims[one], rims[other]
        self._shared |= rim & beyond
        rims[other] = rim | beyond

    def close(self, spot: int) -> None:
        """Open all regions round a narrow spot to each other."""
        board = self.faces.passages.board
        for post in self.faces.posts_of[spot]:
            self.closed |= 1 << post
            for _, section in board.around[post]:
                self.open(section)

    def touches(self, spots: int) -> bool:
        """Whether a line from one side of a section to the other can begin and end at some of these narrow spots."""
        rims = self.regions.rims
        return sum([bool(rims[region] & spots) for region in self.rims]) > 1

    def _root(self, face: int) -> tuple[int, int]:
        region, turn = self.regions.of[face], self.regions.turns[face]
        while region in self._next:
            region, more = self._next[region]
            turn ^= more
        return region, turn

    def lines(self, halves: int) -> list[int]:
        """For each line with one more crossing, what it separates.

        That crossing is a section, or a spot with room for one player (``halves``, as bits).
        """
        crossings = self._shared & ~self.taken & (self.faces.passages.sections | halves)
        return self._lines_across(crossings) if crossings else []

    def lines_inside(self, halves: int) -> list[int]:
        """The same for lines that run within one region now."""
        found = self.regions.lines_inside()
        for spot in self.faces.passages.spots_in(halves):
            found = found + self.lines_through(spot)
        return found

    def _lines_across(self, crossings: int) -> list[int]:
        found, sections = [], self.faces.passages.sections
        for section in numbers_in(crossings & sections):
            left, right = self.faces.beside[section]
            found.append(self._root(left)[1] ^ self._root(right)[1] ^ self.faces.rays[section])
        for spot in self.faces.passages.spots_in(crossings & ~sections):
            found += self.lines_through(spot)
        return found

    def lines_through(self, spot: int) -> list[int]:
        """What is separated by lines through a narrow spot, which may lie on either side of them."""
        found: list[int] = []
        own = self.faces.own_posts[spot]
        for ring, sections in zip(self.faces.rings[spot], self.faces.spokes[spot], strict=True):
            roots = [self._root(face) for face, _ in ring]
            if len(dict(roots)) == max(1, (sections & ~self.taken).bit_count()):
                continue  # the regions are those between its free sections
            ends = [(region, turn, before) for (region, turn), (_, before) in zip(roots, ring, strict=True)]
            for number, (one, turn, before) in enumerate(ends):
                found += [(turn ^ before ^ more ^ after) & ~own for other, more, after in ends[:number] if one == other]
        if self.faces.landings[spot]:
            self.past_ferries.update(found)
        return found
