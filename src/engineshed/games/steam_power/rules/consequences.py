"""The first position, and what follows from the truth of any: tiles and stock, networks, building sites."""

from __future__ import annotations

from engineshed.core.description import bad
from engineshed.core.errors import Trouble
from engineshed.core.state import completed
from engineshed.games.steam_power.rules.board import Board
from engineshed.games.steam_power.rules.box import TileSet
from engineshed.games.steam_power.rules.components import CONTRACT_IDS, GOODS, NUMBERS, VP_CITY
from engineshed.games.steam_power.rules.ground import Ground, ground_of
from engineshed.games.steam_power.rules.moves import Factory
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.troubles import trouble
from engineshed.games.steam_power.rules.truth import COMPANIES, NOT_ASKED, PLAYER_COUNTS, UNKNOWN_TILE, LooseEnd, Truth
from engineshed.rail.hexgrid import HexGrid, opposite
from engineshed.rail.network import Network
from engineshed.rail.paths import Path


def companies_of(seats: int) -> int:
    return len(COMPANIES) if seats == 1 else seats


def new_state(seats: int, options: Options) -> State:
    """The state before anything is drawn."""
    if seats not in PLAYER_COUNTS:
        raise Trouble(trouble("seats"), seats=seats)
    ground = ground_of(options.map, options.data)
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
        bag=tuple(range(len(CONTRACT_IDS))),
        done=((),) * seats,
        trains=(NUMBERS.solo.trains_in_bag,) * companies if seats == 1 else (),
    )
    return with_consequences(truth)


def with_consequences(truth: Truth) -> State:
    """The state of a truth: tiles and stock from the links, networks, building sites."""
    ground = ground_of(truth.options.map, truth.options.data)
    tiles = lay_out(ground, truth.links, truth.loose)
    net = network_of(ground, truth.links)
    return completed(
        truth,
        State,
        ground=ground,
        tiles=tiles,
        stock=stock_left(ground.tiles, tiles),
        ends=tuple(None if path is None else loose_end(ground.board.grid, path) for path in truth.loose),
        net=net,
        frontiers=tuple(ground.frontier(owned) if owned else ground.everywhere for owned in net.owned),
        cities_of=by_colour(truth.colours),
        sites=building_sites(ground, net, truth.colours, truth.factories),
        prices=[NOT_ASKED] * (len(truth.links) * len(GOODS)),
    )


def loose_end(grid: HexGrid, path: Path) -> LooseEnd:
    last, way = path.tiles(grid)[-1]
    return LooseEnd(last, opposite(path.edges[-2]), way, path.goal(grid), opposite(path.edges[-1]))


def lay_out(ground: Ground, links: tuple[tuple[Path, ...], ...], loose: tuple[Path | None, ...]) -> bytes:
    """The tiles that these links need; raises a trouble if no tile has the ways."""
    ways: dict[int, tuple[int, ...]] = {}
    for path in [path for own in links for path in own] + [path for path in loose if path is not None]:
        for hex_, way in path.tiles(ground.board.grid):
            ways[hex_] = (*ways.get(hex_, ()), way)
    tiles = bytearray(ground.size)
    for hex_, here in ways.items():
        code = ground.tiles.code(here) if len(here) <= 2 else 0
        if not code:
            raise bad("links", trouble("no-tile"), hex=ground.hex_things[hex_])
        tiles[hex_] = code
    return bytes(tiles)


def stock_left(kinds: TileSet, tiles: bytes) -> tuple[int, ...]:
    """How many tiles of each stock are not on the map.

    When a link is taken off a crossing and no simple tile is left for the other track, the crossing stays there in
    place of one (R28). It makes no difference which crossings do so; they are taken from the stock with more left.
    """
    left = list(kinds.counts)
    for code in tiles.replace(b"\0", b""):
        left[kinds.stock_of[code]] -= 1
    simple = kinds.simple
    while left[simple] < 0 < max(left):
        left[left.index(max(left))] -= 1
        left[simple] += 1
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
