"""Every move of Dampf & Rails, nature's first. ``KINDS`` is the order in which legal moves are listed."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Move


class Deal(Move, frozen=True):
    """Nature deals a player their first orders."""

    cards: tuple[int, ...]

    def __post_init__(self) -> None:
        self.in_any_order("cards")


class First(Move, frozen=True):
    """Nature says who begins."""

    seat: int


class Draw(Move, frozen=True):
    """Nature turns up the next card of the pile."""

    card: int


class Keep(Move, frozen=True):
    """Keep these orders of those dealt first; the others go under the pile."""

    cards: tuple[int, ...]

    def __post_init__(self) -> None:
        self.in_any_order("cards")


class Start(Move, frozen=True):
    """Begin in this town."""

    town: int


class Step(Move, frozen=True):
    """Run a train over one section, to this milepost."""

    train: int
    to: int


class Go(Move, frozen=True):
    """Run a train to this place: the steps of a way, one after the other.

    It is the way with the lowest toll, and of several such ways the quickest; or the quickest of all, if that saves
    points.
    """

    train: int
    place: int
    quickest: bool = False


class Cross(Move, frozen=True):
    """Cross on a ferry, on the account of this owner."""

    train: int
    ferry: int
    owner: int


class Load(Move, frozen=True):
    train: int
    good: int


class Drop(Move, frozen=True):
    """Set a good down in the town where the train is."""

    train: int
    good: int


class Deliver(Move, frozen=True):
    """Fulfil an order, your own or a public one, with this good."""

    train: int
    card: int
    good: int


class Propose(Move, frozen=True):
    """Begin to put together an agreement with this player."""

    seat: int


class Ask(Move, frozen=True):
    """A term: you may run on the other's network for an agreed toll."""


class Grant(Move, frozen=True):
    """A term: the other may run on your network for an agreed toll."""


class Pay(Move, frozen=True):
    """A term: a lump sum for the other."""


class Charge(Move, frozen=True):
    """A term: a lump sum from the other."""


class Bring(Move, frozen=True):
    """A term: you will set down a good for the other in a town."""


class Request(Move, frozen=True):
    """A term: the other will set down a good in a town."""


class Money(Move, frozen=True):
    """For the term that is being put together: its toll or its sum."""

    money: int


class Goods(Move, frozen=True):
    """For the term that is being put together: the good that is promised."""

    good: int


class Place(Move, frozen=True):
    """For the term that is being put together: the town where the good will be set down."""

    town: int


class Turns(Move, frozen=True):
    """For the term that is being put together: how many turns it lasts, or in how many it must be kept."""

    turns: int


class Send(Move, frozen=True):
    """Offer the other player the terms that have been put together."""


class Withdraw(Move, frozen=True):
    """Drop the proposal before it is offered."""


class Accept(Move, frozen=True):
    pass


class Refuse(Move, frozen=True):
    pass


class Lose(Move, frozen=True):
    """Say which good is lost."""

    good: int


class Stop(Move, frozen=True):
    """End the first part of the turn and begin to build."""


class Build(Move, frozen=True):
    """Build track on a section."""

    section: int


class Lay(Move, frozen=True):
    """Build the cheapest way to this place: its sections, one after the other."""

    place: int


class Connect(Move, frozen=True):
    """Connect a ferry from the town at one of its ends."""

    ferry: int


class Work(Move, frozen=True):
    """Pay for turning a train into one of another type at the end of the round."""

    train: int
    kind: int


class Buy(Move, frozen=True):
    """Buy a second train and put it in this town."""

    town: int


class Exchange(Move, frozen=True):
    """Instead of a turn: discard all orders and draw new ones."""


class End(Move, frozen=True):
    """End the turn."""


NATURE: Final = (Deal, First, Draw)
OF_A_PROPOSAL: Final = (
    *(Ask, Grant, Pay, Charge, Bring, Request),
    *(Money, Goods, Place, Turns),
    *(Send, Withdraw, Accept, Refuse),
)
"""Moves that are possible only while an agreement is being proposed."""
KINDS: Final = (
    *NATURE,
    *(Keep, Start),
    *(Step, Go, Cross, Load, Drop, Deliver, Propose),
    *OF_A_PROPOSAL,
    *(Lose, Stop),
    *(Build, Lay, Connect, Work, Buy, Exchange, End),
)

AnyMove = (
    Deal
    | First
    | Draw
    | Keep
    | Start
    | Step
    | Go
    | Cross
    | Load
    | Drop
    | Deliver
    | Propose
    | Ask
    | Grant
    | Pay
    | Charge
    | Bring
    | Request
    | Money
    | Goods
    | Place
    | Turns
    | Send
    | Withdraw
    | Accept
    | Refuse
    | Lose
    | Stop
    | Build
    | Lay
    | Connect
    | Work
    | Buy
    | Exchange
    | End
)
