"""What lies on the table and never changes during a game, for those who draw it: the map's places, the box's pieces."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engineshed.games.steam_power.boards.drawing import geometry_of
from engineshed.games.steam_power.rules.board import load_board
from engineshed.games.steam_power.rules.components import CONTRACTS, GOODS, NUMBERS, STOCKS, Contract, Numbers
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.state import COMPANIES
from engineshed.rail.engraving import GROUND_MARGIN
from engineshed.rail.hexgrid import EDGES
from engineshed.rail.layout import HexInfo, WayInfo, hex_infos, way_infos


class CityInfo(msgspec.Struct, frozen=True):
    name: str
    hex: int
    place: int
    """Cities side by side are one place."""


class TileInfo(msgspec.Struct, frozen=True):
    """Track tiles that are all alike: how many there are, and the ways on each of their sides."""

    count: int
    faces: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]


class Layout(msgspec.Struct, frozen=True):
    title: str
    width: float
    height: float
    margin: float
    """How far the ground reaches beyond the hexes on every side."""
    side: float
    """Of a hex."""
    edges: tuple[str, ...]
    hexes: tuple[HexInfo, ...]
    """Terrain: 0 plain, 1 hill, 2 mountain, 3 water, 4 city."""
    cities: tuple[CityInfo, ...]
    ways: tuple[WayInfo, ...]
    tiles: tuple[TileInfo, ...]
    contracts: tuple[Contract, ...]
    goods: tuple[str, ...]
    companies: tuple[str, ...]
    numbers: Numbers


def layout(options: Options) -> Layout:
    return _layout(options.map)


@lru_cache(maxsize=16)
def _layout(map_name: str) -> Layout:
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
            TileInfo(stock.count, tuple(face.ways for face in stock.faces), tuple(face.name for face in stock.faces))
            for stock in STOCKS
        ),
        contracts=CONTRACTS,
        goods=GOODS,
        companies=COMPANIES,
        numbers=NUMBERS,
    )
