"""Every move of Steam Power, nature's first. ``KINDS`` is the order in which legal moves are listed."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Move


class Tiles(Move, frozen=True):
    """Nature lays out the city tiles: one for each city in map order, then the spare ones."""

    tiles: tuple[int, ...]


class Deal(Move, frozen=True):
    """Nature deals the first contracts to the next player."""

    contracts: tuple[int, ...]

    def __post_init__(self) -> None:
        self.in_any_order("contracts")


class First(Move, frozen=True):
    """Nature says who begins."""

    seat: int


class Draw(Move, frozen=True):
    """Nature draws a contract for the active player, from the bag or from the fullest hand."""

    contract: int


class Train(Move, frozen=True):
    """Solo: nature draws the train of the company that acts next."""

    company: int


class Aside(Move, frozen=True):
    """Solo: nature draws the contract that counts a finished turn."""

    contract: int


class Track(Move, frozen=True):
    """Lay a simple tile on an empty hex."""

    hex: int
    way: int


class Cross(Move, frozen=True):
    """Put a crossing in place of a simple tile: its track stays, ours is the new way."""

    hex: int
    way: int


class Replace(Move, frozen=True):
    """Exchange the last tile of our unfinished link, so that our track takes another way."""

    hex: int
    way: int


class Remove(Move, frozen=True):
    """Take away the last tile of our unfinished link."""

    hex: int


class Factory(Move, frozen=True):
    """Build a factory and put goods there."""

    city: int
    goods: int


class Deliver(Move, frozen=True):
    """Complete a contract in the cheapest way."""

    contract: int


class Plan(Move, frozen=True):
    """Complete a contract, choosing sources and routes with the four moves below."""

    contract: int


class From(Move, frozen=True):
    """Take the next good from this city."""

    city: int


class Via(Move, frozen=True):
    """Carry it over a link of this company to this city (the first of its group)."""

    company: int
    city: int


class Rest(Move, frozen=True):
    """Deliver everything that is still missing in the cheapest way."""


class Contracts(Move, frozen=True):
    """Take contracts."""


class Money(Move, frozen=True):
    """Take money."""


class Done(Move, frozen=True):
    """Stop laying track after one tile, or decline a bonus action."""


NATURE: Final = (Tiles, Deal, First, Draw, Train, Aside)
BUILDING: Final = (Track, Cross, Replace, Remove)
SHIPPING: Final = (From, Via, Rest)
KINDS: Final = (*NATURE, *BUILDING, Factory, Deliver, Plan, *SHIPPING, Contracts, Money, Done)

AnyMove = (
    Tiles
    | Deal
    | First
    | Draw
    | Train
    | Aside
    | Track
    | Cross
    | Replace
    | Remove
    | Factory
    | Deliver
    | Plan
    | From
    | Via
    | Rest
    | Contracts
    | Money
    | Done
)
