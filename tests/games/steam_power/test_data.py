"""The contents of the box: what the data files say, and how a mistake in one is reported with its place."""

from __future__ import annotations

from importlib.resources import files

import pytest

from engineshed.core.errors import BadFileError
from engineshed.games.steam_power.rules.box import box_of
from engineshed.games.steam_power.rules.components import (
    CITY_TILES,
    CONTRACT_OF,
    GOODS,
    NUMBERS,
    VP_CITY,
    Contract,
    read_city_tiles,
    read_contracts,
    read_numbers,
    read_stocks,
)
from engineshed.rail.faces import WAY_NAMES, WAYS, Face

CONTRACTS, STOCKS = box_of(()).contracts, box_of(()).stocks
FACES = {face.name: face for stock in STOCKS for face in stock.faces}


def data(name: str) -> str:
    return files("engineshed.games.steam_power").joinpath("data", name).read_text(encoding="utf-8")


def contract(name: str) -> Contract:
    return CONTRACTS[CONTRACT_OF[name]]


# -- contracts ---------------------------------------------------------------------------------------------------


def test_there_are_48_contracts_in_four_sets_of_twelve() -> None:
    assert [c.id for c in CONTRACTS[:13]] == [*(f"A{n}" for n in range(1, 13)), "B1"]
    assert len(CONTRACTS) == len(CONTRACT_OF) == 48
    assert contract("D12") == Contract("D12", (2, 1, 1, 0), 0, 5, "none")


def test_the_totals_of_all_contracts() -> None:
    units = {good: sum(c.demand[number] for c in CONTRACTS) for number, good in enumerate(GOODS)}
    assert units == {"black": 47, "white": 40, "orange": 44, "grey": 45}
    assert sum(c.vp for c in CONTRACTS) == 150
    assert sum(c.money for c in CONTRACTS) == 95


@pytest.mark.parametrize(
    ("bonus", "tiles", "units", "money", "vp", "key"),
    [
        ("track", 16, 3, 2, 2, "black"),
        ("factory", 12, 4, 3, 3, "grey"),
        ("contracts", 9, 4, 3, 3, "orange"),
        ("none", 11, 4, 0, 5, "white"),
    ],
)
def test_each_class_of_contracts_has_a_key_good_and_a_fixed_reward(
    bonus: str, tiles: int, units: int, money: int, vp: int, key: str
) -> None:
    chosen = [c for c in CONTRACTS if c.bonus == bonus]
    assert len(chosen) == tiles
    assert {(sum(c.demand), c.money, c.vp) for c in chosen} == {(units, money, vp)}
    assert all(c.demand[GOODS.index(key)] for c in chosen)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"A5", ', '"A6", ', r"contracts 5: its id should be 'A5', not 'A6'"),
        ('demand = "BBG", ', 'demand = "BBX", ', r"contracts A1, demand: 'BBX' should be 1 to 6 letters"),
        ('demand = "BBG", ', 'demand = "", ', r"contracts A1, demand: '' should be 1 to 6 letters"),
        ('demand = "BBG", ', 'demand = "BBBBBBG", ', r"contracts A1, demand: 'BBBBBBG' should be 1 to 6 letters"),
        ("money = 2", "money = -2", r"contracts 1, money: expected a whole number >= 0"),
        ('bonus = "track"', 'bonus = "tracks"', r"contracts 1, bonus: 'tracks' is not one of the possible values"),
        ("vp = 2, ", "", r"contracts 1: the key 'vp' is missing"),
        ("vp = 2, ", "vp = 2, price = 3, ", r"contracts 1: there is no key 'price'"),
        ("contracts = [", "contracts = []\nx = [", r"there is no key 'x'"),
        ('basis = "derived"', 'basis = "sure"', r"basis: 'sure' is not one of the possible values"),
    ],
)
def test_a_wrong_contract_is_reported(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=rf"my\.toml(, |: ){sentence}"):
        read_contracts(data("contracts.toml").replace(old, new, 1), "my.toml")


def test_a_missing_contract_is_reported() -> None:
    text = "\n".join(line for line in data("contracts.toml").splitlines() if '"D12"' not in line)
    with pytest.raises(BadFileError, match="there are 48 contracts, not 47"):
        read_contracts(text, "my.toml")


# -- city tiles --------------------------------------------------------------------------------------------------


def test_there_are_33_city_tiles() -> None:
    assert dict(zip(GOODS, CITY_TILES, strict=False)) == {"black": 7, "white": 7, "orange": 7, "grey": 7}
    assert CITY_TILES[VP_CITY] == 5
    assert sum(CITY_TILES) == 33


def test_a_wrong_number_of_city_tiles_is_reported() -> None:
    with pytest.raises(BadFileError, match=r"my\.toml, tiles, vp: expected a whole number, got a text in quotes"):
        read_city_tiles(data("city_tiles.toml").replace("vp = 5", 'vp = "5"'), "my.toml")


# -- track tiles -------------------------------------------------------------------------------------------------


def placements(face: Face) -> list[str]:
    """Every rotation of a face, as edge numbers: "03+14"."""
    return ["+".join("{}{}".format(*WAYS[way]) for way in ways) for ways in face.rotations()]


def test_there_are_three_stocks_with_two_faces_each() -> None:
    assert [(stock.count, [face.name for face in stock.faces]) for stock in STOCKS] == [
        (80, ["straight", "wide"]),
        (10, ["tight", "straight-crossing"]),
        (10, ["curve-crossing", "mixed-crossing"]),
    ]


@pytest.mark.parametrize(
    ("face", "expected"),
    [
        ("straight", "03 14 25"),
        ("wide", "02 13 24 35 04 15"),
        ("tight", "01 12 23 34 45 05"),
        ("straight-crossing", "03+14 14+25 03+25"),
        ("mixed-crossing", "02+14 13+25 03+24 14+35 04+25 03+15"),
        ("curve-crossing", "02+13 13+24 24+35 04+35 04+15 02+15"),
    ],
)
def test_every_placement_of_a_face(face: str, expected: str) -> None:
    assert sorted(placements(FACES[face])) == sorted(expected.split())


def test_there_are_30_placements() -> None:
    assert sum(len(face.rotations()) for face in FACES.values()) == 30


def test_which_ways_may_cross_each_other() -> None:
    """A straight track can be crossed in four ways, a wide curve in three, and a tight one not at all."""
    crossings = [set(laid) for face in FACES.values() for laid in face.rotations() if len(laid) == 2]

    def over(name: str) -> list[str]:
        track = WAY_NAMES.index(name)
        return sorted(WAY_NAMES[(laid - {track}).pop()] for laid in crossings if track in laid)

    assert over("n-s") == sorted(["ne-sw", "se-nw", "ne-nw", "se-sw"])
    assert over("n-se") == sorted(["ne-sw", "ne-nw", "ne-s"])
    assert over("n-ne") == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('["n-se"]', '["n-so"]', r"face 'wide': 'n-so' should be two of the edges n, ne, se, s, sw, nw"),
        ('["n-se"]', '["n-n"]', r"face 'wide': 'n-n' should be two of the edges"),
        ('["n-se"]', "[]", r"face 'wide': a face has one or two ways, not 0"),
        ('["n-s", "ne-sw"]', '["n-s", "n-sw"]', r"face 'straight-crossing': its two ways share an edge"),
        ('["n-se"]', '["ne-sw"]', r"face 'wide': it has the same ways as face 'straight'"),
        ('"wide"', '"straight"', r"face 'straight': it has the same name as face 'straight'"),
        ("count = 80", "count = 0", r"stock 1, count: expected a whole number >= 1"),
        ('basis = "certain"\ncount = 80', "count = 80", r"stock 1: the key 'basis' is missing"),
    ],
)
def test_a_wrong_track_tile_is_reported(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=rf"my\.toml, {sentence}"):
        read_stocks(data("track_tiles.toml").replace(old, new, 1), "my.toml")


# -- numbers -----------------------------------------------------------------------------------------------------


def test_the_numbers_of_the_rules() -> None:
    assert NUMBERS.targets == {2: 14, 3: 11, 4: 9, 5: 8}
    assert NUMBERS.terrain_cost == (0, 2, 4)
    assert (NUMBERS.crossing_cost, NUMBERS.take_money, NUMBERS.bank_price) == (2, 3, 5)
    assert (NUMBERS.trains, NUMBERS.factories) == (18, 15)
    assert (NUMBERS.solo.trains_in_bag, NUMBERS.solo.turns, NUMBERS.solo.vp_per_company) == (2, 8, 1)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("start_money = 5", "start_monney = 5", r"there is no key 'start_monney'; did you mean start_money"),
        ("start_money = 5", "", r"the key 'start_money' is missing"),
        ("[start]", "spare = 1\n[start]", r"spare: every number belongs to a block"),
        (
            "actions = 2",
            "actions = 2\nstart_money = 4",
            r"block turn: the key 'start_money' is in another block too",
        ),
        ('[end]\nbasis = "certain"', "[end]", r"block end: the key 'basis' is missing"),
        ("5 = 8", "6 = 8", r"targets: there should be one number each for 2, 3, 4 and 5 players"),
        ("[4, 6]", "[6, 4]", r"bonus_goods: the fewest \(6\) should not be above the most \(4\)"),
        ("turns = 8", "turns = 8\nrounds = 8", r"solo: there is no key 'rounds'"),
    ],
)
def test_a_wrong_number_is_reported(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=rf"my\.toml(, |: ){sentence}"):
        read_numbers(data("numbers.toml").replace(old, new, 1), "my.toml")
