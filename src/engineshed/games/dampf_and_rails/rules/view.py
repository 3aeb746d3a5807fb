"""The structs of a view: what a seat may know.

The others' orders and cash, the cards that others put under the pile, and the order of the pile are hidden.
"""

from __future__ import annotations

import msgspec

from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.truth import StageName


class TrainView(msgspec.Struct, frozen=True, gc=False):
    kind: int
    """Its type, by its place in the layout's list."""
    at: int | None
    """The milepost where it is; None before its owner has chosen a start town."""
    loads: tuple[int, ...]
    stuck: int
    """It does not move for this many turns of its owner, the current one included."""
    came: int | None
    """The milepost it came from, if trains turn back only in towns."""
    becomes: int | None
    """The type that it changes into at the end of the round; None if it stays as it is."""


class LyingGood(msgspec.Struct, frozen=True, gc=False):
    """A good that was set down."""

    town: int
    good: int
    until: int
    """The round in which it goes back to the supply."""
    seat: int
    """Who set it down."""


class RunningEvent(msgspec.Struct, frozen=True, gc=False):
    """An event that lasts for one round."""

    event: int
    seat: int
    """Who drew it."""
    begun: bool
    """Whether it is in force; it begins when the turn in which it was drawn ends."""


class AgreedToll(msgspec.Struct, frozen=True, gc=False, tag="toll"):
    """What one player pays on another's network, and for how many of their turns.

    None, here and in the other terms, stands for what a proposal does not say yet.
    """

    runner: int
    owner: int
    money: int | None
    turns: int | None


class LumpSum(msgspec.Struct, frozen=True, gc=False, tag="sum"):
    """Money that changes hands as soon as a proposal is accepted."""

    payer: int
    payee: int
    money: int | None


class PromisedGood(msgspec.Struct, frozen=True, gc=False, tag="promise"):
    """A good that one player will set down in a town for another, within this many of their turns."""

    giver: int
    taker: int
    good: int | None
    town: int | None
    turns: int | None


class ProposalView(msgspec.Struct, frozen=True, gc=False):
    """What the active player proposes."""

    partner: int
    terms: tuple[AgreedToll | LumpSum | PromisedGood, ...]


class CardUnder(msgspec.Struct, frozen=True, gc=False):
    """A card under the pile."""

    card: int | None
    """None if somebody else put it there."""
    seat: int
    """Who put it there."""


class Loss(msgspec.Struct, frozen=True, gc=False):
    """A player who must choose which good a train loses."""

    seat: int
    train: int


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    cash: int | None
    """None if it is hidden."""
    orders: int
    """The number of orders in hand."""
    hand: tuple[int, ...] | None
    start: int | None
    """The start town; None until it is chosen."""
    trains: tuple[TrainView, ...]
    points: tuple[int, ...]
    """The points that each train has left; for players whose turn it is not, all that it has in a turn."""
    sections: tuple[int, ...]
    """Where this player has track."""
    ferries: tuple[int, ...]
    """The ferries that this player has connected."""
    announced: bool
    towns: tuple[int, ...]
    """The start towns that this player has connected."""
    linked: bool
    """Whether all of them are joined by this player's own track and ferries."""
    goal: int
    """The cash that ends the game."""


class View(msgspec.Struct, frozen=True, gc=False):
    seat: int | None
    options: Options
    seats: int
    stage: StageName
    round: int
    first: int
    active: int
    """Whose turn it is."""
    acting: int | None
    """Who must act, or is waiting for nature to draw; None when the game is over."""
    players: tuple[PlayerView, ...]
    pile: int
    under: tuple[CardUnder, ...]
    discards: tuple[int, ...]
    public: tuple[int, ...]
    laid_out: bool
    supply: tuple[int, ...]
    lying: tuple[LyingGood, ...]
    running: tuple[RunningEvent, ...]
    tolls: tuple[AgreedToll, ...]
    """Each with the number of turns that it still holds for."""
    promises: tuple[PromisedGood, ...]
    """Those still to be kept, each with the number of turns left for it."""
    acted: bool
    """Whether anything was done in this turn, apart from proposing agreements."""
    spent: tuple[int, ...]
    """The points that each train of the active player has used in this turn."""
    moved: tuple[int, ...]
    """The trains of the active player that have run in this turn."""
    crossed: tuple[int, ...]
    """The trains of the active player that have crossed on a ferry in this turn."""
    paid: tuple[int, ...]
    """The seats whose toll is paid in this turn."""
    asked: tuple[int, ...]
    """The seats to whom an agreement was proposed in this turn."""
    outlay: int
    """The money spent on building in this turn."""
    limit: int
    """The money that may be spent on building in a turn."""
    goal: int
    exits: tuple[int, ...]
    """The number of sections built out of each place in this turn, as far as the rules count them."""
    proposal: ProposalView | None
    losing: tuple[Loss, ...]
    resume: StageName
    """The stage that goes on after cards are drawn and goods are lost."""
    final: bool
    delivered: bool
    quiet: int
