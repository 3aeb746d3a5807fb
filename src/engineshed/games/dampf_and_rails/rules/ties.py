"""Places that are tied together: nobody can be shut out of one of them alone (R28).

Two places are *tied* if there are as many ways between them, sharing no section, as a player has opponents. To shut
somebody out of one of them but not the other, all these ways would have to be cut. Ties form chains: if B is tied to A,
and C to B, then C is tied to A. A tie passes through narrow spots only while they have room for all its ways.

Usually all places are tied together, and everybody has connected one of them, their start town. That alone shows that
everybody has ways into all places, whatever they have built. So after building, only the ties that were built on are
replaced. Ways of single players are looked for only where that fails (``open_ways``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.disjoint import Ground, Ways, disjoint_ways
from engineshed.games.dampf_and_rails.rules.passages import Passages, Tie, as_bytes, bring_forward, remember

TRIED = 6
"""For a new tie, this many of the nearest places are tried."""

NO_TIE = Tie(NOWHERE, 0)


class Ties(NamedTuple):
    """A forest: each place has a tie to one other place, or none if it is a root."""

    of: tuple[Tie, ...]
    weak: tuple[Tie, ...]
    """The same, but a place without a tie may have a weak one here: a single way to another place."""
    bits: int
    """What all of these ties need."""
    roots: tuple[int, ...]
    """For each place, the one at the end of its chain of ties. Places with the same root are tied together."""
    weak_roots: tuple[int, ...]


def _ties(of: list[Tie], weak: list[Tie]) -> Ties:
    bits = 0
    for tie in weak:
        bits |= tie.bits
    roots = _roots(of)
    weak_roots = roots if weak is of else _roots(weak)
    strong = tuple(of)
    return Ties(strong, strong if weak is of else tuple(weak), bits, roots, weak_roots)


def _roots(of: Sequence[Tie]) -> tuple[int, ...]:
    """The root of each place. Every place is passed only once."""
    roots = [place if tie.to == NOWHERE else NOWHERE for place, tie in enumerate(of)]
    for place in range(len(of)):
        chain = []
        while roots[place] == NOWHERE:
            chain.append(place)
            place = of[place].to
        for passed in chain:
            roots[passed] = roots[place]
    return tuple(roots)


def _root(of: Sequence[Tie], place: int) -> int:
    while of[place].to != NOWHERE:
        place = of[place].to
    return place


@lru_cache(maxsize=64)
def first_ties(passages: Passages) -> Ties:
    """The ties of a board on which nothing is built."""
    of = [NO_TIE] * len(passages.board.places)
    return _tied(passages, 0, of, list(range(1, len(of))), ())


def retied(passages: Passages, taken: int, ties: Ties) -> Ties:
    """Ties that were built on are replaced by others, as far as there are any."""
    of = list(ties.of)
    broken = [place for place, tie in enumerate(of) if tie.bits & taken]
    for place in broken:
        of[place] = NO_TIE
    return _tied(passages, taken, of, broken, ties.weak)


def quickly_retied(passages: Passages, taken: int, ties: Ties) -> int | None:
    """What known ties need that replace those built on and tie the same places together; None if too few are known."""
    needs = 0
    for strong, of, roots in ((True, ties.of, ties.roots), (False, ties.weak, ties.weak_roots)):
        if strong or of is not ties.of:
            now = list(of)
            broken = [
                place for place, tie in enumerate(of) if tie.bits & taken and (strong or tie is not ties.of[place])
            ]
            for place in broken:
                now[place] = NO_TIE
            for place in broken:
                for tie in passages.ties[strong and passages.seats > 2][place]:
                    if not tie.bits & taken and roots[tie.to] == roots[place] and _root(now, tie.to) != place:
                        now[place] = tie
                        needs |= tie.bits
                        break
                else:
                    return None
    return needs


def _tied(passages: Passages, taken: int, of: list[Tie], loose: list[int], weak: Sequence[Tie]) -> Ties:
    wanted = passages.seats - 1
    _Tying(passages, taken, of, wanted).tie(loose)
    roots = [place for place, tie in enumerate(of) if tie is NO_TIE]
    if wanted == 1 or len(roots) == 1:
        return _ties(of, of)
    both = list(of)
    for place in roots:
        if weak and not weak[place].bits & taken and _root(both, weak[place].to) != place:
            both[place] = weak[place]
    _Tying(passages, taken, both, 1).tie([place for place in roots if both[place] is NO_TIE])
    return _ties(of, both)


class _Tying:
    def __init__(self, passages: Passages, taken: int, of: list[Tie], wanted: int) -> None:
        self.passages, self.taken, self.of, self.wanted = passages, taken, of, wanted
        self._walls: dict[int, list[int]] = {}

    def tie(self, loose: list[int]) -> None:
        """Join each of these places, with all that are tied to it, to the rest, if possible."""
        for place in loose:
            if self.of[place] is not NO_TIE:
                continue  # it got one when the ties of another place were reversed
            within = self._tied_to(place)
            beyond = [other for other in self.passages.near[place] if other not in within]
            if len(within) <= len(beyond):
                self._join(within, beyond)
            else:
                self._join(beyond, within)

    def _tied_to(self, place: int) -> list[int]:
        """A place, and then all that are tied to it, directly or not."""
        hung: dict[int, list[int]] = {}
        for other, tie in enumerate(self.of):
            hung.setdefault(tie.to, []).append(other)
        found = [place]
        for here in found:
            found += hung.get(here, ())
        return found

    def _join(self, some: list[int], others: list[int]) -> None:
        """Tie one of some places to one of the others. Known ties are tried before new ones are looked for."""
        for find in (self._recall, self._find):
            for place in some[:TRIED]:
                tie = find(place, others)
                if tie is not None and self._make_root(place):
                    self.of[place] = tie
                    return

    def _make_root(self, place: int) -> bool:
        """Reverse the ties from a place to its root, so that it becomes the root, if there is enough room for that."""
        turned: list[tuple[int, Tie]] = [(place, NO_TIE)]
        room = 0
        while self.of[place].to != NOWHERE:
            there, bits = self.of[place]
            room |= self._room(place)
            turned.append((there, Tie(place, bits & ~self._room(there) | self._room(place))))
            place = there
        if room & self.taken:
            return False
        for there, tie in turned:
            self.of[there] = tie
        return True

    def _room(self, place: int) -> int:
        """The room needed to go on from a place."""
        passages, spot = self.passages, self.passages.spot_of[place]
        if spot not in passages.narrow:
            return 0
        return passages.one_left[spot] if self.wanted == 1 else passages.two_left[spot]

    def _recall(self, place: int, others: list[int]) -> Tie | None:
        known = self.passages.ties[self.wanted > 1][place]
        for number, tie in enumerate(known):
            if not tie.bits & self.taken and tie.to in others:
                bring_forward(known, number)
                return tie
        return None

    def _find(self, place: int, others: list[int]) -> Tie | None:
        for other in [other for other in self.passages.near[place] if other in others][:TRIED]:
            found = None if self._is_walled_in(place, other) else self._between(place, other)
            if found is not None:
                remember(self.passages.ties[self.wanted > 1][place], found)
                return found
        return None

    def _is_walled_in(self, place: int, other: int) -> bool:
        """Whether a known wall separates the two."""
        if place not in self._walls:
            self._walls[place] = [
                wall.inside
                for wall in self.passages.walls[place]
                if (wall.bits & ~self.taken).bit_count() < self.wanted
            ]
        spot = self.passages.spot_of[other]
        return any(not inside >> spot & 1 for inside in self._walls[place])

    def _between(self, place: int, other: int) -> Tie | None:
        passages = self.passages
        here, there = passages.spot_of[place], passages.spot_of[other]
        bits = self._room(other)
        if bits & self.taken:
            return None
        found = disjoint_ways(self._ground((1 << there,) * self.wanted), here, range(self.wanted))
        if isinstance(found, Ways):
            return Tie(other, bits | found.bits)
        remember(passages.walls[place], found)
        self._walls.pop(place, None)
        return None

    def _ground(self, posts: tuple[int, ...]) -> Ground:
        passages = self.passages
        rails = as_bytes(self.taken, len(passages.board.ends))
        room = {
            spot: 0 if self.taken & passages.one_left[spot] else 1 if self.taken & passages.two_left[spot] else 2
            for spot in passages.narrow
        }
        return Ground(passages, rails, posts, room, passages.both)
