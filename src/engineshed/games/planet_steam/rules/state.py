"""A position. ``Truth`` is all that counts; ``State`` adds what follows from it, kept up to date as it changes.

States are values: a move is played on a ``copy``, which nobody changes afterwards. What each player has
of each resource is in flat tuples, at index 4 * seat + resource, because one changes with nearly every move.
"""

from __future__ import annotations

from typing import Literal, get_args

from engineshed.core.state import Position
from engineshed.games.planet_steam.rules.board import Board
from engineshed.games.planet_steam.rules.components import ENERGY, ORE, QUARTZ, RESOURCES, WATER
from engineshed.games.planet_steam.rules.options import Options
from engineshed.games.planet_steam.rules.tuples import put, put_byte

NOWHERE = -1
"""No zone, no row."""
NO_SEAT = -1
NOTHING = -1
"""No resource."""

STANDARD_ORDER = (1, 2, 3, 4)
"""The printed trade numbers of the resources."""
NO_ORDER = (0, 0, 0, 0)


StageName = Literal[
    "first",
    "claim-roll",
    "river-roll",
    "compensation",
    "first-upgrade",
    "carrier-auction",
    "auction",
    "card",
    "engineer",
    "banker",
    "bonus",
    "marker",
    "manipulate",
    "shift",
    "sabotage",
    "topple",
    "river",
    "own-claim",
    "neutral-claim",
    "name",
    "zone-auction",
    "claim",
    "divert",
    "anchor",
    "keep",
    "activate",
    "tank",
    "fit",
    "extract",
    "unload",
    "trade",
    "certificate",
    "over",
]


class Stage:
    """What happens next. Nature acts up to COMPENSATION, nobody in the last stage.

    Plain numbers, not an enum: they are compared several times in every move, and an enum's cost shows. Views and
    descriptions have the names.
    """

    NAMES: tuple[StageName, ...] = get_args(StageName)
    FIRST, CLAIM_ROLL, RIVER_ROLL, COMPENSATION = range(4)
    FIRST_UPGRADE, CARRIER_AUCTION, AUCTION, CARD, ENGINEER, BANKER, BONUS, MARKER = range(4, 12)
    MANIPULATE, SHIFT, SABOTAGE, TOPPLE, RIVER, OWN_CLAIM, NEUTRAL_CLAIM = range(12, 19)
    NAME, ZONE_AUCTION, CLAIM, DIVERT, ANCHOR, KEEP = range(19, 25)
    ACTIVATE, TANK, FIT, EXTRACT, UNLOAD, TRADE, CERTIFICATE, OVER = range(25, 33)


LAST_OF_NATURE = Stage.COMPENSATION
AUCTIONS = (Stage.CARRIER_AUCTION, Stage.AUCTION, Stage.ZONE_AUCTION)
WITH_CARDS = (
    *(Stage.AUCTION, Stage.CARD, Stage.ENGINEER, Stage.BANKER, Stage.BONUS, Stage.MARKER),
    *(Stage.MANIPULATE, Stage.SHIFT, Stage.SABOTAGE, Stage.TOPPLE),
)
"""The stages in which specialist cards are being taken."""


class Tanks:
    """The code of a zone's tank: 0 for none, otherwise 1 + what it extracts, plus SUPERCHARGED with a supercharger."""

    NONE = 0
    SUPERCHARGED = 4
    BASIC = 1 + WATER
    OF = (1 + QUARTZ, 1 + ORE, 1 + WATER, 1 + ENERGY)
    """The code of a tank that extracts this, without a supercharger."""
    CODES = tuple(range(1, 1 + 2 * len(RESOURCES)))
    PRODUCT = (NOTHING, *((code - 1) % 4 for code in CODES))
    """What a tank extracts."""
    CHARGED = (0, *((code - 1) // 4 for code in CODES))
    """1 with a supercharger."""


class Truth(Position, eq=False, kw_only=True):
    options: Options
    seats: int
    stage: int = Stage.FIRST
    round: int = 1
    active: int = 0
    """The seat that acts; in an auction, the one that is asked."""
    queue: tuple[int, ...] = ()
    """Who acts after it in this step; in an auction, those still in it, the highest bidder last."""
    order: tuple[int, ...] = ()
    """The player order of this round, as long as specialists are not being auctioned."""
    opener: int = 0
    """Who opens the auction of specialists: at first the start player, later the previous round's Lady Steam."""

    credits: tuple[int, ...]
    goods: tuple[int, ...]
    """Flat: how many of each resource each player has."""
    classes: tuple[int, ...]
    """Flat: the class of each carrier."""
    licences: tuple[int, ...]
    quarters: tuple[int, ...]
    cards: tuple[int, ...]
    """The number of each seat's specialist card, 0 for none."""

    prices: tuple[int, ...]
    supplies: tuple[int, ...]
    market: int
    """Tanks on the local market."""
    licence_stock: int
    quarters_stock: int
    bonus: tuple[int, ...] = (0, 0, 0, 0)
    """How many bonus resources of each kind are laid out."""
    markers: tuple[int, ...] = STANDARD_ORDER
    """The place of each resource in the order of trade, 0 for none yet."""

    owners: bytes
    """For each zone: a seat, NOBODY, NEUTRAL_MARKER or CLOSED."""
    tanks: bytes
    """For each zone, as a code of ``Tanks``."""
    airship: int = NOWHERE
    """The row where the airship is anchored."""
    fallen: int = NOWHERE
    """The zone whose tank lies on its side."""

    bid: int = 0
    """The highest bid of the auction."""
    zone: int = NOWHERE
    """The zone that is auctioned or rolled for, or whose tank lost its converter to a new one."""
    resource: int = NOTHING
    """What is traded; or the converter that was replaced and has no tank."""
    placing: int = 0
    """Neutral markers that are still to be placed before the next player."""
    moved: int = 0
    """Zones (as bits) to which a tank was moved in this tank turn; the next two: a converter, a supercharger."""
    refitted: int = 0
    recharged: int = 0
    working: int = 0
    """Zones (as bits) whose tanks are paid for in this extraction."""

    manipulator: int = NO_SEAT
    """Who holds the card Price Manipulation."""
    way: int = 0
    budget: int = 0
    """The number of spaces that prices may still be moved; ``way`` says how."""
    shifted: int = 0
    """Resources (as bits) whose prices were moved."""

    carrier: int = NO_SEAT
    """Who holds the Independent Carrier."""
    deposit: int = 0
    """The bid on it, until its holder decides whether to keep it."""
    lease: int = 0
    """How many more rounds they hold it, this one included."""


class State(Truth, eq=False, kw_only=True):
    board: Board
    free: tuple[int, ...]
    """The unclaimed zones."""
    own: tuple[tuple[int, ...], ...]
    """For each seat, its zones."""

    @property
    def rounds(self) -> int:
        return self.board.rounds[self.seats]

    # -- who ---------------------------------------------------------------------------------------------------------

    def holder(self, specialist: int) -> int:
        """The seat that has this specialist, NO_SEAT if nobody has."""
        for card in self.board.cards[self.seats]:
            if specialist in card.who:
                return self.cards.index(card.number) if card.number in self.cards else NO_SEAT
        return NO_SEAT

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats from this one on."""
        return (*range(first, self.seats), *range(first))

    def next_player(self) -> bool:
        """On to the next player of this step; False when all have had their turn."""
        if not self.queue:
            return False
        self.active, self.queue = self.queue[0], self.queue[1:]
        return True

    # -- credits and resources ---------------------------------------------------------------------------------------

    def earn(self, seat: int, amount: int) -> None:
        """A negative amount is paid."""
        self.credits = put(self.credits, seat, self.credits[seat] + amount)

    def has(self, seat: int, resource: int) -> int:
        return self.goods[4 * seat + resource]

    def change_goods(self, seat: int, resource: int, by: int) -> None:
        place = 4 * seat + resource
        self.goods = put(self.goods, place, self.goods[place] + by)

    def change_supply(self, resource: int, by: int) -> None:
        """The market's supply, which never leaves its scale (R6)."""
        highest = len(self.board.shifts[resource]) - 1
        self.supplies = put(self.supplies, resource, min(highest, max(0, self.supplies[resource] + by)))

    def change_price(self, resource: int, by: int) -> None:
        """The price, which never leaves its scale (R6)."""
        self.prices = put(self.prices, resource, self.board.price(resource, self.prices[resource] + by))

    # -- zones -------------------------------------------------------------------------------------------------------

    def set_owner(self, zone: int, owner: int) -> None:
        self.owners = put_byte(self.owners, zone, owner)
        self.free = tuple([other for other in self.free if other != zone])
        if owner < self.seats:
            own = tuple(sorted((*self.own[owner], zone)))
            self.own = (*self.own[:owner], own, *self.own[owner + 1 :])

    def set_tank(self, zone: int, tank: int) -> None:
        self.tanks = put_byte(self.tanks, zone, tank)

    def markers_left(self, seat: int) -> int:
        return self.board.markers - len(self.own[seat])

    def tank_pieces(self) -> int:
        """Tanks that are not on the map."""
        return self.board.tanks - len(self.tanks) + self.tanks.count(Tanks.NONE)

    def converters_left(self, resource: int) -> int:
        code = Tanks.OF[resource]
        used = self.tanks.count(code) + self.tanks.count(code + Tanks.SUPERCHARGED)
        return self.board.converter_pieces[resource] - used

    def superchargers_left(self) -> int:
        used = sum(Tanks.CHARGED[tank] for tank in self.tanks)
        return self.board.superchargers - used
