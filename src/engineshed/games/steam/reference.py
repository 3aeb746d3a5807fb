"""The tables of Steam's rulebook, made from what is in the box and on the maps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engineshed.core.reference import Cell, Picture, RuleTable
from engineshed.core.words import Message
from engineshed.games.steam.boards import BOARDS
from engineshed.games.steam.boards.drawing import TOWN_MARK, parts
from engineshed.games.steam.rules.board import load_board
from engineshed.games.steam.rules.components import (
    ACTIONS,
    CUBES,
    FACE_NAMES,
    GOODS,
    NEW_CITIES,
    NUMBERS,
    PLAYER_COUNTS,
    Action,
    AnyFace,
    TownFace,
)
from engineshed.games.steam.rules.scoring import income_vp
from engineshed.games.steam.rules.tiles import tile_set_of
from engineshed.rail.pictures import picture, town_tile, track_tile

TILES = tile_set_of(())
"""The files that come with the game."""
SIGNS = {"plain": "·", "hill": "▲", "river": "≈", "canal": "=", "town": "○", "city": "■", "water": "~", "barrier": "┃"}
"""What a terminal shows for each part of the board."""


@cache
def tables() -> Sequence[RuleTable]:
    return (
        _rounds(),
        _goods(),
        _cities(),
        _ground(),
        _actions(),
        _faces(),
        _pieces(),
        _income(),
    )


def _rounds() -> RuleTable:
    rows = tuple((players, NUMBERS.rounds[players], NUMBERS.supply_cubes[players]) for players in PLAYER_COUNTS)
    return RuleTable("rounds", "ST-SETUP-8", ("players", "rounds", "supply-cubes"), rows)


def _goods() -> RuleTable:
    rows = tuple((f"@good.{good}", cubes, new) for good, cubes, new in zip(GOODS, CUBES, NEW_CITIES, strict=True))
    return RuleTable("goods", "ST-SETUP-1", ("colour", "cubes", "new-cities"), rows)


def _cities() -> RuleTable:
    """The cities of every map that comes with the game."""
    rows = tuple(
        (board.title, city.name, f"@good.{GOODS[city.colour]}", city.cubes)
        for board in map(load_board, BOARDS.maps())
        for city in board.cities
    )
    return RuleTable("cities", "ST-SETUP-2", ("map", "city", "colour", "cubes"), rows)


def _ground() -> RuleTable:
    extra: dict[str, Cell] = {
        "plain": 0,
        "hill": NUMBERS.hill_cost,
        "river": NUMBERS.river_cost,
        "canal": NUMBERS.river_cost,
        "town": NUMBERS.town_cost,
    }
    rows = tuple(
        (picture(drawing, SIGNS[name]), f"@entry.{name}", extra.get(name, Message("entry.no-track")))
        for name, drawing in parts().items()
    )
    return RuleTable("ground", "ST-TERR-1", ("picture", "ground", "surcharge"), rows)


def _actions() -> RuleTable:
    rows = tuple(
        (tile.number, f"@action.{tile.id}", _price(tile), Message("entry.yes" if tile.may_pass else "entry.no"))
        for tile in ACTIONS
    )
    return RuleTable("action-tiles", "ST-ACT-2", ("number", "action", "price", "number-alone"), rows)


def _price(tile: Action) -> Cell:
    return Message("entry.plus-range", {"cost": tile.cost}) if tile.plus_range else tile.cost


def _faces() -> RuleTable:
    prices = {laying.face: laying.price for laying in TILES.layings}
    rows = tuple((face.name, face_picture(face), prices[number]) for number, face in enumerate(TILES.faces))
    return RuleTable("faces", "ST-TILE-1", ("face", "picture", "price"), rows)


def face_picture(face: AnyFace) -> Picture:
    return town_tile(face.exits, TOWN_MARK) if isinstance(face, TownFace) else track_tile(face.ways)


def _pieces() -> RuleTable:
    rows = tuple(
        (piece.count, FACE_NAMES[piece.faces[0]], FACE_NAMES[piece.faces[1]] if len(piece.faces) > 1 else "–")
        for piece in TILES.pieces
    )
    return RuleTable("pieces", "ST-TILE-2", ("pieces", "face", "other-face"), rows)


def _income() -> RuleTable:
    """What each step of the scale is worth at the end."""
    steps = range(NUMBERS.income_lowest, NUMBERS.income_highest + 1)
    rows = tuple((step, income_vp(step)) for step in steps)
    return RuleTable("income", "ST-END-2", ("income", "vp"), rows)
