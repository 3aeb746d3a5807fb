"""A map of Steam Power as a picture: land, water and cities, names and coordinates, and what building costs.

The picture is layers, from the ground up. Track, trains and factories have their place between the cities and the
names; ``geometry_of`` says where every hex lies.
"""

from __future__ import annotations

from engineshed.games.steam_power.rules.board import Board, Terrain, load_board
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.options import Options
from engineshed.rail.drawing import Geometry, cased, line_path, tag, way_path
from engineshed.rail.engraving import (
    CITY,
    CITY_RIM,
    HILL,
    HILL_MARK,
    HOUSES,
    INK,
    MOUNTAIN,
    MOUNTAIN_MARK,
    NEUTRAL,
    PAPER,
    PLAIN,
    RIVER,
    SIDE,
    WATER,
    WATER_MARK,
    Engraving,
    Sample,
    above,
    by_night,
    moved,
    sample,
)
from engineshed.rail.faces import WAY_OF
from engineshed.rail.hexgrid import EDGES, HexGrid

MARKS = {Terrain.HILL: HILL_MARK, Terrain.MOUNTAIN: MOUNTAIN_MARK, Terrain.WATER: WATER_MARK}
"""What stands on a hex of each terrain."""


def draw_map(board: Board) -> str:
    """The whole picture, a complete SVG document."""
    engraving = _engraving(board)
    layers = (
        _ground(board, engraving),
        _marks(board, engraving),
        engraving.grid(),
        _cities(board, engraving),
        engraving.hex_names(),
        engraving.place_names(zip(board.cities, board.city_hex, strict=True)),
        engraving.rim(),
    )
    facts = f"Steam Power · {len(board.cities)} cities, {len(board.grid)} hexes · suits {board.suits()}"
    return engraving.sheet(_definitions(engraving), layers, facts, _samples())


def draw_ground(options: Options, *, dark: bool) -> str:
    """What lies under the pieces: the map without its cities' pictures and names, which pieces will cover."""
    board = load_board(options.map)
    engraving = _engraving(board)
    picture = engraving.bare(
        (
            _definitions(engraving),
            _ground(board, engraving),
            _marks(board, engraving),
            engraving.grid(),
            _places(board, engraving.geometry),
            engraving.rim(),
        )
    )
    return by_night(picture) if dark else picture


def geometry_of(board: Board) -> Geometry:
    """Where this board's hexes lie within the map's layer of the picture."""
    return Geometry(board.grid, SIDE)


def _engraving(board: Board) -> Engraving:
    land = [hex_ for hex_, kind in enumerate(board.terrain) if kind != Terrain.WATER]
    return Engraving(board, land, _hexes_of(board, Terrain.WATER))


def _hexes_of(board: Board, terrain: Terrain) -> list[int]:
    return [hex_ for hex_, kind in enumerate(board.terrain) if kind == terrain]


# -- the ground --------------------------------------------------------------------------------------------------


def _definitions(engraving: Engraving) -> str:
    marks = {terrain.name.lower(): mark for terrain, mark in MARKS.items()}
    return engraving.definitions({**marks, "town": HOUSES})


def _ground(board: Board, engraving: Engraving) -> str:
    heights = [(HILL, _hexes_of(board, Terrain.HILL)), (MOUNTAIN, _hexes_of(board, Terrain.MOUNTAIN))]
    rivers = "".join(
        tag("path", d=path, fill="none", stroke=RIVER, stroke_width=2, stroke_linecap="round")
        for path in map(engraving.geometry.river_path, board.rivers)
    )
    return engraving.ground(heights, rivers)


def _marks(board: Board, engraving: Engraving) -> str:
    return engraving.marks((hex_, kind.name.lower()) for hex_, kind in enumerate(board.terrain) if kind in MARKS)


# -- cities ------------------------------------------------------------------------------------------------------


def _cities(board: Board, engraving: Engraving) -> str:
    geometry = engraving.geometry
    houses = [engraving.use("town", above(geometry.centre(hex_))) for hex_ in board.city_hex]
    return "\n".join([_places(board, geometry), *houses])


def _places(board: Board, geometry: Geometry) -> str:
    """Every place in one frame, its cities joined as they will be once a link reaches one of them."""
    parts = []
    for cities in board.places:
        hexes = [board.city_hex[city] for city in cities]
        frame = geometry.outline(hexes)
        parts.append(tag("path", d=frame, fill=CITY, stroke=CITY_RIM, stroke_width=2.2))
        parts += [_neutral(geometry, here, there) for here in hexes for there in _beside(board, here)]
    return "\n".join(parts)


def _beside(board: Board, hex_: int) -> list[int]:
    """The city hexes beside a city that come after it, so that every pair is met once."""
    return [other for other in board.grid.neighbours[hex_] if other > hex_ and board.city_at[other] >= 0]


def _neutral(geometry: Geometry, here: int, there: int) -> str:
    return cased(line_path(above(geometry.centre(here)), above(geometry.centre(there))), 3, CITY, NEUTRAL)


# -- legend ------------------------------------------------------------------------------------------------------


def parts() -> dict[str, str]:
    """Every kind of hex and what may be on it, drawn around the point 0 0."""
    houses = tag("g", HOUSES, transform="translate(0 5)")
    return {
        "plain": sample(PLAIN, ""),
        "hill": sample(HILL, HILL_MARK),
        "mountain": sample(MOUNTAIN, MOUNTAIN_MARK),
        "crossing": sample(PLAIN, _crossing()),
        "water": sample(WATER, WATER_MARK),
        "city": sample(CITY, houses, CITY_RIM),
        "group": _group(),
    }


def _samples() -> list[Sample]:
    """What each kind of hex is and what a tile on it costs."""
    prices = [f"${cost}" for cost in NUMBERS.terrain_cost]
    meanings = {
        "plain": ("Plain", prices[Terrain.PLAIN]),
        "hill": ("Hill", prices[Terrain.HILL]),
        "mountain": ("Mountain", prices[Terrain.MOUNTAIN]),
        "crossing": ("Crossing", f"${NUMBERS.crossing_cost}"),
        "water": ("Water", "no track"),
        "city": ("City", "links end"),
        "group": ("City group", "one place"),
    }
    return [Sample(drawing, *meanings[name]) for name, drawing in parts().items()]


def _crossing() -> str:
    ways = (WAY_OF[EDGES.index("nw"), EDGES.index("se")], WAY_OF[EDGES.index("sw"), EDGES.index("ne")])
    return "".join(cased(way_path((0, 0), SIDE, way), 7, PAPER, INK) for way in ways)


def _group() -> str:
    geometry = Geometry(HexGrid([(0, 0), (1, 0)]), SIDE)
    houses = [tag("g", HOUSES, transform=moved(above(geometry.centre(hex_)))) for hex_ in (0, 1)]
    frame = tag("path", d=geometry.outline((0, 1)), fill=CITY, stroke=CITY_RIM, stroke_width=3)
    middle = (-geometry.width / 2, -geometry.height / 2)
    return tag("g", frame + _neutral(geometry, 0, 1) + "".join(houses), transform="scale(0.62) " + moved(middle))
