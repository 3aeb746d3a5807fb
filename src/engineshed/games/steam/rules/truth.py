"""All that counts in a position: its truth, and the small values that it is made of."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from engineshed.core.state import Position
from engineshed.games.steam.rules.components import GOODS, NUMBERS
from engineshed.games.steam.rules.links import NOBODY, Link
from engineshed.games.steam.rules.options import Options

NOWHERE: Final = -1
"""No hex."""

NO_CUBES: Final = (0,) * len(GOODS)


StageName = Literal[
    "cubes", "deal", "opening", "capital", "auction", "choose", "build", "group", "move", "route", "points", "over"
]
"""What views and descriptions call the stages, in their order."""


class Stage:
    """What happens next. Nature acts up to DEAL, nobody in the last stage.

    Plain numbers, not an enum: they are compared several times in every move, and an enum's cost shows.
    """

    NAMES: Final[tuple[StageName, ...]] = get_args(StageName)
    CUBES: Final = 0
    DEAL: Final = 1
    OPENING: Final = 2
    CAPITAL: Final = 3
    AUCTION: Final = 4
    CHOOSE: Final = 5
    BUILD: Final = 6
    GROUP: Final = 7
    MOVE: Final = 8
    ROUTE: Final = 9
    POINTS: Final = 10
    OVER: Final = 11


LAST_OF_NATURE: Final = Stage.DEAL


class Tile:
    """The action tiles by their numbers."""

    NONE: Final = 0
    TURN_ORDER: Final = 1
    FIRST_MOVE: Final = 2
    ENGINEER: Final = 3
    FIRST_BUILD: Final = 4
    GROWTH: Final = 5
    LOCOMOTIVE: Final = 6
    URBANISATION: Final = 7


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
    """How many cubes of each colour are in each city, printed cities first."""
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
