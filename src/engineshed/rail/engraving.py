"""Maps drawn like engraved charts: paper, land and sea, hills, a grid, names, coordinates along the edge, a legend.

A picture is a stack of layers. Each function here draws one layer, and a game puts them in order. Colours are
constants because the dark picture is the same picture with every colour replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from engineshed.rail.drawing import Geometry, Point, hex_path, label, num, tag
from engineshed.rail.maps import RailMap

SIDE: Final = 42.0
MARGIN: Final = 52.0
HEADING: Final = 112.0
GROUND_MARGIN: Final = 36.0
LEGEND_ROW: Final = 62.0
LEGEND_ITEM: Final = 160.0
NARROWEST: Final = 480.0

FONT: Final = "'Segoe UI', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"
HEADING_FONT: Final = "Georgia, 'Liberation Serif', 'Times New Roman', serif"
LETTER_WIDTH: Final = 0.56
"""The average width of a letter as a share of the font size. SVG cannot measure a text before it is shown."""

PAPER: Final = "#F7F3E8"
INK: Final = "#33302A"
FAINT: Final = "#6A6252"
PLAIN: Final = "#DDE6C3"
HILL: Final = "#E0D3A2"
MOUNTAIN: Final = "#D3C7B8"
WATER: Final = "#B9D7E4"
CITY: Final = "#FCF6E6"
SHORE: Final = "#5B8CA6"
SURF: Final = "#DCECF2"
WAVE: Final = "#86B3C8"
RIVER: Final = "#93BCD2"
BORDER: Final = "#8A8064"
GRID: Final = "#55533A"
CITY_RIM: Final = "#6B4A33"
NEUTRAL: Final = "#8D8577"

HILL_MARK: Final = (
    '<path d="M-24 9Q-14 -9 -3 9Z" fill="#CDBB80"/><path d="M-11 13Q3 -13 18 13Z" fill="#C4B072"/>'
    '<path d="M-24 9Q-14 -9 -3 9M-11 13Q3 -13 18 13M6 3L10 11M1 1L3 8" fill="none" stroke="#94814A"'
    ' stroke-width="1.3" stroke-linecap="round"/>'
)
MOUNTAIN_MARK: Final = (
    '<path d="M-27 15L-13 -8L1 15Z" fill="#B5A797"/><path d="M-13 -8L1 15L-9 15Z" fill="#97887A"/>'
    '<path d="M-14 16L5 -19L24 16Z" fill="#BDB0A1"/><path d="M5 -19L24 16L9 16L3 2Z" fill="#8F8174"/>'
    '<path d="M5 -19L-1.5 -7L2 -9L5 -5L8 -9L11.5 -7Z" fill="#FFFFFF"/>'
    '<path d="M-27 15L-13 -8L-5 5M-14 16L5 -19L24 16" fill="none" stroke="#6E6257" stroke-width="1.3"'
    ' stroke-linejoin="round"/>'
)
WATER_MARK: Final = (
    f'<path d="M-20 -6q4 -4 8 0t8 0t8 0M-6 8q4 -4 8 0t8 0t8 0" fill="none" stroke="{WAVE}" stroke-width="1.4"'
    ' stroke-linecap="round"/>'
)
HOUSES: Final = (
    f'<path d="M-15 8V-3L-10 -8L-5 -3V8Z M-5 8V-12H-4L-1 -17L2 -12H3V8Z M3 8V-4L8 -9L14 -4V8Z" fill="{CITY_RIM}"/>'
    f'<path d="M-12 1h3v3h-3zM-2.5 -7h3v4h-3zM6.5 0h3v3h-3z" fill="{CITY}"/>'
)
"""Marks on a hex, drawn around its centre."""

NIGHT: Final = {
    PAPER: "#1E1F1C",
    INK: "#ECE6D8",
    FAINT: "#B7AE9A",
    PLAIN: "#59644C",
    HILL: "#736746",
    MOUNTAIN: "#665E58",
    WATER: "#2C4657",
    CITY: "#D8D0BC",
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
"""The colours of the dark picture. Cities stay bright, because pieces with dark rims are placed on them."""
_COLOUR: Final = re.compile("#[0-9A-F]{6}")


class Heading(NamedTuple):
    """What is written over a map."""

    title: str
    facts: str


class Sample(NamedTuple):
    """An item of the legend."""

    picture: str
    """Drawn around the point 0 0."""
    title: str
    meaning: str


def by_night(picture: str, colours: Mapping[str, str] = NIGHT) -> str:
    """The same picture in dark colours: every colour is replaced."""
    return _COLOUR.sub(lambda found: colours[found[0]], picture)


def moved(by: Point) -> str:
    return f"translate({num(by[0])} {num(by[1])})"


def above(centre: Point) -> Point:
    """The position of a city's picture, which leaves room below for its name."""
    return centre[0], centre[1] - 5


def sample(fill: str, mark: str, rim: str = BORDER) -> str:
    """A single hex for the legend."""
    return tag("path", d=hex_path((0, 0), SIDE), fill=fill, stroke=rim, stroke_width=2.5) + mark


class Engraving:
    """The layers of one map. Ids contain the map's id, so that one page can show several maps."""

    def __init__(self, board: RailMap, land: Sequence[int], sea: Sequence[int]) -> None:
        self.board, self.land, self.sea = board, land, sea
        self.geometry = Geometry(board.grid, SIDE)

    # Shapes that are used more than once

    def definitions(self, marks: Mapping[str, str]) -> str:
        shapes = [tag("g", mark, id=self._id(name)) for name, mark in marks.items()]
        regions = (("whole", range(len(self.board.grid))), ("land", self.land))
        clips = [tag("clipPath", tag("path", d=self.geometry.outline(h)), id=self._id(name)) for name, h in regions]
        return tag("defs", "\n".join([*shapes, *clips]))

    def use(self, name: str, at: Point) -> str:
        return tag("use", href=f"#{self._id(name)}", transform=moved(at))

    def clipped(self, name: str, content: str) -> str:
        """Shown only within the ``whole`` map, or only on ``land``."""
        return tag("g", content, clip_path=f"url(#{self._id(name)})")

    def _id(self, name: str) -> str:
        return f"{self.board.id}-{name}"

    # The ground

    def ground(self, heights: Iterable[tuple[str, Sequence[int]]], rivers: str) -> str:
        """Water, the land on it with its hills, rivers, and the lines along the coast and around the map."""
        geometry = self.geometry
        whole = geometry.outline(range(len(self.board.grid)))
        coast = self.coast()
        return "\n".join(
            [
                tag("path", d=whole, fill=WATER),
                self.clipped("whole", _surf(coast)),
                tag("path", d=geometry.outline(self.land), fill=PLAIN),
                *(tag("path", d=geometry.outline(hexes), fill=fill) for fill, hexes in heights),
                self.clipped("land", rivers),
                tag("path", d=coast, fill="none", stroke=SHORE, stroke_width=2),
                tag("path", d=whole, fill="none", stroke=BORDER, stroke_width=2.5),
            ]
        )

    def coast(self) -> str:
        return self.geometry.smooth(self.geometry.border(self.land, self.sea))

    def marks(self, hexes: Iterable[tuple[int, str]]) -> str:
        """Hills, mountains and waves. Each hex comes with the name of its mark."""
        return "\n".join(self.use(name, self.geometry.centre(hex_)) for hex_, name in hexes)

    def grid(self) -> str:
        edges = "".join(self.geometry.hex_path(hex_) for hex_ in range(len(self.board.grid)))
        lines = tag("path", d=edges, fill="none", stroke=GRID, stroke_width=0.8, stroke_opacity=0.32)
        return self.clipped("whole", lines)

    # Names

    def hex_names(self) -> str:
        """The names of the hexes, so small that only readers who look for them notice."""
        centres = [(hex_, self.geometry.centre(hex_)) for hex_ in self.land]
        names = [label((x, y - SIDE * 0.72), self.board.grid.names[hex_], 7.5) for hex_, (x, y) in centres]
        return tag("g", "\n".join(names), fill=FAINT)

    def place_names(self, places: Iterable[tuple[str, int]], halo: str = CITY) -> str:
        """Names of cities with a halo, to be drawn above everything else on the map."""
        parts = []
        for name, hex_ in places:
            x, y = self.geometry.centre(hex_)
            lines = _lines(name)
            size = max(7.0, min(12.0, 2.3 * SIDE / (LETTER_WIDTH * max(len(line) for line in lines))))
            top = y + 15 - (len(lines) - 1) * size * 0.35
            parts += [label((x, top + number * size * 1.02), line, size) for number, line in enumerate(lines)]
        return tag(
            "g",
            "\n".join(parts),
            font_weight="600",
            stroke=halo,
            stroke_width=3,
            stroke_linejoin="round",
            paint_order="stroke",
        )

    def rim(self) -> str:
        """Column letters above, row numbers on both sides. Below, the page has the kinds of actions."""
        geometry = self.geometry
        letters = [label((x, -18), text, 20) for x, text in geometry.columns()]
        numbers = [label((x, y), text, 20) for x in (-22, geometry.width + 22) for y, text in geometry.rows()]
        return tag("g", "\n".join(letters + numbers), fill=FAINT, font_weight="600")

    # Whole documents

    def sheet(self, definitions: str, layers: Sequence[str], heading: Heading, samples: Sequence[Sample]) -> str:
        """The map on paper, with a heading and a legend."""
        width = max(self.geometry.width + 2 * MARGIN, NARROWEST)
        legend_top = HEADING + self.geometry.height + 60
        height = legend_top + -(-len(samples) // _legend_columns(width)) * LEGEND_ROW
        corner = ((width - self.geometry.width) / 2, HEADING)
        parts = (
            tag("title", escape(heading.title)),
            definitions,
            tag("rect", width=width, height=height, rx=14, fill=PAPER),
            _heading(width, heading),
            tag("g", "\n".join(layers), transform=moved(corner)),
            _legend(samples, width, legend_top),
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

    def bare(self, layers: Sequence[str]) -> str:
        """The map alone, to be drawn under the pieces."""
        width, height = self.geometry.width + 2 * GROUND_MARGIN, self.geometry.height + 2 * GROUND_MARGIN
        return tag(
            "svg",
            "\n".join(layers),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{-GROUND_MARGIN:g} {-GROUND_MARGIN:g} {num(width)} {num(height)}",
            width=width,
            height=height,
            font_family=FONT,
        )


def _heading(width: float, heading: Heading) -> str:
    size = min(34.0, (width - 2 * MARGIN) / (LETTER_WIDTH * len(heading.title)))
    return "\n".join(
        (
            label((width / 2, 34), heading.title, size, font_family=HEADING_FONT),
            label((width / 2, 64), heading.facts, 13, fill=FAINT),
        )
    )


def _surf(coast: str) -> str:
    """Lines along the shore that fade out to sea, as on engraved charts. The land covers their other half."""
    strokes = ((SURF, 26), (WATER, 23), (SURF, 17), (WATER, 14), (SURF, 9))
    return "".join(tag("path", d=coast, fill="none", stroke=colour, stroke_width=width) for colour, width in strokes)


def _lines(name: str) -> list[str]:
    """A long name of several words takes two lines, split as near the middle as possible."""
    cuts = [place + 1 for place, letter in enumerate(name) if letter in " -"]
    if len(name) <= 10 or not cuts:
        return [name]
    cut = min(cuts, key=lambda place: abs(2 * place - len(name)))
    return [name[:cut].rstrip(), name[cut:]]


# -- legend ------------------------------------------------------------------------------------------------------


def _legend(samples: Sequence[Sample], width: float, top: float) -> str:
    """What each kind of hex is and what it means for building, in as many rows as the width requires."""
    columns = _legend_columns(width)
    left = (width - min(columns, len(samples)) * LEGEND_ITEM) / 2
    items = []
    for number, item in enumerate(samples):
        row, column = divmod(number, columns)
        items.append(_legend_item(item, (left + column * LEGEND_ITEM, top + row * LEGEND_ROW)))
    return "\n".join(items)


def _legend_columns(width: float) -> int:
    return int((width - MARGIN) // LEGEND_ITEM)


def _legend_item(item: Sample, at: Point) -> str:
    x, y = at
    return "\n".join(
        (
            tag("g", item.picture, transform=moved((x + 28, y + 24)) + " scale(0.6)"),
            label((x + 60, y + 17), item.title, 13, text_anchor="start", font_weight="600"),
            label((x + 60, y + 33), item.meaning, 12, text_anchor="start", fill=FAINT),
        )
    )
