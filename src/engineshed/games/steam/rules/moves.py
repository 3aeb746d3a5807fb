"""Every move of Steam, nature's first. ``KINDS`` is the order in which legal moves are listed."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Move


class Cubes(Move, frozen=True):
    """Nature draws the goods: the cubes of each city in map order, then of each supply field."""

    cubes: tuple[int, ...]


class Deal(Move, frozen=True):
    """Nature deals each seat an action tile (by number), which settles who begins."""

    tiles: tuple[int, ...]


class Bid(Move, frozen=True):
    """Bid for a place in the turn order."""

    amount: int


class Skip(Move, frozen=True):
    """Expert: skip a bid without leaving the auction, thanks to last round's Turn Order tile."""


class Pass(Move, frozen=True):
    """Leave the auction, or do nothing in this pass of the goods phase."""


class Capital(Move, frozen=True):
    """Expert: raise this many units of money for the round."""

    units: int


class Choose(Move, frozen=True):
    """Take an action tile by its number; ``idle``: only for its number, without paying for its action."""

    tile: int
    idle: bool


class Track(Move, frozen=True):
    """Lay a tile with one track on an empty hex."""

    hex: int
    way: int


class Second(Move, frozen=True):
    """Give the tile just laid or turned a second track, so that it is a complex one; still the same placement."""

    hex: int
    way: int


class Cross(Move, frozen=True):
    """Upgrade a tile with one track, no matter whose, to a complex one; the new track is the builder's."""

    hex: int
    way: int


class Redirect(Move, frozen=True):
    """Turn or swap the last tile of an incomplete link, so that its track takes this way."""

    hex: int
    way: int


class Town(Move, frozen=True):
    """Lay a town tile, or upgrade one, so that track leaves the town at these edges (as bits)."""

    hex: int
    exits: int


class Urbanise(Move, frozen=True):
    """Put a New City of this colour on a town; its goods are chosen next."""

    hex: int
    colour: int


class Grow(Move, frozen=True):
    """Goods Growth in the city in this hex; the goods are chosen next."""

    hex: int


class Group(Move, frozen=True):
    """Take the cubes of this supply field."""

    field: int


class TakeBack(Move, frozen=True):
    """Give up a second track that could not be connected, and everything done after it."""


class Done(Move, frozen=True):
    """End the build turn."""


class Upgrade(Move, frozen=True):
    """Raise the locomotive's range by one."""


class Deliver(Move, frozen=True):
    """Bring a cube of this colour from one city (by its hex) to another; ``gains`` are the points of each seat.

    They are left out if there is no such delivery and the move is only asked about.
    """

    city: int
    colour: int
    goal: int
    gains: tuple[int, ...]


class Plan(Move, frozen=True):
    """Deliver a cube of this colour from this city, choosing the route link by link."""

    city: int
    colour: int


class Via(Move, frozen=True):
    """Carry the cube over the link that leaves its place at this edge."""

    edge: int


class Points(Move, frozen=True):
    """Take the points of a delivery as victory points."""


class Income(Move, frozen=True):
    """Take the points of a delivery as income."""


NATURE: Final = (Cubes, Deal)
TRACK: Final = (Track, Second, Cross, Redirect, Town)
KINDS: Final = (
    *NATURE,
    *(Bid, Skip, Pass, Capital, Choose),
    *TRACK,
    *(Urbanise, Grow, Group, TakeBack, Done),
    *(Upgrade, Deliver, Plan, Via, Points, Income),
)

AnyMove = (
    Cubes
    | Deal
    | Bid
    | Skip
    | Pass
    | Capital
    | Choose
    | Track
    | Second
    | Cross
    | Redirect
    | Town
    | Urbanise
    | Grow
    | Group
    | TakeBack
    | Done
    | Upgrade
    | Deliver
    | Plan
    | Via
    | Points
    | Income
)
