"""Ways that must stay open (R28). They are kept once they are found, and looked at again only when they are built on.

While a town or port has room, as many players as it has room for must have ways into it that share no section. Both
ends of a section belong to its builder's network, so the owners of a wall are all inside it: players can only shut out
others, never themselves. So a player must leave ways open for their opponents: for each of them, and for all together.

Usually ties between the places show that there are such ways (``ties``). They do not if a player has connected none of
the places that are tied together. Then ways are found and kept for each group of players. A way that is built on is
mended: from the last spot before the break, the shortest way is taken to the rest of it or to the player's network. If
there is none, all ways of the group are looked for again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.disjoint import Ground, Ways, disjoint_ways, shortest_way, together
from engineshed.games.dampf_and_rails.rules.exposure import corners_of, guard_of
from engineshed.games.dampf_and_rails.rules.passages import (
    EXPOSED,
    GUARDED,
    Passages,
    Way,
    as_bytes,
    bring_forward,
    numbers_in,
    remember,
    way_along,
)
from engineshed.games.dampf_and_rails.rules.ties import Ties

Joined = tuple[int, ...]
"""For each place, the seats that have connected it, as bits."""
Group = tuple[int, ...]
"""Seats that all need ways into a place."""


class Kept(NamedTuple):
    """The ways of a group into a place."""

    place: int
    ways: Ways


class Shut(NamedTuple):
    """A group without ways into a place. Each of them may have a way of their own, but not all of them at once."""

    place: int
    seats: Group


class LeftOpen(NamedTuple):
    """What one player must leave open for the others, where ties do not show that they have ways."""

    ties: Ties
    """The ties at the time; ``joined``: who had connected which places."""
    joined: Joined
    kept: tuple[Kept, ...]
    lost: tuple[Shut, ...]
    """Groups that have no ways. Only a flood can cause that."""
    bits: int
    """What the kept ways need."""


class OpenWays(NamedTuple):
    """What must stay open in one position."""

    taken: int
    """What is taken in that position, as bits."""
    ties: Ties
    left_open: tuple[LeftOpen | None, ...]
    """By seat; None if it was not worked out yet."""
    watched: int
    """What the ties and all kept ways need, as bits."""
    marks: bytes
    """For each section, what to check when it is built (``passages``)."""
    guards: dict[int, int]
    """For watched sections that are not exposed, what keeps them from it, as bits; ``guarding``: all of that."""
    guarding: int
    exposed: int
    """Sections that were exposed when they were looked at last, as bits. Only a flood can change that."""
    harmless: dict[tuple[int, int], int]
    """What a seat can take without shutting anybody out, as bits, with what the ties and ways round it need."""
    shut: dict[tuple[int, int], Shut]
    """What a seat cannot take, with a group that it would shut out."""


# -- bits ----------------------------------------------------------------------------------------------------------


def bits_of(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def bits_together(each: Sequence[Way], without: int) -> int:
    """What all of these ways but one need."""
    bits = 0
    for number, way in enumerate(each):
        if number != without:
            bits |= way.bits
    return bits


def room_gone(passages: Passages, joined: Joined, ferries: tuple[int, ...]) -> int:
    """The bits of all narrow spots without room for one more player, or for two."""
    gone = 0
    for spot in passages.narrow:
        gone |= passages.room_gone(spot, joined, ferries)
    return gone


# -- a position ----------------------------------------------------------------------------------------------------


class Site:
    """The parts of a position on which ways depend."""

    __slots__ = ("ferries", "joined", "passages", "posts", "taken")

    def __init__(
        self,
        passages: Passages,
        taken: int,
        posts: tuple[int, ...],
        joined: Joined,
        ferries: tuple[int, ...],
    ) -> None:
        self.passages, self.taken = passages, taken
        """``taken``: the sections and the room that are gone, as bits."""
        self.posts, self.joined, self.ferries = posts, joined, ferries
        """``posts``: the mileposts of each network; ``ferries``: who has connected each ferry; both as bits."""

    # Who must have ways

    def groups(self, place: int, seats: Iterable[int]) -> list[Group]:
        """The largest groups of these players who have not connected a place and for all of whom there is room."""
        out = [seat for seat in seats if self.posts[seat] and not self.joined[place] >> seat & 1]
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
        return town == NOWHERE or (self.joined[town] | bits_of(group)).bit_count() <= limits[town]

    def unproven(self, ties: Ties, seat: int) -> Iterator[Shut]:
        """Groups of a seat's opponents whose ways into a place do not follow from the ties.

        One of the group has connected none of the places that are tied to it. Of places that are tied together only one
        is named, since a group with ways into one of them has ways into all.
        """
        others = [other for other in range(len(self.posts)) if other != seat and self.posts[other]]
        out, seen = bits_of(others), set()
        there, weakly = self._connected_with(ties.roots), self._connected_with(ties.weak_roots)
        for place, root in enumerate(ties.roots):
            if out & ~there[root] & ~self.joined[place]:
                for group in self.groups(place, others):
                    known = weakly[ties.weak_roots[place]] if len(group) == 1 else there[root]
                    if bits_of(group) & ~known and (root, group) not in seen:
                        seen.add((root, group))
                        yield Shut(place, group)

    def _connected_with(self, roots: tuple[int, ...]) -> list[int]:
        """For each root, who has connected at least one of the places that are tied to it."""
        there = [0] * len(roots)
        for root, joined in zip(roots, self.joined, strict=True):
            there[root] |= joined
        return there

    # Finding ways

    def is_walled_in(self, shut: Shut) -> bool:
        """Whether a known wall shows that a group which needs ways into a place has none."""
        walls = self.passages.walls[shut.place]
        return any(wall.shuts_out(self.posts, shut.seats, self.taken) for wall in walls) and shut.seats in self.groups(
            shut.place, shut.seats
        )

    def find(self, place: int, group: Group) -> Ways | None:
        known = self.passages.walls[place]
        for number, wall in enumerate(known):
            if wall.shuts_out(self.posts, group, self.taken):
                bring_forward(known, number)
                return None
        found = disjoint_ways(self._ground(0), self.passages.spot_of[place], group)
        if isinstance(found, Ways):
            return found
        remember(known, found)
        return None

    def _ground(self, others: int) -> Ground:
        """``others``: what is needed by the ways that stay as they are."""
        passages = self.passages
        rails = as_bytes(self.taken | others, len(passages.board.ends))
        room = {
            spot: passages.room_at(spot, self.joined, self.ferries) - bool(others & passages.one_left[spot])
            for spot in passages.narrow
        }
        return Ground(passages, rails, self.posts, room, passages.inward)

    # Mending ways

    def mended(self, found: Kept) -> Ways | None:
        """These ways, rerouted round what is taken where necessary; None if the group has no ways any more."""
        ways = found.ways
        if not ways.bits & self.taken:
            return ways
        each = list(ways.each)
        for number, seat in enumerate(ways.seats):
            if each[number].bits & self.taken:
                mended = self._mended_way(each[number], seat, bits_together(each, number))
                if mended is None:
                    return self.find(found.place, ways.seats)
                each[number] = mended
        new = together(self.passages, ways.seats, each)
        return self.find(found.place, ways.seats) if new.bits & self.taken else new

    def _mended_way(self, way: Way, seat: int, others: int) -> Way | None:
        """``others``: what the group's other ways need."""
        spots, needs, _ = way
        posts, taken, step = self.posts[seat], self.taken, 0
        while not needs[step] & taken:
            step += 1
            if posts >> spots[step] & 1:
                return way_along(spots[: step + 1], needs[:step])
        if needs[step] & taken & ~self.passages.sections:
            step -= 1  # there is no room left where this step begins, so the way must avoid that spot
        rest = len(needs)
        while not needs[rest - 1] & taken:
            rest -= 1
        escape = self._escape(spots[step], posts | bits_of(spots[rest:]), others)
        if escape is None:
            return None
        end = escape.spots[-1]
        room = needs[step] & ~self.passages.sections
        begun = (escape.needs[0] | room, *escape.needs[1:]) if escape.needs else ()
        if posts >> end & 1:
            return way_along((*spots[:step], *escape.spots), (*needs[:step], *begun))
        there = spots.index(end, rest)
        return way_along((*spots[:step], *escape.spots, *spots[there + 1 :]), (*needs[:step], *begun, *needs[there:]))

    def _escape(self, start: int, goal: int, others: int) -> Way | None:
        """The shortest way from a spot to one of the goals, without what others need."""
        passages = self.passages
        taken, known = self.taken | others & passages.sections, passages.escapes[start]
        for number, way in enumerate(known):
            if not way.bits & taken and goal >> way.spots[-1] & 1 and not self._lacks_room(way.bits & others):
                bring_forward(known, number)
                return way
        found = shortest_way(self._ground(others), start, goal)
        if found is not None:
            remember(known, found)
        return found

    def _lacks_room(self, shared: int) -> bool:
        """Whether a spot that both ways pass through lacks room for two."""
        return bool(self.taken & (shared & ~self.passages.sections) << 1)


# -- keeping ways --------------------------------------------------------------------------------------------------


def left_by(site: Site, ties: Ties, seat: int, old: LeftOpen | None) -> LeftOpen:
    """What a player must leave open for the others. Ways that were kept before are mended."""
    kept: list[Kept] = []
    lost: list[Shut] = []
    for shut in site.unproven(ties, seat):
        ways = _ways_for(site, shut, old)
        if ways is None:
            lost.append(shut)
        else:
            kept.append(Kept(shut.place, ways))
    bits = 0
    for found in kept:
        bits |= found.ways.bits
    return LeftOpen(ties, site.joined, tuple(kept), tuple(lost), bits)


def _ways_for(site: Site, shut: Shut, old: LeftOpen | None) -> Ways | None:
    """Ways for a group, taken from those kept for it or for a larger group if there are any."""
    for found in old.kept if old else ():
        if found.place == shut.place and set(shut.seats) <= set(found.ways.seats):
            return site.mended(_part_of(site.passages, found, shut.seats))
    return site.find(*shut)


def _part_of(passages: Passages, found: Kept, group: Group) -> Kept:
    """Only the ways of these players."""
    ways = found.ways
    if ways.seats == group:
        return found
    each = [way for seat, way in zip(ways.seats, ways.each, strict=True) if seat in group]
    return Kept(found.place, together(passages, group, each))


# -- guarding what is watched --------------------------------------------------------------------------------------


def guarded(passages: Passages, old: OpenWays, new: OpenWays) -> OpenWays:
    """The same, with a mark for each watched section that does not have enough ways round it."""
    hit = old.guarding & new.taken
    todo = list(numbers_in(new.watched & ~old.watched & passages.sections))
    if hit:
        todo += [section for section, bits in old.guards.items() if bits & hit]
    if not todo:
        return new
    guards, marks, exposed = {**old.guards}, bytearray(old.marks), old.exposed
    for section in todo:
        if section in guards and not guards[section] & new.taken:
            continue  # it was watched before and is still guarded
        marks[section] &= ~(EXPOSED | GUARDED) | passages.marks[section]
        guard = None if exposed >> section & 1 else corners_of(passages, new.taken, section)
        if guard is None:
            guard = None if exposed >> section & 1 else guard_of(passages, new.taken, section)
            marks[section] |= EXPOSED if guard is None else GUARDED
        if guard is None:
            exposed |= 1 << section
            guards.pop(section, None)
        else:
            guards[section] = guard
    guarding = 0
    for bits in guards.values():
        guarding |= bits
    return new._replace(guards=guards, guarding=guarding, exposed=exposed, marks=bytes(marks))
