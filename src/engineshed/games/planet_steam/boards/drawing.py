"""The map of zones drawn as SVG: slabs of hot rock with craters, vents and dunes, the river, and on the right the
anchorages of the airship.

Nothing here is copied from the printed board. Colours are constants, because the dark picture is the same one with
every colour replaced.
"""

from __future__ import annotations

from engineshed.core.boards import title_in
from engineshed.core.words import Words
from engineshed.games.planet_steam.rules.board import Board, load_board
from engineshed.games.planet_steam.rules.options import Options
from engineshed.rail.drawing import Point, curve_path, label, num, tag
from engineshed.rail.engraving import FONT, HEADING_FONT, by_night

SIDE = 84.0
"""The width and height of a zone."""
GAP = 4.0
MARGIN = 36.0
"""How far the ground extends beyond the zones on the left, above and below."""
ANCHORAGE = 72.0
"""The width of the column of anchorages."""
HEADING = 64.0

PAPER, INK, FAINT = "#EFE0CA", "#33271F", "#66533F"
STRATUM, CRATER, CRATER_RIM = "#E4CFB2", "#D3B48C", "#F6E9D6"
ROCK, ROCK_RIM, CRACK, STEAM = "#E3CDB0", "#B08F6B", "#C9AA84", "#FBF8F2"
LIT, SHADED, HOT = "#F3E2CA", "#C8A77F", "#C8713A"
BANK, WATER, WAVE = "#4F8CA8", "#A9CFDE", "#7FB3C8"
PIER, ROPE = "#9C7A52", "#6A5238"

COLOURS = {
    PAPER: "#241E1A",
    STRATUM: "#2E2620",
    CRATER: "#392D24",
    CRATER_RIM: "#766250",
    LIT: "#715F4D",
    SHADED: "#3A2E24",
    HOT: "#D9824A",
    INK: "#EFE6DA",
    FAINT: "#B5A494",
    ROCK: "#5A4A3A",
    ROCK_RIM: "#8C745A",
    CRACK: "#48392B",
    STEAM: "#94867A",
    BANK: "#7FB4CC",
    WATER: "#2E5264",
    WAVE: "#4C7A8E",
    PIER: "#7A603F",
    ROPE: "#C2A882",
}
"""Each colour with its counterpart in the dark picture."""

CRACKS = ("M-30 14L-18 9L-12 17L-2 12", "M8 -24L16 -18L14 -10L24 -6", "M-26 -22L-16 -26L-10 -18", "M10 24L20 19L28 25")
"""Lines in the rock, around a zone's centre; each zone has two of them."""

PEBBLES = ((-24, 28, 1.6), (30, 8, 2.1), (-31, -4, 1.4), (18, -31, 1.7), (2, 31, 1.3), (-8, -33, 1.5))
"""Small stones, each with its place in a zone and its radius; each zone has three of them."""
DUNES = "M-30 6q12 -9 24 0t24 0M-22 16q10 -7 20 0t20 0M-30 -22q9 -6 18 0t18 0"
BOULDERS = "M14 24l5 -9l9 1l4 8z M-30 -14l4 -8l8 -1l4 6l-3 5z"

WAVES = "M-9 -5q3 -3 6 0t6 0t6 0M-9 6q3 -3 6 0t6 0t6 0"


def width_of(board: Board) -> float:
    return board.columns * SIDE + ANCHORAGE


def height_of(board: Board) -> float:
    return board.rows * SIDE


def centre_of(board: Board, zone: int) -> Point:
    row, column = divmod(zone, board.columns)
    return (column + 0.5) * SIDE, (row + 0.5) * SIDE


def anchorage_of(board: Board, row: int) -> Point:
    return board.columns * SIDE + ANCHORAGE / 2, (row + 0.5) * SIDE


def draw_ground(options: Options, *, dark: bool) -> str:
    """What is under the pieces."""
    board = load_board(options.map)
    picture = _svg(board, MARGIN, _layers(board))
    return by_night(picture, COLOURS) if dark else picture


def draw_map(board: Board, words: Words) -> str:
    """The whole picture with its title, a complete SVG document."""
    text = title_in(board.text, words.language)
    title = label((width_of(board) / 2, -MARGIN - 24), text, 26, font_family=HEADING_FONT, fill=INK)
    return _svg(board, MARGIN + HEADING, [*_layers(board), title])


def _svg(board: Board, above: float, layers: list[str]) -> str:
    width, height = width_of(board) + 2 * MARGIN, height_of(board) + above + MARGIN
    paper = tag("rect", x=-MARGIN, y=-above, width=width, height=height, fill=PAPER) + _desert(board)
    box = f"{num(-MARGIN)} {num(-above)} {num(width)} {num(height)}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="{FONT}">'
    return "\n".join((head, paper, *layers, "</svg>")) + "\n"


def _layers(board: Board) -> list[str]:
    zones = range(len(board.names))
    return [
        *(_rock(board, zone) for zone in zones),
        *_river(board),
        *(_frame(board, zone) for zone in zones if board.river[zone]),
        *(_anchorage(board, row) for row in range(board.rows)),
        *_rim(board),
    ]


def _desert(board: Board) -> str:
    """The ground around the zones: layers of rock, and craters in the column of the anchorages and along the edges."""
    width, height = width_of(board), height_of(board)
    layers = []
    for number in range(-1, 2 * board.rows + 2):
        y, bend = number * SIDE / 2, (number * 5 % 7 - 3) * 4
        line = (
            f"M{num(-MARGIN)} {num(y)}C{num(width * 0.3)} {num(y + bend - 22)} {num(width * 0.7)} {num(y - bend + 22)} "
        )
        layers.append(f"{line}{num(width + MARGIN)} {num(y + bend)}")
    strata = tag("path", d="".join(layers), fill="none", stroke=STRATUM, stroke_width=9)
    spots = [((width + 4, row * SIDE + 2), 9 + row * 5 % 8) for row in range(1, board.rows)]
    spots += [((-23, (row + 0.95) * SIDE), 6 + row * 3 % 5) for row in range(0, board.rows - 1, 2)]
    spots += [(((column + 0.9) * SIDE, height + 20), 6 + column * 3 % 6) for column in range(0, board.columns, 2)]
    return strata + "".join(_crater(at, size) for at, size in spots)


def _crater(at: Point, size: float) -> str:
    """A crater, seen from above at an angle: a rim in the light, and a hollow with its shadow."""
    x, y = at
    flat = size * 0.72
    rim = tag("ellipse", cx=x, cy=y, rx=size, ry=flat, fill=CRATER_RIM)
    hollow = tag("ellipse", cx=x + size * 0.06, cy=y + size * 0.08, rx=size * 0.82, ry=flat * 0.78, fill=CRATER)
    start, end = (x - size * 0.7, y), (x + size * 0.6, y - flat * 0.4)
    bow = f"A{num(size * 0.78)} {num(flat * 0.74)} 0 0 1"
    shadow = f"M{num(start[0])} {num(start[1])}{bow} {num(end[0])} {num(end[1])}"
    return rim + hollow + tag("path", d=shadow, fill="none", stroke=ROCK_RIM, stroke_width=size * 0.13)


def _rock(board: Board, zone: int) -> str:
    """A slab of rock with cracks and stones, and on most slabs a crater, a vent, dunes or boulders."""
    x, y = centre_of(board, zone)
    row = board.row_of[zone]
    stones = (PEBBLES[(zone + step * (1 + row % 2)) % len(PEBBLES)] for step in range(3))
    pebbles = "".join(tag("circle", cx=cx, cy=cy, r=r, fill=SHADED) for cx, cy, r in stones)
    mark = "" if board.river[zone] else _land(zone, row)
    return tag("g", slab(zone, row) + pebbles + mark, transform=f"translate({num(x)} {num(y)})")


def slab(zone: int = 0, row: int = 0) -> str:
    """A zone's rock around the point 0 0: lit from the upper left, with two cracks."""
    plate = _square((0, 0), SIDE - GAP, fill=ROCK, stroke=ROCK_RIM, stroke_width=1.6)
    edges = (("M-36.5 30V-29Q-36.5 -36.5 -29 -36.5H30", LIT), ("M36.5 -30V29Q36.5 36.5 29 36.5H-30", SHADED))
    relief = "".join(
        tag("path", d=edge, fill="none", stroke=colour, stroke_width=3, stroke_linecap="round")
        for edge, colour in edges
    )
    lines = " ".join((CRACKS[zone % 4], CRACKS[(row + zone + 1) % 4]))
    return plate + relief + tag("path", d=lines, fill="none", stroke=CRACK, stroke_width=1.8, stroke_linecap="round")


def _land(zone: int, row: int) -> str:
    """What the rock is like, different from its neighbours' and the same in every picture."""
    match (zone * 5 + row * 3) % 7:
        case 0 | 4:
            return puffs()
        case 1:
            return _crater((-9, 9), 19)
        case 2:
            return tag("path", d=DUNES, fill="none", stroke=SHADED, stroke_width=2.2, stroke_linecap="round")
        case 3:
            return _crater((13, -14), 12) + _crater((-18, 17), 9)
        case 5:
            return tag("path", d=BOULDERS, fill=SHADED, stroke=ROCK_RIM, stroke_width=1.4, stroke_linejoin="round")
    return ""


def puffs() -> str:
    """A vent with a glow inside, and the steam that rises from it."""
    vent = tag("ellipse", cx=-9, cy=13, rx=10, ry=5, fill=CRATER, stroke=ROCK_RIM, stroke_width=1.4)
    glow = tag("ellipse", cx=-9, cy=14, rx=5.5, ry=2.2, fill=HOT)
    clouds = ((-8, 6, 5), (-3, -1, 7), (4, -9, 9), (14, -13, 6), (12, -21, 7))
    steam = "".join(tag("circle", cx=cx, cy=cy, r=r, fill=STEAM, fill_opacity=0.85) for cx, cy, r in clouds)
    return vent + glow + steam


def _frame(board: Board, zone: int) -> str:
    """The blue frame of river zones."""
    return _square(centre_of(board, zone), SIDE - 2 * GAP, fill="none", stroke=BANK, stroke_width=3.6)


def _square(centre: Point, side: float, **attributes: str | float) -> str:
    x, y = centre
    return tag("rect", "", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=9, **attributes)


def _river(board: Board) -> list[str]:
    """The river, from top to bottom through the river zones of each row, wide enough to be visible under a tank."""
    zones = [zone for zone, wet in enumerate(board.river) if wet]
    if not zones:
        return []
    points = [centre_of(board, zone) for zone in zones]
    course = [(points[0][0], 0.0), *points, (points[-1][0], height_of(board))]
    path = curve_path(course)
    strokes = ((SHADED, 42.0), (BANK, 34.0), (WATER, 29.0))
    water = [tag("path", d=path, fill="none", stroke=colour, stroke_width=width) for colour, width in strokes]
    water.append(
        tag(
            "path",
            d=path,
            fill="none",
            stroke=WAVE,
            stroke_width=2,
            stroke_dasharray="16 22 6 30",
            transform="translate(8 0)",
        )
    )
    waves = tag("path", d=WAVES, fill="none", stroke=WAVE, stroke_width=2, stroke_linecap="round")
    return [*water, *(tag("g", waves, transform=f"translate({num(x)} {num(y)})") for x, y in points)]


def _anchorage(board: Board, row: int) -> str:
    return _pier(anchorage_of(board, row))


def _pier(at: Point) -> str:
    """A pier with a ring for the airship's rope."""
    x, y = at
    left = x - ANCHORAGE / 2 + 6
    pier = tag("rect", x=left, y=y - 6, width=ANCHORAGE - 26, height=12, rx=4, fill=PIER, stroke=ROPE, stroke_width=1.2)
    planks = "".join(f"M{num(left + 9 * plank)} {num(y - 5)}v10" for plank in range(1, 5))
    pier += tag("path", d=planks, stroke=ROPE, stroke_width=1)
    ring = tag("circle", cx=x + 16, cy=y, r=11, fill="none", stroke=ROPE, stroke_width=4)
    return pier + ring


def parts() -> dict[str, str]:
    """What the map is made of, each drawn around the point 0 0."""
    course = curve_path([(0.0, -SIDE / 2), (0.0, SIDE / 2)])
    water = "".join(
        tag("path", d=course, fill="none", stroke=colour, stroke_width=width)
        for colour, width in ((BANK, 34.0), (WATER, 29.0))
    )
    frame = _square((0, 0), SIDE - 2 * GAP, fill="none", stroke=BANK, stroke_width=3.6)
    return {"zone": slab(), "river-zone": slab() + water + frame, "anchorage": _pier((0, 0))}


def _rim(board: Board) -> list[str]:
    """Letters above the columns, numbers at both ends of the rows."""
    letters = [
        label((centre_of(board, column)[0], -MARGIN / 2), board.names[column][0], 15, fill=FAINT)
        for column in range(board.columns)
    ]
    numbers = [
        label((x, centre_of(board, row * board.columns)[1]), str(row + 1), 15, fill=FAINT)
        for row in range(board.rows)
        for x in (-MARGIN / 2, width_of(board) + MARGIN / 4)
    ]
    return [*letters, *numbers]
