"""Maps: the packaged ones, and how every mistake in a map file is reported with its place."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from engineshed.core import registry
from engineshed.core.errors import BadFileError, UnknownNameError
from engineshed.core.words import ENGLISH
from engineshed.games.steam.rules.board import SHELF, Board, Terrain, load_board, read_board
from engineshed.games.steam.rules.components import GOODS
from engineshed.rail.hexgrid import EDGES, NOWHERE, opposite
from engineshed.rail.maps import joined
from tests.games.steam.play import GAME

SMALL = """\
id = "two-lakes"
game = "steam"
title = "Two Lakes"
players = [3, 4]
basis = "own"
fewer_with_three = 1

terrain = \"\"\"
A . + .
. ~ + B
a # ~ .
\"\"\"

rivers = ["n B1 C1 D1 ne", "A2 B2"]
canals = ["D2 D3"]
black_edges = ["A1 s"]

[cities]
A = { name = "Über Lake", colour = "red", cubes = 3 }
B = { name = "St. Ann", colour = "blue", cubes = 2 }

[towns]
a = { name = "Lower Lake", hill = true }
"""


def changed(old: str, new: str) -> str:
    assert old in SMALL
    return SMALL.replace(old, new, 1)


def hex_of(board: Board, name: str) -> int:
    found = board.grid.find(name)
    assert found is not None
    return found


def place(board: Board, name: str) -> int:
    """The hex of a city or town."""
    named = {city.name: city.hex for city in board.cities} | {town.name: town.hex for town in board.towns}
    return named[name]


def steps(board: Board, start: int, *edges: str) -> int:
    """The hex that these steps lead to."""
    for edge in edges:
        start = board.grid.neighbours[start][EDGES.index(edge)]
    return start


def is_open(board: Board, hex_: int, edge: str) -> bool:
    return bool(board.open_edges[hex_] >> EDGES.index(edge) & 1)


# -- the packaged maps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hexes", "cities", "towns", "hills", "water", "wet", "cubes", "fewer"),
    [("northeast", 184, 12, 17, 35, 24, 55, 36, 0), ("ruhr", 218, 16, 16, 41, 0, 66, 48, 1)],
)
def test_the_contents_of_a_map(
    name: str, hexes: int, cities: int, towns: int, hills: int, water: int, wet: int, cubes: int, fewer: int
) -> None:
    board = load_board(name)
    assert (len(board.grid), len(board.cities), len(board.towns)) == (hexes, cities, towns)
    assert (board.terrain.count(Terrain.HILL), board.terrain.count(Terrain.WATER), sum(board.wet)) == (
        hills,
        water,
        wet,
    )
    assert sum(city.cubes for city in board.cities) == cubes
    assert board.fewer_with_three == fewer


@pytest.mark.parametrize("name", SHELF.packaged)
def test_no_city_is_grey_and_all_other_colours_are_equally_frequent(name: str) -> None:
    colours = Counter(GOODS[city.colour] for city in load_board(name).cities)
    assert sorted(colours) == ["blue", "purple", "red", "yellow"]
    assert len(set(colours.values())) == 1


@pytest.mark.parametrize("name", SHELF.packaged)
def test_no_two_stops_are_adjacent_and_no_river_runs_through_hills(name: str) -> None:
    board = load_board(name)
    stops = {city.hex for city in board.cities} | {town.hex for town in board.towns}
    assert not [hex_ for hex_ in stops for there in board.grid.neighbours[hex_] if there in stops]
    assert not [hex_ for hex_, kind in enumerate(board.terrain) if kind == Terrain.HILL and board.wet[hex_]]


@pytest.mark.parametrize("name", SHELF.packaged)
def test_all_land_is_connected_by_open_edges(name: str) -> None:
    board = load_board(name)
    reached = joined(board.grid, board.cities[0].hex, lambda here, edge: bool(board.open_edges[here] >> edge & 1))
    assert sorted(reached) == [hex_ for hex_, kind in enumerate(board.terrain) if kind != Terrain.WATER]


@pytest.mark.parametrize("name", SHELF.packaged)
def test_the_lookup_tables_of_a_board_agree(name: str) -> None:
    board = load_board(name)
    assert board.id == name
    assert [board.city_at[city.hex] for city in board.cities] == list(range(len(board.cities)))
    assert [board.town_at[town.hex] for town in board.towns] == list(range(len(board.towns)))
    assert [kind == Terrain.CITY for kind in board.terrain] == [city >= 0 for city in board.city_at]
    for hex_, neighbours in enumerate(board.grid.neighbours):
        for edge, there in enumerate(neighbours):
            if board.open_edges[hex_] >> edge & 1:
                assert there != NOWHERE
                assert board.open_edges[there] >> opposite(edge) & 1


def test_every_packaged_file_is_offered() -> None:
    folder = files("engineshed.games.steam").joinpath("data", "maps")
    assert sorted(entry.name for entry in folder.iterdir()) == sorted(f"{name}.toml" for name in SHELF.packaged)


# -- what the rulebook's examples require of the northeastern map --------------------------------------------------

NORTHEAST = load_board("northeast")
ALBANY = place(NORTHEAST, "Albany")


def test_albany_and_new_york_are_in_a_straight_line_along_the_hudson() -> None:
    a, poughkeepsie, c, new_york = (steps(NORTHEAST, ALBANY, *["s"] * n) for n in range(1, 5))
    assert poughkeepsie == place(NORTHEAST, "Poughkeepsie")
    assert new_york == place(NORTHEAST, "New York")
    assert [NORTHEAST.terrain[hex_] for hex_ in (a, poughkeepsie, c)] == [Terrain.PLAIN] * 3
    assert [NORTHEAST.surcharge(hex_) for hex_ in (a, poughkeepsie, c)] == [1, 1, 1]


def test_a_second_line_to_new_york_runs_west_of_the_hudson() -> None:
    d = steps(NORTHEAST, ALBANY, "sw")
    e, f, g = (steps(NORTHEAST, d, *["s"] * n) for n in range(1, 4))
    assert [NORTHEAST.surcharge(hex_) for hex_ in (d, e, f, g)] == [2, 0, 0, 0]
    assert steps(NORTHEAST, g, "se") == place(NORTHEAST, "New York")
    assert [NORTHEAST.town_at[hex_] for hex_ in (d, e, f, g)] == [-1] * 4


def test_hartford_and_new_haven_are_southeast_of_albany() -> None:
    h = steps(NORTHEAST, ALBANY, "se")
    i = steps(NORTHEAST, h, "se")
    hartford = steps(NORTHEAST, i, "s")
    j = steps(NORTHEAST, hartford, "s")
    assert hartford == place(NORTHEAST, "Hartford")
    assert [NORTHEAST.surcharge(hex_) for hex_ in (h, i, j)] == [0, 2, 0]
    assert place(NORTHEAST, "New Haven") in NORTHEAST.grid.neighbours[j]
    crossing = steps(NORTHEAST, hartford, "se")
    assert (NORTHEAST.terrain[crossing], NORTHEAST.surcharge(crossing)) == (Terrain.PLAIN, 1)
    assert steps(NORTHEAST, crossing, "s") == place(NORTHEAST, "New Haven")


def test_a_curve_southwest_of_boston_can_be_crossed() -> None:
    boston = place(NORTHEAST, "Boston")
    beside = steps(NORTHEAST, boston, "sw")
    assert NORTHEAST.cities[NORTHEAST.city_at[boston]].colour == GOODS.index("red")
    assert (NORTHEAST.terrain[beside], NORTHEAST.surcharge(beside)) == (Terrain.PLAIN, 1)
    assert all(is_open(NORTHEAST, beside, edge) for edge in ("n", "ne", "s", "nw"))


def test_the_town_south_of_syracuse_has_an_open_northeastern_edge() -> None:
    town = steps(NORTHEAST, place(NORTHEAST, "Syracuse"), "s", "s")
    assert town == place(NORTHEAST, "Binghamton")
    assert is_open(NORTHEAST, town, "ne")


def test_the_bay_southeast_of_providence_is_closed() -> None:
    providence = place(NORTHEAST, "Providence")
    assert not is_open(NORTHEAST, providence, "se")
    assert not is_open(NORTHEAST, steps(NORTHEAST, providence, "se"), "nw")
    assert is_open(NORTHEAST, providence, "ne")


def test_track_cannot_run_into_water_or_off_the_map() -> None:
    toronto = place(NORTHEAST, "Toronto")
    assert [is_open(NORTHEAST, toronto, edge) for edge in EDGES] == [True, True, True, True, False, False]
    below = steps(NORTHEAST, toronto, "s")
    assert NORTHEAST.terrain[steps(NORTHEAST, below, "se")] == Terrain.WATER
    assert not is_open(NORTHEAST, below, "se")


def test_cities_south_of_albany_have_the_colours_of_the_example() -> None:
    """In the rulebook's example, red goods go to a nearby city, and blue, purple and yellow ones ever farther."""
    stops = ["Hartford", "New York", "Philadelphia", "Baltimore"]
    colours = [GOODS[NORTHEAST.cities[NORTHEAST.city_at[place(NORTHEAST, name)]].colour] for name in stops]
    assert colours == ["red", "blue", "purple", "yellow"]


def test_a_canal_joins_maastricht_and_venlo() -> None:
    ruhr = load_board("ruhr")
    canal = next(river for river in ruhr.rivers if river.canal)
    assert (canal.hexes[0], canal.hexes[-1]) == (place(ruhr, "Maastricht"), place(ruhr, "Venlo"))
    assert all(ruhr.wet[hex_] for hex_ in canal.hexes[1:-1])


def test_cities_of_the_ruhr_have_one_cube_less_with_three_players() -> None:
    assert [load_board("ruhr").cubes(0, players) for players in (3, 4, 5)] == [2, 3, 3]
    assert [NORTHEAST.cubes(0, players) for players in (3, 4, 5)] == [3, 3, 3]


# -- reading a map file ------------------------------------------------------------------------------------------


def test_a_small_map_is_read() -> None:
    board = read_board(SMALL, "my.toml")
    assert [(city.name, board.grid.names[city.hex], GOODS[city.colour], city.cubes) for city in board.cities] == [
        ("Über Lake", "A1", "red", 3),
        ("St. Ann", "D2", "blue", 2),
    ]
    assert [(town.name, board.grid.names[town.hex]) for town in board.towns] == [("Lower Lake", "A3")]
    assert board.terrain[board.towns[0].hex] == Terrain.HILL
    assert [board.grid.names[hex_] for hex_, wet in enumerate(board.wet) if wet] == ["B1", "C1", "D1", "A2", "D3"]
    assert board.surcharge(hex_of(board, "C1")) == 3
    assert not is_open(board, hex_of(board, "A1"), "s")
    assert not is_open(board, hex_of(board, "A2"), "n")
    assert is_open(board, hex_of(board, "A1"), "se")


def test_rivers_have_the_edges_where_they_enter_and_leave_the_map() -> None:
    first, second, canal = read_board(SMALL, "my.toml").rivers
    assert (first.enters, first.leaves, first.canal) == (EDGES.index("n"), EDGES.index("ne"), False)
    assert (second.enters, second.leaves) == (None, None)
    assert canal.canal


def test_a_map_is_found_by_id_or_by_its_text() -> None:
    assert load_board("ruhr") is load_board("ruhr")
    assert load_board(SMALL) == read_board(SMALL, "elsewhere")
    assert load_board(SMALL) != load_board("ruhr")
    assert SHELF.ids() == SHELF.packaged
    with pytest.raises(UnknownNameError, match="there is no map 'rur'; did you mean ruhr"):
        load_board("rur")


def test_another_package_can_add_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "extra_maps", lambda game: ["two-lakes"] if game == "steam" else [])
    monkeypatch.setattr(registry, "extra_map_text", lambda *_: SMALL)
    assert SHELF.ids() == (*SHELF.packaged, "two-lakes")


def test_the_summary_of_a_map() -> None:
    assert summary(ENGLISH) == [
        "Two Lakes: 11 hexes, 2 cities, 1 town, suits 3–4 players",
        "terrain: 4 plain, 3 hill, 2 water; 5 with a river",
        "cities: 1 red, 1 blue, 0 yellow, 0 purple; 5 cubes",
    ]
    assert summary("de")[2] == "Großstädte: 1 rot, 1 blau, 0 gelb, 0 lila; 5 Warensteine"
    assert summary("pl")[0] == "Two Lakes: 11 pól, 2 miasta, 1 miasteczko, dla 3–4 graczy"


def summary(language: str) -> list[str]:
    words = GAME.speech.words_in(language)
    lines = read_board(SMALL, "my.toml").summary(language)
    return [line if isinstance(line, str) else words.text(line) for line in lines]


MISTAKES = [
    ('game = "steam"', 'game = "steam-power"', r"game: this is a map for 'steam-power', not for 'steam'"),
    ("[3, 4]", "[2, 4]", r"players: \[2, 4\] should be two numbers from 3 to 5, the smaller one first"),
    (
        "A . + .",
        "A . ^ .",
        r"\(cell C1\): '\^' is not a symbol; the symbols are \. plain, .* a lowercase letter for a town, with",
    ),
    (
        "A . + .",
        "A . + C",
        r"\(cell D1\): city C has no name; add C = \{ name = \"...\", colour = \"red\", cubes = 3 \}",
    ),
    ("A . + .", "A . + b", r"\(cell D1\): town b has no name; add b = \{ name = \"...\" \} under \[towns\]"),
    ("A . + .", "A . + a", r"\(cell A3\): town a is already on D1; every town has one hex"),
    ("a # ~ .", ". # ~ .", r"towns, a: 'Lower Lake' is nowhere on the map; put a in the terrain"),
    ("[towns]", '[towns]\nX = { name = "X" }', r"towns: a town's symbol should be one lowercase letter, not 'X'"),
    ('"Lower Lake"', '"uber lake"', r"towns, a: 'uber lake' is also the name of city A"),
    ('colour = "red"', 'colour = "grey"', r"cities, one of them, colour: 'grey' is not one of the possible values"),
    ("cubes = 3", "cubes = 10", r"cities, one of them, cubes: expected a whole number <= 9"),
    ("cubes = 2", "cubes = 0", r"cities, B: its 0 cubes should not be less than fewer_with_three \(1\)"),
    ('"A2 B2"', '"A2 A1 C1"', r"rivers, river 2: C1 is not next to A1"),
    ('"A2 B2"', '"A2 Z9"', r"rivers, river 2: there is no hex 'Z9'"),
    ('"D2 D3"', '"n s"', r"canals, canal 1: it should name at least one hex"),
    ('"A1 s"', '"A1"', r"black_edges, edge 1: 'A1' should be a hex and one of its edges, as in \"C4 ne\""),
    ('"A1 s"', '"Z9 s"', r"black_edges, edge 1: 'Z9 s' should be a hex and one of its edges"),
    ('"A1 s"', '"A1 n"', r"black_edges, edge 1: 'A1 n' is closed already"),
    ('"A1 s"', '"B1 s"', r"black_edges, edge 1: 'B1 s' is closed already"),
    ('"A1 s"', '"A1 s", "A1 se"', r"\(cell D2\): no track over land can join St. Ann with Über Lake"),
    ('"A1 s"', '"A2 s"', r"\(cell A3\): no track over land can join Lower Lake with Über Lake"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), MISTAKES)
def test_a_mistake_in_a_map_is_reported_with_its_place(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=rf"^my\.toml(, |: )(terrain, .*)?{sentence}"):
        read_board(changed(old, new), "my.toml")


def test_a_map_with_one_city_is_refused() -> None:
    text = changed('B = { name = "St. Ann", colour = "blue", cubes = 2 }\n', "").replace("+ B", "+ .")
    with pytest.raises(BadFileError, match=r"my\.toml, cities: there should be at least 2 cities, not 1"):
        read_board(text, "my.toml")


def test_a_map_with_more_cubes_than_the_bag_holds_is_refused() -> None:
    symbols = "ABCDEFGHI"
    row = " . ".join(symbols)
    lines = [f'{symbol} = {{ name = "City {symbol}", colour = "red", cubes = 7 }}' for symbol in symbols]
    text = SMALL.partition("fewer")[0] + f'terrain = "{row}"\n[cities]\n' + "\n".join(lines)
    with pytest.raises(BadFileError, match=r"they show 63 cubes in total; apart from the supply there are only 60"):
        read_board(text, "my.toml")
