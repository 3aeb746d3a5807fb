"""A position: its ``Truth``, and what follows from it, kept up to date as it changes.

States are values: a move is played on a ``copy``, which nobody changes afterwards.
"""

from __future__ import annotations

from typing import ClassVar

from engineshed.games.planet_steam.rules.board import Board
from engineshed.games.planet_steam.rules.truth import (
    NO_SEAT,
    Tanks,
    Truth,
)
from engineshed.games.planet_steam.rules.tuples import put, put_byte


class State(Truth, eq=False, kw_only=True):
    TRUTH: ClassVar = Truth

    board: Board
    free: tuple[int, ...]
    """The unclaimed zones."""
    own: tuple[tuple[int, ...], ...]
    """For each seat, its zones."""

    @property
    def rounds(self) -> int:
        return self.board.rounds[self.seats]

    # -- who ---------------------------------------------------------------------------------------------------------

    def holder(self, specialist: int) -> int:
        """The seat that has this specialist, NO_SEAT if nobody does."""
        for card in self.board.cards[self.seats]:
            if specialist in card.who:
                return self.cards.index(card.number) if card.number in self.cards else NO_SEAT
        return NO_SEAT

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats from this one on."""
        return (*range(first, self.seats), *range(first))

    def next_player(self) -> bool:
        """On to the next player of this step; False when all have had their turn."""
        if not self.queue:
            return False
        self.active, self.queue = self.queue[0], self.queue[1:]
        return True

    # -- credits and resources ---------------------------------------------------------------------------------------

    def earn(self, seat: int, amount: int) -> None:
        """Add credits to a player's; a negative amount is paid."""
        self.credits = put(self.credits, seat, self.credits[seat] + amount)

    def has(self, seat: int, resource: int) -> int:
        return self.goods[4 * seat + resource]

    def change_goods(self, seat: int, resource: int, by: int) -> None:
        place = 4 * seat + resource
        self.goods = put(self.goods, place, self.goods[place] + by)

    def change_supply(self, resource: int, by: int) -> None:
        """The market's supply, which never leaves its scale (R6)."""
        highest = len(self.board.shifts[resource]) - 1
        self.supplies = put(self.supplies, resource, min(highest, max(0, self.supplies[resource] + by)))

    def change_price(self, resource: int, by: int) -> None:
        """The price, which never leaves its scale (R6)."""
        self.prices = put(self.prices, resource, self.board.price(resource, self.prices[resource] + by))

    # -- zones -------------------------------------------------------------------------------------------------------

    def set_owner(self, zone: int, owner: int) -> None:
        self.owners = put_byte(self.owners, zone, owner)
        self.free = tuple([other for other in self.free if other != zone])
        if owner < self.seats:
            own = tuple(sorted((*self.own[owner], zone)))
            self.own = (*self.own[:owner], own, *self.own[owner + 1 :])

    def set_tank(self, zone: int, tank: int) -> None:
        self.tanks = put_byte(self.tanks, zone, tank)

    def markers_left(self, seat: int) -> int:
        return self.board.markers - len(self.own[seat])

    def tank_pieces(self) -> int:
        """Tanks that are not on the map."""
        return self.board.tanks - len(self.tanks) + self.tanks.count(Tanks.NONE)

    def converters_left(self, resource: int) -> int:
        code = Tanks.OF[resource]
        used = self.tanks.count(code) + self.tanks.count(code + Tanks.SUPERCHARGED)
        return self.board.converter_pieces[resource] - used

    def superchargers_left(self) -> int:
        used = sum(Tanks.CHARGED[tank] for tank in self.tanks)
        return self.board.superchargers - used
