"""What never changes on the table during a game, for drawing it: the places of the map and the pieces of the box."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engineshed.core.corrections import Data
from engineshed.games.steam_power.boards.drawing import geometry_of
from engineshed.games.steam_power.rules.board import load_board
from engineshed.games.steam_power.rules.box import box_of
from engineshed.games.steam_power.rules.components import GOODS, NUMBERS, Contract
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.truth import COMPANIES
from engineshed.rail.engraving import GROUND_MARGIN
from engineshed.rail.hexgrid import EDGES
from engineshed.rail.layout import HexInfo, WayInfo, hex_infos, way_infos


class CityInfo(msgspec.Struct, frozen=True):
    name: str
    hex: int
    place: int
    """Cities side by side are one place."""


class FaceInfo(msgspec.Struct, frozen=True):
    name: str
    ways: tuple[int, ...]


class TileInfo(msgspec.Struct, frozen=True):
    """Track tiles that are all alike: how many there are, and both of their faces."""

    count: int
    faces: tuple[FaceInfo, ...]


class NumbersInfo(msgspec.Struct, frozen=True):
    """The rules' numbers that the page shows."""

    contracts_drawn: int
    targets: dict[int, int]
    """Completed contracts that end the game, by number of players."""
    solo_turns: int
    vp_city: int
    factory_vp: int


NUMBERS_SHOWN = NumbersInfo(
    NUMBERS.contracts_drawn, NUMBERS.targets, NUMBERS.solo.turns, NUMBERS.vp_city, NUMBERS.factory_vp
)


class Layout(msgspec.Struct, frozen=True):
    title: str
    width: float
    height: float
    margin: float
    """How far the ground extends beyond the hexes on every side."""
    side: float
    """The side of a hex."""
    edges: tuple[str, ...]
    hexes: tuple[HexInfo, ...]
    """Terrain: plain, hill, mountain, water or city."""
    cities: tuple[CityInfo, ...]
    ways: tuple[WayInfo, ...]
    tiles: tuple[TileInfo, ...]
    contracts: tuple[Contract, ...]
    goods: tuple[str, ...]
    companies: tuple[str, ...]
    numbers: NumbersInfo


def layout(options: Options) -> Layout:
    return _layout(options.map, options.data)


@lru_cache(maxsize=16)
def _layout(map_name: str, data: Data) -> Layout:
    box = box_of(data)
    board = load_board(map_name)
    geometry = geometry_of(board)
    return Layout(
        title=board.title,
        width=round(geometry.width, 2),
        height=round(geometry.height, 2),
        margin=GROUND_MARGIN,
        side=geometry.side,
        edges=EDGES,
        hexes=hex_infos(board.grid, geometry, board.terrain),
        cities=tuple(map(CityInfo, board.cities, board.city_hex, board.place_of)),
        ways=way_infos(geometry.side),
        tiles=tuple(
            TileInfo(stock.count, tuple(FaceInfo(face.name, face.ways) for face in stock.faces)) for stock in box.stocks
        ),
        contracts=box.contracts,
        goods=GOODS,
        companies=COMPANIES,
        numbers=NUMBERS_SHOWN,
    )
