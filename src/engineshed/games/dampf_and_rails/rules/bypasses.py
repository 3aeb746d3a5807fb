"""Ways round what somebody builds: whoever needed that can go round it, so it shuts nobody out (R28).

The *bypass* of a section is a pair of detours from one of its ends to the other that share nothing; with two players, a
single detour is enough. At most two players need ways at once. If one of them used the section, the other can be in the
way of only one of the detours, so the first takes the other. The same is true of several sections that are built at
once, if no detour uses any of them.

A small town or port where somebody takes up room has a bypass, too: a chain of sections that joins all its neighbours.
If there is no room left for anybody else, the chain must be closed, so that it leads round both sides.

What a bypass needs is stored as bits (``passages``). Whenever all of that is free, it is a bypass: this depends on
nothing else in a position. So bypasses that were found are kept for all positions at tables of the same kind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engineshed.games.dampf_and_rails.rules.detours import Ground, Search
from engineshed.games.dampf_and_rails.rules.passages import Passages, numbers_in

MOST_KNOWN: Final = 8
"""So many bypasses of a section are kept."""
FARTHEST: Final = 60
"""Detours are searched for among so many spots."""


class Chain(NamedTuple):
    """Sections that join the neighbours of a narrow spot."""

    needs: int
    is_closed: bool


class Bypasses:
    """The bypasses at one kind of table."""

    def __init__(self, passages: Passages) -> None:
        board = passages.board
        self.passages = passages
        self.is_alone = passages.seats == 2
        """Whether only one player needs ways, so that one detour is enough."""
        self.bits = tuple([1 << section for section in range(len(board.ends))])
        self._beside = tuple([dict(around) for around in board.around])
        """For each milepost, its neighbours, each with the section in between."""
        triangles = [self._triangles(section) for section in range(len(board.ends))]
        self.sides = tuple([sum_of(needs) for needs in triangles])
        """For each section, what the detours along the triangles beside it need."""
        self.known = [self._along(needs) for needs in triangles]
        """For each section, the bypasses that were found, the latest first."""
        self.inner = sum_of([self.bits[section] for section, needs in enumerate(triangles) if len(needs) == 2])
        """The sections with triangles on both sides, as bits."""
        self.spoiled = self._spoiled()
        """For each number of a bit, the sections that lose a triangle with it, as bits."""
        self.chains = {spot: self._chain(spot) for spot in passages.narrow}
        """For each narrow spot, the shortest chain round it, if there is one."""

    # -- tables ----------------------------------------------------------------------------------------------------

    def _triangles(self, section: int) -> list[int]:
        passages, (a, b) = self.passages, self.passages.board.ends[section]
        if passages.is_odd or passages.board.streets[section]:
            return []
        here, there = self._beside[a], self._beside[b]
        tips = [tip for tip in here if tip in there]
        if len({passages.spots[tip] for tip in tips}) == 1 and self._room(tips[0]):
            tips = tips[:1]
        return [self._bit(here[tip]) | self._bit(there[tip]) | self._room(tip) for tip in tips]

    def _bit(self, section: int) -> int:
        """Streets are always free."""
        return 0 if self.passages.board.streets[section] else self.bits[section]

    def _room(self, post: int) -> int:
        return self.passages.one_left.get(self.passages.spots[post], 0)

    def _along(self, triangles: list[int]) -> list[int]:
        if self.is_alone:
            return triangles.copy()
        return [triangles[0] | triangles[1]] if len(triangles) == 2 else []

    def _spoiled(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for section, sides in enumerate(self.sides):
            for number in numbers_in(sides):
                found[number] = found.get(number, 0) | self.bits[section]
        return found

    def _chain(self, spot: int) -> Chain | None:
        """The sections between neighbours."""
        passages = self.passages
        if passages.is_odd:
            return None
        needs, is_closed = 0, True
        for post in [post for post, its_spot in enumerate(passages.spots) if its_spot == spot]:
            around = list(self._beside[post])
            spots = [passages.spots[there] for there in around if self._room(there)]
            links = [(a, b) for a in around for b in around if a < b and b in self._beside[a]]
            if len(set(spots)) < len(spots) or len(links) < len(around) - 1:
                return None
            for a, b in links:
                needs |= self._bit(self._beside[a][b])
            for there in around:
                needs |= self._room(there)
            is_closed = is_closed and len(links) == len(around)
        return Chain(needs, is_closed)

    # -- in a position ---------------------------------------------------------------------------------------------

    def untouched(self, taken: int) -> int:
        """The inner sections beside which nothing is taken, as bits."""
        found = self.inner
        for number in numbers_in(taken):
            found &= ~self.spoiled.get(number, 0)
        return found

    def leads_round(self, section: int, taken: int) -> bool:
        """Whether a bypass of a section is known when this is taken."""
        for needs in self.known[section]:
            if not needs & taken:
                return True
        return False

    def leads_past(self, spot: int, taken: int) -> bool:
        """Whether there is a chain round a narrow spot where there is room for fewer than two others now."""
        chain = self.chains[spot]
        if chain is None or chain.needs & taken:
            return False
        return chain.is_closed or not taken & self.passages.one_left[spot]

    def find(self, section: int, rails: bytes | bytearray, taken: int) -> bool:
        """Search for a bypass; ``rails`` and ``taken`` as on the ground (``detours``), the section included."""
        if self.passages.is_odd:
            return False
        one, other = [self.passages.spots[post] for post in self.passages.board.ends[section]]
        search = Search(Ground(self.passages, rails, taken), one, 1 << other, FARTHEST)
        found = search.one_way() if self.is_alone else search.two_ways()
        if found.is_found:
            self.known[section] = [found.bits, *self.known[section][: MOST_KNOWN - 1]]
        return found.is_found


def sum_of(bits: list[int]) -> int:
    found = 0
    for more in bits:
        found |= more
    return found


@lru_cache(maxsize=64)
def bypasses(passages: Passages) -> Bypasses:
    return Bypasses(passages)
