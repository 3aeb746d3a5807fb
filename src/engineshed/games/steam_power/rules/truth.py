"""All that counts in a position: its truth, and the small values that it is made of."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

import msgspec

from engineshed.core.state import Position
from engineshed.games.steam_power.rules.components import BonusName
from engineshed.games.steam_power.rules.options import Options
from engineshed.rail.paths import Path

COMPANIES: Final = ("red", "blue", "green", "yellow", "purple")
PLAYER_COUNTS: Final = (1, 2, 3, 4, 5)
NOBODY: Final = -1
UNKNOWN_TILE: Final = 255

StageName = Literal[
    "tiles", "deal", "first", "train", "draw", "aside", "action", "laying", "bonus", "plan", "route", "over"
]


class Stage:
    """What happens next. Nature acts up to ASIDE, nobody in the last stage.

    Plain numbers, not an enum: they are compared several times in every move, and an enum's cost shows.
    """

    NAMES: Final[tuple[StageName, ...]] = get_args(StageName)
    TILES: Final = 0
    DEAL: Final = 1
    FIRST: Final = 2
    TRAIN: Final = 3
    DRAW: Final = 4
    ASIDE: Final = 5
    ACTION: Final = 6
    LAYING: Final = 7
    BONUS: Final = 8
    PLAN: Final = 9
    ROUTE: Final = 10
    OVER: Final = 11


LAST_OF_NATURE: Final = Stage.ASIDE


class Bonus:
    """The bonus action that a completed contract has earned."""

    NAMES: Final[tuple[BonusName, ...]] = get_args(BonusName)
    NONE: Final = 0
    TRACK: Final = 1
    FACTORY: Final = 2
    CONTRACTS: Final = 3


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


NOT_ASKED: Final = Prices(-1, (), (), ())
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
