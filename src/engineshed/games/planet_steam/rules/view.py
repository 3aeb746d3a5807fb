"""The structs of a view: what a seat may know.

The other players' credits are hidden (R9), unless the table plays with open ones or the game is over.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engineshed.games.planet_steam.rules.components import WayName
from engineshed.games.planet_steam.rules.options import Options
from engineshed.games.planet_steam.rules.truth import StageName

Owner = int | Literal["neutral", "unavailable"] | None
"""The owner of a zone: a seat, a neutral marker, or nobody because it cannot be used; None while it is unclaimed."""


class PlayerView(msgspec.Struct, frozen=True):
    credits: int | None
    """None if they are hidden."""
    goods: tuple[int, ...]
    classes: tuple[int, ...]
    capacities: tuple[int, ...]
    """What the four carriers hold."""
    rooms: tuple[int, ...]
    """How many more of each resource could be stored."""
    licences: int
    quarters: int
    card: int | None
    """The number of the specialist card."""
    markers: int
    """Claim markers left."""
    property: dict[str, int]
    """What everything except the credits would be worth at the end."""


class ZoneView(msgspec.Struct, frozen=True):
    owner: Owner
    """A seat, a neutral marker, or nobody because it cannot be used; None while it is unclaimed."""
    product: int | None
    """What the tank extracts; None without a tank."""
    supercharger: bool
    fallen: bool = False
    """Whether it is on its side."""
    works: bool = False
    """Whether it is paid for in this extraction."""
    moved: bool = False
    """Whether it received a tank by rearranging in this turn; the next two: a converter, a supercharger."""
    refitted: bool = False
    recharged: bool = False


class View(msgspec.Struct, frozen=True):
    seat: int | None
    options: Options
    seats: int
    stage: StageName
    round: int
    rounds: int
    active: int
    """The seat that acts, or for which the die is rolled."""
    queue: tuple[int, ...]
    """Who acts after it in this step; in an auction, those still in it, the highest bidder last."""
    order: tuple[int, ...]
    """The player order of this round; empty while specialists are being auctioned."""
    opener: int
    players: tuple[PlayerView, ...]
    prices: tuple[int, ...]
    supplies: tuple[int, ...]
    market: int
    """Tanks on the local market."""
    tank_price: int | None
    """None when the market is sold out."""
    tank_pieces: int
    converters: dict[int, int]
    """How many are left, by the resource that the converter makes a tank extract."""
    superchargers: int
    licence_stock: int
    quarters_stock: int
    bonus: tuple[int, ...]
    markers: tuple[int | None, ...]
    """The place of each resource in the order of trade; None while it has no marker."""
    zones: tuple[ZoneView, ...]
    airship: int | None
    """The row where the airship is anchored."""
    bid: int
    """The highest bid of the auction; 0 before the first one."""
    leader: int | None
    """Who has bid highest."""
    zone: int | None
    """The zone that is auctioned or rolled for, or whose tank lost its converter to a new one."""
    resource: int | None
    """What is traded; or the converter that was replaced and has no tank."""
    placing: int
    """Markers that are still to be placed before the next player."""
    manipulator: int | None
    """Who holds the card Price Manipulation."""
    way: WayName | None
    """How prices are being manipulated."""
    budget: int
    """The number of spaces that prices may still be moved."""
    shifted: tuple[int, ...]
    """The resources whose prices were moved."""
    carrier: int | None
    """Who holds the Independent Carrier."""
    deposit: int
    """The bid on it, until its holder decides whether to keep it."""
    lease: int
    """For how many more rounds they hold it, this one included."""
