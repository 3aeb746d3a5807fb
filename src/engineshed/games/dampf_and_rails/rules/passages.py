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

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import Box
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.open_ways import Ways

Steps = tuple[tuple[int, int], ...]
"""The neighbours of a spot, each with the section in between; NOWHERE for a ferry."""

MOST_REMEMBERED = 60
"""Results of one kind, for each section, or for each place and group."""

Found = TypeVar("Found")


def numbers_in(bits: int) -> Iterator[int]:
    while bits:
        least = bits & -bits
        yield least.bit_length() - 1
        bits ^= least


def remember(known: list[Found], found: Found) -> None:
    known.insert(0, found)
    del known[MOST_REMEMBERED:]


def bring_forward(known: list[Found], number: int) -> None:
    if number:
        known.insert(0, known.pop(number))


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
        self.narrow = self._narrow_spots()
        """For each narrow spot, its place; numbers beyond the places are ferries."""
        self.inward, self.around = self._steps()
        """For each spot, the steps by which it can be entered; ``around``: all steps at it, in either direction."""
        self.is_symmetric = all(sorted(a) == sorted(b) for a, b in zip(self.inward, self.around, strict=True))
        """Whether every step can be taken in both directions."""
        sections = len(self.board.ends)
        self.one_left = {spot: 1 << sections + 2 * number for number, spot in enumerate(self.narrow)}
        """For each narrow spot, the bit for room for one more player; ``two_left``: the bit for room for two."""
        self.two_left = {spot: bit << 1 for spot, bit in self.one_left.items()}
        self.sections = (1 << sections) - 1
        """The bits of all sections."""
        self.at_places = 0
        """The sections that touch a town or port, as bits."""
        for section, places in enumerate(box.places_at):
            self.at_places |= 1 << section if places else 0
        self.takes = tuple(map(self._takes, range(sections)))
        """For each section, what may be taken when it is built, as bits; ``ferry_takes``: the same for each ferry."""
        self.ferry_takes = tuple(map(self._ferry_takes, range(len(self.board.ferries))))
        # Results of earlier searches, which are tried first in every position, the latest one first. Each says what it
        # needs, so it can be used again in any position of any game.
        self.detours: tuple[list[int], ...] = tuple([] for _ in range(sections))
        """For each section, what short detours round it need, as bits."""
        self.ways: dict[tuple[int, tuple[int, ...]], list[Ways]] = {}
        """By place and group of players, ways into the place."""

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

    def _takes(self, section: int) -> int:
        """A lone port is connected together with its ferry and the town across."""
        bits = 1 << section
        for place in self.box.places_at[section]:
            ferry = self.box.port_ferry[place]
            bits |= self._room_bits(self.board.places[place].at) if ferry == NOWHERE else self._ferry_takes(ferry)
        return bits

    def _ferry_takes(self, ferry: int) -> int:
        bits = self._room_bits(self.board.size + ferry)
        for end in self.board.ferries[ferry].ends:
            bits |= self._room_bits(self.board.places[end].at)
        return bits

    def _room_bits(self, spot: int) -> int:
        return self.one_left[spot] | self.two_left[spot] if spot in self.narrow else 0

    def room_at(self, spot: int, joined: tuple[int, ...], ferries: tuple[int, ...]) -> int:
        """For how many more players a narrow spot has room, given who has connected each place and each ferry."""
        number = self.narrow[spot]
        if number < len(joined):
            return self.box.limits[number] - joined[number].bit_count()
        return NUMBERS.port_places - ferries[number - len(joined)].bit_count()

    def all_room_gone(self, joined: tuple[int, ...], ferries: tuple[int, ...]) -> int:
        """The bits of all narrow spots without room for one more player, or for two."""
        gone = 0
        for spot in self.narrow:
            gone |= self._gone(spot, self.room_at(spot, joined, ferries))
        return gone

    def room_after(self, spot: int, joined: tuple[int, ...], ferries: tuple[int, ...]) -> int:
        """The same for one of them after one more player has connected it."""
        return self._gone(spot, self.room_at(spot, joined, ferries) - 1)

    def _gone(self, spot: int, room: int) -> int:
        if room > 1:
            return 0
        return self.two_left[spot] if room else self.two_left[spot] | self.one_left[spot]


@lru_cache(maxsize=64)
def passages(box: Box, seats: int, far_end_is_paid: bool, limit: int) -> Passages:
    return Passages(box, seats, far_end_is_paid, limit)
