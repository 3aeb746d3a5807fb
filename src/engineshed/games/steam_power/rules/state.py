"""A position. ``Truth`` is all that counts; ``State`` adds what follows from it, kept up to date as it changes.

States are values: whoever plays a move works on a ``copy`` and never touches it again afterwards. All that
hangs on a state is immutable too, but for ``prices``, a memory of sums that every copy with the same goods,
factories and links shares.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from engineshed.games.steam_power.rules.board import Board
from engineshed.games.steam_power.rules.components import CONTRACTS, GOODS, NUMBERS, VP_CITY
from engineshed.games.steam_power.rules.ground import TILES, Frontier, Ground, ground_of
from engineshed.games.steam_power.rules.moves import Factory
from engineshed.games.steam_power.rules.options import Options
from engineshed.rail.hexgrid import HexGrid, opposite
from engineshed.rail.links import Network, Path

COMPANIES = ("red", "blue", "green", "yellow", "purple")
NOBODY = -1
UNKNOWN_TILE = 255


class Stage:
    """What happens next. Nature acts up to ASIDE, nobody in the last stage.

    Plain numbers, not an enum: they are compared several times in every move, and an enum's cost shows.
    """

    NAMES = (
        *("tiles", "deal", "first", "train", "draw", "aside"),
        *("action", "laying", "bonus", "plan", "route", "over"),
    )
    TILES, DEAL, FIRST, TRAIN, DRAW, ASIDE, ACTION, LAYING, BONUS, PLAN, ROUTE, OVER = range(12)


LAST_OF_NATURE = Stage.ASIDE


class Bonus:
    """The bonus action that a completed contract has earned."""

    NAMES = ("none", "track", "factory", "contracts")
    NONE, TRACK, FACTORY, CONTRACTS = range(4)


class Shipment(msgspec.Struct, frozen=True, array_like=True):
    """A contract being completed by hand: goods still to bring and, on the way, where the good is."""

    contract: int
    needs: tuple[int, ...]
    at: int = NOBODY
    """The place that the good has reached, or NOBODY while none is on its way."""
    visited: int = 0


class LooseEnd(NamedTuple):
    """Where an unfinished link stops: its last tile, and where it wants to go on."""

    last: int
    entry: int
    """The edge where the link enters its last hex."""
    way: int
    ahead: int
    gate: int
    """The edge where it would enter the hex ahead."""


def loose_end(grid: HexGrid, path: Path) -> LooseEnd:
    last, way = path.tiles(grid)[-1]
    return LooseEnd(last, opposite(path.edges[-2]), way, path.goal(grid), opposite(path.edges[-1]))


class Truth(msgspec.Struct, array_like=True, eq=False, kw_only=True):
    options: Options
    seats: int
    stage: int = Stage.TILES
    round: int = 1
    first: int = NOBODY
    active: int = 0
    """The company that acts; while contracts are dealt, the seat that gets them."""
    actions: int = 0
    """Actions left in this turn, not counting one that has begun."""
    steps: int = 0
    """Track steps left in the action that has begun."""
    bonus: int = Bonus.NONE
    draws: int = 0
    final: bool = False
    """Somebody has completed enough contracts: this round is the last."""
    links: tuple[tuple[Path, ...], ...]
    loose: tuple[Path | None, ...]
    """Each company's unfinished link."""
    colours: bytes
    """Each city's tile: a good, VP_CITY, or UNKNOWN_TILE before the set-up."""
    spare: tuple[int, ...] = ()
    factories: bytes
    """Each city's factory: 0 or its company + 1."""
    goods: bytes
    money: tuple[int, ...]
    bank: int
    hands: tuple[tuple[int, ...], ...]
    bag: tuple[int, ...]
    done: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...] = ()
    trains: tuple[int, ...] = ()
    """Solo: how many trains of each company are still in the bag."""
    shipment: Shipment | None = None


TRUTH_FIELDS = Truth.__struct_fields__


class State(Truth, eq=False, kw_only=True):
    ground: Any
    tiles: bytes
    """Each hex's tile, as a code of the tile set."""
    stock: tuple[int, ...]
    ends: tuple[LooseEnd | None, ...]
    """Each company's loose end."""
    net: Any
    frontiers: tuple[Frontier, ...]
    """Where each company may begin a link."""
    cities_of: tuple[tuple[int, ...], ...]
    """The cities of each colour."""
    sites: tuple[Factory, ...]
    """Where a factory may be built."""
    prices: list[Any]
    """By company and colour, as far as they were asked for; see supply.py."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, f) == getattr(other, f) for f in TRUTH_FIELDS)

    def __ne__(self, other: object) -> bool:
        """Said as well, because the base class has its own and would answer that no state equals another."""
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> State:
        new: State = self.__copy__()  # type: ignore[attr-defined]  # msgspec's own, in C
        return new

    @property
    def board(self) -> Board:
        board: Board = self.ground.board
        return board

    @property
    def solo(self) -> bool:
        return self.seats == 1

    @property
    def companies(self) -> int:
        return len(self.links)

    def purse(self, company: int) -> int:
        """Whose money and contracts a company uses: its player's, and in the solo game the one player's."""
        return 0 if self.seats == 1 else company

    def has_network(self, company: int) -> bool:
        return bool(self.links[company])

    def trains_left(self, company: int) -> int:
        used = len(self.links[company]) + (self.loose[company] is not None)
        in_bag = NUMBERS.solo.trains_in_bag if self.seats == 1 else 0
        return NUMBERS.trains - in_bag - used

    def factories_left(self, company: int) -> int:
        return NUMBERS.factories - self.factories.count(company + 1)

    def exhausted(self, city: int) -> bool:
        """Its tile is flipped: there is a factory, and its goods are gone."""
        return self.factories[city] > 0 and self.goods[city] == 0

    def goods_in_supply(self, colour: int) -> int:
        """Goods of a colour that lie beside the board, counted only where the table limits them."""
        if not self.options.limited_goods:
            return NUMBERS.goods_per_colour
        used = sum(n for n, tile in zip(self.goods, self.colours, strict=True) if tile == colour)
        return NUMBERS.goods_per_colour - used


def no_prices(companies: int) -> list[Any]:
    return [None] * (companies * len(GOODS))


def companies_of(seats: int) -> int:
    return len(COMPANIES) if seats == 1 else seats


def new_state(seats: int, options: Options) -> State:
    """Before anything is drawn."""
    ground = ground_of(options.map)
    companies, cities = companies_of(seats), len(ground.board.cities)
    truth = Truth(
        options=options,
        seats=seats,
        links=((),) * companies,
        loose=(None,) * companies,
        colours=bytes((UNKNOWN_TILE,)) * cities,
        factories=bytes(cities),
        goods=bytes(cities),
        money=(NUMBERS.start_money,) * seats,
        bank=NUMBERS.bank - NUMBERS.start_money * seats,
        hands=((),) * seats,
        bag=tuple(range(len(CONTRACTS))),
        done=((),) * seats,
        trains=(NUMBERS.solo.trains_in_bag,) * companies if seats == 1 else (),
    )
    return with_consequences(truth)


def with_consequences(truth: Truth) -> State:
    """The state of a truth: tiles and stock from the links, networks, building sites."""
    ground = ground_of(truth.options.map)
    tiles = lay_out(ground, truth.links, truth.loose)
    net = network_of(ground, truth.links)
    fields = {name: getattr(truth, name) for name in TRUTH_FIELDS}
    return State(
        **fields,
        ground=ground,
        tiles=tiles,
        stock=stock_left(tiles),
        ends=tuple(None if path is None else loose_end(ground.board.grid, path) for path in truth.loose),
        net=net,
        frontiers=tuple(ground.frontier(owned) if owned else ground.everywhere for owned in net.owned),
        cities_of=by_colour(truth.colours),
        sites=building_sites(ground, net, truth.colours, truth.factories),
        prices=no_prices(len(truth.links)),
    )


def lay_out(ground: Ground, links: tuple[tuple[Path, ...], ...], loose: tuple[Path | None, ...]) -> bytes:
    """The tiles that these links need. Raises ValueError where no tile has the ways."""
    ways: dict[int, tuple[int, ...]] = {}
    for path in [path for own in links for path in own] + [path for path in loose if path is not None]:
        for hex_, way in path.tiles(ground.board.grid):
            ways[hex_] = (*ways.get(hex_, ()), way)
    tiles = bytearray(ground.size)
    for hex_, here in ways.items():
        code = TILES.code(here) if len(here) <= 2 else 0
        if not code:
            raise ValueError(f"no tile has the track that crosses in {ground.board.grid.names[hex_]}")
        tiles[hex_] = code
    return bytes(tiles)


def stock_left(tiles: bytes) -> tuple[int, ...]:
    left = list(TILES.counts)
    for code in tiles:
        if code:
            left[TILES.stock_of[code]] -= 1
    return tuple(left)


def network_of(ground: Ground, links: tuple[tuple[Path, ...], ...]) -> Network:
    board = ground.board
    ends = [
        (company, place_at(board, path.start), place_at(board, path.goal(board.grid)))
        for company, own in enumerate(links)
        for path in own
    ]
    return Network.of(len(board.places), len(links), ends)


def place_at(board: Board, hex_: int) -> int:
    """The place (city or group) that a city hex belongs to."""
    return board.place_of[board.city_at[hex_]]


def by_colour(colours: bytes) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(c for c, tile in enumerate(colours) if tile == good) for good in range(len(GOODS)))


def building_sites(ground: Ground, net: Network, colours: bytes, factories: bytes) -> tuple[Factory, ...]:
    """Empty city tiles of some good, connected by anybody's finished link (R33, R35)."""
    connected = net.connected
    return tuple(
        ground.factories[city]
        for city, place in enumerate(ground.board.place_of)
        if connected >> place & 1 and not factories[city] and colours[city] < VP_CITY
    )
