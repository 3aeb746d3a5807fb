"""The map of zones drawn as SVG: hot ground in a grid, the river, and the anchorages of the airship on the right.

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

PAPER, INK, FAINT = "#F4EDE2", "#33271F", "#7A6655"
ROCK, ROCK_RIM, CRACK, STEAM = "#E3CDB0", "#B08F6B", "#CDB08C", "#F8F4EC"
BANK, WATER, WAVE = "#4F8CA8", "#A9CFDE", "#7FB3C8"
PIER, ROPE = "#9C7A52", "#6A5238"

COLOURS = {
    PAPER: "#1C1917",
    INK: "#EFE6DA",
    FAINT: "#B5A494",
    ROCK: "#5A4A3A",
    ROCK_RIM: "#8C745A",
    CRACK: "#48392B",
    STEAM: "#7A6C5E",
    BANK: "#7FB4CC",
    WATER: "#2E5264",
    WAVE: "#4C7A8E",
    PIER: "#7A603F",
    ROPE: "#C2A882",
}
"""Each with its counterpart in the dark picture."""

CRACKS = ("M-30 14L-18 9L-12 17L-2 12", "M8 -24L16 -18L14 -10L24 -6", "M-26 -22L-16 -26L-10 -18", "M10 24L20 19L28 25")
"""Lines in the rock, around a zone's centre; each zone has two of them."""

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
    paper = tag("rect", x=-MARGIN, y=-above, width=width, height=height, fill=PAPER)
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


def _rock(board: Board, zone: int) -> str:
    """A slab of rock with cracks, and steam above some of them."""
    x, y = centre_of(board, zone)
    plate = _square((0, 0), SIDE - GAP, fill=ROCK, stroke=ROCK_RIM, stroke_width=1.6)
    row = board.row_of[zone]
    lines = " ".join((CRACKS[zone % 4], CRACKS[(row + zone + 1) % 4]))
    cracks = tag("path", d=lines, fill="none", stroke=CRACK, stroke_width=1.8, stroke_linecap="round")
    puffs = _puffs() if (zone + 2 * row) % 5 == 0 and not board.river[zone] else ""
    return tag("g", plate + cracks + puffs, transform=f"translate({num(x)} {num(y)})")


def _puffs() -> str:
    return "".join(tag("circle", cx=cx, cy=cy, r=r, fill=STEAM) for cx, cy, r in ((-4, 2, 5), (2, -5, 7), (9, -13, 9)))


def _frame(board: Board, zone: int) -> str:
    """The blue frame of river zones."""
    return _square(centre_of(board, zone), SIDE - 2 * GAP, fill="none", stroke=BANK, stroke_width=3.6)


def _square(centre: Point, side: float, **attributes: str | float) -> str:
    x, y = centre
    return tag("rect", "", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=9, **attributes)


def _river(board: Board) -> list[str]:
    """From top to bottom through the river zones of each row; wide enough to be visible under a tank."""
    zones = [zone for zone, wet in enumerate(board.river) if wet]
    if not zones:
        return []
    points = [centre_of(board, zone) for zone in zones]
    course = [(points[0][0], 0.0), *points, (points[-1][0], height_of(board))]
    path = curve_path(course)
    strokes = ((BANK, 34.0), (WATER, 29.0))
    water = [tag("path", d=path, fill="none", stroke=colour, stroke_width=width) for colour, width in strokes]
    waves = tag("path", d=WAVES, fill="none", stroke=WAVE, stroke_width=2, stroke_linecap="round")
    return [*water, *(tag("g", waves, transform=f"translate({num(x)} {num(y)})") for x, y in points)]


def _anchorage(board: Board, row: int) -> str:
    return _pier(anchorage_of(board, row))


def _pier(at: Point) -> str:
    """With a ring for the airship's rope."""
    x, y = at
    pier = tag("rect", x=x - ANCHORAGE / 2 + 6, y=y - 6, width=ANCHORAGE - 26, height=12, rx=4, fill=PIER)
    ring = tag("circle", cx=x + 16, cy=y, r=11, fill="none", stroke=ROPE, stroke_width=4)
    return pier + ring


def parts() -> dict[str, str]:
    """What the map is made of, each drawn around the point 0 0."""
    plate = _square((0, 0), SIDE - GAP, fill=ROCK, stroke=ROCK_RIM, stroke_width=1.6)
    cracks = tag("path", d=" ".join(CRACKS[:2]), fill="none", stroke=CRACK, stroke_width=1.8, stroke_linecap="round")
    course = curve_path([(0.0, -SIDE / 2), (0.0, SIDE / 2)])
    water = "".join(
        tag("path", d=course, fill="none", stroke=colour, stroke_width=width)
        for colour, width in ((BANK, 34.0), (WATER, 29.0))
    )
    frame = _square((0, 0), SIDE - 2 * GAP, fill="none", stroke=BANK, stroke_width=3.6)
    return {"zone": plate + cracks, "river-zone": plate + cracks + water + frame, "anchorage": _pier((0, 0))}


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
