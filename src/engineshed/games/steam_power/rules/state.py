"""A position. ``Truth`` is all that counts; ``State`` adds what follows from it, kept up to date as it changes.

A copy shares everything with its original, and changing a copy replaces values instead of altering them. Only
``prices`` is altered: it is a cache, which every copy with the same goods, factories and links shares.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import msgspec

from engineshed.core.state import Position
from engineshed.games.steam_power.rules.board import Board
from engineshed.games.steam_power.rules.components import NUMBERS, BonusName
from engineshed.games.steam_power.rules.ground import Frontier, Ground
from engineshed.games.steam_power.rules.moves import Factory
from engineshed.games.steam_power.rules.options import Options
from engineshed.rail.network import Network
from engineshed.rail.paths import Path

COMPANIES = ("red", "blue", "green", "yellow", "purple")
PLAYER_COUNTS = (1, 2, 3, 4, 5)
NOBODY = -1
UNKNOWN_TILE = 255

StageName = Literal[
    "tiles", "deal", "first", "train", "draw", "aside", "action", "laying", "bonus", "plan", "route", "over"
]


class Stage:
    """What happens next. Nature acts up to ASIDE, nobody in the last stage.

    Plain numbers, not an enum: they are compared several times in every move, and an enum's cost shows.
    """

    NAMES: tuple[StageName, ...] = get_args(StageName)
    TILES, DEAL, FIRST, TRAIN, DRAW, ASIDE, ACTION, LAYING, BONUS, PLAN, ROUTE, OVER = range(12)


LAST_OF_NATURE = Stage.ASIDE


class Bonus:
    """The bonus action that a completed contract has earned."""

    NAMES: tuple[BonusName, ...] = get_args(BonusName)
    NONE, TRACK, FACTORY, CONTRACTS = range(4)


class Shipment(msgspec.Struct, frozen=True, array_like=True):
    """A contract being completed by hand: the goods still missing, and where the good on its way is."""

    contract: int
    needs: tuple[int, ...]
    at: int = NOBODY
    """The place that the good has reached, or NOBODY while none is on its way."""
    visited: int = 0


class LooseEnd(NamedTuple):
    """Where an unfinished link stops: its last tile, and where it would continue."""

    last: int
    entry: int
    """The edge where the link enters its last hex."""
    way: int
    ahead: int
    gate: int
    """The edge where it would enter the hex ahead."""


class Prices(NamedTuple):
    """One company's prices of one colour."""

    available: int
    """How many goods can be brought at any cost, counted only as far as any contract needs."""
    costs: tuple[int, ...]
    """``costs[n]``: the least that n goods cost, including purchases from the bank if there are too few."""
    extras: tuple[int, ...]
    """``extras[n]``: the least additional cost of n goods if one of them comes from another city."""
    outside: tuple[tuple[int, int], ...]
    """The places outside the network that goods can come from, each with the number of cheaper goods before it."""


NOT_ASKED = Prices(-1, (), (), ())
"""Prices that have not been computed yet."""


class Truth(Position, eq=False, kw_only=True):
    options: Options
    seats: int
    stage: int = Stage.TILES
    round: int = 1
    first: int = NOBODY
    active: int = 0
    """The company that acts; while contracts are dealt, the seat that gets them."""
    actions: int = 0
    """Actions left in this turn, not counting one that has begun."""
    steps: int = 0
    """Track steps left in the action that has begun."""
    bonus: int = Bonus.NONE
    draws: int = 0
    final: bool = False
    """Whether somebody has completed enough contracts, so that this round is the last."""
    links: tuple[tuple[Path, ...], ...]
    loose: tuple[Path | None, ...]
    """Each company's unfinished link."""
    colours: bytes
    """Each city's tile: a good, VP_CITY, or UNKNOWN_TILE before the set-up."""
    spare: tuple[int, ...] = ()
    factories: bytes
    """Each city's factory: 0 or its company + 1."""
    goods: bytes
    money: tuple[int, ...]
    bank: int
    hands: tuple[tuple[int, ...], ...]
    bag: tuple[int, ...]
    done: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...] = ()
    trains: tuple[int, ...] = ()
    """Solo: how many trains of each company are still in the bag."""
    shipment: Shipment | None = None


class State(Truth, eq=False, kw_only=True):
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
    """By company and colour, as far as they have been needed; see supply.py."""

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
        """Its tile is flipped: there is a factory, and its goods are gone."""
        return self.factories[city] > 0 and self.goods[city] == 0

    def goods_in_supply(self, colour: int) -> int:
        """Goods of a colour in the supply; counted only if the table limits them."""
        if not self.options.limited_goods:
            return NUMBERS.goods_per_colour
        used = sum(n for n, tile in zip(self.goods, self.colours, strict=True) if tile == colour)
        return NUMBERS.goods_per_colour - used
