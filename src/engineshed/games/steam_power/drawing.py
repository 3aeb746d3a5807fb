"""A map of Steam Power as a picture: land, water and cities, names and coordinates, and what building costs.

The picture is layers, one function each, from the ground up. Track, trains and factories have their place
between the cities and the names; ``layout_of`` says where every hex lies.
"""

from __future__ import annotations

import re
from html import escape

from engineshed.games.steam_power.board import Board, Terrain
from engineshed.games.steam_power.components import NUMBERS
from engineshed.rail.drawing import Layout, Point, cased, hex_path, label, line_path, num, tag, way_path
from engineshed.rail.faces import WAY_OF
from engineshed.rail.hexgrid import EDGES, HexGrid

SIDE = 42.0
MARGIN = 52.0
HEADING = 112.0
GROUND_MARGIN = 36.0
LEGEND_ROW = 62.0
LEGEND_ITEM = 126.0
NARROWEST = 480.0

FONT = "'Segoe UI', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"
HEADING_FONT = "Georgia, 'Liberation Serif', 'Times New Roman', serif"
LETTER_WIDTH = 0.56
"""Of the font's size, on average: SVG cannot measure a text before it is shown."""

PAPER, INK, FAINT = "#F7F3E8", "#33302A", "#7C7463"
FILL = {
    Terrain.PLAIN: "#DDE6C3",
    Terrain.HILL: "#E0D3A2",
    Terrain.MOUNTAIN: "#D3C7B8",
    Terrain.WATER: "#B9D7E4",
    Terrain.CITY: "#FCF6E6",
}
SHORE, SURF, WAVE, RIVER = "#5B8CA6", "#DCECF2", "#86B3C8", "#93BCD2"
BORDER, GRID, CITY_RIM, NEUTRAL = "#8A8064", "#55533A", "#6B4A33", "#8D8577"

MARKS = {
    Terrain.HILL: (
        '<path d="M-24 9Q-14 -9 -3 9Z" fill="#CDBB80"/><path d="M-11 13Q3 -13 18 13Z" fill="#C4B072"/>'
        '<path d="M-24 9Q-14 -9 -3 9M-11 13Q3 -13 18 13M6 3L10 11M1 1L3 8" fill="none" stroke="#94814A"'
        ' stroke-width="1.3" stroke-linecap="round"/>'
    ),
    Terrain.MOUNTAIN: (
        '<path d="M-27 15L-13 -8L1 15Z" fill="#B5A797"/><path d="M-13 -8L1 15L-9 15Z" fill="#97887A"/>'
        '<path d="M-14 16L5 -19L24 16Z" fill="#BDB0A1"/><path d="M5 -19L24 16L9 16L3 2Z" fill="#8F8174"/>'
        '<path d="M5 -19L-1.5 -7L2 -9L5 -5L8 -9L11.5 -7Z" fill="#FFFFFF"/>'
        '<path d="M-27 15L-13 -8L-5 5M-14 16L5 -19L24 16" fill="none" stroke="#6E6257" stroke-width="1.3"'
        ' stroke-linejoin="round"/>'
    ),
    Terrain.WATER: (
        f'<path d="M-20 -6q4 -4 8 0t8 0t8 0M-6 8q4 -4 8 0t8 0t8 0" fill="none" stroke="{WAVE}" stroke-width="1.4"'
        ' stroke-linecap="round"/>'
    ),
}
"""What stands on a hex of each terrain, drawn round the hex's centre."""

TOWN = (
    f'<path d="M-15 8V-3L-10 -8L-5 -3V8Z M-5 8V-12H-4L-1 -17L2 -12H3V8Z M3 8V-4L8 -9L14 -4V8Z" fill="{CITY_RIM}"/>'
    f'<path d="M-12 1h3v3h-3zM-2.5 -7h3v4h-3zM6.5 0h3v3h-3z" fill="{FILL[Terrain.CITY]}"/>'
)


NIGHT = {
    PAPER: "#1E1F1C",
    INK: "#ECE6D8",
    FAINT: "#B7AE9A",
    FILL[Terrain.PLAIN]: "#59644C",
    FILL[Terrain.HILL]: "#736746",
    FILL[Terrain.MOUNTAIN]: "#665E58",
    FILL[Terrain.WATER]: "#2C4657",
    FILL[Terrain.CITY]: "#D8D0BC",
    SHORE: "#8FB7CB",
    SURF: "#3A5A6D",
    WAVE: "#54788C",
    RIVER: "#3F6C86",
    BORDER: "#A39A7C",
    GRID: "#11120F",
    CITY_RIM: "#2E2016",
    NEUTRAL: "#5E5749",
    "#CDBB80": "#85784F",
    "#C4B072": "#7C6F47",
    "#94814A": "#ACA072",
    "#B5A797": "#7B7268",
    "#97887A": "#5A524A",
    "#BDB0A1": "#857B70",
    "#8F8174": "#544C45",
    "#6E6257": "#B5A99B",
    "#FFFFFF": "#D9D9D9",
}
"""For a dark room. Cities stay bright: pieces, whose rims are dark, lie there."""
COLOUR = re.compile("#[0-9A-F]{6}")


def draw_board(board: Board) -> str:
    """The whole picture, a complete SVG document."""
    layout = layout_of(board)
    width = max(layout.width + 2 * MARGIN, NARROWEST)
    legend_top = HEADING + layout.height + 60
    height = legend_top + _legend_rows(width) * LEGEND_ROW
    layers = (
        _ground(board, layout),
        _marks(board, layout),
        _grid(board, layout),
        _cities(board, layout),
        _hex_names(board, layout),
        _city_names(board, layout),
        _rim(layout),
    )
    map_ = tag("g", "\n".join(layers), transform=_moved(((width - layout.width) / 2, HEADING)))
    parts = (
        tag("title", escape(board.title)),
        _definitions(board, layout),
        tag("rect", width=width, height=height, rx=14, fill=PAPER),
        _heading(board, width),
        map_,
        _legend(width, legend_top),
    )
    return tag(
        "svg",
        "\n".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(width)} {num(height)}",
        width=width,
        height=height,
        role="img",
        font_family=FONT,
        fill=INK,
    )


def draw_ground(board: Board, *, dark: bool) -> str:
    """What lies under the pieces: the map without its cities' pictures and names, which pieces will cover."""
    layout = layout_of(board)
    width, height = layout.width + 2 * GROUND_MARGIN, layout.height + 2 * GROUND_MARGIN
    layers = (
        _definitions(board, layout),
        _ground(board, layout),
        _marks(board, layout),
        _grid(board, layout),
        _places(board, layout),
        _rim(layout),
    )
    picture = tag(
        "svg",
        "\n".join(layers),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-GROUND_MARGIN:g} {-GROUND_MARGIN:g} {num(width)} {num(height)}",
        width=width,
        height=height,
        font_family=FONT,
    )
    return _by_night(picture) if dark else picture


def _by_night(picture: str) -> str:
    """The same in the colours of a dark room: every colour of ours is exchanged for another."""
    return COLOUR.sub(lambda found: NIGHT[found[0]], picture)


def layout_of(board: Board) -> Layout:
    """Where this board's hexes lie within the map's layer of the picture."""
    return Layout(board.grid, SIDE)


# -- shapes used more than once ----------------------------------------------------------------------------------


def _definitions(board: Board, layout: Layout) -> str:
    """Their ids carry the map's, so that several maps can stand on one page."""
    marks = [tag("g", mark, id=_id(board, terrain.name.lower())) for terrain, mark in MARKS.items()]
    town = tag("g", TOWN, id=_id(board, "town"))
    shapes = (("whole", range(len(board.grid))), ("land", _land(board)))
    clips = [tag("clipPath", tag("path", d=layout.outline(hexes)), id=_id(board, name)) for name, hexes in shapes]
    return tag("defs", "\n".join([*marks, town, *clips]))


def _id(board: Board, name: str) -> str:
    return f"{board.id}-{name}"


def _use(board: Board, name: str, at: Point) -> str:
    return tag("use", href=f"#{_id(board, name)}", transform=_moved(at))


def _moved(by: Point) -> str:
    return f"translate({num(by[0])} {num(by[1])})"


def _clipped(board: Board, name: str, content: str) -> str:
    return tag("g", content, clip_path=f"url(#{_id(board, name)})")


def _hexes_of(board: Board, terrain: Terrain) -> list[int]:
    return [hex_ for hex_, kind in enumerate(board.terrain) if kind == terrain]


def _land(board: Board) -> list[int]:
    return [hex_ for hex_, kind in enumerate(board.terrain) if kind != Terrain.WATER]


# -- the ground --------------------------------------------------------------------------------------------------


def _ground(board: Board, layout: Layout) -> str:
    """Land over water, hills and mountains on the land, rivers, and the lines where all this ends."""
    whole = layout.outline(range(len(board.grid)))
    coast = layout.smooth(layout.border(_land(board), _hexes_of(board, Terrain.WATER)))
    heights = [
        tag("path", d=layout.outline(_hexes_of(board, terrain)), fill=FILL[terrain])
        for terrain in (Terrain.HILL, Terrain.MOUNTAIN)
    ]
    return "\n".join(
        [
            tag("path", d=whole, fill=FILL[Terrain.WATER]),
            _clipped(board, "whole", _surf(coast)),
            tag("path", d=layout.outline(_land(board)), fill=FILL[Terrain.PLAIN]),
            *heights,
            _clipped(board, "land", _rivers(board, layout)),
            tag("path", d=coast, fill="none", stroke=SHORE, stroke_width=2),
            tag("path", d=whole, fill="none", stroke=BORDER, stroke_width=2.5),
        ]
    )


def _surf(coast: str) -> str:
    """Lines along the shore, fading out to sea, as on engraved charts. The land will cover their other half."""
    strokes = ((SURF, 26), (FILL[Terrain.WATER], 23), (SURF, 17), (FILL[Terrain.WATER], 14), (SURF, 9))
    return "".join(tag("path", d=coast, fill="none", stroke=colour, stroke_width=width) for colour, width in strokes)


def _rivers(board: Board, layout: Layout) -> str:
    return "".join(
        tag("path", d=layout.river_path(course), fill="none", stroke=RIVER, stroke_width=2, stroke_linecap="round")
        for course in board.rivers
    )


def _marks(board: Board, layout: Layout) -> str:
    """Hills, mountains and waves."""
    return "\n".join(
        _use(board, kind.name.lower(), layout.centre(hex_)) for hex_, kind in enumerate(board.terrain) if kind in MARKS
    )


def _grid(board: Board, layout: Layout) -> str:
    edges = "".join(layout.hex_path(hex_) for hex_ in range(len(board.grid)))
    lines = tag("path", d=edges, fill="none", stroke=GRID, stroke_width=0.8, stroke_opacity=0.32)
    return _clipped(board, "whole", lines)


# -- cities ------------------------------------------------------------------------------------------------------


def _cities(board: Board, layout: Layout) -> str:
    towns = [_use(board, "town", _above(layout.centre(hex_))) for hex_ in board.city_hex]
    return "\n".join([_places(board, layout), *towns])


def _places(board: Board, layout: Layout) -> str:
    """Every place in one frame, its cities joined as they will be once a link reaches one of them."""
    parts = []
    for cities in board.places:
        hexes = [board.city_hex[city] for city in cities]
        frame = layout.outline(hexes)
        parts.append(tag("path", d=frame, fill=FILL[Terrain.CITY], stroke=CITY_RIM, stroke_width=2.2))
        parts += [_neutral(layout, here, there) for here in hexes for there in _beside(board, here)]
    return "\n".join(parts)


def _beside(board: Board, hex_: int) -> list[int]:
    """The city hexes beside a city that come after it, so that every pair is met once."""
    return [other for other in board.grid.neighbours[hex_] if other > hex_ and board.city_at[other] >= 0]


def _neutral(layout: Layout, here: int, there: int) -> str:
    return cased(line_path(_above(layout.centre(here)), _above(layout.centre(there))), 3, FILL[Terrain.CITY], NEUTRAL)


def _above(centre: Point) -> Point:
    """Where a city's picture stands, so that its name finds room below."""
    return centre[0], centre[1] - 5


def _hex_names(board: Board, layout: Layout) -> str:
    """Small enough to be there only when looked for."""
    centres = [(hex_, layout.centre(hex_)) for hex_ in _land(board)]
    names = [label((x, y - SIDE * 0.72), board.grid.names[hex_], 7.5) for hex_, (x, y) in centres]
    return tag("g", "\n".join(names), fill=FAINT)


def _city_names(board: Board, layout: Layout) -> str:
    """The cities' names, haloed, over everything that will ever be drawn on the map."""
    parts = []
    for name, hex_ in zip(board.cities, board.city_hex, strict=True):
        x, y = layout.centre(hex_)
        lines = _lines(name)
        size = max(7.0, min(12.0, 2.3 * SIDE / (LETTER_WIDTH * max(len(line) for line in lines))))
        top = y + 15 - (len(lines) - 1) * size * 0.35
        parts += [label((x, top + number * size * 1.02), line, size) for number, line in enumerate(lines)]
    return tag(
        "g",
        "\n".join(parts),
        font_weight="600",
        stroke=FILL[Terrain.CITY],
        stroke_width=3,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _lines(name: str) -> list[str]:
    """A long name of several words on two lines, cut as near its middle as can be."""
    cuts = [place + 1 for place, letter in enumerate(name) if letter in " -"]
    if len(name) <= 10 or not cuts:
        return [name]
    cut = min(cuts, key=lambda place: abs(2 * place - len(name)))
    return [name[:cut].rstrip(), name[cut:]]


# -- round the map -----------------------------------------------------------------------------------------------


def _rim(layout: Layout) -> str:
    """Column letters above and below, row numbers on both sides."""
    letters = [label((x, y), text, 14) for y in (-18, layout.height + 18) for x, text in layout.columns()]
    numbers = [label((x, y), text, 14) for x in (-22, layout.width + 22) for y, text in layout.rows()]
    return tag("g", "\n".join(letters + numbers), fill=FAINT, font_weight="600")


def _heading(board: Board, width: float) -> str:
    size = min(34.0, (width - 2 * MARGIN) / (LETTER_WIDTH * len(board.title)))
    facts = f"Steam Power · {len(board.cities)} cities, {len(board.grid)} hexes · suits {board.suits()}"
    return "\n".join(
        (
            label((width / 2, 34), board.title, size, font_family=HEADING_FONT),
            label((width / 2, 64), facts, 13, fill=FAINT),
        )
    )


# -- legend ------------------------------------------------------------------------------------------------------


def _legend(width: float, top: float) -> str:
    """What each kind of hex is and what a tile on it costs, in as many rows as the width asks for."""
    columns, samples = _legend_columns(width), _samples()
    left = (width - min(columns, len(samples)) * LEGEND_ITEM) / 2
    items = []
    for number, (picture, title, meaning) in enumerate(samples):
        row, column = divmod(number, columns)
        items.append(_legend_item(picture, title, meaning, (left + column * LEGEND_ITEM, top + row * LEGEND_ROW)))
    return "\n".join(items)


def _legend_columns(width: float) -> int:
    return int((width - MARGIN) // LEGEND_ITEM)


def _legend_rows(width: float) -> int:
    return -(-len(_samples()) // _legend_columns(width))


def _legend_item(picture: str, title: str, meaning: str, at: Point) -> str:
    x, y = at
    return "\n".join(
        (
            tag("g", picture, transform=_moved((x + 28, y + 24)) + " scale(0.6)"),
            label((x + 60, y + 17), title, 13, text_anchor="start", font_weight="600"),
            label((x + 60, y + 33), meaning, 12, text_anchor="start", fill=FAINT),
        )
    )


def _samples() -> list[tuple[str, str, str]]:
    """A picture round the point 0 0, what it shows, and what that means for building."""
    prices = [f"${cost}" for cost in NUMBERS.terrain_cost]
    town = tag("g", TOWN, transform="translate(0 5)")
    return [
        (_sample(Terrain.PLAIN, ""), "Plain", prices[Terrain.PLAIN]),
        (_sample(Terrain.HILL, MARKS[Terrain.HILL]), "Hill", prices[Terrain.HILL]),
        (_sample(Terrain.MOUNTAIN, MARKS[Terrain.MOUNTAIN]), "Mountain", prices[Terrain.MOUNTAIN]),
        (_sample(Terrain.PLAIN, _crossing()), "Crossing", f"${NUMBERS.crossing_cost}"),
        (_sample(Terrain.WATER, MARKS[Terrain.WATER]), "Water", "no track"),
        (_sample(Terrain.CITY, town), "City", "links end"),
        (_group(), "City group", "one place"),
    ]


def _sample(terrain: Terrain, mark: str) -> str:
    rim = CITY_RIM if terrain == Terrain.CITY else BORDER
    return tag("path", d=hex_path((0, 0), SIDE), fill=FILL[terrain], stroke=rim, stroke_width=2.5) + mark


def _crossing() -> str:
    ways = (WAY_OF[EDGES.index("nw"), EDGES.index("se")], WAY_OF[EDGES.index("sw"), EDGES.index("ne")])
    return "".join(cased(way_path((0, 0), SIDE, way), 7, PAPER, INK) for way in ways)


def _group() -> str:
    layout = Layout(HexGrid([(0, 0), (1, 0)]), SIDE)
    towns = [tag("g", TOWN, transform=_moved(_above(layout.centre(hex_)))) for hex_ in (0, 1)]
    frame = tag("path", d=layout.outline((0, 1)), fill=FILL[Terrain.CITY], stroke=CITY_RIM, stroke_width=3)
    middle = (-layout.width / 2, -layout.height / 2)
    return tag("g", frame + _neutral(layout, 0, 1) + "".join(towns), transform="scale(0.62) " + _moved(middle))
