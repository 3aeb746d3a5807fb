"""A position: its ``Truth``, and what follows from it, kept up to date as it changes.

Everything that a state refers to stays as it is when the state is copied and changed, except ``journeys``, which
caches deliveries as long as links and cities stay the same.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from engineshed.games.steam.rules.board import Board
from engineshed.games.steam.rules.components import CUBES, NEW_CITIES, NUMBERS
from engineshed.games.steam.rules.ground import NO_CITY, Ground
from engineshed.games.steam.rules.journeys import Journeys
from engineshed.games.steam.rules.links import Link
from engineshed.games.steam.rules.moves import Cross, Track
from engineshed.games.steam.rules.tiles import Shown
from engineshed.games.steam.rules.truth import (
    NO_CUBES,
    Truth,
)


class State(Truth, eq=False, kw_only=True):
    TRUTH: ClassVar = Truth

    before: State | None = None
    ground: Ground
    tiles: bytes
    """Each hex's tile as a code."""
    shown: Shown
    stocked: int
    """The faces that one more tile may show, as bits."""
    ends: dict[int, Link]
    """Open ends by the edge that they point at: 6 * hex + edge of the hex ahead."""
    held: tuple[int, ...]
    """For each seat the towns (bits by hex) where one of its complete links ends."""
    colours: bytes
    """The colour of the city on each hex, or NO_CITY."""
    gates: bytes
    """For each hex the edges (bits) where track can begin at a city."""
    lots: list[tuple[Track, ...]]
    """For each empty hex, tracks that begin at a city; in hexes that no open end points at, there are no others."""
    crossings: list[tuple[Cross, ...]]
    """The same for second tracks."""
    journeys: Journeys

    @property
    def board(self) -> Board:
        return self.ground.board

    @property
    def expert(self) -> bool:
        return self.options.variant == "expert"

    @property
    def rounds(self) -> int:
        return NUMBERS.rounds[self.seats]

    def change(self, seat: int, **values: int) -> None:
        """Change some of a player's figures."""
        player = msgspec.structs.replace(self.players[seat], **values)
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])

    def city_number(self, hex_: int) -> int:
        """The number of the city there, printed ones first; -1 if there is no city."""
        printed = self.board.city_at[hex_]
        if printed >= 0:
            return printed
        for number, (where, _) in enumerate(self.new_cities, len(self.board.cities)):
            if where == hex_:
                return number
        return -1

    def city_hexes(self) -> list[int]:
        """The hexes of all cities by their numbers."""
        return [*(city.hex for city in self.board.cities), *(hex_ for hex_, _ in self.new_cities)]

    def new_cities_left(self) -> tuple[int, ...]:
        """How many New City tiles of each colour are left."""
        used = [colour for _, colour in self.new_cities]
        return tuple(count - used.count(colour) for colour, count in enumerate(NEW_CITIES))

    def towns_left(self) -> list[int]:
        """The hexes of the towns that are still towns."""
        return [town.hex for town in self.board.towns if self.colours[town.hex] == NO_CITY]

    def bag(self) -> tuple[int, ...]:
        """The cubes of each colour that are neither in a city nor in the supply."""
        out = [sum(column) for column in zip(*self.cubes, *self.fields, strict=True)] or list(NO_CUBES)
        return tuple(count - used for count, used in zip(CUBES, out, strict=True))
