"""What never changes on the table during a game, for drawing it: the map's places, the box's pieces."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engineshed.core.corrections import Data
from engineshed.games.steam.boards.drawing import geometry_of
from engineshed.games.steam.rules.board import City, PrintedTown, load_board
from engineshed.games.steam.rules.components import (
    ACTIONS,
    FACE_NAMES,
    GOODS,
    NEW_CITIES,
    NUMBERS,
    Action,
    Laying,
    Numbers,
    Piece,
)
from engineshed.games.steam.rules.options import COMPANIES, Options
from engineshed.games.steam.rules.tiles import tile_set_of
from engineshed.rail.engraving import GROUND_MARGIN
from engineshed.rail.hexgrid import EDGES
from engineshed.rail.layout import HexInfo, WayInfo, hex_infos, way_infos


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
    surcharges: tuple[int, ...]
    """What the ground of each hex adds to the price of a new tile."""
    open_edges: tuple[int, ...]
    """The edges of each hex that track may cross, as bits."""
    cities: tuple[City, ...]
    """The printed cities."""
    towns: tuple[PrintedTown, ...]
    ways: tuple[WayInfo, ...]
    faces: tuple[str, ...]
    layings: tuple[Laying, ...]
    """Every face in every rotation."""
    pieces: tuple[Piece, ...]
    actions: tuple[Action, ...]
    goods: tuple[str, ...]
    new_cities: tuple[int, ...]
    """How many there are of each colour."""
    companies: tuple[str, ...]
    numbers: Numbers


def layout(options: Options) -> Layout:
    return _layout(options.map, options.data)


@lru_cache(maxsize=16)
def _layout(map_name: str, data: Data) -> Layout:
    tiles = tile_set_of(data)
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
        surcharges=tuple(board.surcharge(hex_) for hex_ in range(len(board.grid))),
        open_edges=board.open_edges,
        cities=board.cities,
        towns=board.towns,
        ways=way_infos(geometry.side),
        faces=FACE_NAMES,
        layings=tiles.layings,
        pieces=tiles.pieces,
        actions=ACTIONS,
        goods=GOODS,
        new_cities=NEW_CITIES,
        companies=COMPANIES,
        numbers=NUMBERS,
    )
