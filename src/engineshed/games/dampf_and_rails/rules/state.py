"""A position: its ``Truth``, and what follows from it (``consequences``).

To play a move, a state is copied and the copy is changed. What the two share never changes, except for ``memo`` and
``drafts``, which cache ways as long as they hold.
"""

from __future__ import annotations

from typing import ClassVar

from engineshed.games.dampf_and_rails.rules.board import Board
from engineshed.games.dampf_and_rails.rules.box import Box
from engineshed.games.dampf_and_rails.rules.components import NUMBERS, Pace
from engineshed.games.dampf_and_rails.rules.faces import Faces
from engineshed.games.dampf_and_rails.rules.memo import Drafts, Memo
from engineshed.games.dampf_and_rails.rules.networks import Network, Tracks
from engineshed.games.dampf_and_rails.rules.passages import Passages
from engineshed.games.dampf_and_rails.rules.regions import Regions
from engineshed.games.dampf_and_rails.rules.truth import (
    Stage,
    Train,
    Truth,
)
from engineshed.games.dampf_and_rails.rules.weather import Weather
from engineshed.games.dampf_and_rails.rules.works import Fence, Lasting, Needs, Shut, Works


class State(Truth, eq=False, kw_only=True):
    TRUTH: ClassVar = Truth

    box: Box
    """What the table is played with; ``board``: its map."""
    board: Board
    pace: Pace
    speeds: tuple[int, ...]
    """The points of each type of train, in this game."""
    big_cities: tuple[int, ...]
    networks: tuple[Network, ...]
    """Each seat's network, and where it can grow."""
    tracks: Tracks
    """Where track leads from each milepost; streets, too."""
    builders: int
    """The seats that have track or a ferry, as bits."""
    joined: tuple[int, ...]
    """The seats that have connected each place, as bits."""
    full: int
    """The places without room for anybody else, as bits of their mileposts; ``scarce``: with room for one."""
    scarce: int
    crowded: int
    """The sections that lead to places without room for anybody else, as bits."""
    passages: Passages
    """Where ways can lead at this table; ``taken``: the sections and the room that are gone, as bits."""
    taken: int
    faces: Faces
    """The areas between sections; ``regions``: which of them are open to each other."""
    regions: Regions
    calm: tuple[int, ...]
    """For each seat, sections that no opponent needs for ways, as far as it was worked out, as bits (``blocking``)."""
    spared: dict[tuple[int, int], int]
    """By seat and section, what must stay free for some of these sections, as bits."""
    fences: dict[Works, Fence]
    """Works that shut somebody out; ``ways``: ways of groups into places. Both as far as it was worked out."""
    ways: dict[Shut, Needs]
    lasting: dict[Works, Lasting]
    """Works that shut nobody out, and for how long that is certain."""
    supply: tuple[int, ...]
    """Chips of each good in the supply: neither on a train nor in a town."""
    weather: Weather
    memo: Memo
    drafts: Drafts
    """The cheapest ways found last in this turn; what was too expensive then still is (``laying``)."""

    @property
    def fast(self) -> bool:
        return self.options.variant == "fast"

    def order(self) -> list[int]:
        """The seats in the order of their turns."""
        return [(self.first + step) % self.seats for step in range(self.seats)]

    def acting(self) -> int:
        """The player who must act; usually the one whose turn it is."""
        if self.losing and self.stage == Stage.LOSE:
            return self.losing[0][0]
        if self.proposal is not None and self.stage == Stage.ANSWER:
            return self.proposal.partner
        return self.active

    def speed(self, train: Train) -> int:
        return self.speeds[train.kind]

    def points_left(self, number: int) -> int:
        """The points that a train of the active player has left in this turn."""
        speed = self.speeds[self.trains[self.active][number].kind]
        if self.crossed >> number & 1:
            speed = (speed + 1) // 2
        return max(0, speed - self.spent[number])

    def hand_limit(self, seat: int) -> int:
        return NUMBERS.hand_second_train if len(self.trains[seat]) > 1 else NUMBERS.hand

    def goal(self, seat: int) -> int:
        return self.pace.goal + (self.options.second_train_goal if len(self.trains[seat]) > 1 else 0)

    def left(self) -> int:
        """What the limit of the turn still allows to be spent (R22, V4)."""
        return self.pace.limit - self.outlay

    def budget(self) -> int:
        """What the active player can still spend on building in this turn (R22, V4)."""
        return min(self.left(), self.cash[self.active])

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
