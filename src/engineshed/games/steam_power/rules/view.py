"""What a seat may know: the shapes.

Hidden are the other players' contracts and what is left in the bag; how many there are is open to all.
"""

from __future__ import annotations

import msgspec

from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.state import Shipment
from engineshed.rail.paths import Path


class CityView(msgspec.Struct, frozen=True):
    tile: int | None
    """A good (0 to 3), 4 for a VP city, None before the tiles are laid out."""
    factory: int | None
    """The company whose factory stands here."""
    goods: int


class CompanyView(msgspec.Struct, frozen=True):
    links: tuple[Path, ...]
    loose: Path | None
    trains: int
    factories: int


class PlayerView(msgspec.Struct, frozen=True):
    money: int
    contracts: int
    """How many are in hand."""
    done: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    seat: int | None
    options: Options
    seats: int
    stage: int
    round: int
    first: int
    active: int
    actions: int
    steps: int
    bonus: int
    draws: int
    final: bool
    companies: tuple[CompanyView, ...]
    cities: tuple[CityView, ...]
    spare: tuple[int, ...]
    stock: tuple[int, ...]
    players: tuple[PlayerView, ...]
    bank: int
    bag: int
    aside: tuple[int, ...]
    trains: tuple[int, ...]
    shipment: Shipment | None
    hand: tuple[int, ...] | None
    """One's own contracts; None for a spectator."""
