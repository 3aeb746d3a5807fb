"""A picture of the map with all that is on it, from a view."""

from __future__ import annotations

from collections.abc import Iterator

from engineshed.core.boards import PAINT, upon
from engineshed.games.steam_power.boards.drawing import draw_ground, geometry_of
from engineshed.games.steam_power.rules.board import load_board
from engineshed.games.steam_power.rules.components import GOODS
from engineshed.games.steam_power.rules.truth import COMPANIES
from engineshed.games.steam_power.rules.view import CityView, View
from engineshed.rail.drawing import Point, cased, label, tag, way_path
from engineshed.rail.engraving import INK, PAPER, SIDE, above


def draw_table(v: View) -> str:
    return upon(draw_ground(v.options, dark=False), "\n".join((*_track(v), *_cities(v))))


def _track(v: View) -> Iterator[str]:
    board = load_board(v.options.map)
    geometry = geometry_of(board)
    for name, company in zip(COMPANIES, v.companies, strict=False):
        for path in (*company.links, *([company.loose] if company.loose else [])):
            for hex_, way in path.tiles(board.grid):
                yield cased(way_path(geometry.centre(hex_), SIDE, way), 8, PAINT[name], PAPER)


def _cities(v: View) -> Iterator[str]:
    board = load_board(v.options.map)
    geometry = geometry_of(board)
    for name, hex_, city in zip(board.cities, board.city_hex, v.cities, strict=True):
        x, y = geometry.centre(hex_)
        yield _tile(city, above((x, y)))
        yield label((x, y + SIDE * 0.62), name, 11, fill=INK)
        if city.factory is not None:
            paint = PAINT[COMPANIES[city.factory]]
            yield tag("rect", x=x - 30, y=y - 22, width=16, height=16, fill=paint, stroke=INK, stroke_width=1.5)


def _tile(city: CityView, at: Point) -> str:
    fill = PAINT[city.tile] if city.tile in GOODS else PAINT["purple"] if city.tile else PAPER
    text = str(city.goods) if city.goods else "VP" if city.tile and city.tile not in GOODS else ""
    dark = city.tile in ("black", "grey", "vp")
    disc = tag("circle", cx=at[0], cy=at[1], r=14, fill=fill, stroke=INK, stroke_width=1.5)
    return disc + label(at, text, 14, fill=PAPER if dark else INK, font_weight="bold")
