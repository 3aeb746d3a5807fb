"""Ways round what somebody builds: whoever needed that can go round it, so it shuts nobody out (R28).

The *bypass* of a section is a pair of detours from one of its ends to the other that share nothing; with two players, a
single detour is enough. At most two players need ways at once. If one of them used the section, the other can be in the
way of only one of the detours, so the first takes the other. The same is true of several sections that are built at
once, if no detour uses any of them.

A small town or port where somebody takes up room has a bypass, too: a *double chain*, two ways that share nothing from
one of its neighbours to each other one.

What a bypass needs is stored as bits (``passages``). Whenever all of that is free, it is a bypass: this depends on
nothing else in a position. So bypasses that were found are kept for all positions at tables of the same kind.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

from engineshed.games.dampf_and_rails.rules.detours import Found, Ground, Pocket, Search
from engineshed.games.dampf_and_rails.rules.passages import Passages

MOST_KNOWN: Final = 16
"""So many bypasses of a section are kept."""
LONGEST: Final = 3
"""So many sections has the longest detour that is known from the start."""
FARTHEST: Final = 60
"""Detours are searched for among so many spots."""


class Bypasses:
    """The bypasses at one kind of table."""

    def __init__(self, passages: Passages) -> None:
        board = passages.board
        self.passages = passages
        self.is_alone = passages.seats == 2
        """Whether only one player needs ways, so that one detour is enough."""
        self.bits = tuple([1 << section for section in range(len(board.ends))])
        self.ends = tuple([(passages.spots[a], passages.spots[b]) for a, b in board.ends])
        """For each section, the spots at its ends."""
        self.places = sum_of([1 << spot for spot in (*passages.spot_of, *range(board.size, passages.size))])
        """The spots of places and the middles of ferries, as bits."""
        self.spokes = tuple([sum_of([self._bit(section) for _, section in around]) for around in board.around])
        """For each milepost, the sections there, as bits."""
        self.beside = tuple([sum_of([1 << there for there, _ in around]) for around in board.around])
        """For each milepost, its neighbours, as bits."""
        detours = [self._short_detours(section) for section in range(len(board.ends))]
        self.known = [self._pairs(short) for short in detours]
        """For each section, bypasses, the shortest first."""
        self.chains: dict[int, list[int]] = {}
        """For each milepost, the double chains round it that were found, the latest first."""

    # -- tables ----------------------------------------------------------------------------------------------------

    def _bit(self, section: int) -> int:
        """Streets are always free."""
        return 0 if self.passages.board.streets[section] else self.bits[section]

    def _room(self, post: int) -> int:
        return self.passages.one_left.get(self.passages.spots[post], 0)

    def _short_detours(self, section: int) -> list[int]:
        """What detours of two or three sections need."""
        board = self.passages.board
        start, goal = board.ends[section]
        if self.passages.is_odd or board.streets[section]:
            return []
        found: list[int] = []
        waiting = [((start,), 0)]
        for posts, needs in waiting:
            for there, way in board.around[posts[-1]]:
                if way == section or there in posts:
                    continue
                if there == goal:
                    found.append(needs | self._bit(way))
                elif len(posts) < LONGEST:
                    waiting.append(((*posts, there), needs | self._bit(way) | self._room(there)))
        return found

    def _pairs(self, detours: list[int]) -> list[int]:
        if self.is_alone:
            return detours[:MOST_KNOWN]
        pairs = [one | other for one, other in combinations(detours, 2) if not one & other]
        return sorted(pairs, key=int.bit_count)[:MOST_KNOWN]

    # -- in a position ---------------------------------------------------------------------------------------------

    def leads_round(self, section: int, taken: int) -> bool:
        """Whether a bypass of a section is known when this is taken."""
        for needs in self.known[section]:
            if not needs & taken:
                return True
        return False

    def find(self, section: int, rails: bytes | bytearray, taken: int) -> bool:
        """Search for a bypass; ``rails`` and ``taken`` as on the ground (``detours``), the section included."""
        if self.passages.is_odd:
            return False
        one, other = self.ends[section]
        found = self.detours(one, other, rails, taken)[0]
        if found.is_found:
            self.keep(section, found.bits)
        return found.is_found

    def detours(self, start: int, goal: int, rails: bytes | bytearray, taken: int) -> tuple[Found, Pocket | None]:
        """Detours from spot to spot; otherwise, if it was seen why there are none, where one gets stuck."""
        search = Search(Ground(self.passages, rails, taken), start, 1 << goal, FARTHEST)
        found = search.one_way() if self.is_alone else search.two_ways()
        return found, None if found.is_found else search.pocket()

    def keep(self, section: int, needs: int) -> None:
        self.known[section] = [*self.known[section][: MOST_KNOWN - 1], needs]

    def leads_past(self, post: int, taken: int) -> bool:
        """Whether a double chain round a milepost is known when this is taken."""
        for needs in self.chains.get(post, ()):
            if not needs & taken:
                return True
        return False

    def find_past(self, post: int, rails: bytes | bytearray, taken: int) -> bool:
        """Search for a double chain round a milepost that leaves out the milepost itself."""
        if self.passages.is_odd:
            return False
        rails, spots = bytearray(rails), self.passages.spots
        around = self.passages.board.around[post]
        for _, section in around:
            rails[section] = 1
        start, needs = spots[around[0][0]], 0
        for there, _ in around[1:]:
            found, _ = self.detours(start, spots[there], rails, taken)
            if not found.is_found:
                return False
            needs |= found.bits
        self.chains[post] = [needs, *self.chains.get(post, [])[: MOST_KNOWN - 1]]
        return True


def sum_of(bits: list[int]) -> int:
    found = 0
    for more in bits:
        found |= more
    return found


@lru_cache(maxsize=64)
def bypasses(passages: Passages) -> Bypasses:
    return Bypasses(passages)
