"""A picture of the map with all that is on it, from a view."""

from __future__ import annotations

from collections.abc import Iterator

from engineshed.core.boards import PAINT, upon
from engineshed.games.steam.boards.drawing import draw_ground, geometry_of
from engineshed.games.steam.rules.board import Board, load_board
from engineshed.games.steam.rules.components import GOODS
from engineshed.games.steam.rules.links import OPPOSITE
from engineshed.games.steam.rules.options import COMPANIES
from engineshed.games.steam.rules.view import CityView, LinkView, View
from engineshed.rail.drawing import Geometry, Point, cased, edge_middle, label, line_path, tag, way_path
from engineshed.rail.engraving import INK, PAPER, SIDE
from engineshed.rail.faces import WAY_OF

CUBE = 9


def draw_table(v: View) -> str:
    board = load_board(v.options.map)
    geometry = geometry_of(board)
    names = {city.hex: city.name for city in board.cities} | {town.hex: town.name for town in board.towns}
    track = [line for link in v.links for line in _link(board, geometry, link)]
    cities = [line for city in v.cities for line in _city(geometry.centre(city.hex), city, names[city.hex])]
    return upon(draw_ground(v.options, dark=False), "\n".join((*track, *cities)))


def _link(board: Board, geometry: Geometry, link: LinkView) -> Iterator[str]:
    """Through its tiles, and out of the town where it begins or ends."""
    paint = PAINT["grey"] if link.owner is None else PAINT[COMPANIES[link.owner]]
    here = link.start
    if board.town_at[here] >= 0 and link.head:
        yield _stub(geometry.centre(here), link.edges[0], paint)
    for coming, going in zip(link.edges, link.edges[1:], strict=False):
        here = board.grid.neighbours[here][coming]
        yield cased(way_path(geometry.centre(here), SIDE, WAY_OF[OPPOSITE[coming], going]), 8, paint, INK)
    if link.tail and board.town_at[link.goal] >= 0:
        yield _stub(geometry.centre(link.goal), OPPOSITE[link.edges[-1]], paint)


def _stub(centre: Point, edge: int, paint: str) -> str:
    return cased(line_path(centre, edge_middle(centre, SIDE, edge)), 8, paint, INK)


def _city(centre: Point, city: CityView, name: str) -> Iterator[str]:
    x, y = centre
    yield tag("circle", cx=x, cy=y, r=20, fill=PAINT[GOODS[city.colour]], stroke=INK, stroke_width=2)
    cubes = [colour for colour, count in enumerate(city.cubes) for _ in range(count)]
    for place, colour in enumerate(cubes):
        left, top = x - 20 + 10 * (place % 4), y - 14 + 10 * (place // 4)
        paint = PAINT[GOODS[colour]]
        yield tag("rect", x=left, y=top, width=CUBE, height=CUBE, fill=paint, stroke=PAPER, stroke_width=1)
    yield label((x, y + SIDE * 0.68), name, 11, fill=INK)
