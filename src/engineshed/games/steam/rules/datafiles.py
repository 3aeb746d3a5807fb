"""The files of the box that can be corrected, which of their values the rulebook prints, and what would be odd."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, Final

from engineshed.core.corrections import ENDING, MAPS, Corrections, Texts
from engineshed.core.errors import BadFileError
from engineshed.games.steam.rules.board import SHELF
from engineshed.games.steam.rules.components import (
    FACE_NAMES,
    NUMBERS,
    TOWN_NAMES,
    TRACK_NAMES,
    Numbers,
    TileBox,
    read_numbers,
    read_tiles,
)
from engineshed.games.steam.rules.options import Options
from engineshed.rail.faces import face_place

TRACK_TILES: Final = "track_tiles.toml"
NUMBERS_FILE: Final = "numbers.toml"


def tiles_in(text: str) -> TileBox:
    box = read_tiles(text, TRACK_TILES)
    _check_names("faces", [face.name for face in box.tracks], TRACK_NAMES)
    _check_names("towns", [face.name for face in box.towns], TOWN_NAMES)
    for face in box.tracks:
        _check_edges(face.name, 2 * len(face.ways), int(face.name[0]))
    for town in box.towns:
        _check_edges(town.name, len(town.exits), int(town.name[1]))
    _check_pieces(box)
    return box


# -- what the rulebook prints ----------------------------------------------------------------------------------------

OPEN_NUMBERS: Final = ("supply_fields", "income_highest")
"""The numbers that the rulebook does not print; a table chooses them with options."""
PRINTED_PIECES: Final = (
    (86, ("21", "22")),
    (10, ("T21", "T22")),
    (8, ("23", "T23")),
    (4, ("T11",)),
    (4, ("42", "T41")),
    (4, ("T31", "T34")),
    (4, ("T42", "41")),
    (4, ("43", "T43")),
    (2, ("44", "45")),
    (2, ("44", "47")),
    (2, ("47", "46")),
    (2, ("45", "46")),
)
"""How many pieces there are, and what is on both sides; for those with T32 and T33 the number is not legible."""
PIECES_IN_ALL: Final = 136


def _check_names(place: str, found: list[str], wanted: tuple[str, ...]) -> None:
    if tuple(found) != wanted:
        raise _printed(TRACK_TILES, place, ", ".join(found), ", ".join(wanted))


def _check_edges(name: str, found: int, printed: int) -> None:
    if found != printed:
        raise BadFileError(TRACK_TILES, face_place(name), "steam:trouble.edges", found=found, printed=printed)


def _check_pieces(box: TileBox) -> None:
    found = [(piece.count, {FACE_NAMES[face] for face in piece.faces}) for piece in box.pieces]
    for count, faces in PRINTED_PIECES:
        counts = sum(number for number, names in found if names == set(faces))
        if counts != count:
            raise _printed(TRACK_TILES, f"pieces, {' + '.join(faces)}", str(counts), str(count))


def _check_numbers(text: str) -> Numbers:
    numbers = read_numbers(text, NUMBERS_FILE)
    for name in Numbers.__struct_fields__:
        found, printed = getattr(numbers, name), getattr(NUMBERS, name)
        if found != printed and name not in OPEN_NUMBERS:
            raise _printed(NUMBERS_FILE, name, str(found), str(printed))
    return numbers


def _printed(source: str, place: str, found: str, printed: str) -> BadFileError:
    return BadFileError(source, place, "steam:trouble.printed", found=found, printed=printed)


# -- what would be odd -----------------------------------------------------------------------------------------------


def _judge(name: str, texts: Texts) -> Iterable[BadFileError]:
    if name == TRACK_TILES:
        return _tile_doubts(tiles_in(texts[TRACK_TILES]))
    if name == NUMBERS_FILE:
        _check_numbers(texts[NUMBERS_FILE])
        return ()
    return _map_doubts(name, texts[name])


def _tile_doubts(box: TileBox) -> Iterator[BadFileError]:
    pieces = sum(piece.count for piece in box.pieces)
    if pieces != PIECES_IN_ALL:
        yield BadFileError(TRACK_TILES, "pieces", "steam:trouble.doubt-pieces", found=pieces, printed=PIECES_IN_ALL)


def _map_doubts(name: str, text: str) -> Iterator[BadFileError]:
    """A corrected map has the same cities in the same colours."""
    known, found = SHELF.load(PurePosixPath(name).stem), SHELF.read(text, name)
    if found.id != known.id:
        raise BadFileError(name, "id", "map.other-id", name=known.id, found=found.id)
    colours = {city.name: city.colour for city in found.cities}
    for city in known.cities:
        if city.name not in colours:
            yield BadFileError(name, "cities", "steam:trouble.doubt-city-gone", city=city.name)
    names = [city.name for city in known.cities]
    for city in found.cities:
        if city.name not in names:
            yield BadFileError(name, "cities", "steam:trouble.doubt-city-new", city=city.name)


def _settings(texts: Texts) -> Mapping[str, Any]:
    """Numbers that have options, if they differ from those that come with the game."""
    numbers = _check_numbers(texts[NUMBERS_FILE])
    return {name: getattr(numbers, name) for name in OPEN_NUMBERS if getattr(numbers, name) != getattr(Options(), name)}


FILES: Final = Corrections(
    "engineshed.games.steam",
    (TRACK_TILES, NUMBERS_FILE, *(f"{MAPS}{name}{ENDING}" for name in SHELF.packaged)),
    _judge,
    as_options=(NUMBERS_FILE,),
    settings=_settings,
)
