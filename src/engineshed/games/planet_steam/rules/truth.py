"""All that counts in a position: its truth, and the small values that it is made of.

What each player has of each resource is in flat tuples, at index 4 * seat + resource, because one changes with nearly
every move.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from engineshed.core.state import Position
from engineshed.games.planet_steam.rules.components import ENERGY, ORE, QUARTZ, RESOURCES, WATER
from engineshed.games.planet_steam.rules.options import Options

NOWHERE: Final = -1
"""No zone, no row."""
NO_SEAT: Final = -1
NOTHING: Final = -1
"""No resource."""

STANDARD_ORDER: Final = (1, 2, 3, 4)
"""The printed trade numbers of the resources."""
NO_ORDER: Final = (0, 0, 0, 0)


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

    NAMES: Final[tuple[StageName, ...]] = get_args(StageName)
    FIRST: Final = 0
    CLAIM_ROLL: Final = 1
    RIVER_ROLL: Final = 2
    COMPENSATION: Final = 3
    FIRST_UPGRADE: Final = 4
    CARRIER_AUCTION: Final = 5
    AUCTION: Final = 6
    CARD: Final = 7
    ENGINEER: Final = 8
    BANKER: Final = 9
    BONUS: Final = 10
    MARKER: Final = 11
    MANIPULATE: Final = 12
    SHIFT: Final = 13
    SABOTAGE: Final = 14
    TOPPLE: Final = 15
    RIVER: Final = 16
    OWN_CLAIM: Final = 17
    NEUTRAL_CLAIM: Final = 18
    NAME: Final = 19
    ZONE_AUCTION: Final = 20
    CLAIM: Final = 21
    DIVERT: Final = 22
    ANCHOR: Final = 23
    KEEP: Final = 24
    ACTIVATE: Final = 25
    TANK: Final = 26
    FIT: Final = 27
    EXTRACT: Final = 28
    UNLOAD: Final = 29
    TRADE: Final = 30
    CERTIFICATE: Final = 31
    OVER: Final = 32


LAST_OF_NATURE: Final = Stage.COMPENSATION
AUCTIONS: Final = (Stage.CARRIER_AUCTION, Stage.AUCTION, Stage.ZONE_AUCTION)
WITH_CARDS: Final = (
    *(Stage.AUCTION, Stage.CARD, Stage.ENGINEER, Stage.BANKER, Stage.BONUS, Stage.MARKER),
    *(Stage.MANIPULATE, Stage.SHIFT, Stage.SABOTAGE, Stage.TOPPLE),
)
"""The stages in which specialist cards are being taken."""


class Tanks:
    """The code of a zone's tank: 0 for none, otherwise 1 + what it extracts, plus SUPERCHARGED with a supercharger."""

    NONE: Final = 0
    SUPERCHARGED: Final = 4
    BASIC: Final = 1 + WATER
    OF: Final = (1 + QUARTZ, 1 + ORE, 1 + WATER, 1 + ENERGY)
    """The code of a tank that extracts this, without a supercharger."""
    CODES: Final = tuple(range(1, 1 + 2 * len(RESOURCES)))
    PRODUCT: Final = (NOTHING, *((code - 1) % 4 for code in CODES))
    """What a tank extracts."""
    CHARGED: Final = (0, *((code - 1) // 4 for code in CODES))
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
    """For how many more rounds they hold it, this one included."""
