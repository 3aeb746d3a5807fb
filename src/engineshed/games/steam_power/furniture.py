"""What lies on the table and never changes during a game, for those who draw it: the map's places, the box's pieces."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engineshed.games.steam_power.board import load_board
from engineshed.games.steam_power.components import CONTRACTS, GOODS, NUMBERS, STOCKS, Contract, Numbers
from engineshed.games.steam_power.drawing import layout_of
from engineshed.games.steam_power.state import COMPANIES
from engineshed.rail.drawing import way_path
from engineshed.rail.engraving import GROUND_MARGIN
from engineshed.rail.faces import WAY_NAMES, WAYS
from engineshed.rail.hexgrid import EDGES

Point = tuple[float, float]


class HexInfo(msgspec.Struct, frozen=True):
    name: str
    at: Point
    """Its centre."""
    terrain: int
    """0 plain, 1 hill, 2 mountain, 3 water, 4 city."""
    beside: tuple[int, ...]
    """The hexes across its edges, -1 where the map ends."""


class CityInfo(msgspec.Struct, frozen=True):
    name: str
    hex: int
    place: int
    """Cities side by side are one place."""


class WayInfo(msgspec.Struct, frozen=True):
    """A way through a hex: between which edges, and as path data round the hex's centre."""

    name: str
    edges: tuple[int, int]
    path: str


class TileInfo(msgspec.Struct, frozen=True):
    """Track tiles that are all alike: how many there are, and the ways on each of their sides."""

    count: int
    faces: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]


class Furniture(msgspec.Struct, frozen=True):
    title: str
    width: float
    height: float
    margin: float
    """How far the ground reaches beyond the hexes on every side."""
    side: float
    """Of a hex."""
    edges: tuple[str, ...]
    hexes: tuple[HexInfo, ...]
    cities: tuple[CityInfo, ...]
    ways: tuple[WayInfo, ...]
    tiles: tuple[TileInfo, ...]
    contracts: tuple[Contract, ...]
    goods: tuple[str, ...]
    companies: tuple[str, ...]
    numbers: Numbers


@lru_cache(maxsize=16)
def furniture(map_name: str) -> Furniture:
    board = load_board(map_name)
    layout = layout_of(board)
    return Furniture(
        title=board.title,
        width=round(layout.width, 2),
        height=round(layout.height, 2),
        margin=GROUND_MARGIN,
        side=layout.side,
        edges=EDGES,
        hexes=tuple(
            HexInfo(name, _rounded(layout.centre(hex_)), int(terrain), beside)
            for hex_, (name, terrain, beside) in enumerate(
                zip(board.grid.names, board.terrain, board.grid.neighbours, strict=True)
            )
        ),
        cities=tuple(map(CityInfo, board.cities, board.city_hex, board.place_of)),
        ways=tuple(
            WayInfo(name, edges, way_path((0, 0), layout.side, way))
            for way, (name, edges) in enumerate(zip(WAY_NAMES, WAYS, strict=True))
        ),
        tiles=tuple(
            TileInfo(stock.count, tuple(face.ways for face in stock.faces), tuple(face.name for face in stock.faces))
            for stock in STOCKS
        ),
        contracts=CONTRACTS,
        goods=GOODS,
        companies=COMPANIES,
        numbers=NUMBERS,
    )


def _rounded(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)
