"""The contents of the box: what the data files say, and how a mistake in one is reported with its place."""

from __future__ import annotations

from importlib.resources import files
from itertools import combinations, product

import pytest

from engineshed.core.errors import BadFileError
from engineshed.games.steam.rules.components import (
    ACTIONS,
    CUBES,
    FACE_NAMES,
    GOODS,
    NEW_CITIES,
    NUMBERS,
    Limit,
    Piece,
    read_actions,
    read_goods,
    read_numbers,
    read_tiles,
    stock_limits,
)
from engineshed.games.steam.rules.tiles import tile_set_of
from engineshed.rail.faces import WAY_MASK, WAYS

TILES = tile_set_of(())
LAYINGS = TILES.layings
PIECES = TILES.pieces
LIMITS = TILES.limits


def data(name: str) -> str:
    return files("engineshed.games.steam").joinpath("data", name).read_text(encoding="utf-8")


def changed(name: str, old: str, new: str) -> str:
    text = data(name)
    assert old in text
    return text.replace(old, new, 1)


# -- track tiles -------------------------------------------------------------------------------------------------


def test_there_are_21_faces_on_136_pieces() -> None:
    tracks = ["21", "22", "23", "41", "42", "43", "44", "45", "46", "47"]
    towns = ["T11", "T21", "T22", "T23", "T31", "T32", "T33", "T34", "T41", "T42", "T43"]
    assert list(FACE_NAMES) == tracks + towns
    assert sum(piece.count for piece in PIECES) == 136


@pytest.mark.parametrize(
    ("face", "placements"),
    [
        *(("21", 3), ("22", 6), ("23", 6), ("41", 3), ("42", 6), ("43", 6), ("44", 6), ("45", 3), ("46", 6), ("47", 6)),
        *(("T11", 6), ("T21", 3), ("T22", 6), ("T23", 6), ("T31", 2), ("T32", 6), ("T33", 6), ("T34", 6)),
        *(("T41", 6), ("T42", 3), ("T43", 6)),
    ],
)
def test_the_number_of_placements_of_each_face(face: str, placements: int) -> None:
    assert sum(FACE_NAMES[laying.face] == face for laying in LAYINGS) == placements


def test_every_set_of_one_to_four_exits_is_a_town_face_exactly_once() -> None:
    wanted = [exits for size in range(1, 5) for exits in combinations(range(6), size)]
    assert sorted(laying.exits for laying in LAYINGS if laying.exits) == sorted(wanted)


def test_any_two_tracks_share_a_tile_unless_both_are_tight_curves() -> None:
    def tight(way: int) -> bool:
        a, b = WAYS[way]
        return b - a in (1, 5)

    pairs = [(a, b) for a, b in combinations(range(len(WAYS)), 2) if not WAY_MASK[a] & WAY_MASK[b]]
    wanted = [pair for pair in pairs if not (tight(pair[0]) and tight(pair[1]))]
    assert len(pairs) == 45
    assert len(wanted) == 36
    assert sorted(laying.ways for laying in LAYINGS if len(laying.ways) == 2) == sorted(wanted)


@pytest.mark.parametrize(
    ("face", "price"), [("21", 2), ("23", 2), ("41", 4), ("47", 4), ("T11", 2), ("T22", 3), ("T31", 4), ("T43", 5)]
)
def test_the_price_of_each_face(face: str, price: int) -> None:
    assert {laying.price for laying in LAYINGS if FACE_NAMES[laying.face] == face} == {price}


def test_a_laying_knows_its_edges() -> None:
    crossing = next(laying for laying in LAYINGS if FACE_NAMES[laying.face] == "41")
    assert crossing.edges.bit_count() == 4
    town = next(laying for laying in LAYINGS if laying.exits == (0, 2, 4))
    assert (FACE_NAMES[town.face], town.edges) == ("T31", 0b10101)


# -- the stock ---------------------------------------------------------------------------------------------------


def named(limits: tuple[Limit, ...]) -> list[str]:
    return sorted(f"{'+'.join(FACE_NAMES[face] for face in limit.faces)} {limit.most}" for limit in limits)


def test_the_limits_of_the_stock() -> None:
    assert named(LIMITS) == sorted(
        [
            *("21+22 86", "23+T23 8", "T21+T22 10", "T11 4", "42+T41 4", "T31+T34 4", "41+T42 4", "43+T43 4"),
            *("T32+T33 4", "44 4", "45 4", "46 4", "47 4", "44+45 6", "45+46 6", "46+47 6", "44+47 6"),
            "44+45+46+47 8",
        ]
    )


def can_be_dealt(shown: tuple[int, ...], pieces: list[Piece]) -> bool:
    """Try to give each tile on the map a piece with its face."""
    for face, count in enumerate(shown):
        if count:
            rest = (*shown[:face], count - 1, *shown[face + 1 :])
            return any(
                can_be_dealt(rest, [*pieces[:n], Piece(piece.count - 1, piece.faces), *pieces[n + 1 :]])
                for n, piece in enumerate(pieces)
                if face in piece.faces and piece.count
            )
    return True


def test_the_limits_of_the_stock_are_exactly_what_the_pieces_allow() -> None:
    ring = [Piece(1, (0, 1)), Piece(1, (1, 2)), Piece(2, (2, 3)), Piece(1, (3, 0)), Piece(1, (4,))]
    limits = stock_limits(ring)
    for shown in product(range(4), range(4), range(4), range(4), range(2)):
        within = all(sum(shown[face] for face in limit.faces) <= limit.most for limit in limits)
        assert within == can_be_dealt(shown, ring), shown


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('["n-se"]', '["n-so"]', r"face '22': 'n-so' should be two of the edges n, ne, se, s, sw, nw"),
        ('["n-s", "ne-sw"]', '["n-s", "n-sw"]', r"face '41': its two ways share an edge"),
        ('exits = ["n"]', 'exits = ["north"]', r"face 'T11': 'north' should be one of the edges n, ne"),
        ('exits = ["n"]', "exits = []", r"face 'T11': a town has one exit or more, each of them once"),
        ('exits = ["n"]', 'exits = ["n", "n"]', r"face 'T11': a town has one exit or more, each of them once"),
        ('name = "T11"', 'name = "21"', r"face '21': it has the same name as face '21'"),
        ('["n", "se", "s"]', '["ne", "se", "sw"]', r"face 'T33': it has the same ways as face 'T32'"),
        ('faces = ["T11"]', 'faces = ["T12"]', r"piece 4: there is no face 'T12'"),
        ('faces = ["T11"]', 'faces = ["T21"]', r"face 'T11': no piece has it; add it to one under pieces"),
        ('faces = ["T11"]', 'faces = ["T11", "T11"]', r"piece 4: a piece has one face or two different ones"),
        ('faces = ["T11"]', 'faces = ["T11", "21", "22"]', r"piece 4: a piece has one face or two different ones"),
        ("count = 86", "count = 0", r"pieces 1, count: expected a whole number >= 1"),
        ('basis = "certain", count = 86', "count = 86", r"pieces 1: the key 'basis' is missing"),
    ],
)
def test_a_wrong_track_tile_is_reported(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=rf"my\.toml, {sentence}"):
        read_tiles(changed("track_tiles.toml", old, new), "my.toml")


# -- goods and action tiles --------------------------------------------------------------------------------------


def test_there_are_96_cubes_and_8_new_cities() -> None:
    assert dict(zip(GOODS, CUBES, strict=True)) == {"red": 20, "blue": 20, "yellow": 20, "purple": 20, "grey": 16}
    assert dict(zip(GOODS, NEW_CITIES, strict=True)) == {"red": 1, "blue": 1, "yellow": 1, "purple": 1, "grey": 4}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("red = 20", "red = -1", r"cubes, red: expected a whole number >= 0"),
        ("grey = 16", "gray = 16", r"cubes: (the key 'grey' is missing|there is no key 'gray')"),
        ('[new_cities]\nbasis = "certain"', "[new_cities]", r"new_cities: the key 'basis' is missing"),
    ],
)
def test_a_wrong_number_of_goods_is_reported(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=rf"my\.toml, {sentence}"):
        read_goods(changed("goods.toml", old, new), "my.toml")


def test_there_are_seven_action_tiles_with_their_prices() -> None:
    assert [(tile.number, tile.id, tile.cost) for tile in ACTIONS] == [
        (1, "turn-order", 0),
        (2, "first-move", 0),
        (3, "engineer", 0),
        (4, "first-build", 0),
        (5, "goods-growth", 2),
        (6, "locomotive", 4),
        (7, "urbanisation", 6),
    ]
    assert [tile.id for tile in ACTIONS if tile.may_pass] == ["goods-growth", "urbanisation"]
    assert [tile.id for tile in ACTIONS if tile.plus_range] == ["locomotive"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("number = 3", "number = 4", r"tile 3: it should have number 3 and id 'engineer', not 4 and 'engineer'"),
        ('id = "engineer"', 'id = "first-build"', r"tile 3: it should have number 3 and id 'engineer', not 3 and"),
        ('id = "engineer"', 'id = "enginer"', r"tiles 3, id: 'enginer' is not one of the possible values"),
        ("cost = 2", "cost = -2", r"tiles 5, cost: expected a whole number >= 0"),
    ],
)
def test_a_wrong_action_tile_is_reported(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=rf"my\.toml, {sentence}"):
        read_actions(changed("action_tiles.toml", old, new), "my.toml")


def test_a_missing_action_tile_is_reported() -> None:
    text = "\n".join(line for line in data("action_tiles.toml").splitlines() if '"locomotive"' not in line)
    with pytest.raises(BadFileError, match=r"my\.toml, tiles: there are 7 action tiles, not 6"):
        read_actions(text, "my.toml")


# -- numbers -----------------------------------------------------------------------------------------------------


def test_the_numbers_of_the_rules() -> None:
    assert NUMBERS.rounds == {3: 10, 4: 8, 5: 7}
    assert NUMBERS.supply_cubes == {3: 2, 4: 3, 5: 3}
    assert (NUMBERS.supply_fields, NUMBERS.income_lowest, NUMBERS.income_highest) == (12, -10, 10)
    assert (NUMBERS.loan, NUMBERS.loan_vp, NUMBERS.short_unit, NUMBERS.upkeep) == (5, 2, 2, 1)
    assert (NUMBERS.edge_cost, NUMBERS.town_cost, NUMBERS.river_cost, NUMBERS.hill_cost) == (1, 1, 1, 2)
    assert (NUMBERS.tiles_per_turn, NUMBERS.engineer_tiles) == (3, 4)
    assert (NUMBERS.start_range, NUMBERS.range_highest, NUMBERS.passes) == (1, 6, 2)
    assert (NUMBERS.income_per_vp, NUMBERS.vp_per_debt, NUMBERS.link_vp) == (2, 2, 1)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("passes = 2", "pases = 2", r"there is no key 'pases'; did you mean passes"),
        ("5 = 7", "6 = 7", r"rounds: there should be one number each for 3, 4 and 5 players"),
        ("5 = 3", "6 = 3", r"supply_cubes: there should be one number each for 3, 4 and 5 players"),
        (
            "engineer_tiles = 4",
            "engineer_tiles = 2",
            r"engineer_tiles: the engineer's 2 should not be below the others'",
        ),
        ("income_lowest = -10", "income_lowest = 10", r"income_lowest: expected a whole number <= 0"),
        ("[length]", "spare = 1\n[length]", r"spare: every number belongs to a block"),
    ],
)
def test_a_wrong_number_is_reported(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=rf"my\.toml(, |: ){sentence}"):
        read_numbers(changed("numbers.toml", old, new), "my.toml")
