"""What a seat may know, which in this game is everything (ST-GEN-7): the shapes."""

from __future__ import annotations

import msgspec

from engineshed.games.steam.rules.options import Options
from engineshed.games.steam.rules.state import Auction, Trip


class LinkView(msgspec.Struct, frozen=True):
    owner: int | None
    start: int
    """The hex where it begins: a city or town, or only the hex that an open end points at."""
    edges: tuple[int, ...]
    """The edge over which it leaves its start, then each of its tiles."""
    goal: int
    head: bool
    """Whether it is joined to its start; ``tail``: to its goal."""
    tail: bool
    since: int
    """The round in which it was last extended; 0 for a complete link."""


class CityView(msgspec.Struct, frozen=True):
    hex: int
    colour: int
    cubes: tuple[int, ...]
    """How many of each colour."""
    grown: bool
    """No Goods Growth any more."""
    new: bool


class PlayerView(msgspec.Struct, frozen=True):
    cash: int
    income: int
    vp: int
    range: int
    tile: int
    """This round's action tile, 0 for none yet."""
    idle: bool
    upgraded: bool
    built: bool
    fallen: int
    """0 while in the game; else which of the bankruptcies was theirs."""
    capacity: int
    """What they could pay by raising money."""
    links: int
    """How many are complete."""


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
    players: tuple[PlayerView, ...]
    passes: int
    auction: Auction | None
    skipper: int
    links: tuple[LinkView, ...]
    cities: tuple[CityView, ...]
    """Printed ones first, then New Cities as they were founded."""
    fields: tuple[tuple[int, ...], ...]
    new_cities: tuple[int, ...]
    """How many New City tiles of each colour are left."""
    shown: tuple[int, ...]
    """How many tiles on the map show each face."""
    placements: int
    acted: bool
    fresh: int
    growing: int
    cautious: bool
    before: View | None
    trip: Trip | None
    gains: tuple[tuple[int, int], ...]
