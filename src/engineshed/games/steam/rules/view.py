"""The structs of a view: what a seat may know, which in this game is everything (ST-GEN-7)."""

from __future__ import annotations

import msgspec

from engineshed.games.steam.rules.options import Options
from engineshed.games.steam.rules.truth import StageName


class LinkView(msgspec.Struct, frozen=True):
    id: str
    """Its id in facts. A complete link keeps it."""
    owner: int | None
    start: int
    """The hex where it begins: a city or town, or merely the hex that an open end points at."""
    edges: tuple[int, ...]
    """The edge across which it leaves its start, then each of its tiles."""
    goal: int
    head: bool
    """Whether it is joined to its start; ``tail``: whether it is joined to its goal."""
    tail: bool
    since: int | None
    """The round in which it was last extended; None for a complete link."""


class CityView(msgspec.Struct, frozen=True):
    hex: int
    colour: int
    cubes: tuple[int, ...]
    """How many of each colour."""
    grown: bool
    """Whether it can no longer have Goods Growth."""
    new: bool


class PlayerView(msgspec.Struct, frozen=True):
    cash: int
    income: int
    vp: int
    range: int
    tile: int | None
    """The number of this round's action tile; None before it is chosen."""
    idle: bool
    """Whether the tile was taken only for its number."""
    upgraded: bool
    """Whether the range was raised in this round's goods phase."""
    built: bool
    """Whether they have laid their first tile."""
    fallen: int | None
    """Which of the bankruptcies was theirs, the first being 1; None while they are in the game."""
    capacity: int
    """What they could pay by raising money."""
    links: int
    """How many complete links they have."""


class AuctionView(msgspec.Struct, frozen=True):
    """An auction for turn order: one place of the opening, or all places of a round in the expert game."""

    bids: tuple[int | None, ...]
    """Each seat's last bid."""
    leader: int | None
    bidders: tuple[int, ...]
    """Who is still in, in bidding order."""
    placed: tuple[int, ...]
    """Who has a place already: in the opening from the first place on, in the expert game from the last one up."""


class TripView(msgspec.Struct, frozen=True):
    """A cube on its way, link by link."""

    city: int
    colour: int
    edges: tuple[int, ...]
    """The edge across which it left each place so far, the start first."""


class GainView(msgspec.Struct, frozen=True):
    """Points of a delivery that are still to be taken."""

    seat: int
    points: int


class View(msgspec.Struct, frozen=True):
    seat: int | None
    options: Options
    seats: int
    stage: StageName
    round: int
    rounds: int
    active: int
    queue: tuple[int, ...]
    order: tuple[int, ...]
    players: tuple[PlayerView, ...]
    passes: int
    auction: AuctionView | None
    skipper: int | None
    """Expert: who may skip a bid in this round's auction."""
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
    fresh: int | None
    """The hex just built on, as long as a second track may be added there."""
    growing: int | None
    """The city, by its place in ``cities``, that gets the next group of cubes."""
    cautious: bool
    before: View | None
    trip: TripView | None
    gains: tuple[GainView, ...]
    """In the order in which they are taken."""
