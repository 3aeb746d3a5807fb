"""A position. ``Truth`` is all that counts; ``State`` adds what follows from it, kept up to date as it changes.

Everything that a state refers to stays as it is when the state is copied and changed, except ``journeys``, which
caches deliveries as long as links and cities stay the same.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from engineshed.core.state import Position
from engineshed.games.steam.rules.board import Board
from engineshed.games.steam.rules.components import CUBES, GOODS, NEW_CITIES, NUMBERS
from engineshed.games.steam.rules.ground import NO_CITY, Ground
from engineshed.games.steam.rules.journeys import Journeys
from engineshed.games.steam.rules.links import NOBODY, Link
from engineshed.games.steam.rules.moves import Cross, Track
from engineshed.games.steam.rules.options import Options
from engineshed.games.steam.rules.tiles import Shown

NOWHERE = -1
"""No hex."""

NO_CUBES = (0,) * len(GOODS)


StageName = Literal[
    "cubes", "deal", "opening", "capital", "auction", "choose", "build", "group", "move", "route", "points", "over"
]
"""What views and descriptions call the stages, in their order."""


class Stage:
    """What happens next. Nature acts up to DEAL, nobody in the last stage.

    Plain numbers, not an enum: they are compared several times in every move, and an enum's cost shows.
    """

    NAMES: tuple[StageName, ...] = get_args(StageName)
    CUBES, DEAL, OPENING, CAPITAL, AUCTION, CHOOSE, BUILD, GROUP, MOVE, ROUTE, POINTS, OVER = range(12)


LAST_OF_NATURE = Stage.DEAL


class Tile:
    """The action tiles by their numbers."""

    NONE, TURN_ORDER, FIRST_MOVE, ENGINEER, FIRST_BUILD, GROWTH, LOCOMOTIVE, URBANISATION = range(8)


class Player(msgspec.Struct, frozen=True, array_like=True):
    cash: int = 0
    income: int = NUMBERS.start_income
    vp: int = 0
    range: int = NUMBERS.start_range
    tile: int = Tile.NONE
    """The action tile of this round."""
    idle: bool = False
    """Whether the tile was taken only for its number."""
    upgraded: bool = False
    """Whether the range was raised in this round's goods phase."""
    built: bool = False
    """Whether they have laid their first tile."""
    fallen: int = 0
    """0 while in the game; the first to go bankrupt has 1, the second 2."""


class Auction(msgspec.Struct, frozen=True, array_like=True):
    """An auction for turn order: one place of the opening, or all places of a round in the expert game."""

    bids: tuple[int, ...]
    """Each seat's last bid, NOBODY for none."""
    leader: int
    bidders: tuple[int, ...]
    """Who is still in, in bidding order."""
    placed: tuple[int, ...]
    """Who has a place already: in the opening from the first place on, in the expert game from the last one up."""


class Trip(msgspec.Struct, frozen=True, array_like=True):
    """A cube on its way, link by link."""

    city: int
    colour: int
    edges: tuple[int, ...]
    """The edge across which it left each place so far, the start first."""


class Truth(Position, eq=False, kw_only=True):
    options: Options
    seats: int
    stage: int = Stage.CUBES
    round: int = 1
    active: int = 0
    """The seat that acts."""
    queue: tuple[int, ...] = ()
    """Who acts after it in this phase (in this pass of the goods phase)."""
    order: tuple[int, ...] = ()
    """This round's turn order."""
    players: tuple[Player, ...]
    passes: int = 0
    """Passes of the goods phase that are still to come after this one."""
    auction: Auction | None = None
    skipper: int = NOBODY
    """Expert: who may skip a bid in this round's auction."""
    links: tuple[Link, ...] = ()
    new_cities: tuple[tuple[int, int], ...] = ()
    """New Cities in the order in which they were founded: hex and colour."""
    cubes: tuple[tuple[int, ...], ...] = ()
    """By city, printed ones first: how many cubes of each colour are there."""
    grown: tuple[int, ...] = ()
    """The printed cities that have their growth marker."""
    fields: tuple[tuple[int, ...], ...] = ()
    """The same for each field of the supply."""
    placements: int = 0
    """Tiles that may still be laid in this build turn."""
    acted: bool = False
    """Whether the action of the tile was carried out in this build turn."""
    fresh: int = NOWHERE
    """The hex just built on, as long as a second track may be added there."""
    growing: int = NOWHERE
    """The city (by number) that gets the next group of cubes."""
    cautious: bool = False
    """Whether a loose track was taken back in this build turn; no other may then be begun."""
    before: Truth | None = None
    """While there is a loose track: the position before it was laid."""
    trip: Trip | None = None
    gains: tuple[tuple[int, int], ...] = ()
    """Points of a delivery that are still to be taken: seat and number."""


class State(Truth, eq=False, kw_only=True):
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
    """For each empty hex, tracks that begin at a city; where no open end points, these are all the tracks."""
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
