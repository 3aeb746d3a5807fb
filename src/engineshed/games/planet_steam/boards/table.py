"""A picture of the board with all that is on it, from a view."""

from __future__ import annotations

from collections.abc import Iterator

from engineshed.core.boards import PAINT, upon
from engineshed.games.planet_steam.boards.drawing import INK, PAPER, SIDE, anchorage_of, centre_of, draw_ground
from engineshed.games.planet_steam.rules.board import load_board
from engineshed.games.planet_steam.rules.components import COMPANIES
from engineshed.games.planet_steam.rules.view import View, ZoneView
from engineshed.rail.drawing import Point, label, tag

PRODUCTS = (("Q", "#8A3D99"), ("O", "#D80000"), ("W", "#7BD4FA"), ("E", "#FFF134"))
"""The letter and the colour of each resource."""


def draw_table(v: View) -> str:
    board = load_board(v.options.map)
    pieces = [part for number, zone in enumerate(v.zones) for part in _zone(centre_of(board, number), zone)]
    if v.airship is not None:
        x, y = anchorage_of(board, v.airship)
        pieces.append(tag("ellipse", cx=x, cy=y, rx=34, ry=16, fill=PAPER, stroke=INK, stroke_width=3))
    return upon(draw_ground(v.options, dark=False), "\n".join(pieces))


def _zone(centre: Point, zone: ZoneView) -> Iterator[str]:
    x, y = centre
    half = SIDE / 2 - 5
    if isinstance(zone.owner, int):
        paint = PAINT[COMPANIES[zone.owner]]
        side = 2 * half
        yield tag("rect", x=x - half, y=y - half, width=side, height=side, fill="none", stroke=paint, stroke_width=6)
    elif zone.owner == "neutral":
        yield tag("circle", cx=x, cy=y, r=10, fill=PAINT["grey"], stroke=INK, stroke_width=2)
    elif zone.owner == "unavailable":
        yield tag("path", d=f"M{x - half} {y - half}L{x + half} {y + half}", stroke=INK, stroke_width=4)
    if zone.product is not None:
        letter, paint = PRODUCTS[zone.product]
        yield tag("circle", cx=x, cy=y, r=18, fill=paint, stroke=INK, stroke_width=5 if zone.supercharger else 2)
        yield label(centre, letter, 20, fill=PAPER if letter in "QO" else INK, font_weight="bold")
