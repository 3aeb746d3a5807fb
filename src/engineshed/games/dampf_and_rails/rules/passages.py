"""The coarser board on which ways into towns and ports are looked for (R28).

Mileposts that are always connected together are one *spot*: a hexagon, or a lone port and the town across its ferry, if
the town takes no more players than the port. A way goes from spot to spot, along a section or by ferry.

A spot is *narrow* if there is room for fewer players than are at the table. A way that passes through a narrow spot
takes up room there for one player. Room on a ferry is counted only between two towns that are not narrow themselves:
such a ferry has a narrow spot of its own in the middle of the water.

What a way needs is written as bits: one for each section, and two for each narrow spot. The first of these two says
that room for one more player must be left there, the second that room for two must be left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import Box
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.faces import Faces

Steps = tuple[tuple[int, int], ...]
"""The neighbours of a spot, each with the section in between; NOWHERE for a ferry."""

MOST_REMEMBERED = 60
"""Results of one kind, for each section, spot or place."""

Found = TypeVar("Found")

AT_PLACE, EXPOSED, GUARDED = 1, 2, 4
"""Marks of a section: it touches a town or port; somebody may need it now; somebody may need it once others are built.

A section that is built alone is checked if it has one of the first two, a whole way if it has one of the last two.
"""
ALONE = AT_PLACE | EXPOSED


def numbers_in(bits: int) -> Iterator[int]:
    while bits:
        least = bits & -bits
        yield least.bit_length() - 1
        bits ^= least


def as_bytes(bits: int, size: int) -> bytearray:
    """One byte for each of the first bits, 0 or 1."""
    return bytearray(f"{bits & (1 << size) - 1:0{size}b}"[::-1].encode().translate(_DIGITS))


_DIGITS = bytes(digit == ord("1") for digit in range(256))


def remember(known: list[Found], found: Found) -> None:
    known.insert(0, found)
    del known[MOST_REMEMBERED:]


def bring_forward(known: list[Found], number: int) -> None:
    if number:
        known.insert(0, known.pop(number))


class Way(NamedTuple):
    """A way from a spot outwards."""

    spots: tuple[int, ...]
    needs: tuple[int, ...]
    """What each step needs, as bits: its section, and room at the spot where it begins."""
    bits: int
    """What the whole way needs."""


def way_along(spots: Sequence[int], needs: Sequence[int]) -> Way:
    bits = 0
    for needed in needs:
        bits |= needed
    return Way(tuple(spots), tuple(needs), bits)


class Tie(NamedTuple):
    """Ways between two places that share no section, as many as a player has opponents (``ties``)."""

    to: int
    bits: int
    """What the ways need, and the room needed to go on from the other place."""


class Wall(NamedTuple):
    """A line round a place that can keep players out."""

    inside: int
    """The spots inside, as bits."""
    bits: int
    """Everything by which it can be left: sections, and the room at narrow spots."""

    def shuts_out(self, posts: Sequence[int], seats: Iterable[int], taken: int) -> bool:
        """Whether more of these players are outside than there are ways out."""
        outside = sum([not posts[seat] & self.inside for seat in seats])
        return (self.bits & ~taken).bit_count() < outside


class Passages:
    """The spots and steps of one kind of table. What they are does not depend on what is built."""

    def __init__(self, box: Box, seats: int, far_end_is_paid: bool, limit: int) -> None:
        """``limit``: what can be spent on building in a turn. A step that costs more than that is left out."""
        self.box, self.board = box, box.board
        self.seats, self._far_end_is_paid, self._limit = seats, far_end_is_paid, limit
        self.spots = tuple(map(self._spot, range(self.board.size)))
        """For each milepost, its spot: one of the mileposts that are always connected with it."""
        self.spot_of = tuple(self.spots[place.at] for place in self.board.places)
        """For each place, its spot."""
        self.size = self.board.size + len(self.board.ferries)
        """The number of spots. They have the numbers of their mileposts; the middles of ferries come after those."""
        self.ports_of = self._ports_of()
        """For each town, the lone ports across its ferries."""
        self.narrow = self._narrow_spots()
        """For each narrow spot, its place; numbers beyond the places are ferries."""
        self.inward, self.around = self._steps()
        """For each spot, the steps by which it can be entered; ``around``: all steps at it, in either direction."""
        self.both = tuple(
            tuple([(there, way) for there, way in steps if (here, way) in self.inward[there]])
            for here, steps in enumerate(self.inward)
        )
        """For each spot, the steps that can be taken in both directions."""
        sections = len(self.board.ends)
        self.one_left = {spot: 1 << sections + 2 * number for number, spot in enumerate(self.narrow)}
        """For each narrow spot, the bit for room for one more player; ``two_left``: the bit for room for two."""
        self.two_left = {spot: bit << 1 for spot, bit in self.one_left.items()}
        self.takes_room = tuple(map(self._takes_room, range(len(self.board.places))))
        """For each place, the bits of the room that may be used up when somebody connects it."""
        self.sections = (1 << sections) - 1
        """The bits of all sections."""
        self.faces = Faces(self.board, self.spots)
        self.narrow_at = tuple(tuple(sorted(spots & self.narrow.keys())) for spots in self.faces.corners)
        """For each triangle, the narrow spots at its corners."""
        self.marks = self._marks()
        """For each section, what to check when it is built; the last entry is for NOWHERE."""
        self.corners = tuple(map(self._corners, range(sections)))
        """For each section, the short ways round it: two sections on dry land, by way of one milepost; as bits."""
        # Results of earlier searches, which are tried first in every position, the latest one first. Each says what it
        # needs, so it can be used again in any position of any game.
        self.guards: tuple[list[int], ...] = tuple([] for _ in range(sections))
        """For each section, what keeps it from being exposed (``exposure``)."""
        self.ties: tuple[tuple[list[Tie], ...], ...] = tuple(tuple([] for _ in self.board.places) for _ in range(2))
        """For each place, its ties to other places: those with a single way, and those with more."""
        self.near = tuple(map(self._nearest, range(len(self.board.places))))
        """For each place, the others, the nearest first."""
        self.escapes: tuple[list[Way], ...] = tuple([] for _ in range(self.size))
        """For each spot, ways from there to other spots."""
        self.walls: tuple[list[Wall], ...] = tuple([] for _ in self.board.places)
        """For each place, walls that can keep players out."""

    # -- spots -----------------------------------------------------------------------------------------------------

    def _spot(self, post: int) -> int:
        place = self.board.place_at[post]
        if place == NOWHERE:
            return post
        town = self.across(place)
        if town != NOWHERE and self.box.limits[town] <= self.box.limits[place] and self._can_be_paid(place):
            return self.board.places[town].at
        return self.board.places[place].at

    def across(self, port: int) -> int:
        """The town at the other end of a lone port's ferry; NOWHERE for all other places."""
        ferry = self.box.port_ferry[port]
        return NOWHERE if ferry == NOWHERE else self.board.ferries[ferry].across(port)

    def _ports_of(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for place in range(len(self.board.places)):
            if self.across(place) != NOWHERE:
                found.setdefault(self.across(place), []).append(place)
        return found

    def _can_be_paid(self, place: int) -> bool:
        """Whether the ferry of a lone port can be paid for in one turn."""
        return self.board.ferries[self.box.port_ferry[place]].price <= self._limit

    def _narrow_spots(self) -> dict[int, int]:
        limits, found = self.box.limits, {}
        for place, limit in enumerate(limits):
            if limit < self.seats and self.spot_of[place] == self.board.places[place].at:
                found[self.spot_of[place]] = place
        for number, ferry in enumerate(self.board.ferries):
            if NUMBERS.port_places < self.seats <= min(limits[end] for end in ferry.ends):
                found[self.board.size + number] = len(self.board.places) + number
        return found

    def _nearest(self, place: int) -> tuple[int, ...]:
        prices, places = self.box.prices_to[place], self.board.places
        others = [other for other in range(len(places)) if other != place]
        return tuple(sorted(others, key=lambda other: prices[places[other].at]))

    # -- steps -----------------------------------------------------------------------------------------------------

    def _steps(self) -> tuple[tuple[Steps, ...], tuple[Steps, ...]]:
        inward: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        around: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for section, (a, b) in enumerate(self.board.ends):
            here, there = self.spots[a], self.spots[b]
            if here != there:
                around[here].append((there, section))
                around[there].append((here, section))
                for start, end, post in ((here, there, b), (there, here, a)):
                    if self._can_be_entered(section, post):
                        inward[end].append((start, section))
        for number, ferry in enumerate(self.board.ferries):
            middle = self.board.size + number
            ends = [self.spot_of[end] for end in ferry.ends]
            if ends[0] != ends[1] and ferry.price + self._dearest_end(number) <= self._limit:
                stops = [ends[0], middle, ends[1]] if middle in self.narrow else ends
                for here, there in (*pairwise(stops), *pairwise(stops[::-1])):
                    around[here].append((there, NOWHERE))
                    inward[there].append((here, NOWHERE))
        return tuple(map(tuple, inward)), tuple(map(tuple, around))

    def _can_be_entered(self, section: int, post: int) -> bool:
        """Whether a section can be paid for in one turn, with all that comes with a lone port."""
        place = self.board.place_at[post]
        price = self.box.post_price[post] + self.box.water_price[section]
        if self._far_end_is_paid and place != NOWHERE and self.across(place) != NOWHERE:
            price += self.box.place_price[self.across(place)]
        return price <= self._limit

    def _dearest_end(self, ferry: int) -> int:
        """The most that the town at the far end can add to the price of a ferry."""
        if not self._far_end_is_paid:
            return 0
        ends = [end for end in self.board.ferries[ferry].ends if self.board.places[end].is_town]
        return max(self.box.place_price[end] for end in ends)

    def _takes_room(self, place: int) -> int:
        """Connecting a lone port connects its ferry and the town across, too."""
        ferry = self.box.port_ferry[place]
        spots = {self.spot_of[place]}
        if ferry != NOWHERE:
            spots |= {self.spot_of[self.across(place)], self.board.size + ferry}
        return sum(self.one_left[spot] | self.two_left[spot] for spot in spots if spot in self.narrow)

    def room_at(self, spot: int, joined: tuple[int, ...], ferries: tuple[int, ...]) -> int:
        """For how many more players a narrow spot has room, given who has connected each place and each ferry."""
        number = self.narrow[spot]
        if number < len(joined):
            return self.box.limits[number] - joined[number].bit_count()
        return NUMBERS.port_places - ferries[number - len(joined)].bit_count()

    def room_gone(self, spot: int, joined: tuple[int, ...], ferries: tuple[int, ...]) -> int:
        """Which of the spot's two bits are gone: there is no room for one more player, or none for two."""
        return self._gone(spot, self.room_at(spot, joined, ferries))

    def room_after(self, spot: int, joined: tuple[int, ...], ferries: tuple[int, ...]) -> int:
        """The same after one more player has connected it; 0 for a spot that is not narrow."""
        return self._gone(spot, self.room_at(spot, joined, ferries) - 1) if spot in self.narrow else 0

    def _gone(self, spot: int, room: int) -> int:
        if room > 1:
            return 0
        return self.two_left[spot] if room else self.two_left[spot] | self.one_left[spot]

    # -- sections --------------------------------------------------------------------------------------------------

    def _marks(self) -> bytes:
        marks = bytearray(len(self.board.ends) + 1)
        for section, places in enumerate(self.box.places_at):
            narrow = any(self.spot_of[place] in self.narrow for place in places)
            marks[section] = AT_PLACE | (GUARDED if narrow else 0) if places else 0
        marks[NOWHERE] = AT_PLACE | GUARDED
        return bytes(marks)

    def _corners(self, section: int) -> tuple[int, ...]:
        a, b = (self.spots[post] for post in self.board.ends[section])
        if a == b:
            return ()
        beside = {there: way for there, way in self.around[b] if self.is_dot(there) and not self.board.water[way]}
        return tuple(
            1 << way | 1 << beside[there]
            for there, way in self.around[a]
            if there in beside and not self.board.water[way]
        )

    def is_dot(self, spot: int) -> bool:
        return spot < self.board.size and self.board.place_at[spot] == NOWHERE


@lru_cache(maxsize=64)
def passages(box: Box, seats: int, far_end_is_paid: bool, limit: int) -> Passages:
    return Passages(box, seats, far_end_is_paid, limit)
