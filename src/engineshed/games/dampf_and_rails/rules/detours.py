"""One way, or two that share no section, from a spot to one of several goals (R28).

The search works outwards from the spot, along steps by which ways can lead to it. A second way may reroute the first:
where it meets it, all of the first way up to there can be used, and left again. These are the augmenting paths of a
maximum-flow algorithm. If the search gets stuck, there is no second way.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.passages import Passages


class Ground:
    """What is free in a position."""

    __slots__ = ("passages", "rails", "taken")

    def __init__(self, passages: Passages, rails: bytes | bytearray, taken: int) -> None:
        self.passages, self.rails, self.taken = passages, rails, taken
        """``rails``: for each section, not 0 if it is taken; ``taken``: all that is gone, as bits."""

    def room(self, spot: int) -> int:
        """For how many players there is room at a narrow spot; 2 also stands for more."""
        if self.taken & self.passages.one_left[spot]:
            return 0
        return 1 if self.taken & self.passages.two_left[spot] else 2


class Found(NamedTuple):
    bits: int
    """What the ways need."""
    ends: int
    """The spots where they end, as bits."""


class Search:
    def __init__(self, ground: Ground, start: int, goal: int, most: int) -> None:
        """``goal``: spots, as bits; ``most``: so many spots are looked at before the search is given up."""
        self.ground, self.passages, self.start, self.goal, self.most = ground, ground.passages, start, goal, most
        self._bits = self._ends = 0
        self._before: dict[int, tuple[int, int]] = {start: (NOWHERE, NOWHERE)}
        """For each spot that was reached, from where and by which section."""

    def one_way(self) -> Found | None:
        if self.goal >> self.start & 1:
            return Found(0, 1 << self.start)
        return Found(self._bits, self._ends) if self._find_first() != NOWHERE else None

    def two_ways(self) -> Found | None:
        if self.goal >> self.start & 1:
            return Found(0, 1 << self.start)
        end = self._find_first()
        return Found(self._bits, self._ends) if end != NOWHERE and self._find_second(end) else None

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
            if len(before) > self.most:
                break
        return NOWHERE

    def _note(self, here: int, way: int, there: int) -> None:
        """What is needed for a step, and for the way to where it begins, back to where it leaves the first way."""
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
        used.discard(NOWHERE)  # a ferry is as wide as the room at its ends
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
                        continue
                if number:
                    self._note(here, way, there)
                    waiting += [spot for spot in course[reached + 1 : number + 1] if spot not in before]
                    before.update(dict.fromkeys(course[reached + 1 : number + 1], (NOWHERE, NOWHERE)))
                    reached = number
                else:
                    before[there] = here, way
                    waiting.append(there)
            if len(before) > self.most:
                break
        return False

    def _squeeze(self, spot: int, number: int, reached: int) -> int:
        """How far along the first way a narrow spot leads; NOWHERE if the second way cannot use it.

        Where only the first way has room, that can be followed back.
        """
        room = self.ground.room(spot)
        if room > 1 and number:
            self._bits |= self.passages.two_left[spot]
        if room == 1 and number:
            return number - 1 if number - 1 > reached else NOWHERE
        return number if room else NOWHERE
