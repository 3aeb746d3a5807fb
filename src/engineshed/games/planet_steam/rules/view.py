"""What a seat may know: the shapes.

Hidden are the other players' credits (R9), unless the table plays with open ones or the game is over.
"""

from __future__ import annotations

import msgspec

from engineshed.games.planet_steam.rules.options import Options


class PlayerView(msgspec.Struct, frozen=True):
    credits: int | None
    """None: they are their own affair."""
    goods: tuple[int, ...]
    classes: tuple[int, ...]
    capacities: tuple[int, ...]
    """What the four carriers hold."""
    rooms: tuple[int, ...]
    """How many more of each resource could be stored."""
    licences: int
    quarters: int
    card: int
    """The number of the specialist card, 0 for none."""
    markers: int
    """Claim markers left."""
    property: dict[str, int]
    """What all but the credits would be worth at the end."""


class ZoneView(msgspec.Struct, frozen=True):
    owner: int
    """A seat, 255 for unclaimed, 254 for neutral, 253 for unavailable."""
    product: int | None
    """What the tank extracts; None without a tank."""
    supercharger: bool
    fallen: bool
    works: bool
    """Paid for in this extraction."""
    moved: bool
    """Has received a tank by rearranging in this turn; the next two: a converter, a supercharger."""
    refitted: bool
    recharged: bool


class View(msgspec.Struct, frozen=True):
    seat: int | None
    options: Options
    seats: int
    stage: int
    round: int
    rounds: int
    active: int
    queue: tuple[int, ...]
    order: tuple[int, ...]
    opener: int
    players: tuple[PlayerView, ...]
    prices: tuple[int, ...]
    supplies: tuple[int, ...]
    market: int
    tank_price: int
    """0 when the market is sold out."""
    tank_pieces: int
    converters: tuple[int, ...]
    """How many of each resource's converters are left; none for water."""
    superchargers: int
    licence_stock: int
    quarters_stock: int
    bonus: tuple[int, ...]
    markers: tuple[int, ...]
    """The place of each resource in the order of trade, 0 for none yet."""
    zones: tuple[ZoneView, ...]
    airship: int
    """The row, from 0; -1 for none."""
    bid: int
    leader: int | None
    """Who has bid highest."""
    zone: int
    resource: int
    placing: int
    manipulator: int
    way: int
    budget: int
    shifted: int
    carrier: int
    deposit: int
    lease: int
