"""Finds ways of several players into one town or port that share no section, or shows that there are none (R28).

A way begins at the player's own network and uses free sections and ferries (``passages``). The search works outwards
from the place, one player after another. To make room for the next player it may reroute ways that it has found before:
these are the augmenting paths of a maximum-flow algorithm. If the search finds no way, there is none. The spots that it
has reached are then walled in: fewer ways lead out of them than there are players outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.passages import Passages, Steps, Wall, Way, way_along


class Ground(NamedTuple):
    """What the search needs to know of a position."""

    passages: Passages
    rails: bytes | bytearray
    """For each section, not 0 if it is taken."""
    posts: Sequence[int]
    """The mileposts of each seat's network, as bits."""
    room: Mapping[int, int]
    """For how many more players each narrow spot has room."""
    steps: tuple[Steps, ...]
    """For each spot, the steps by which it can be entered."""


class Ways(NamedTuple):
    """A way for each player of a group."""

    seats: tuple[int, ...]
    each: tuple[Way, ...]
    bits: int
    """What they need together: room for two players where two of them pass through the same narrow spot."""


def together(passages: Passages, seats: tuple[int, ...], each: Sequence[Way]) -> Ways:
    once = twice = 0
    for way in each:
        twice |= once & way.bits
        once |= way.bits
    return Ways(seats, tuple(each), once | (twice & ~passages.sections) << 1)


def disjoint_ways(ground: Ground, spot: int, seats: Sequence[int]) -> Ways | Wall:
    """Ways of these players to a spot that share no section and have room everywhere; a wall if there are none."""
    search = _Search(ground, spot, seats)
    for _ in seats:
        wall = search.widen()
        if wall is not None:
            return wall
    return search.ways()


def shortest_way(ground: Ground, start: int, goal: int) -> Way | None:
    """From a spot to the nearest goal (``goal``: spots, as bits). Room at the first spot is not counted."""
    passages, rails, room = ground.passages, ground.rails, ground.room
    inward = ground.steps
    before = {start: (start, NOWHERE)}
    waiting = [start]
    for here in waiting:
        if goal >> here & 1:
            return _way_back(passages, before, here)
        if here == start or room.get(here, 1) > 0:
            for there, way in inward[here]:
                if there not in before and (way == NOWHERE or not rails[way]):
                    before[there] = here, way
                    waiting.append(there)
    return None


def _way_back(passages: Passages, before: dict[int, tuple[int, int]], end: int) -> Way:
    spots, needs = [end], []
    while before[end][0] != end:
        end, way = before[end]
        spots.append(end)
        needs.append(0 if way == NOWHERE else 1 << way)
        if end in passages.narrow and before[end][0] != end:
            needs[-1] |= passages.one_left[end]
    return way_along(spots[::-1], needs[::-1])


_BEGIN, _ALONG, _BACK, _IN, _OUT, _END = range(6)
"""What a search can do: begin; follow a step, or undo a step of an earlier way; take up room at a narrow spot, or give
it back; move the end of a player's way to another spot of their network."""

_Action = tuple[int, int, int]
"""What is done; with which section, spot or seat; and the spot where the step begins, or the new end."""


class _Search:
    def __init__(self, ground: Ground, start: int, seats: Sequence[int]) -> None:
        self.ground, self.start, self.seats = ground, start, tuple(seats)
        self.far = ground.passages.size
        """Added to a narrow spot's number: its far side, where a way goes on after taking up room there."""
        self.room = {spot: room for spot, room in ground.room.items() if room < len(self.seats) and spot != start}
        """The spots with room for fewer players than need ways. Room is counted only at these."""
        self.passing = dict.fromkeys(self.room, 0)
        self.flow: dict[tuple[int, int, int], int] = {}
        """How many ways go outwards by each step: from a spot, to a spot, by a section."""
        self.ends: dict[int, int] = {}
        """Where each seat's way meets its network."""

    def widen(self) -> Wall | None:
        """Find a way for one more player. Returns a wall if there is none.

        The search visits spots and far sides of narrow spots. It notes for each where it came from, and by what action.
        """
        rails, inward = self.ground.rails, self.ground.steps
        goal, detours, used = self._goal(), self._detour_spots(), {way for _, _, way in self.flow if way != NOWHERE}
        before: dict[int, tuple[int, _Action]] = {self.start: (NOWHERE, (_BEGIN, NOWHERE, NOWHERE))}
        waiting = [self.start]
        for here in waiting:
            spot = here % self.far
            if detours >> spot & 1:
                for there, action in self._detours(here, spot):
                    if there not in before:
                        before[there] = here, action
                        waiting.append(there)
            if here < self.far:
                if goal >> spot & 1:
                    self._take(before, here)
                    return None
                if spot in self.room:
                    continue
            for there, way in inward[spot]:
                if there not in before and (way == NOWHERE or not (rails[way] or way in used)):
                    before[there] = here, (_ALONG, way, spot)
                    waiting.append(there)
        return self._wall(before)

    def _goal(self) -> int:
        """The mileposts of the players who have no way yet, as bits."""
        goal = 0
        for seat in self.seats:
            if seat not in self.ends:
                goal |= self.ground.posts[seat]
        return goal

    def _detour_spots(self) -> int:
        """The spots where the search can do more than follow a step, as bits."""
        detours = sum(1 << spot for spot in self.room)
        for seat in self.ends:
            detours |= self.ground.posts[seat]
        for here, there, _ in self.flow:
            detours |= 1 << here | 1 << there
        return detours

    def _detours(self, here: int, spot: int) -> list[tuple[int, _Action]]:
        """What can be done besides following a free step: reroute an earlier way, or take up room."""
        if here >= self.far:
            return [(spot, (_OUT, spot, spot))] if self.passing[spot] else []
        found: list[tuple[int, _Action]] = [
            (end, (_END, seat, spot)) for seat, end in self.ends.items() if self.ground.posts[seat] >> spot & 1
        ]
        for there, way in self.ground.passages.around[spot]:
            if (there, spot, way) in self.flow:
                found.append((there + self.far if there in self.room else there, (_BACK, way, there)))
        if spot in self.room and self.passing[spot] < self.room[spot]:
            found.append((spot + self.far, (_IN, spot, spot)))
        return found

    def _take(self, before: dict[int, tuple[int, _Action]], here: int) -> None:
        seat = next(seat for seat in self.seats if seat not in self.ends and self.ground.posts[seat] >> here & 1)
        self.ends[seat] = here
        while before[here][0] != NOWHERE:
            spot = here % self.far
            here, (kind, what, where) = before[here]
            if kind == _END:
                self.ends[what] = where
            elif kind == _IN:
                self.passing[what] += 1
            elif kind == _OUT:
                self.passing[what] -= 1
            elif kind == _ALONG:
                self._push((where, spot, what), 1)
            else:
                self._push((where, here % self.far, what), -1)

    def _push(self, step: tuple[int, int, int], ways: int) -> None:
        left = self.flow.pop(step, 0) + ways
        if left:
            self.flow[step] = left

    def _wall(self, reached: dict[int, tuple[int, _Action]]) -> Wall:
        passages = self.ground.passages
        inside = bits = 0
        for here in reached:
            spot = here % self.far
            if here < self.far:
                inside |= 1 << spot
                if spot in self.room:
                    if here + self.far not in reached:
                        bits |= passages.one_left[spot] | passages.two_left[spot]
                    continue
            for there, way in self.ground.steps[spot]:
                if there not in reached:
                    bits |= 1 << way
        return Wall(inside, bits)

    # -- the ways that were found ----------------------------------------------------------------------------------

    def ways(self) -> Ways:
        return together(self.ground.passages, self.seats, [self._way(self.ends[seat]) for seat in self.seats])

    def _way(self, spot: int) -> Way:
        """One way, followed from the network back to the place. What it uses is removed from the flow."""
        passages = self.ground.passages
        spots, needs = [spot], []
        while spot != self.start:
            step = next((there, spot, way) for there, way in passages.around[spot] if (there, spot, way) in self.flow)
            self._push(step, -1)
            spot, _, way = step
            spots.append(spot)
            needs.append(0 if way == NOWHERE else 1 << way)
            if spot in passages.narrow and spot != self.start:
                needs[-1] |= passages.one_left[spot]
        return way_along(spots[::-1], needs[::-1])
