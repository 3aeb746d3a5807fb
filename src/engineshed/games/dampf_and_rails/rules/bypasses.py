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

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.detours import Found, Ground, Pocket, Search
from engineshed.games.dampf_and_rails.rules.passages import Passages, numbers_in

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
        self.sides = tuple([sum_of(short[:2]) for short in detours])
        """For each section, what its two shortest detours need, along the triangles beside it."""
        self.inner = sum_of([self.bits[n] for n, short in enumerate(detours) if short[1:] and not short[0] & short[1]])
        """The sections that have two such detours, as bits."""
        self.spoiled = self._spoiled()
        """For each number of a bit, the sections that lose such a detour with it, as bits."""
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
        waiting: list[tuple[tuple[int, ...], int]] = [((start,), 0)]
        for posts, needs in waiting:
            for there, way in board.around[posts[-1]]:
                if way == section or there in posts:
                    continue
                if there == goal:
                    found.append(needs | self._bit(way))
                elif len(posts) < LONGEST:
                    waiting.append(((*posts, there), needs | self._bit(way) | self._room(there)))
        return sorted(found, key=int.bit_count)

    def _spoiled(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for section, sides in enumerate(self.sides):
            for number in numbers_in(sides):
                found[number] = found.get(number, 0) | self.bits[section]
        return found

    def _pairs(self, detours: list[int]) -> list[int]:
        if self.is_alone:
            return detours[:MOST_KNOWN]
        pairs = [one | other for one, other in combinations(detours, 2) if not one & other]
        return sorted(pairs, key=int.bit_count)[:MOST_KNOWN]

    # -- in a position ---------------------------------------------------------------------------------------------

    def safe(self, taken: int) -> int:
        """The sections of which both short detours are free when this is taken, as bits."""
        found = self.inner
        for number in numbers_in(taken):
            found &= ~self.spoiled.get(number, 0)
        return found

    def known_round(self, section: int, taken: int) -> int:
        """What a bypass of a section needs that is known when this is taken; NOWHERE if none is."""
        for needs in self.known[section]:
            if not needs & taken:
                return needs
        return NOWHERE

    def find_round(self, section: int, rails: bytes | bytearray, taken: int) -> int:
        """The same for any bypass; ``rails`` and ``taken`` as on the ground (``detours``), the section included."""
        if self.passages.is_odd:
            return NOWHERE
        one, other = self.ends[section]
        found, _ = self.detours(one, 1 << other, rails, taken)
        return self.keep(section, found.bits) if found.is_found else NOWHERE

    def detours(self, start: int, goals: int, rails: bytes | bytearray, taken: int) -> tuple[Found, Pocket | None]:
        """Detours from a spot to others, as bits; where there are none, the pocket in which one gets stuck, if seen."""
        search = Search(Ground(self.passages, rails, taken), start, goals, FARTHEST)
        found = search.one_way() if self.is_alone else search.two_ways()
        return found, None if found.is_found else search.pocket()

    def keep(self, section: int, needs: int) -> int:
        self.known[section] = [*self.known[section][: MOST_KNOWN - 1], needs]
        return needs

    def known_past(self, post: int, taken: int) -> int:
        """What a double chain round a milepost needs that is known when this is taken; NOWHERE if none is."""
        for needs in self.chains.get(post, ()):
            if not needs & taken:
                return needs
        return NOWHERE

    def find_past(self, post: int, rails: bytes | bytearray, taken: int) -> int:
        """The same for any double chain that leaves out the milepost itself."""
        if self.passages.is_odd:
            return NOWHERE
        rails, spots = bytearray(rails), self.passages.spots
        around = self.passages.board.around[post]
        for _, section in around:
            rails[section] = 1
        start, needs = spots[around[0][0]], 0
        for there, _ in around[1:]:
            found, _ = self.detours(start, 1 << spots[there], rails, taken)
            if not found.is_found:
                return NOWHERE
            needs |= found.bits
        self.chains[post] = [needs, *self.chains.get(post, [])[: MOST_KNOWN - 1]]
        return needs


class Rounds:
    """Sections that opponents can go round, as far as it was worked out for one player; a value, but it fills up."""

    __slots__ = ("bits", "needs", "taken")

    def __init__(self, taken: int = 0, bits: int = 0, needs: dict[int, int] | None = None) -> None:
        self.taken = taken
        """What is taken in the position, as bits."""
        self.bits = bits
        """The sections, as bits; ``needs``: what must stay free for each."""
        self.needs: dict[int, int] = needs or {}

    def when(self, taken: int) -> Rounds:
        """The same when more is taken."""
        new = taken & ~self.taken
        gone = [section for section, needs in self.needs.items() if needs & new]
        if not gone:
            return Rounds(taken, self.bits, self.needs.copy())
        left = {section: needs for section, needs in self.needs.items() if not needs & new}
        return Rounds(taken, sum_of([1 << section for section in left]), left)

    def note(self, section: int, needs: int) -> None:
        self.bits |= 1 << section
        self.needs[section] = needs


def sum_of(bits: list[int]) -> int:
    found = 0
    for more in bits:
        found |= more
    return found


@lru_cache(maxsize=64)
def bypasses(passages: Passages) -> Bypasses:
    return Bypasses(passages)
