"""The simplified board on which ways into towns and ports are searched for (R28).

Mileposts that are always connected together are one *spot*: a hexagon, or a lone port and the town across its ferry, if
the town has room for no more players than the port. A way goes from spot to spot, along a section or by ferry.

A spot is *narrow* if there is room for fewer players than are at the table. A way that passes through a narrow spot
takes up room there for one player. Room on a ferry is counted only between two towns that are not narrow themselves:
such a ferry has a narrow spot of its own in the middle of the water.

What a way needs is stored as bits: one for each section, and two for each narrow spot, which say that there must be
room for one more player, or for two.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import Box
from engineshed.games.dampf_and_rails.rules.components import NUMBERS

Steps = tuple[tuple[int, int], ...]
"""The neighbours of a spot, each with the section in between; NOWHERE for a ferry."""


def numbers_in(bits: int) -> list[int]:
    found: list[int] = []
    while bits:
        least = bits & -bits
        found.append(least.bit_length() - 1)
        bits ^= least
    return found


class Passages:
    """The spots and steps at one kind of table. They do not depend on what is built."""

    def __init__(self, box: Box, seats: int, far_end_is_paid: bool, limit: int) -> None:
        """``limit``: what can be spent on building in a turn. Steps that cost more are left out."""
        self.box, self.board = box, box.board
        self.seats, self._far_end_is_paid, self._limit = seats, far_end_is_paid, limit
        self.spots = tuple(map(self._spot, range(self.board.size)))
        """For each milepost, its spot: one of the mileposts that are always connected with it."""
        self.spot_of = tuple(self.spots[place.at] for place in self.board.places)
        """For each place, its spot."""
        self.size = self.board.size + len(self.board.ferries)
        """The number of spots. They are numbered like their mileposts; the middles of ferries come after those."""
        self.narrow = self._narrow_spots()
        """For each narrow spot, the number of its place; higher numbers are ferries."""
        self.inward, self.around = self._steps()
        """For each spot, the steps by which it can be entered; ``around``: all steps at it, in either direction."""
        self.one_way = frozenset(self._one_way())
        """Sections that cannot be taken in both directions, because that costs too much for one turn."""
        self.ferries = tuple([number for number in range(len(self.board.ferries)) if self._can_sail(number)])
        """The ferries that can be paid for in one turn."""
        self.is_tight = seats > 2 and min(self.box.limits) < 2
        """Whether a place can be full although only one of three players has connected it."""
        self.is_alone = seats == 2 and not self.narrow
        """Whether only one player needs ways, and finds room everywhere."""
        self.is_odd = bool(self.one_way) or self.is_tight
        """Whether regions alone cannot settle it, so that ways are always searched for."""
        self.entries = tuple(
            tuple(spot for spot in (self.spots[a], self.spots[b]) if spot in self.narrow) for a, b in self.board.ends
        )
        """For each section, the narrow spots at its ends; ``doors``: the sections that have any, as bits."""
        self.doors = sum([1 << section for section, spots in enumerate(self.entries) if spots])
        sections = len(self.board.ends)
        self.one_left = {spot: 1 << sections + 2 * number for number, spot in enumerate(self.narrow)}
        """For each narrow spot, the bit for room for one more player; ``two_left``: the bit for room for two."""
        self.two_left = {spot: bit << 1 for spot, bit in self.one_left.items()}
        self.sections = (1 << sections) - 1
        """The bits of all sections."""
        self._sections = sections
        self._spots_in: dict[int, list[int]] = {0: []}
        self.guides = tuple([(*table, *[0] * len(self.board.ferries)) for table in box.prices_to])
        """For each place, roughly how far it is from each spot."""

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
            if ends[0] != ends[1] and self._can_sail(number):
                stops = [ends[0], middle, ends[1]] if middle in self.narrow else ends
                for here, there in (*pairwise(stops), *pairwise(stops[::-1])):
                    around[here].append((there, NOWHERE))
                    inward[there].append((here, NOWHERE))
        return tuple(map(tuple, inward)), tuple(map(tuple, around))

    def _can_be_entered(self, section: int, post: int) -> bool:
        """Whether a section can be paid for in one turn, including all that comes with a lone port."""
        place = self.board.place_at[post]
        price = self.box.post_price[post] + self.box.water_price[section]
        if self._far_end_is_paid and place != NOWHERE and self.across(place) != NOWHERE:
            price += self.box.place_price[self.across(place)]
        return price <= self._limit

    def _can_sail(self, ferry: int) -> bool:
        one, other = [self.spot_of[end] for end in self.board.ferries[ferry].ends]
        return one == other or self.board.ferries[ferry].price + self._dearest_end(ferry) <= self._limit

    def _dearest_end(self, ferry: int) -> int:
        """The most that the town at the far end can add to the price of a ferry."""
        if not self._far_end_is_paid:
            return 0
        ends = [end for end in self.board.ferries[ferry].ends if self.board.places[end].is_town]
        return max(self.box.place_price[end] for end in ends)

    def _one_way(self) -> list[int]:
        return [
            section
            for (here, there), section in zip(self._spot_ends(), range(len(self.board.ends)), strict=True)
            if here != there and not ((here, section) in self.inward[there] and (there, section) in self.inward[here])
        ]

    def _spot_ends(self) -> list[tuple[int, int]]:
        return [(self.spots[a], self.spots[b]) for a, b in self.board.ends]

    def spots_in(self, bits: int) -> list[int]:
        """Narrow spots, by the bits for room for one more player. The list is kept, and is not to be changed."""
        room = bits >> self._sections
        if room not in self._spots_in:
            self._spots_in[room] = [spot for spot, bit in self.one_left.items() if bits & bit]
        return self._spots_in[room]

    def room_at(self, spot: int, joined: tuple[int, ...], ferries: tuple[int, ...]) -> int:
        """How many more players a narrow spot has room for, given who has connected each place and each ferry."""
        number = self.narrow[spot]
        if number < len(joined):
            return self.box.limits[number] - joined[number].bit_count()
        return NUMBERS.port_places - ferries[number - len(joined)].bit_count()

    def all_room_gone(self, joined: tuple[int, ...], ferries: tuple[int, ...]) -> int:
        """The bits of all narrow spots without room for one more player, or for two."""
        gone = 0
        for spot in self.narrow:
            gone |= self.room_gone(spot, joined, ferries)
        return gone

    def room_gone(self, spot: int, joined: tuple[int, ...], ferries: tuple[int, ...]) -> int:
        """The same for one of them."""
        return self._gone(spot, self.room_at(spot, joined, ferries))

    def _gone(self, spot: int, room: int) -> int:
        if room > 1:
            return 0
        return self.two_left[spot] if room else self.two_left[spot] | self.one_left[spot]


@lru_cache(maxsize=64)
def passages(box: Box, seats: int, far_end_is_paid: bool, limit: int) -> Passages:
    return Passages(box, seats, far_end_is_paid, limit)
