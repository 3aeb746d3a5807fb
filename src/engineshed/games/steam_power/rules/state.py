"""A position: its ``Truth``, and what follows from it, kept up to date as it changes.

A copy shares everything with its original, and changing a copy replaces values instead of altering them. Only
``prices`` is altered: it is a cache, which every copy with the same goods, factories and links shares.
"""

from __future__ import annotations

from typing import ClassVar

from engineshed.games.steam_power.rules.board import Board
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.ground import Frontier, Ground
from engineshed.games.steam_power.rules.moves import Factory
from engineshed.games.steam_power.rules.truth import (
    LooseEnd,
    Prices,
    Truth,
)
from engineshed.rail.network import Network


class State(Truth, eq=False, kw_only=True):
    TRUTH: ClassVar = Truth

    ground: Ground
    tiles: bytes
    """Each hex's tile, as a code of the tile set."""
    stock: tuple[int, ...]
    ends: tuple[LooseEnd | None, ...]
    """Each company's loose end."""
    net: Network
    frontiers: tuple[Frontier, ...]
    """Where each company may begin a link."""
    cities_of: tuple[tuple[int, ...], ...]
    """The cities of each colour."""
    sites: tuple[Factory, ...]
    """Where a factory may be built."""
    prices: list[Prices]
    """Prices by company and colour, as far as they have been needed; see supply.py."""

    @property
    def board(self) -> Board:
        return self.ground.board

    @property
    def solo(self) -> bool:
        return self.seats == 1

    @property
    def companies(self) -> int:
        return len(self.links)

    def purse(self, company: int) -> int:
        """Whose money and contracts a company uses: its player's, and in the solo game the one player's."""
        return 0 if self.seats == 1 else company

    def has_network(self, company: int) -> bool:
        return bool(self.links[company])

    def trains_left(self, company: int) -> int:
        used = len(self.links[company]) + (self.loose[company] is not None)
        in_bag = NUMBERS.solo.trains_in_bag if self.seats == 1 else 0
        return NUMBERS.trains - in_bag - used

    def factories_left(self, company: int) -> int:
        return NUMBERS.factories - self.factories.count(company + 1)

    def exhausted(self, city: int) -> bool:
        """Whether a city's tile has been flipped: there is a factory, and its goods are gone."""
        return self.factories[city] > 0 and self.goods[city] == 0

    def goods_in_supply(self, colour: int) -> int:
        """Goods of a colour in the supply; counted only if the table limits them."""
        if not self.options.limited_goods:
            return NUMBERS.goods_per_colour
        used = sum(n for n, tile in zip(self.goods, self.colours, strict=True) if tile == colour)
        return NUMBERS.goods_per_colour - used
