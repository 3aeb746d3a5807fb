"""One way, or two that share no section, from a spot to one of several goals (R28).

The search works outwards from the spot, along steps by which ways can lead to it. A second way may reroute the first:
where the two meet, it may follow the first way back towards its start, and leave it there. These are the augmenting
paths of a maximum-flow algorithm. If the search gets stuck, there is no second way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.passages import Passages
from engineshed.games.dampf_and_rails.rules.works import Group, Joined


class Ground:
    """What is free, and what is taken, in a position."""

    __slots__ = ("passages", "rails", "taken")

    def __init__(self, passages: Passages, rails: bytes | bytearray, taken: int) -> None:
        self.passages, self.rails, self.taken = passages, rails, taken
        """``rails``: for each section, not 0 if it is taken; ``taken``: all that is taken, as bits."""

    def room(self, spot: int) -> int:
        """The number of players for whom there is room at a narrow spot; 2 stands for two or more."""
        if self.taken & self.passages.one_left[spot]:
            return 0
        return 1 if self.taken & self.passages.two_left[spot] else 2


class Found(NamedTuple):
    is_found: bool
    bits: int
    """What the ways need; if there are none, the spots from which the place can still be reached."""
    ends: int
    """The spots where they end, as bits."""


class Search:
    def __init__(self, ground: Ground, start: int, goal: int) -> None:
        """``goal``: spots, as bits."""
        self.ground, self.passages, self.start, self.goal = ground, ground.passages, start, goal
        self._bits = self._ends = self._crowded = 0
        self._before: dict[int, tuple[int, int]] = {start: (NOWHERE, NOWHERE)}
        """For each spot that was reached: from which spot, and by which section."""

    def one_way(self, guide: Sequence[int]) -> Found:
        """``guide``: roughly how far each spot is from a goal."""
        if self.goal >> self.start & 1:
            return Found(True, 0, 1 << self.start)
        return self._found(self._find_any(guide))

    def two_ways(self) -> Found:
        if self.goal >> self.start & 1:
            return Found(True, 0, 1 << self.start)
        end = self._find_first()
        return self._found(end != NOWHERE and self._find_second(end))

    def _found(self, is_found: bool) -> Found:
        if is_found:
            return Found(True, self._bits, self._ends)
        reached = self._crowded
        for spot in self._before:
            reached |= 1 << spot
        return Found(False, reached, 0)

    # -- the first -------------------------------------------------------------------------------------------------

    def _find_first(self) -> int:
        """The nearest goal; NOWHERE if there is none."""
        before, goal, rails = self._before, self.goal, self.ground.rails
        inward, narrow = self.passages.inward, self.passages.narrow
        waiting = [self.start]
        for here in waiting:
            if here in narrow and here != self.start and not self.ground.room(here):
                continue
            for there, way in inward[here]:
                if there not in before and (way == NOWHERE or not rails[way]):
                    before[there] = here, way
                    if goal >> there & 1:
                        self._note(here, way, there)
                        return there
                    waiting.append(there)
        return NOWHERE

    def _find_any(self, guide: Sequence[int]) -> bool:
        """Any goal, always from the spot that seems nearest to it."""
        before, goal, rails = self._before, self.goal, self.ground.rails
        inward, narrow = self.passages.inward, self.passages.narrow
        waiting = [(0, self.start)]
        while waiting:
            here = heappop(waiting)[1]
            if here in narrow and here != self.start and not self.ground.room(here):
                continue
            for there, way in inward[here]:
                if there not in before and (way == NOWHERE or not rails[way]):
                    before[there] = here, way
                    if goal >> there & 1:
                        self._note(here, way, there)
                        return True
                    heappush(waiting, (guide[there], there))
        return False

    def _note(self, here: int, way: int, there: int) -> None:
        """What a step needs, and the way that leads to it, back to where it leaves the first way."""
        self._ends |= self.goal & 1 << there
        while here != NOWHERE:
            self._bits |= 0 if way == NOWHERE else 1 << way
            before, way = self._before[here]
            if before != NOWHERE and here in self.passages.narrow:
                self._bits |= self.passages.one_left[here]
            here = before

    # -- the second ------------------------------------------------------------------------------------------------

    def _find_second(self, end: int) -> bool:
        course, used = [end], {NOWHERE}
        while course[-1] != self.start:
            here, way = self._before[course[-1]]
            course.append(here)
            used.add(way)
        course.reverse()
        used.discard(NOWHERE)  # a ferry has as much room as its ends
        return self._spread(course, used)

    def _spread(self, course: list[int], used: set[int]) -> bool:
        """``course``, ``used``: the spots and sections of the first way."""
        before = self._before = {self.start: (NOWHERE, NOWHERE)}
        goal, rails, inward, narrow = self.goal, self.ground.rails, self.passages.inward, self.passages.narrow
        index, reached = {spot: number for number, spot in enumerate(course)}, 0
        waiting = [self.start]
        for here in waiting:
            for there, way in inward[here]:
                if there in before or (way != NOWHERE and (rails[way] or way in used)):
                    continue
                if goal >> there & 1:
                    self._note(here, way, there)
                    return True
                number = index.get(there, 0)
                if there in narrow:
                    number = self._squeeze(there, number, reached)
                    if number == NOWHERE:
                        self._crowded |= 1 << there
                        continue
                if number:
                    self._note(here, way, there)
                    waiting += [spot for spot in course[reached + 1 : number + 1] if spot not in before]
                    before.update(dict.fromkeys(course[reached + 1 : number + 1], (NOWHERE, NOWHERE)))
                    reached = number
                else:
                    before[there] = here, way
                    waiting.append(there)
        return False

    def _squeeze(self, spot: int, number: int, reached: int) -> int:
        """How far back along the first way a narrow spot leads; NOWHERE if the second way cannot use it.

        If there is only room for the first way, the second can follow it back.
        """
        room = self.ground.room(spot)
        if room > 1 and number:
            self._bits |= self.passages.two_left[spot]
        if room == 1 and number:
            return number - 1 if number - 1 > reached else NOWHERE
        return number if room else NOWHERE


# -- who needs ways ------------------------------------------------------------------------------------------------


def has_room_for(passages: Passages, joined: Joined, place: int, group: Group) -> bool:
    """Connecting a lone port connects the town across, too."""
    limits, town = passages.box.limits, passages.across(place)
    if joined[place].bit_count() + len(group) > limits[place]:
        return False
    return town == NOWHERE or (joined[town] | sum([1 << seat for seat in group])).bit_count() <= limits[town]


def groups_at(passages: Passages, joined: Joined, place: int, seats: Iterable[int]) -> list[Group]:
    """The largest groups of these players who have not connected a place and for all of whom there is room."""
    here = joined[place]
    out = tuple([seat for seat in seats if not here >> seat & 1])
    if not out or has_room_for(passages, joined, place, out):
        return [out] if out else []
    found: list[Group] = []
    for size in range(len(out) - 1, 0, -1):
        found += [
            group
            for group in combinations(out, size)
            if has_room_for(passages, joined, place, group) and not any(set(group) <= set(larger) for larger in found)
        ]
    return found


class Site:
    """The parts of a position on which ways depend."""

    __slots__ = ("ground", "joined", "passages", "posts")

    def __init__(self, ground: Ground, posts: tuple[int, ...], joined: Joined) -> None:
        self.ground, self.passages, self.posts, self.joined = ground, ground.passages, posts, joined
        """``posts``: the mileposts of each network, as bits."""

    def _guide(self, spot: int, seat: int) -> Sequence[int]:
        """To the nearest place that a player has connected."""
        places = [number for number, seats in enumerate(self.joined) if seats >> seat & 1]
        return min([self.passages.guides[number] for number in places or [0]], key=itemgetter(spot))

    def find(self, place: int, group: Group) -> Found:
        """Ways of a group into a place that share no section: one for a single player, two for two of them."""
        spot, goal = self.passages.spot_of[place], 0
        for seat in group:
            goal |= self.posts[seat]
        if len(group) == 1:
            return Search(self.ground, spot, goal).one_way(self._guide(spot, group[0]))
        found = Search(self.ground, spot, goal).two_ways()
        if not found.is_found:
            return found
        bits = found.bits
        for seat in group:
            if not found.ends & self.posts[seat]:
                own = self.find(place, (seat,))
                if not own.is_found:
                    return own
                bits |= own.bits
        return found._replace(bits=bits)
