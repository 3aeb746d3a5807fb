"""What is in the box besides the maps: track tiles, goods, New Cities, action tiles, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, Final, Literal

import msgspec

from engineshed.core.datafile import Basis, convert, flat_blocks, packaged_text, parse_toml, read_toml
from engineshed.core.errors import BadFileError, shown
from engineshed.core.words import Message
from engineshed.rail.faces import WAY_MASK, Face, FaceLine, check_faces, face_place, read_face
from engineshed.rail.hexgrid import EDGES

GOODS: Final = ("red", "blue", "yellow", "purple", "grey")
"""The order of colours everywhere: for cubes, cities and New Cities."""
GREY: Final = GOODS.index("grey")
"""The colour that no printed city has."""

TRACK_NAMES: Final = ("21", "22", "23", "41", "42", "43", "44", "45", "46", "47")
"""The faces of track tiles without a town: the first digit says how many edges their tracks cross."""
TOWN_NAMES: Final = ("T11", "T21", "T22", "T23", "T31", "T32", "T33", "T34", "T41", "T42", "T43")
"""The faces with a town: the first digit says how many exits it has."""
FACE_NAMES: Final = (*TRACK_NAMES, *TOWN_NAMES)

PLAYER_COUNTS: Final = (3, 4, 5)
SEATS: Final = PLAYER_COUNTS[0], PLAYER_COUNTS[-1]

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]
ActionId = Literal["turn-order", "first-move", "engineer", "first-build", "goods-growth", "locomotive", "urbanisation"]


class TownFace(msgspec.Struct, frozen=True):
    """A face with a town: each exit is a stub of track from the town to that edge, in some rotation."""

    name: str
    exits: tuple[int, ...]

    def rotations(self) -> tuple[tuple[int, ...], ...]:
        """Every distinct way of laying it, as a sorted tuple of edges."""
        laid = {tuple(sorted((edge + steps) % 6 for edge in self.exits)) for steps in range(6)}
        return tuple(sorted(laid))


AnyFace = Face | TownFace


class Piece(msgspec.Struct, frozen=True):
    """Track tiles that are all alike, with one face or two."""

    count: int
    faces: tuple[int, ...]
    """Places in FACE_NAMES."""


class Limit(msgspec.Struct, frozen=True):
    """At most this many tiles on the map may show one of these faces."""

    faces: tuple[int, ...]
    most: int


class Laying(msgspec.Struct, frozen=True):
    """A face in one of its rotations."""

    face: int
    """Its place in FACE_NAMES."""
    ways: tuple[int, ...]
    """The tracks through the hex; none on a town."""
    exits: tuple[int, ...]
    """The edges that stubs of a town lead to; none without a town."""
    edges: int
    """The edges that any track crosses, as bits."""
    price: int
    """Its price, without what the ground adds."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action tile; ``action_tiles.toml`` says what its prices mean."""

    number: int
    id: ActionId
    cost: Count
    plus_range: bool
    may_pass: bool


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules' numbers; ``numbers.toml`` says what each means."""

    rounds: dict[int, Positive]
    """By number of players, like the cubes on each supply field."""
    passes: Positive
    supply_cubes: dict[int, Positive]
    growth_markers: Count
    supply_fields: Positive
    start_range: Positive
    start_income: int
    compensation: Count
    income_lowest: Annotated[int, msgspec.Meta(ge=-1000, le=0)]
    range_highest: Positive
    income_highest: Count
    loan: Positive
    loan_vp: Positive
    short_unit: Positive
    upkeep: Count
    tiles_per_turn: Positive
    engineer_tiles: Positive
    edge_cost: Count
    town_cost: Count
    river_cost: Count
    hill_cost: Count
    income_per_vp: Positive
    vp_per_debt: Count
    link_vp: Count
    delivery_points: Positive
    discs: Positive
    coins: Positive


# -- numbers -----------------------------------------------------------------------------------------------------


def read_numbers(text: str, source: str) -> Numbers:
    numbers = convert(flat_blocks(parse_toml(text, source), source), Numbers, source)
    for name, table in (("rounds", numbers.rounds), ("supply_cubes", numbers.supply_cubes)):
        if sorted(table) != list(PLAYER_COUNTS):
            raise BadFileError(source, name, "steam:trouble.player-counts")
    if numbers.tiles_per_turn > numbers.engineer_tiles:
        tiles, others = numbers.engineer_tiles, numbers.tiles_per_turn
        raise BadFileError(source, "engineer_tiles", "steam:trouble.engineer", tiles=tiles, others=others)
    return numbers


# -- goods and New Cities ----------------------------------------------------------------------------------------


class _Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    red: Count
    blue: Count
    yellow: Count
    purple: Count
    grey: Count

    def counts(self) -> tuple[int, ...]:
        """The numbers in the order of GOODS."""
        return self.red, self.blue, self.yellow, self.purple, self.grey


class _GoodsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cubes: _Colours
    new_cities: _Colours


def read_goods(text: str, source: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many cubes and how many New Cities there are of each colour."""
    file = read_toml(text, source, _GoodsFile)
    return file.cubes.counts(), file.new_cities.counts()


# -- action tiles ------------------------------------------------------------------------------------------------


class _ActionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    tiles: tuple[Action, ...]


def read_actions(text: str, source: str) -> tuple[Action, ...]:
    """The tiles by their numbers; each action is on one of them."""
    tiles = read_toml(text, source, _ActionFile).tiles
    ids = ActionId.__args__  # type: ignore[attr-defined]
    if len(tiles) != len(ids):
        raise BadFileError(source, "tiles", "steam:trouble.action-tiles", wanted=len(ids), found=len(tiles))
    for number, (tile, expected) in enumerate(zip(tiles, ids, strict=True), 1):
        if (tile.number, tile.id) != (number, expected):
            place = Message("steam:place.tile", {"number": number})
            wrong = {"found": tile.number, "other": tile.id}
            raise BadFileError(source, place, "steam:trouble.action-tile", number=number, id=expected, **wrong)
    return tiles


# -- track tiles -------------------------------------------------------------------------------------------------


class _TownLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    exits: tuple[str, ...]


class _PieceLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    count: Positive
    faces: tuple[str, ...]


class _TrackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    faces: tuple[FaceLine, ...]
    towns: tuple[_TownLine, ...]
    pieces: tuple[_PieceLine, ...]


class TileBox(msgspec.Struct, frozen=True):
    """The faces, those with towns last, and the pieces that have them."""

    tracks: tuple[Face, ...]
    towns: tuple[TownFace, ...]
    pieces: tuple[Piece, ...]


def read_tiles(text: str, source: str) -> TileBox:
    file = read_toml(text, source, _TrackFile)
    tracks = tuple(read_face(line, source) for line in file.faces)
    towns = tuple(_town_face(line, source) for line in file.towns)
    faces: tuple[AnyFace, ...] = (*tracks, *towns)
    check_faces(faces, source)
    places = {face.name: place for place, face in enumerate(faces)}
    pieces = tuple(_piece(number, line, places, source) for number, line in enumerate(file.pieces, 1))
    for name, place in places.items():
        if not any(place in piece.faces for piece in pieces):
            raise BadFileError(source, face_place(name), "steam:trouble.unused-face")
    return TileBox(tracks, towns, pieces)


def _town_face(line: _TownLine, source: str) -> TownFace:
    place = face_place(line.name)
    for text in line.exits:
        if text not in EDGES:
            raise BadFileError(source, place, "steam:trouble.exit", text=shown(text), edges=", ".join(EDGES))
    exits = tuple(sorted({EDGES.index(text) for text in line.exits}))
    if not exits or len(exits) != len(line.exits):
        raise BadFileError(source, place, "steam:trouble.exits")
    return TownFace(line.name, exits)


def _piece(number: int, line: _PieceLine, places: dict[str, int], source: str) -> Piece:
    place = Message("steam:place.piece", {"number": number})
    for name in line.faces:
        if name not in places:
            raise BadFileError(source, place, "steam:trouble.no-face", name=shown(name))
    if not 1 <= len(set(line.faces)) == len(line.faces) <= 2:
        raise BadFileError(source, place, "steam:trouble.piece-faces")
    return Piece(line.count, tuple(places[name] for name in line.faces))


def stock_limits(pieces: Sequence[Piece]) -> tuple[Limit, ...]:
    """There are enough pieces exactly when no set of faces is shown more often than there are pieces with one of them.

    That is Hall's condition. A set whose faces share no piece adds nothing to the conditions of its parts, and a set
    is left out if a larger one has no more pieces.
    """
    limits: list[Limit] = []
    for group in _joined_faces(pieces):
        found = [
            Limit(chosen, sum(piece.count for piece in pieces if set(chosen) & set(piece.faces)))
            for size in range(len(group), 0, -1)
            for chosen in combinations(group, size)
        ]
        limits += [limit for limit in found if not any(_implies(other, limit) for other in found)]
    return tuple(limits)


def _implies(bigger: Limit, limit: Limit) -> bool:
    return set(limit.faces) < set(bigger.faces) and bigger.most <= limit.most


def _joined_faces(pieces: Iterable[Piece]) -> list[list[int]]:
    """The faces in groups; faces that share a piece are in the same group."""
    groups: list[list[int]] = []
    for piece in pieces:
        apart = [group for group in groups if not set(group) & set(piece.faces)]
        together = [face for group in groups if group not in apart for face in group]
        groups = [*apart, sorted({*together, *piece.faces})]
    return sorted(groups)


def layings_of(box: TileBox, numbers: Numbers) -> tuple[Laying, ...]:
    """Every face in every rotation, in the faces' order."""
    laid = []
    for face, track in enumerate(box.tracks):
        for ways in track.rotations():
            edges = sum(WAY_MASK[way] for way in ways)
            laid.append(Laying(face, ways, (), edges, 2 * len(ways) * numbers.edge_cost))
    for face, town in enumerate(box.towns, len(box.tracks)):
        for exits in town.rotations():
            edges = sum(1 << edge for edge in exits)
            laid.append(Laying(face, (), exits, edges, len(exits) * numbers.edge_cost + numbers.town_cost))
    return tuple(laid)


# -- what is the same at every table -----------------------------------------------------------------------------


def _text(name: str) -> str:
    return packaged_text("engineshed.games.steam", "data", name)


NUMBERS: Final = read_numbers(_text("numbers.toml"), "numbers.toml")
CUBES, NEW_CITIES = read_goods(_text("goods.toml"), "goods.toml")
ACTIONS: Final = read_actions(_text("action_tiles.toml"), "action_tiles.toml")
"""The action tiles by number; the first has number 1."""
