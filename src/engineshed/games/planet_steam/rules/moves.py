"""Every move of Planet Steam, nature's first. ``KINDS`` is the order in which legal moves are listed."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Move


class First(Move, frozen=True):
    """Nature rolls for everybody until one seat has the highest result; that seat begins."""

    seat: int


class Roll(Move, frozen=True):
    """Nature rolls the die for a claim, for the river's neutral markers, or for a sabotaged player."""

    pips: int


class Bid(Move, frozen=True):
    """Bid this many credits in an auction."""

    amount: int


class Card(Move, frozen=True):
    """Take a specialist card by its number."""

    number: int


class Engineer(Move, frozen=True):
    """Take what the Engineer offers: a building licence, or credits."""

    credits: bool


class Take(Move, frozen=True):
    """Take a resource: the Banker's, or a bonus resource."""

    resource: int


class Order(Move, frozen=True):
    """Put an order marker on a resource: it is traded at this place in this round."""

    resource: int
    number: int


class Manipulate(Move, frozen=True):
    """Choose a way to manipulate prices, and pay for it."""

    way: int


class Shift(Move, frozen=True):
    """Move a price up or down by this many spaces."""

    resource: int
    spaces: int


class Sabotage(Move, frozen=True):
    """Choose the opponent who has to lay a tank on its side."""

    seat: int


class Topple(Move, frozen=True):
    """Lay your tank in this zone on its side."""

    zone: int


class Name(Move, frozen=True):
    """Choose the zone that is auctioned, as the Speculator."""

    zone: int


class Claim(Move, frozen=True):
    """Claim a zone: by rolling for it, after a failed roll, freely as an option, or during the set-up."""

    zone: int


class Neutral(Move, frozen=True):
    """Put a neutral claim marker on a zone."""

    zone: int


class Licence(Move, frozen=True):
    """Use a building licence to claim an unclaimed zone or to replace a neutral claim marker."""

    zone: int


class Anchor(Move, frozen=True):
    """Anchor the support airship at a row, counted from 0."""

    row: int


class Keep(Move, frozen=True):
    """Pay for the Independent Carrier once more and keep it for another round."""


class Release(Move, frozen=True):
    """Let the Independent Carrier be auctioned again."""


class Activate(Move, frozen=True):
    """Pay the activation cost of the tank phase."""


class Idle(Move, frozen=True):
    """Do not pay the activation cost: take water instead, and end the turn."""


class Tank(Move, frozen=True):
    """Buy a tank from the local tank market and place it."""

    zone: int


class Import(Move, frozen=True):
    """Import a tank and place it."""

    zone: int


class Converter(Move, frozen=True):
    """Buy a converter of this resource for the tank in a zone."""

    zone: int
    resource: int


class Fit(Move, frozen=True):
    """Fit the converter that was replaced to the tank in this zone."""

    zone: int


class Discard(Move, frozen=True):
    """Give the converter that was replaced back to the supply."""


class Supercharger(Move, frozen=True):
    """Buy a supercharger for the tank in a zone."""

    zone: int


class Upgrade(Move, frozen=True):
    """Upgrade the carrier of this resource by one class."""

    resource: int


class MoveTank(Move, frozen=True):
    """Move a tank with its parts to another of your zones that has none."""

    start: int
    goal: int


class MoveConverter(Move, frozen=True):
    """Move a converter to another of your tanks; a converter that is there comes back in exchange."""

    start: int
    goal: int


class MoveSupercharger(Move, frozen=True):
    """Move a supercharger to another of your tanks."""

    start: int
    goal: int


class ReturnConverter(Move, frozen=True):
    """Give the converter of the tank in this zone back to the supply."""

    zone: int


class Work(Move, frozen=True):
    """Pay energy for the tank in this zone, so that it extracts."""

    zone: int


class Extract(Move, frozen=True):
    """Extract with all tanks that were paid for, and with those that need no energy."""


class Unload(Move, frozen=True):
    """Give back one resource of this kind, because there is not enough room for everything that was extracted."""

    resource: int


class Buy(Move, frozen=True):
    """Buy this many of the resource that is traded."""

    amount: int


class Sell(Move, frozen=True):
    """Sell this many of the resource that is traded."""

    amount: int


class BuyLicence(Move, frozen=True):
    """Buy a building licence."""


class SellLicence(Move, frozen=True):
    """Sell a building licence."""


class BuyQuarters(Move, frozen=True):
    """Buy luxury quarters."""


class Pass(Move, frozen=True):
    """Leave an auction, or do nothing in a step that allows it."""


class Done(Move, frozen=True):
    """End the tank turn, or a manipulation of prices."""


NATURE: Final = (First, Roll)
REARRANGING: Final = (MoveTank, MoveConverter, MoveSupercharger, ReturnConverter)
PURCHASES: Final = (Tank, Import, Converter, Supercharger, Upgrade)
KINDS: Final = (
    *NATURE,
    *(Bid, Card, Engineer, Take, Order, Manipulate, Shift, Sabotage, Topple),
    *(Name, Claim, Neutral, Licence, Anchor, Keep, Release),
    *(Activate, Idle, Tank, Import, Converter, Fit, Discard, Supercharger, Upgrade, *REARRANGING),
    *(Work, Extract, Unload, Buy, Sell, BuyLicence, SellLicence, BuyQuarters, Pass, Done),
)

AnyMove = (
    First
    | Roll
    | Bid
    | Card
    | Engineer
    | Take
    | Order
    | Manipulate
    | Shift
    | Sabotage
    | Topple
    | Name
    | Claim
    | Neutral
    | Licence
    | Anchor
    | Keep
    | Release
    | Activate
    | Idle
    | Tank
    | Import
    | Converter
    | Fit
    | Discard
    | Supercharger
    | Upgrade
    | MoveTank
    | MoveConverter
    | MoveSupercharger
    | ReturnConverter
    | Work
    | Extract
    | Unload
    | Buy
    | Sell
    | BuyLicence
    | SellLicence
    | BuyQuarters
    | Pass
    | Done
)
