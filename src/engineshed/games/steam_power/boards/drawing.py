"""A map of Steam Power as a picture: land, water and cities, names and coordinates, and what building costs.

The picture is made of layers, from the ground up. Track, trains and factories go between the cities and the
names; ``geometry_of`` says where every hex is.
"""

from __future__ import annotations

from engineshed.core.boards import title_in
from engineshed.core.words import Words
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
    Heading,
    Sample,
    above,
    by_night,
    moved,
    sample,
)
from engineshed.rail.faces import WAY_OF
from engineshed.rail.hexgrid import EDGES, HexGrid

MARKS = {Terrain.HILL: HILL_MARK, Terrain.MOUNTAIN: MOUNTAIN_MARK, Terrain.WATER: WATER_MARK}
"""The mark on a hex of each terrain."""


def draw_map(board: Board, words: Words) -> str:
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
    heading = Heading(title_in(board.text, words.language), words.text(board.facts("Steam Power")))
    return engraving.sheet(_definitions(engraving), layers, heading, _samples(board, words))


def draw_ground(options: Options, *, dark: bool) -> str:
    """The ground under the pieces: the map without pictures and names of cities, which the pieces would cover."""
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
    """Where this board's hexes are within the map's layer of the picture."""
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
    """Every place in a frame that joins its cities, since a link to one of them reaches them all."""
    parts = []
    for cities in board.places:
        hexes = [board.city_hex[city] for city in cities]
        frame = geometry.outline(hexes)
        parts.append(tag("path", d=frame, fill=CITY, stroke=CITY_RIM, stroke_width=2.2))
        parts += [_neutral(geometry, here, there) for here in hexes for there in _beside(board, here)]
    return "\n".join(parts)


def _beside(board: Board, hex_: int) -> list[int]:
    """The city hexes next to a city that come after it, so that every pair is seen once."""
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


def shown_parts(board: Board) -> list[str]:
    """The parts that this map has; tracks can cross on every map."""
    there = {"crossing", *(Terrain(terrain).name.lower() for terrain in board.terrain)}
    there |= {"group"} if any(len(place) > 1 for place in board.places) else set()
    return [name for name in parts() if name in there]


def _samples(board: Board, words: Words) -> list[Sample]:
    """What each kind of hex is and what a tile on it costs."""
    prices = [f"${cost}" for cost in NUMBERS.terrain_cost]
    meanings = {
        "plain": prices[Terrain.PLAIN],
        "hill": prices[Terrain.HILL],
        "mountain": prices[Terrain.MOUNTAIN],
        "crossing": f"${NUMBERS.crossing_cost}",
        "water": words.word("legend.no-track"),
        "city": words.word("legend.links-end"),
        "group": words.word("legend.one-place"),
    }
    drawings = parts()
    return [Sample(drawings[name], words.word(f"legend.{name}"), meanings[name]) for name in shown_parts(board)]


def _crossing() -> str:
    ways = (WAY_OF[EDGES.index("nw"), EDGES.index("se")], WAY_OF[EDGES.index("sw"), EDGES.index("ne")])
    return "".join(cased(way_path((0, 0), SIDE, way), 7, PAPER, INK) for way in ways)


def _group() -> str:
    geometry = Geometry(HexGrid([(0, 0), (1, 0)]), SIDE)
    houses = [tag("g", HOUSES, transform=moved(above(geometry.centre(hex_)))) for hex_ in (0, 1)]
    frame = tag("path", d=geometry.outline((0, 1)), fill=CITY, stroke=CITY_RIM, stroke_width=3)
    middle = (-geometry.width / 2, -geometry.height / 2)
    return tag("g", frame + _neutral(geometry, 0, 1) + "".join(houses), transform="scale(0.62) " + moved(middle))
