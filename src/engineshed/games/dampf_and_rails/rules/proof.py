"""Shows that players have ways into places (R28), one place after another.

If a group has ways into one place, then ways from there to another will do for that other place, too: somebody who is
shut out of one of them is shut out of both. So most ways are short.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.detours import Ground, Search
from engineshed.games.dampf_and_rails.rules.open_ways import Goals, Group, Joined, Kept, Ways
from engineshed.games.dampf_and_rails.rules.passages import bring_forward, numbers_in, remember


class Site:
    """The parts of a position on which ways depend."""

    __slots__ = ("ground", "joined", "passages", "posts")

    def __init__(self, ground: Ground, posts: tuple[int, ...], joined: Joined) -> None:
        self.ground, self.passages, self.posts, self.joined = ground, ground.passages, posts, joined
        """``posts``: the mileposts of each network, as bits."""

    def groups(self, place: int, seats: Iterable[int]) -> list[Group]:
        """The largest groups of these players who have not connected a place and for all of whom there is room."""
        joined = self.joined[place]
        out = [seat for seat in seats if not joined >> seat & 1 and self.posts[seat]]
        found: list[Group] = []
        for size in range(len(out), 0, -1):
            found += [
                group
                for group in combinations(out, size)
                if self._has_room_for(place, group) and not any(set(group) <= set(larger) for larger in found)
            ]
        return found

    def _has_room_for(self, place: int, group: Group) -> bool:
        """Connecting a lone port connects the town across, too."""
        limits, town = self.passages.box.limits, self.passages.across(place)
        if self.joined[place].bit_count() + len(group) > limits[place]:
            return False
        return town == NOWHERE or (self.joined[town] | sum(1 << seat for seat in group)).bit_count() <= limits[town]


class Proof:
    """The ways that were found so far, and where others may begin."""

    def __init__(self, site: Site, goals: Goals | None = None, without: int = 0) -> None:
        """It begins with these goals, ``without`` some spots, as bits, and with the networks as they are now."""
        self.site, self.passages = site, site.passages
        self.kept: list[Kept] = []
        self._goals: Goals = {}
        if goals is not None:
            self._goals = {group: (goal & ~without) | self._posts(group) for group, goal in goals.items()}

    def goal(self, group: Group) -> int:
        """The spots where ways of a group may begin: its networks, and the places that were dealt with."""
        if group not in self._goals:
            self._goals[group] = self._posts(group)
        return self._goals[group]

    def _posts(self, group: Group) -> int:
        posts = 0
        for seat in group:
            posts |= self.site.posts[seat]
        return posts

    def keep(self, place: int, group: Group, ways: Ways) -> None:
        self.kept.append(Kept(place, group, ways, dict(self._goals)))
        spot = self.passages.spot_of[place]
        for part in _parts(group):
            if spot not in self.passages.narrow or self.site.ground.room(spot) >= len(part):
                self._goals[part] = self.goal(part) | 1 << spot

    def holds(self, ways: Ways, group: Group) -> bool:
        """Whether ways begin where they may."""
        if ways.ends & ~self.goal(group):
            return False
        return len(group) == 1 or all(
            (ends and not ends & ~self.goal((seat,))) or self._will_do(ways.ends, seat, group)
            for seat, ends in zip(group, ways.own_ends, strict=True)
        )

    def _will_do(self, ends: int, seat: int, group: Group) -> bool:
        """Whether ways of two players show that each has one: not if both ways begin in the other's network alone."""
        return bool(ends & self.site.posts[seat] or ends & ~self._posts(group))

    def find(self, place: int, group: Group) -> Ways | None:
        """Those that are known are tried before others are looked for."""
        taken = self.site.ground.taken
        known = self.passages.ways.setdefault((place, group), [])
        for number, ways in enumerate(known):
            if not ways.bits & taken and self.holds(ways, group):
                room = self._room_for(ways, group)
                if not room & taken:
                    bring_forward(known, number)
                    return ways._replace(bits=ways.bits | room) if room else ways
        found = self._find(place, group)
        if found is None:
            return None
        remember(known, found)
        return found._replace(bits=found.bits | self._room_for(found, group))

    def _room_for(self, ways: Ways, group: Group) -> int:
        """The room that is needed to go on from the places where ways begin."""
        room = self._room(ways.ends, group)
        for seat, ends in zip(group, ways.own_ends, strict=False):
            room |= self._room(ends, (seat,))
        return room

    def _find(self, place: int, group: Group) -> Ways | None:
        ground, spot, size = self.site.ground, self.passages.spot_of[place], self.passages.size
        if len(group) == 1:
            found = Search(ground, spot, self.goal(group), size).one_way()
            return None if found is None else Ways(found.bits, found.ends, ())
        found = Search(ground, spot, self.goal(group), size).two_ways()
        if found is None:
            return None
        bits, own_ends = found.bits, [0] * len(group)
        for number, seat in enumerate(group):
            if not self._will_do(found.ends, seat, group):
                own = self._find(place, (seat,))
                if own is None:
                    return None
                bits, own_ends[number] = bits | own.bits, own.ends
        return Ways(bits, found.ends, tuple(own_ends))

    def _room(self, ends: int, group: Group) -> int:
        """The room that is needed to go on from narrow spots where ways begin."""
        bits, passages = 0, self.passages
        for spot in numbers_in(ends & ~self._posts(group)):
            if spot in passages.narrow:
                bits |= passages.one_left[spot] if len(group) == 1 else passages.two_left[spot]
        return bits

    def keep_old(self, old: Iterable[Kept], gone: int) -> list[Kept]:
        """Those of the old ways that still hold; returns the others."""
        rest: list[Kept] = []
        for kept in old:
            if kept.ways.bits & gone or not self.holds(kept.ways, kept.seats):
                rest.append(kept)
            else:
                self.keep(kept.place, kept.seats, kept.ways)
        return rest

    def renew(self, old: Kept) -> bool:
        """Whether those who still need these ways have others."""
        for group in self.site.groups(old.place, old.seats):
            ways = self.find(old.place, group)
            if ways is None:
                return False
            self.keep(old.place, group, ways)
        return True


def _parts(group: Group) -> list[Group]:
    """Each player of a group, and all together."""
    return [(seat,) for seat in group] + ([group] if len(group) > 1 else [])
