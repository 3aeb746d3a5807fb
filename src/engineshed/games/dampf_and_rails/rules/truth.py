"""All that counts in a position: its truth, and the small values that it is made of."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from engineshed.core.state import Position
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.components import CARDS
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.terms import Promise, Proposal, Toll

PLAYER_COUNTS: Final = (2, 3)
COMPANIES: Final = ("red", "blue", "green")
"""The players' colours, by seat."""

ALL_CARDS: Final = tuple(range(CARDS))


# fmt: off
StageName = Literal[
    "deal", "first", "draw", "keep", "start", "move",
    "terms", "money", "goods", "place", "turns", "answer",
    "lose", "build", "end", "over",
]
# fmt: on
"""The names of the stages for people and pages."""


class Stage:
    """What happens next. Nature acts up to DRAW, nobody in OVER; END only says what comes after a draw.

    Plain numbers, not an enum: they are compared several times in every move, and an enum's cost shows.
    """

    NAMES: Final[tuple[StageName, ...]] = get_args(StageName)
    DEAL: Final = 0
    FIRST: Final = 1
    DRAW: Final = 2
    KEEP: Final = 3
    START: Final = 4
    MOVE: Final = 5
    TERMS: Final = 6
    MONEY: Final = 7
    GOODS: Final = 8
    PLACE: Final = 9
    TURNS: Final = 10
    ANSWER: Final = 11
    LOSE: Final = 12
    BUILD: Final = 13
    END: Final = 14
    OVER: Final = 15


LAST_OF_NATURE: Final = Stage.DRAW
PROPOSING: Final = range(Stage.TERMS, Stage.ANSWER)
"""The stages in which a proposal is put together."""
ANSWERS: Final = (*PROPOSING, Stage.ANSWER)
"""The stages in which players talk to each other, in the middle of somebody's turn."""


class Train(msgspec.Struct, frozen=True, array_like=True, gc=False):
    kind: int = 0
    """Its type, by its place in ``TRAIN_IDS``."""
    at: int = NOWHERE
    """The milepost where it is."""
    loads: tuple[int, ...] = ()
    """Goods, sorted."""
    stuck: int = 0
    """It does not move for this many turns of its owner, the current one included."""
    came: int = NOWHERE
    """The milepost it came from, if trains turn back only in towns."""
    becomes: int = NOWHERE
    """The type that it changes into at the end of the round, if that has been paid for."""


class Lying(msgspec.Struct, frozen=True, array_like=True, gc=False, order=True):
    """A good that was set down."""

    town: int
    good: int
    until: int
    """The round in which it goes back to the supply, at the end of that player's turn."""
    seat: int


class Running(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An event with an effect for one round."""

    event: int
    seat: int
    """Who drew it."""
    begun: bool
    """Whether the turn in which it was drawn has ended."""


class Truth(Position, eq=False, kw_only=True):
    options: Options
    seats: int
    stage: int = Stage.DEAL
    round: int = 1
    first: int = 0
    active: int = 0
    """Whose turn it is."""
    cash: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Orders, sorted."""
    pile: tuple[int, ...] = ALL_CARDS
    """The cards of the pile, drawn at random; sorted."""
    under: tuple[tuple[int, int], ...] = ()
    """The cards under them, in their order, each with the seat that put it there."""
    discards: tuple[int, ...] = ()
    public: tuple[int, ...] = ()
    laid_out: bool = False
    """Whether the public orders have been laid out."""
    starts: tuple[int, ...]
    """Each seat's start town."""
    rails: bytes
    """For each section, who owns its track (``box``)."""
    ferries: tuple[int, ...]
    """Who has connected each ferry, as bits by seat."""
    trains: tuple[tuple[Train, ...], ...]
    lying: tuple[Lying, ...] = ()
    running: tuple[Running, ...] = ()
    tolls: tuple[Toll, ...] = ()
    """Agreed tolls, each with the number of turns that it still holds for."""
    promises: tuple[Promise, ...] = ()
    """Promised goods that are still to be brought, each with the number of turns left for it."""
    acted: bool = False
    """Whether anything was done in this turn; proposals do not count."""
    spent: tuple[int, ...] = (0,)
    """Movement points that each train of the active player has used."""
    moved: int = 0
    """Trains of the active player that have run, as bits; ``crossed``: on a ferry."""
    crossed: int = 0
    paid: int = 0
    """The seats whose toll is paid in this turn, as bits."""
    asked: int = 0
    """The seats to whom an agreement was proposed in this turn, as bits."""
    outlay: int = 0
    """Money spent on building in this turn."""
    exits: tuple[int, ...]
    """Sections built out of each big city in this turn."""
    proposal: Proposal | None = None
    losing: tuple[tuple[int, int], ...] = ()
    """Who must choose which good is lost, as seat and train, in this order."""
    resume: int = Stage.MOVE
    """The stage that goes on after cards are drawn and goods are lost."""
    announced: int = 0
    """The seats that announced their wealth after their last delivery, as bits."""
    final: bool = False
    """Whether the goal has been reached, so that the round is being finished."""
    delivered: bool = False
    """Whether an order has been fulfilled in this round."""
    quiet: int = 0
    """How many rounds in a row have passed without a delivery."""
