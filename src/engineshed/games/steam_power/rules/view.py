"""The structs of a view: what a seat may know.

The other players' contracts and those in the bag are hidden; everybody knows how many there are.
"""

from __future__ import annotations

import msgspec

from engineshed.games.steam_power.rules.components import BonusName, TileName
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.truth import StageName
from engineshed.rail.paths import Path


class CityView(msgspec.Struct, frozen=True, gc=False):
    tile: TileName | None
    """None before the tiles are laid out."""
    factory: int | None
    """The company that has a factory here."""
    goods: int


class CompanyView(msgspec.Struct, frozen=True, gc=False):
    links: tuple[Path, ...]
    """In the order in which they were finished; facts use the same numbers."""
    loose: Path | None
    trains: int
    factories: int


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    money: int
    contracts: int
    """How many contracts are in hand."""
    done: tuple[int, ...]


class ShipmentView(msgspec.Struct, frozen=True, gc=False):
    """A contract being completed by hand: the goods still missing, and where the good on its way is."""

    contract: int
    needs: tuple[int, ...]
    at: int | None
    """The place that the good has reached, or None while none is on its way."""
    visited: tuple[int, ...]
    """The places where it has been."""


class View(msgspec.Struct, frozen=True, gc=False):
    seat: int | None
    options: Options
    seats: int
    stage: StageName
    round: int
    first: int | None
    """The start player, once there is one."""
    active: int
    actions: int
    steps: int
    bonus: BonusName
    draws: int
    final: bool
    companies: tuple[CompanyView, ...]
    cities: tuple[CityView, ...]
    spare: tuple[TileName, ...]
    stock: tuple[int, ...]
    players: tuple[PlayerView, ...]
    bank: int
    """Money never runs out (R3): when more is in play than the box holds, this is 0."""
    bag: int
    aside: tuple[int, ...]
    trains: tuple[int, ...]
    shipment: ShipmentView | None
    hand: tuple[int, ...] | None
    """The viewer's own contracts; None for a spectator."""
