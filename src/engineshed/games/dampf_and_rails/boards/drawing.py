"""The map as a picture: sea and coast, rivers, bays that track can cross, mileposts, kinds of towns, ferry lines.

The picture is made of layers, from the ground up; ``at`` says where a point of the country is on it.
"""

from __future__ import annotations

from functools import lru_cache

from engineshed.core.words import Message, Words
from engineshed.games.dampf_and_rails.boards.coast import coast
from engineshed.games.dampf_and_rails.boards.rivers import Rivers, tapering
from engineshed.games.dampf_and_rails.rules.board import BAY, NOWHERE, PORT, Board, Ferry
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.rail.drawing import Point, label, line_path, tag, towards
from engineshed.rail.engraving import (
    CITY,
    CITY_RIM,
    FAINT,
    FONT,
    HEADING_FONT,
    INK,
    NIGHT,
    PLAIN,
    SHORE,
    SURF,
    WATER,
    by_night,
)

SCALE = 4.0
"""Pixels per kilometre."""
WEST, NORTH, EAST, SOUTH = -160.0, 206.0, 162.0, -256.0
"""What the picture covers, in kilometres."""
WIDTH, HEIGHT = (EAST - WEST) * SCALE, (NORTH - SOUTH) * SCALE

TOWN_SIZE = {"small": 11.0, "medium": 12.0, "hexagon": 15.0, PORT: 10.0}
RIM = 2.6
HEXAGON_FILL = "#E9B8A6"
COLOURS = {**NIGHT, HEXAGON_FILL: "#C58F7C"}


def at(point: Point) -> Point:
    """Where a point is on the picture; north is up."""
    return (point[0] - WEST) * SCALE, (NORTH - point[1]) * SCALE


def post_at(board: Board, post: int) -> Point:
    return at(board.points[post])


def draw_ground(options: Options, *, dark: bool) -> str:
    """What is under the pieces: the map without the names, which are drawn above the track."""
    return _ground(box_of(options.data).board, dark=dark)


@lru_cache(maxsize=16)
def _ground(board: Board, *, dark: bool) -> str:
    picture = _sheet(_layers(board))
    return by_night(picture, COLOURS) if dark else picture


def draw_map(board: Board, words: Words) -> str:
    """The whole picture with its title and the names of places, a complete SVG document."""
    title = label((WIDTH * 0.2, 80), words.text(Message("board.title")), 54, font_family=HEADING_FONT, fill=INK)
    return _sheet([*_layers(board), _names(board), title])


def _sheet(layers: list[str]) -> str:
    content = "\n".join([tag("rect", width=WIDTH, height=HEIGHT, fill=WATER), *layers])
    return tag(
        "svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}", font_family=FONT
    )


def _layers(board: Board) -> list[str]:
    rivers = rivers_of(board)
    ground = [_land(), _rivers(rivers), _bays(board, rivers)]
    return [*ground, _ferries(board), _dots(board), _hexagons(board), _towns(board)]


# -- land and water ------------------------------------------------------------------------------------------------


def _land() -> str:
    path = " ".join(line_path(*(at(point) for point in land)) + "Z" for land in coast())
    surf = tag("path", d=path, fill="none", stroke=SURF, stroke_width=9, stroke_linejoin="round")
    return surf + "\n" + tag("path", d=path, fill=PLAIN, stroke=SHORE, stroke_width=1.6, stroke_linejoin="round")


def rivers_of(board: Board) -> Rivers:
    seas = [at(point) for land in coast() for point in land if WEST < point[0] < EAST and SOUTH < point[1] < NORTH]
    return Rivers(board, lambda post: post_at(board, post), seas)


def _rivers(rivers: Rivers) -> str:
    return tag("path", d="".join(map(tapering, rivers.courses())), fill=SHORE)


def _bays(board: Board, rivers: Rivers) -> str:
    """A wave on every section across a lake or bay."""
    waves = []
    for section, water in enumerate(board.water):
        if water == BAY:
            x, y = rivers.middle(section)
            waves.append(f"M{x - 8:.1f} {y:.1f}q4 -5 8 0t8 0")
    return tag("path", d="".join(waves), fill="none", stroke=SHORE, stroke_width=2.2, stroke_linecap="round")


# -- what people built ---------------------------------------------------------------------------------------------


def ferry_line(board: Board, ferry: Ferry) -> list[Point]:
    return [post_at(board, ferry.ports[0]), *map(at, ferry.via), post_at(board, ferry.ports[1])]


def _ferries(board: Board) -> str:
    lines = []
    for ferry in board.ferries:
        points = ferry_line(board, ferry)
        lines.append(tag("path", d=line_path(*points), fill="none", stroke=INK, stroke_width=2, stroke_dasharray="7 6"))
        lines.append(_price_tag(price_at(points), ferry.price))
    return "\n".join(lines)


def price_at(points: list[Point]) -> Point:
    """Where the price of a ferry is written: in the middle of its line."""
    half = len(points) // 2
    return points[half] if len(points) % 2 else towards(points[half - 1], points[half], 0.5)


def _price_tag(middle: Point, price: int) -> str:
    x, y = middle
    box = tag("rect", x=x - 13, y=y - 11, width=26, height=22, rx=4, fill=CITY, stroke=CITY_RIM)
    return box + label(middle, str(price), 14, fill=CITY_RIM, font_weight="700")


def _dots(board: Board) -> str:
    dots = [post for post in range(board.size) if board.place_at[post] == NOWHERE]
    middles = [post_at(board, post) for post in dots]
    return tag("g", "".join(tag("circle", cx=x, cy=y, r=2.6) for x, y in middles), fill=FAINT)


def _hexagons(board: Board) -> str:
    """The streets of all hexagons, wide and light."""
    streets = [board.ends[section] for section, street in enumerate(board.streets) if street]
    path = "".join(line_path(post_at(board, a), post_at(board, b)) for a, b in streets)
    wide = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("path", d=path, stroke=CITY_RIM, stroke_width=13, **wide) + tag(
        "path", d=path, stroke=HEXAGON_FILL, stroke_width=10, **wide
    )


def _towns(board: Board) -> str:
    return "\n".join(_town(place.kind, post_at(board, place.at)) for place in board.places)


def _town(kind: str, middle: Point) -> str:
    """A circle, a square, a hexagon, or a diamond for a port."""
    x, y = middle
    size = TOWN_SIZE[kind]
    if kind == "small":
        return tag("circle", cx=x, cy=y, r=size, fill=CITY, stroke=CITY_RIM, stroke_width=RIM)
    if kind == "medium":
        return tag(
            "rect",
            x=x - size,
            y=y - size,
            width=2 * size,
            height=2 * size,
            fill=CITY,
            stroke=CITY_RIM,
            stroke_width=RIM,
        )
    corners = _rhomb(x, y, size) if kind == PORT else _hexagon(x, y, size)
    return tag("path", d=line_path(*corners) + "Z", fill=CITY, stroke=CITY_RIM, stroke_width=RIM)


def _rhomb(x: float, y: float, size: float) -> list[Point]:
    return [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]


def _hexagon(x: float, y: float, size: float) -> list[Point]:
    across = size * 3**0.5 / 2
    return [
        (x, y - size),
        (x + across, y - size / 2),
        (x + across, y + size / 2),
        (x, y + size),
        (x - across, y + size / 2),
        (x - across, y - size / 2),
    ]


def parts() -> dict[str, str]:
    """What the map is made of, each drawn around the point 0 0 on a piece of land."""
    land = tag("rect", x=-32, y=-22, width=64, height=44, rx=6, fill=PLAIN)
    left, right = (tag("circle", cx=x, cy=0, r=3.4, fill=FAINT) for x in (-20, 20))
    river = tag("path", d="M-6 -22C-2 -8 4 8 0 22", fill="none", stroke=SHORE, stroke_width=4.4)
    wave = tag("path", d="M-8 0q4 -5 8 0t8 0", fill="none", stroke=SHORE, stroke_width=2.6, stroke_linecap="round")
    towns = {kind: land + _town(kind, (0, 0)) for kind in TOWN_SIZE}
    return {
        "dot": land + left + right,
        "river": land + river + left + right,
        "bay": land + wave + left + right,
        **towns,
    }


def _names(board: Board) -> str:
    names = []
    for place in board.places:
        x, y = post_at(board, place.at)
        below = place.kind == PORT
        names.append(
            label(
                (x, y + 25 if below else y - 25),
                place.name,
                17,
                fill=INK,
                font_weight="700",
                stroke=CITY,
                stroke_width=4,
                paint_order="stroke",
            )
        )
    return "\n".join(names)
