"""What the bot weighs: a position reduced to what matters for the rest of the game, and what stays as it is.

In the solo game each company plays for itself, like a player: this joins the networks where the goods are, which makes
them cheap for all companies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Any, Final, NamedTuple

from msgspec import Struct

from engineshed.games.steam_power.bots.weights import Weights
from engineshed.games.steam_power.rules.for_bots import GOODS, NUMBERS, Board, Contract
from engineshed.rail.network import Network

Demand = tuple[tuple[int, int], ...]
"""The goods that a contract asks for, and how many of each."""
Sources = tuple[tuple[int, ...], tuple[float, ...], tuple[int, ...], tuple["int | None", ...]]
"""The cities of a good: how many links away each is, how many actions a link to it takes, its goods, its factory."""
Opening = tuple[float, float, int]
"""A city where a factory could be built: what it costs to open and to use it, the actions that takes, and the fee."""
Project = tuple[float, float, float, float, int]
"""Something to do with the actions that are left: what it earns for each action, what it earns in all, how many actions
it takes, its fees, and the contract to complete, or JOINING if it is to join a VP city."""
JOINING: Final = -1
Pick = Callable[[Sequence[Any]], tuple[Any, ...]]
"""Takes from a row what belongs to certain cities or places."""


class Roads:
    """Everybody's finished links, and how far apart places are by them."""

    __slots__ = ("_away", "net")

    def __init__(self, net: Network) -> None:
        self.net = net
        self._away: dict[int, tuple[int, ...]] = {}

    def away(self, place: int) -> tuple[int, ...]:
        """For each place, how many links it is away from this one."""
        known = self._away.get(place)
        if known is None:
            known = self._away[place] = tuple(self.net.distances_from(1 << place))
        return known


class Supply:
    """Goods of one colour: what each one costs, the cheapest first, and where more could be made, the best first."""

    __slots__ = ("_wider", "fees", "goods", "new_factory", "openings", "together")

    def __init__(self, fees: list[int], openings: list[Opening], new_factory: float) -> None:
        self.fees, self.openings = fees, openings
        self.new_factory = new_factory
        """What a new factory will earn."""
        self.goods = len(fees)
        self.together = (0, *accumulate(fees))
        """What so many goods cost."""
        self._wider: Supply | None = None

    def wider(self) -> Supply:
        """With the goods of one more factory, if there is a city for it."""
        if not self.openings:
            return self
        if self._wider is None:
            fees = self.fees + [self.openings[0][2]] * NUMBERS.factory_goods
            self._wider = Supply(fees, self.openings[1:], self.new_factory)
        return self._wider


class Known:
    """What was worked out for this decision, by all that it depends on: positions that are compared differ little."""

    __slots__ = ("cities", "factories", "supplies")

    def __init__(self) -> None:
        self.supplies: tuple[dict[Sources, Supply], ...] = tuple({} for _ in GOODS)
        self.factories: dict[tuple[tuple[int | None, ...], tuple[int, ...]], float] = {}
        self.cities: dict[tuple[tuple[int, ...], tuple[float, ...]], list[Project]] = {}


class World(NamedTuple):
    """What stays the same whichever action is chosen now."""

    w: Weights
    contracts: tuple[Contract, ...]
    demands: tuple[Demand, ...]
    rewards: tuple[float, ...]
    """What each contract earns, its bonus action included."""
    board: Board
    roads: Roads
    efforts: tuple[tuple[float, ...], ...]
    """The number of actions that a link between two places takes on an empty board."""
    me: int
    """The company whose outlook is computed."""
    companies: int
    solo: bool
    rivals: int
    """How many players share what I give away; at least 1, because it is a divisor."""
    by_colour: tuple[tuple[int, ...], ...]
    """The cities of each colour, then (VP_CITY) the VP cities."""
    cities_of: tuple[Pick, ...]
    """What belongs to the cities of each colour, from a row with all cities."""
    places_of: tuple[Pick, ...]
    """What belongs to their places, from a row with all places."""
    flip: tuple[int, ...]
    """Victory points for an exhausted factory, by colour."""
    direct: bool
    """Whether only a player's link to a VP city itself counts, not one to its group."""
    take_money: int
    rounds: float
    """Rounds left, including this one."""
    patience: float
    """1 in games of normal length, smaller and smaller in longer ones."""
    action: float
    """What an action earns if it is saved for later."""
    surplus: float
    """What share of its value each dollar above the hoard keeps."""
    last: bool
    """Whether this is my last turn."""
    known: Known

    shares: tuple[float, ...] = ()
    """What a VP city earns me less what it earns the rivals on average, by the companies (as bits) that share it."""


class Position(Struct, frozen=True):
    owned: int
    """The places (as bits) that my finished links touch."""
    away: tuple[int, ...]
    """For each place, how many links it is away from my nearest place."""
    reach: tuple[float, ...]
    """For each place, how many actions a link to it takes from my nearest place."""
    guests: tuple[int, ...]
    """For each VP city the companies (as bits) that share it."""
    factories: tuple[int | None, ...]
    """Each city's factory, by its company."""
    goods: tuple[int, ...]
    money: int
    hand: tuple[int, ...]
    time: float
    """Actions that I have left in the game."""
    points: float = 0.0
    """Earnings of actions that no other field shows, less what they earned the rivals on average."""


def pick(items: Sequence[int]) -> Pick:
    if len(items) > 1:
        return itemgetter(*items)
    return lambda row: tuple([row[item] for item in items])
