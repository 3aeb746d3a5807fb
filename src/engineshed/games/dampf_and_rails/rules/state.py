"""A position. ``Truth`` is all that counts; ``State`` adds what follows from it (``consequences``).

To play a move, a state is copied and the copy is changed. What the two share never changes, except for ``memo`` and
``drafts``, which remember ways as long as they hold.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from engineshed.core.state import Position
from engineshed.games.dampf_and_rails.rules.board import NOWHERE, Board
from engineshed.games.dampf_and_rails.rules.box import Box
from engineshed.games.dampf_and_rails.rules.components import CARDS, NUMBERS, Pace
from engineshed.games.dampf_and_rails.rules.memo import Drafts, Memo
from engineshed.games.dampf_and_rails.rules.networks import Network, Tracks
from engineshed.games.dampf_and_rails.rules.open_ways import OpenWays
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.passages import Passages
from engineshed.games.dampf_and_rails.rules.terms import Promise, Proposal, Toll
from engineshed.games.dampf_and_rails.rules.weather import Weather

PLAYER_COUNTS = (2, 3)
COMPANIES = ("red", "blue", "green")
"""The players' colours, by seat."""

ALL_CARDS = tuple(range(CARDS))


# fmt: off
StageName = Literal[
    "deal", "first", "draw", "keep", "start", "move",
    "terms", "money", "goods", "place", "turns", "answer",
    "lose", "build", "end", "over",
]
# fmt: on
"""What people and pages call the stages."""


class Stage:
    """What happens next. Nature acts up to DRAW, nobody in OVER; END is only what may come after a draw.

    Plain numbers, not an enum: they are compared several times in every move, and an enum's cost shows.
    """

    NAMES: tuple[StageName, ...] = get_args(StageName)
    DEAL, FIRST, DRAW, KEEP, START, MOVE, TERMS, MONEY, GOODS, PLACE, TURNS, ANSWER, LOSE, BUILD, END, OVER = range(16)


LAST_OF_NATURE = Stage.DRAW
PROPOSING = range(Stage.TERMS, Stage.ANSWER)
"""The stages in which a proposal is put together."""
ANSWERS = (*PROPOSING, Stage.ANSWER)
"""The stages in which players talk to each other, in the middle of somebody's turn."""


class Train(msgspec.Struct, frozen=True, array_like=True, gc=False):
    kind: int = 0
    """Its type, as ``TRAIN_IDS`` counts them."""
    at: int = NOWHERE
    """The milepost where it is."""
    loads: tuple[int, ...] = ()
    """Goods, sorted."""
    stuck: int = 0
    """For this many turns of its owner, the current one included, it does not move."""
    came: int = NOWHERE
    """The milepost it came from, where trains turn back only in towns."""
    becomes: int = NOWHERE
    """The type that it changes into at the end of the round, if that was paid for."""


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
    """The cards that are drawn at random, sorted."""
    under: tuple[tuple[int, int], ...] = ()
    """The cards under them, in their order, each with the seat that put it there."""
    discards: tuple[int, ...] = ()
    public: tuple[int, ...] = ()
    laid_out: bool = False
    """Whether the public orders have been laid out."""
    starts: tuple[int, ...]
    """Each seat's start town."""
    rails: bytes
    """For each section who owns its track (``box``)."""
    ferries: tuple[int, ...]
    """Who has connected each ferry, as bits by seat."""
    trains: tuple[tuple[Train, ...], ...]
    lying: tuple[Lying, ...] = ()
    running: tuple[Running, ...] = ()
    tolls: tuple[Toll, ...] = ()
    """Agreed ones, each with the turns that it still holds for."""
    promises: tuple[Promise, ...] = ()
    """Goods that are still to be brought, each with the turns that are left for it."""
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
    """Who is to say which good is lost, as seat and train, in this order."""
    resume: int = Stage.MOVE
    """The stage that goes on after cards are drawn and goods are lost."""
    announced: int = 0
    """The seats that were rich after their last delivery, as bits."""
    final: bool = False
    """The goal is reached, and the round is played to its end."""
    delivered: bool = False
    """Whether an order was fulfilled in this round."""
    quiet: int = 0
    """Rounds in a row in which none was."""


class State(Truth, eq=False, kw_only=True):
    box: Box
    """What the table is played with; ``board``: its map."""
    board: Board
    pace: Pace
    speeds: tuple[int, ...]
    """Of each type of train, in this game."""
    big_cities: tuple[int, ...]
    networks: tuple[Network, ...]
    """What belongs to each seat's network, and where it can grow."""
    tracks: Tracks
    """Where track leads from each milepost; streets, too."""
    builders: int
    """The seats that have track or a ferry, as bits."""
    joined: tuple[int, ...]
    """The seats that have connected each place, as bits."""
    passages: Passages
    """Where ways can lead at this table; ``taken``: the sections and the room that are gone for them, as bits."""
    taken: int
    open_ways: tuple[OpenWays | None, ...]
    """What each player must leave open for others (R28), as far as it was worked out (``blocking``)."""
    supply: tuple[int, ...]
    """Chips of each good that are neither on a train nor lying in a town."""
    weather: Weather
    memo: Memo
    drafts: Drafts
    """The cheapest ways that were found last in this turn; what was too dear then stays so (``laying``)."""

    @property
    def fast(self) -> bool:
        return self.options.variant == "fast"

    def order(self) -> list[int]:
        """The seats in the order of their turns."""
        return [(self.first + step) % self.seats for step in range(self.seats)]

    def acting(self) -> int:
        """The player who is to act; mostly the one whose turn it is."""
        if self.losing and self.stage == Stage.LOSE:
            return self.losing[0][0]
        if self.proposal is not None and self.stage == Stage.ANSWER:
            return self.proposal.partner
        return self.active

    def speed(self, train: Train) -> int:
        return self.speeds[train.kind]

    def points_left(self, number: int) -> int:
        """What a train of the active player can still use in this turn."""
        speed = self.speeds[self.trains[self.active][number].kind]
        if self.crossed >> number & 1:
            speed = (speed + 1) // 2
        return max(0, speed - self.spent[number])

    def hand_limit(self, seat: int) -> int:
        return NUMBERS.hand_second_train if len(self.trains[seat]) > 1 else NUMBERS.hand

    def goal(self, seat: int) -> int:
        return self.pace.goal + (self.options.second_train_goal if len(self.trains[seat]) > 1 else 0)

    def budget(self) -> int:
        """What the active player can still spend on building in this turn (R22)."""
        return min(self.pace.limit - self.outlay, self.cash[self.active])

    def pay(self, seat: int, amount: int) -> None:
        """Take money from a player; a negative amount is given to them."""
        cash = self.cash
        self.cash = (*cash[:seat], cash[seat] - amount, *cash[seat + 1 :])

    def set_train(self, seat: int, number: int, train: Train) -> None:
        trains = self.trains[seat]
        trains = (*trains[:number], train, *trains[number + 1 :])
        self.trains = (*self.trains[:seat], trains, *self.trains[seat + 1 :])

    def set_hand(self, seat: int, hand: tuple[int, ...]) -> None:
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def stock(self, good: int, chips: int) -> None:
        """Add chips to the supply, or take them from it."""
        supply = self.supply
        self.supply = (*supply[:good], supply[good] + chips, *supply[good + 1 :])
