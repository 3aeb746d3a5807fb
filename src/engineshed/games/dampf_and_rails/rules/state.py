"""A position. ``Truth`` is all that counts; ``State`` adds what follows from it, kept up to date as it changes.

States are values: whoever plays a move works on a ``copy`` and never touches it again afterwards. All that hangs on
a state is left as it is too, but for ``memo`` and ``drafts``, which remember ways as long as they hold.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from engineshed.games.dampf_and_rails.rules.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.rules.components import CARDS, GOODS, NUMBERS, TRAINS, Pace
from engineshed.games.dampf_and_rails.rules.networks import (
    Network,
    Tracks,
    network_of,
    spare_ways,
    tracks_of,
    with_track,
)
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.weather import Weather, weather_of

COMPANIES = ("red", "blue", "green")
"""The players' colours, by seat."""

FREE, STREET = 0, 9
"""What ``rails`` says of a section without track, and of a street inside a hexagon; else it is the owner's seat + 1."""
NO_RAILS = bytes(STREET if street else FREE for street in BOARD.streets)

BIG_CITIES = {
    "start-towns": tuple(number for number, place in enumerate(BOARD.places) if place.starts),
    "hexagon": tuple(number for number, place in enumerate(BOARD.places) if place.kind == "hexagon"),
}
START_TOWNS = BIG_CITIES["start-towns"]
"""Where networks begin, and what must be connected in the end."""

SPEEDS = {
    "standard": tuple(kind.speed for kind in TRAINS),
    "fast": tuple(kind.fast_speed for kind in TRAINS),
}

Drafts = tuple[int, dict[int, Any]]
"""How many mileposts the network had for which they were made, and for each place a way, or None if there was none."""
NO_DRAFTS: Drafts = (0, {})

ALL_CARDS = tuple(range(CARDS))


class Stage:
    """What happens next. Nature acts up to DRAW, nobody in OVER; END is only what may come after a draw.

    Plain numbers, not an enum: they are compared several times in every move, and an enum's cost shows.
    """

    NAMES = ("deal", "first", "draw", "keep", "start", "move", "terms", "answer", "lose", "build", "end", "over")
    DEAL, FIRST, DRAW, KEEP, START, MOVE, TERMS, ANSWER, LOSE, BUILD, END, OVER = range(12)


LAST_OF_NATURE = Stage.DRAW


class Train(msgspec.Struct, frozen=True, array_like=True, gc=False):
    kind: int = 0
    """Its type, as ``TRAINS`` counts them."""
    at: int = NOWHERE
    """The milepost where it stands."""
    loads: tuple[int, ...] = ()
    """Goods, sorted."""
    stuck: int = 0
    """For so many turns of its owner, this one included, it does not move."""
    came: int = NOWHERE
    """The milepost it came from, where trains turn back only in towns."""


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
    """Whether that player has ended the turn in which he drew it."""


class Toll(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An agreement, proposed or binding: what one player pays on another's network, and for how many of his turns."""

    runner: int
    owner: int
    toll: int
    turns: int


class Truth(msgspec.Struct, array_like=True, eq=False, kw_only=True):
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
    rails: bytes = NO_RAILS
    ferries: tuple[int, ...] = (0,) * len(BOARD.ferries)
    """Who has connected each ferry, as bits by seat."""
    trains: tuple[tuple[Train, ...], ...]
    lying: tuple[Lying, ...] = ()
    running: tuple[Running, ...] = ()
    tolls: tuple[Toll, ...] = ()
    acted: bool = False
    """Whether anything was done in this turn; a proposal is no part of it."""
    spent: tuple[int, ...] = (0,)
    """Movement points that each train of the active player has used."""
    moved: int = 0
    """His trains that have run, as bits; ``crossed``: on a ferry."""
    crossed: int = 0
    paid: int = 0
    """The seats whose toll is paid in this turn, as bits."""
    asked: int = 0
    """The seats to whom an agreement was proposed in this turn, as bits."""
    outlay: int = 0
    """Money spent on building in this turn."""
    exits: tuple[int, ...] = (0,) * len(BOARD.places)
    """Sections built out of each big city in this turn."""
    proposal: Toll | None = None
    losing: tuple[tuple[int, int], ...] = ()
    """Who is to say which good is lost, seat and train, in this order."""
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


TRUTH_FIELDS = Truth.__struct_fields__


class State(Truth, eq=False, kw_only=True):
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
    spare: tuple[int, ...]
    """How many of the free sections at each place are not needed by those who can still connect it (R28)."""
    supply: tuple[int, ...]
    """Chips of each good that are neither on a train nor lying in a town."""
    weather: Weather
    memo: dict[Any, Any]
    drafts: Drafts
    """The cheapest ways that were found last in this turn; what was too dear then stays so (``laying``)."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, f) == getattr(other, f) for f in TRUTH_FIELDS)

    def __ne__(self, other: object) -> bool:
        """Said as well, because the base class has its own and would answer that no state equals another."""
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> State:
        new: State = self.__copy__()  # type: ignore[attr-defined]  # msgspec's own, in C
        return new

    @property
    def fast(self) -> bool:
        return self.options.variant == "fast"

    def order(self) -> list[int]:
        """The seats in the order of their turns."""
        return [(self.first + step) % self.seats for step in range(self.seats)]

    def acting(self) -> int:
        """The player who is to act; mostly the one whose turn it is."""
        if self.stage == Stage.LOSE:
            return self.losing[0][0]
        if self.stage == Stage.ANSWER and self.proposal is not None:
            return self.proposal.owner if self.proposal.runner == self.active else self.proposal.runner
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
        """Take money from a player; a negative amount is given to him."""
        cash = self.cash
        self.cash = (*cash[:seat], cash[seat] - amount, *cash[seat + 1 :])

    def set_train(self, seat: int, number: int, train: Train) -> None:
        trains = self.trains[seat]
        trains = (*trains[:number], train, *trains[number + 1 :])
        self.trains = (*self.trains[:seat], trains, *self.trains[seat + 1 :])

    def set_hand(self, seat: int, hand: tuple[int, ...]) -> None:
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def stock(self, good: int, chips: int) -> None:
        """Chips come to the supply, or leave it."""
        supply = self.supply
        self.supply = (*supply[:good], supply[good] + chips, *supply[good + 1 :])

    # -- networks

    def join(self, seat: int, posts: tuple[int, ...], built: tuple[int, ...] = ()) -> None:
        """Mileposts become part of a player's network; ``built``: by track on these sections, free no more."""
        self.networks = tuple(
            [
                network.with_posts(self.rails, posts, built) if number == seat else network.without_sections(built)
                for number, network in enumerate(self.networks)
            ]
        )
        self._take_places(seat, posts)
        self.memo = {}

    def _take_places(self, seat: int, posts: tuple[int, ...]) -> None:
        """Count the places at these mileposts anew: whether connected or not, a section there may be gone."""
        for place in dict.fromkeys(BOARD.place_at[post] for post in posts):
            if place >= 0:
                joined = self.joined[place] | 1 << seat
                spare = spare_ways(self.rails, place, joined, self.seats)
                self.joined = (*self.joined[:place], joined, *self.joined[place + 1 :])
                self.spare = (*self.spare[:place], spare, *self.spare[place + 1 :])

    def lay_track(self, seat: int, sections: tuple[int, ...]) -> None:
        """These sections are the player's from now on."""
        rails = bytearray(self.rails)
        for section in sections:
            rails[section] = seat + 1
        self.rails = bytes(rails)
        self.builders |= 1 << seat
        self.tracks = with_track(self.tracks, sections, seat + 1)
        self.join(seat, tuple([post for section in sections for post in BOARD.ends[section]]), sections)

    def take_ferry(self, seat: int, ferry: int) -> None:
        """A ferry is this player's from now on, and both its ends belong to his network."""
        self.ferries = (*self.ferries[:ferry], self.ferries[ferry] | 1 << seat, *self.ferries[ferry + 1 :])
        self.builders |= 1 << seat
        self.join(seat, BOARD.ferries[ferry].ports)

    def tear_up(self, sections: tuple[int, ...]) -> None:
        """Track on these sections is gone, whosever it was."""
        gone = [section for section in sections if self.rails[section] != FREE]
        if gone:
            rails = bytearray(self.rails)
            for section in gone:
                rails[section] = FREE
            self.rails = bytes(rails)
            fresh = with_consequences(self)
            self.networks, self.tracks, self.builders = fresh.networks, fresh.tracks, fresh.builders
            self.joined, self.spare = fresh.joined, fresh.spare
            self.memo, self.drafts = {}, NO_DRAFTS

    # -- weather

    def set_running(self, running: tuple[Running, ...]) -> None:
        self.running = running
        weather = weather_of(tuple((r.event, r.seat) for r in running if r.begun))
        if weather is not self.weather:
            self.weather, self.memo, self.drafts = weather, {}, NO_DRAFTS


@lru_cache(maxsize=64)
def new_state(seats: int, options: Options) -> State:
    """Before anything is drawn: for the same table always the same."""
    return with_consequences(
        Truth(
            options=options,
            seats=seats,
            cash=(NUMBERS.money,) * seats,
            hands=((),) * seats,
            starts=(NOWHERE,) * seats,
            trains=((Train(),),) * seats,
        )
    )


# -- what follows from the truth ------------------------------------------------------------------------------------


def with_consequences(truth: Truth) -> State:
    networks = tuple(network_of(truth.rails, truth.ferries, seat, truth.starts[seat]) for seat in range(truth.seats))
    joined = joined_by(networks)
    return State(
        **{name: getattr(truth, name) for name in TRUTH_FIELDS},
        pace=NUMBERS.fast if truth.options.variant == "fast" else NUMBERS.standard,
        speeds=SPEEDS[truth.options.variant],
        big_cities=BIG_CITIES[truth.options.big_cities],
        networks=networks,
        tracks=tracks_of(truth.rails),
        builders=builders_of(truth),
        joined=joined,
        spare=tuple(spare_ways(truth.rails, place, joined[place], truth.seats) for place in range(len(joined))),
        supply=chips_left(truth),
        weather=weather_of(tuple((r.event, r.seat) for r in truth.running if r.begun)),
        memo={},
        drafts=NO_DRAFTS,
    )


def builders_of(truth: Truth) -> int:
    ferries = [seat for seat in range(truth.seats) if any(owners >> seat & 1 for owners in truth.ferries)]
    return sum(1 << seat for seat in range(truth.seats) if seat in ferries or seat + 1 in truth.rails)


def joined_by(networks: tuple[Network, ...]) -> tuple[int, ...]:
    """For each place the seats whose network it belongs to."""
    return tuple(
        sum(1 << seat for seat, network in enumerate(networks) if network.posts >> place.at & 1)
        for place in BOARD.places
    )


def chips_left(truth: Truth) -> tuple[int, ...]:
    out = [0] * len(GOODS)
    for trains in truth.trains:
        for train in trains:
            for good in train.loads:
                out[good] += 1
    for lying in truth.lying:
        out[lying.good] += 1
    return tuple(good.chips - used for good, used in zip(GOODS, out, strict=True))


def without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """The items without one of this kind."""
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])
