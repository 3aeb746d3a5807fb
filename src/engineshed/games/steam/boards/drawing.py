"""A map of Steam as a picture: land and water, rivers and black edges, cities, towns, and what building costs.

The picture is made of layers, from the ground up. Track and cubes go between the cities and the names;
``geometry_of`` says where every hex is.
"""

from __future__ import annotations

from engineshed.core.boards import title_in
from engineshed.core.words import Words
from engineshed.games.steam.rules.board import Board, Terrain, load_board
from engineshed.games.steam.rules.components import GOODS, NUMBERS
from engineshed.games.steam.rules.options import Options
from engineshed.rail.drawing import Geometry, Point, curve_path, label, line_path, tag
from engineshed.rail.engraving import (
    CITY_RIM,
    HILL,
    HILL_MARK,
    HOUSES,
    NIGHT,
    PLAIN,
    RIVER,
    SHORE,
    SIDE,
    WATER,
    WATER_MARK,
    Engraving,
    Heading,
    Sample,
    above,
    by_night,
    moved,
    sample,
)

BLACK, CANAL, SPOT = "#1C1A16", "#8E63A8", "#FFFDF6"
"""Edges that no track crosses, the banks of canals, and the white under a town."""
CITY_FILL = ("#E79A8C", "#8FB0E3", "#F0D36C", "#C5A5DD", "#C3C1BA")
"""By colour, in the order of GOODS: light enough for cubes and names, yet different from land and water."""
COLOURS = {
    **NIGHT,
    BLACK: "#050505",
    CANAL: "#A982C2",
    SPOT: "#E9E4D6",
    CITY_FILL[0]: "#CF8376",
    CITY_FILL[1]: "#7C9BCB",
    CITY_FILL[2]: "#D6BA57",
    CITY_FILL[3]: "#AC8DC4",
    CITY_FILL[4]: "#A8A69F",
}
"""The colours of the dark theme, with this game's own."""

MARKS = {Terrain.HILL: HILL_MARK, Terrain.WATER: WATER_MARK}
TOWN_MARK = (
    f'<circle r="12.5" fill="{SPOT}" stroke="{CITY_RIM}" stroke-width="1.2"/>'
    f'<path d="M-8 6V-1L-4 -5L0 -1V6Z M0 6V1L4 -3L8 1V6Z" fill="{CITY_RIM}"/>'
)
BROOK = curve_path([(-36, 6), (-12, -7), (12, 7), (36, -6)])
"""A river through a hex of the legend."""
DEFINED = {"hill": HILL_MARK, "water": WATER_MARK, "houses": HOUSES, "town": TOWN_MARK}


def draw_map(board: Board, words: Words) -> str:
    """The whole picture, a complete SVG document."""
    engraving = _engraving(board)
    layers = (
        *_land(board, engraving),
        _towns(board, engraving),
        _cities(board, engraving.geometry),
        _city_pictures(board, engraving),
        engraving.hex_names(),
        engraving.place_names(((city.name, city.hex) for city in board.cities), SPOT),
        engraving.place_names(((town.name, town.hex) for town in board.towns), PLAIN),
        engraving.rim(),
    )
    heading = Heading(title_in(board.text, words.language), words.text(board.facts("Steam")))
    return engraving.sheet(engraving.definitions(DEFINED), layers, heading, _samples(board, words))


def draw_ground(options: Options, *, dark: bool) -> str:
    """What is under the pieces: the map without its cities' pictures and names, which pieces will cover."""
    board = load_board(options.map)
    engraving = _engraving(board)
    layers = (*_land(board, engraving), _towns(board, engraving), _cities(board, engraving.geometry), engraving.rim())
    picture = engraving.bare((engraving.definitions(DEFINED), *layers))
    return by_night(picture, COLOURS) if dark else picture


def geometry_of(board: Board) -> Geometry:
    """Where this board's hexes are within the map's layer of the picture."""
    return Geometry(board.grid, SIDE)


def _engraving(board: Board) -> Engraving:
    land = [hex_ for hex_, kind in enumerate(board.terrain) if kind != Terrain.WATER]
    return Engraving(board, land, _hexes_of(board, Terrain.WATER))


def _hexes_of(board: Board, terrain: Terrain) -> list[int]:
    return [hex_ for hex_, kind in enumerate(board.terrain) if kind == terrain]


# -- the land ----------------------------------------------------------------------------------------------------


def _land(board: Board, engraving: Engraving) -> tuple[str, ...]:
    rivers = _rivers(board, engraving.geometry)
    marked = [(hex_, kind.name.lower()) for hex_, kind in enumerate(board.terrain) if kind in MARKS]
    return (
        engraving.ground([(HILL, _hexes_of(board, Terrain.HILL))], rivers),
        engraving.marks((hex_, mark) for hex_, mark in marked if board.town_at[hex_] < 0),
        engraving.grid(),
        _black_edges(board, engraving),
    )


def _rivers(board: Board, geometry: Geometry) -> str:
    """Banks first, then the water on top, so that rivers flow into each other without a seam."""
    banks, water = [], []
    for river, points in zip(board.rivers, _courses(board, geometry), strict=True):
        path = curve_path(points) if len(points) > 1 else _lake(points[0])
        banks.append(_stroke(path, CANAL if river.canal else SHORE, 5))
        water.append(_stroke(path, RIVER, 2.6))
    return "".join(banks + water)


def _stroke(path: str, colour: str, width: float) -> str:
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _lake(middle: Point) -> str:
    """A line this short with round ends looks like a pond."""
    x, y = middle
    return line_path((x - 9, y + 4), (x + 9, y - 4))


def _courses(board: Board, geometry: Geometry) -> list[list[Point]]:
    """The points of every river. A river that begins or ends in a hex of an earlier one does so in its bed."""
    beds: dict[int, Point] = {}
    courses = []
    for river in board.rivers:
        points = geometry.river(river.hexes, river.enters, river.leaves)
        if river.enters is None:
            points[0] = beds.get(river.hexes[0], points[0])
        if river.leaves is None:
            points[-1] = beds.get(river.hexes[-1], points[-1])
        for hex_, point in zip(river.hexes, points[river.enters is not None :: 2], strict=False):
            beds.setdefault(hex_, point)
        courses.append(points)
    return courses


def _black_edges(board: Board, engraving: Engraving) -> str:
    """Between land and water, and wherever the map prints one."""
    edges = "".join(line_path(*engraving.geometry.edge(hex_, edge)) for hex_, edge in board.black)
    return _stroke(engraving.coast() + edges, BLACK, 3.4)


# -- cities and towns --------------------------------------------------------------------------------------------


def _towns(board: Board, engraving: Engraving) -> str:
    """Towns, in the middle of their hexes, where their track will meet."""
    return "\n".join(engraving.use("town", engraving.geometry.centre(town.hex)) for town in board.towns)


def _cities(board: Board, geometry: Geometry) -> str:
    return "\n".join(
        tag("path", d=geometry.outline([city.hex]), fill=CITY_FILL[city.colour], stroke=CITY_RIM, stroke_width=2.2)
        for city in board.cities
    )


def _city_pictures(board: Board, engraving: Engraving) -> str:
    """What is printed in every city: houses, the letter of its colour, and a square for every cube."""
    geometry = engraving.geometry
    houses = [engraving.use("houses", above(geometry.centre(city.hex))) for city in board.cities]
    prints = [_print(geometry.centre(city.hex), city.colour, city.cubes) for city in board.cities]
    return "\n".join(houses + prints)


def _print(centre: Point, colour: int, cubes: int) -> str:
    """The letter is for people who cannot tell colours apart."""
    x, y = centre
    letter = label((x + 23, y - 13), GOODS[colour][0].upper(), 11, font_weight="700", fill=CITY_RIM)
    squares = [
        tag("rect", x=x + 8 * place - 3.2, y=y + 23, width=6.4, height=6.4, rx=1, fill=SPOT, stroke=CITY_RIM)
        for place in (number - (cubes - 1) / 2 for number in range(cubes))
    ]
    return "\n".join([letter, *squares])


# -- legend ------------------------------------------------------------------------------------------------------


def parts() -> dict[str, str]:
    """Every kind of hex and what may be on it, drawn around the point 0 0."""
    river, canal = (_stroke(BROOK, bank, 5) + _stroke(BROOK, RIVER, 2.6) for bank in (SHORE, CANAL))
    barrier = _stroke(line_path((-21, -36.4), (21, -36.4)), BLACK, 6)
    city = tag("g", HOUSES, transform=moved(above((0, 0)))) + _print((0, 0), 0, 3)
    return {
        "plain": sample(PLAIN, ""),
        "hill": sample(HILL, HILL_MARK),
        "river": sample(PLAIN, river),
        "canal": sample(PLAIN, canal),
        "town": sample(PLAIN, TOWN_MARK),
        "city": sample(CITY_FILL[0], city, CITY_RIM),
        "water": sample(WATER, WATER_MARK),
        "barrier": sample(PLAIN, barrier),
    }


def shown_parts(board: Board) -> list[str]:
    """The parts that this map has."""
    there = {Terrain(terrain).name.lower() for terrain in board.terrain}
    there |= {"canal" if river.canal else "river" for river in board.rivers}
    there |= {"town"} if board.towns else set()
    there |= {"barrier"} if board.black else set()
    return [name for name in parts() if name in there]


def _samples(board: Board, words: Words) -> list[Sample]:
    """What each kind of hex is and what it adds to a tile's price."""
    no_track = words.word("legend.no-track")
    meanings = {
        "plain": words.word("legend.no-extra"),
        "hill": f"+${NUMBERS.hill_cost}",
        "river": f"+${NUMBERS.river_cost}",
        "canal": f"+${NUMBERS.river_cost}",
        "town": f"+${NUMBERS.town_cost}",
        "city": words.word("legend.with-cubes"),
        "water": no_track,
        "barrier": no_track,
    }
    drawings = parts()
    return [Sample(drawings[name], words.word(f"legend.{name}"), meanings[name]) for name in shown_parts(board)]
