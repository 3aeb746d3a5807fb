"""Every move of Dampf & Rails, nature's first. ``KINDS`` is the order in which legal moves are listed."""

from __future__ import annotations

from engineshed.core.contract import Move


class Deal(Move, frozen=True):
    """Nature deals a player their first orders."""

    cards: tuple[int, ...]


class First(Move, frozen=True):
    """Nature says who begins."""

    seat: int


class Draw(Move, frozen=True):
    """Nature turns up the next card of the pile."""

    card: int


class Keep(Move, frozen=True):
    """Keep these of the first orders; the others go under the pile."""

    cards: tuple[int, ...]


class Start(Move, frozen=True):
    """Begin in this town."""

    town: int


class Step(Move, frozen=True):
    """Run a train over one section, to this milepost."""

    train: int
    to: int


class Go(Move, frozen=True):
    """Run a train to this place by the quickest way: the steps of that way, one after the other."""

    train: int
    place: int


class Cross(Move, frozen=True):
    """Cross on a ferry, on the account of this owner."""

    train: int
    ferry: int
    owner: int


class Load(Move, frozen=True):
    train: int
    good: int


class Drop(Move, frozen=True):
    """Set a good down in the town where the train stands."""

    train: int
    good: int


class Deliver(Move, frozen=True):
    """Fulfil an order, one's own or a public one, with this good."""

    train: int
    card: int
    good: int


class Ask(Move, frozen=True):
    """Propose to run on this player's network for an agreed toll; the terms are said next."""

    seat: int


class Grant(Move, frozen=True):
    """Propose to this player that they run on one's own network for an agreed toll."""

    seat: int


class Terms(Move, frozen=True):
    """The toll that is proposed, and for how many turns."""

    toll: int
    turns: int


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
    """Turn a train into one of another type."""

    train: int
    kind: int


class Buy(Move, frozen=True):
    """Buy a second train and set it in this town."""

    town: int


class Exchange(Move, frozen=True):
    """Instead of a turn: throw away all orders and draw new ones."""


class End(Move, frozen=True):
    """End the turn."""


NATURE = (Deal, First, Draw)
KINDS = (
    *NATURE,
    *(Keep, Start),
    *(Step, Go, Cross, Load, Drop, Deliver, Ask, Grant, Terms, Accept, Refuse, Lose, Stop),
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
    | Ask
    | Grant
    | Terms
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
