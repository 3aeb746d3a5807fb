"""Maps: the packaged ones, and how every mistake in a map file is reported with its place."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engineshed.core import registry
from engineshed.core.errors import BadFileError, UnknownNameError
from engineshed.core.words import ENGLISH
from engineshed.games.steam_power.rules.board import SHELF, Board, Terrain, load_board, read_board
from engineshed.rail.maps import fold
from tests.games.steam_power.play import GAME

SMALL = """\
id = "two-lakes"
game = "steam-power"
title = "Two Lakes"
players = [2, 3]
basis = "own"

terrain = \"\"\"
A . + .
. ~ ^ B
C # ~ .
\"\"\"

[cities]
A = "Über Lake"
B = "St. Ann"
C = "Lower Lake"
"""


def changed(old: str, new: str) -> str:
    assert old in SMALL
    return SMALL.replace(old, new, 1)


def terrain(*rows: str) -> str:
    """The small map with other terrain."""
    return changed("A . + .\n. ~ ^ B\nC # ~ .", "\n".join(rows))


def groups(board: Board) -> list[list[str]]:
    return [[board.cities[city] for city in place] for place in board.places if len(place) > 1]


# -- the packaged maps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hexes", "cities", "plain", "hill", "mountain", "water"),
    [
        ("steel-belt", 213, 30, 151, 8, 0, 24),
        ("germany", 213, 33, 97, 48, 0, 35),
        ("ireland", 140, 25, 88, 16, 7, 4),
        ("great-britain", 139, 29, 75, 19, 8, 8),
        ("france", 170, 33, 102, 20, 9, 6),
    ],
)
def test_the_hexes_and_terrain_of_each_map(
    name: str, hexes: int, cities: int, plain: int, hill: int, mountain: int, water: int
) -> None:
    board = load_board(name)
    counts = [board.terrain.count(kind) for kind in Terrain]
    assert (len(board.grid), len(board.cities)) == (hexes, cities)
    assert counts == [plain, hill, mountain, water, cities]


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("steel-belt", {2: 23, 3: 7}),
        ("germany", {2: 26, 3: 6, 4: 1}),
        ("ireland", {2: 22, 3: 3}),
        ("great-britain", {2: 29}),
        ("france", {2: 29, 3: 3, 4: 1}),
    ],
)
def test_the_distance_to_the_nearest_city_of_another_place(name: str, nearest: dict[int, int]) -> None:
    board = load_board(name)
    found: dict[int, int] = {}
    for city, here in enumerate(board.city_hex):
        others = [there for other, there in enumerate(board.city_hex) if board.place_of[other] != board.place_of[city]]
        steps = min(board.grid.distance(here, there) for there in others)
        found[steps] = found.get(steps, 0) + 1
    assert found == nearest


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("steel-belt", []),
        (
            "germany",
            [
                ["Kiel", "Lübeck"],
                ["Oldenburg", "Hamburg", "Bremen"],
                ["Amsterdam", "Rotterdam"],
                ["Antwerpen", "Bruxelles"],
                ["Essen", "Düsseldorf", "Köln"],
                ["Frankfurt", "Mannheim"],
            ],
        ),
        ("ireland", []),
        (
            "great-britain",
            [["Bradford", "Leeds"], ["Liverpool", "Manchester"], ["Wolverhampton", "Birmingham"]],
        ),
        (
            "france",
            [["Lille", "Valenciennes"], ["Metz", "Nancy"], ["St-Étienne", "Lyon"], ["Marseille", "Toulon"]],
        ),
    ],
)
def test_the_city_groups_of_each_map(name: str, expected: list[list[str]]) -> None:
    assert groups(load_board(name)) == expected


def test_amsterdam_is_reached_only_through_rotterdam() -> None:
    board = load_board("germany")
    amsterdam = board.city_hex[board.cities.index("Amsterdam")]
    around = [board.terrain[hex_] for hex_ in board.grid.neighbours[amsterdam]]
    assert sorted(around) == [Terrain.WATER] * 5 + [Terrain.CITY]


@pytest.mark.parametrize("name", ["ireland", "great-britain", "france"])
def test_cities_of_our_own_maps_have_two_ways_out(name: str) -> None:
    board = load_board(name)
    for hex_ in board.city_hex:
        land = [n for n in board.grid.neighbours[hex_] if n >= 0 and board.terrain[n] < Terrain.WATER]
        assert len(land) >= 2


@pytest.mark.parametrize("name", SHELF.packaged)
def test_the_lookup_tables_of_a_board_agree(name: str) -> None:
    board = load_board(name)
    assert board.id == name
    assert len(board.terrain) == len(board.city_at) == len(board.grid)
    assert [board.city_at[hex_] for hex_ in board.city_hex] == list(range(len(board.cities)))
    assert list(board.city_hex) == sorted(board.city_hex)
    assert [board.terrain[hex_] == Terrain.CITY for hex_ in range(len(board.grid))] == [c >= 0 for c in board.city_at]
    assert [board.places[place].count(city) for city, place in enumerate(board.place_of)] == [1] * len(board.cities)
    assert [place[0] for place in board.places] == sorted(place[0] for place in board.places)
    assert board.rivers


def test_every_packaged_file_is_offered() -> None:
    folder = files("engineshed.games.steam_power").joinpath("data", "maps")
    assert sorted(entry.name for entry in folder.iterdir()) == sorted(f"{name}.toml" for name in SHELF.packaged)


# -- finding maps ------------------------------------------------------------------------------------------------


def test_a_map_is_found_by_id_or_by_its_text() -> None:
    assert load_board("ireland") is load_board("ireland")
    assert load_board(SMALL).title == "Two Lakes"
    assert load_board(SMALL) == read_board(SMALL, "elsewhere")
    assert hash(load_board(SMALL)) == hash(read_board(SMALL, "elsewhere"))
    assert load_board(SMALL) != load_board("ireland")


def test_an_unknown_map_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match="there is no map 'irland'; did you mean ireland"):
        load_board("irland")


def test_another_package_can_add_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"two-lakes": SMALL, "ponds": SMALL, "ireland": "not ours"}
    monkeypatch.setattr(registry, "extra_maps", lambda game: list(texts) if game == "steam-power" else [])
    monkeypatch.setattr(registry, "extra_map_text", lambda _, name: texts[name])
    assert SHELF.ids() == (*SHELF.packaged, "two-lakes", "ponds")
    assert load_board("two-lakes").title == "Two Lakes"
    assert load_board("ireland").title == "Ireland"
    with pytest.raises(BadFileError, match=r"ponds\.toml, id: it should be 'ponds', the name of the map"):
        load_board("ponds")


# -- reading a map file ------------------------------------------------------------------------------------------


def test_a_small_map_is_read() -> None:
    board = read_board(SMALL, "my.toml")
    assert board.grid.names == ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "C3", "D3")
    assert board.cities == ("Über Lake", "St. Ann", "Lower Lake")
    assert [board.grid.names[hex_] for hex_ in board.city_hex] == ["A1", "D2", "A3"]
    assert board.terrain[:5] == (Terrain.CITY, Terrain.PLAIN, Terrain.HILL, Terrain.PLAIN, Terrain.PLAIN)
    assert board.places == ((0,), (1,), (2,))
    assert board.players == (2, 3)
    assert board.text == SMALL


def test_adjacent_cities_are_one_place() -> None:
    board = read_board(terrain("A B . .", ". . . .", "C . . ."), "my.toml")
    assert groups(board) == [["Über Lake", "St. Ann"]]
    assert board.place_of == (0, 0, 1)


def test_the_summary_of_a_map() -> None:
    board = read_board(terrain("A B . .", ". ~ + .", "C . # .").replace("[2, 3]", "[1, 1]"), "my.toml")
    assert summary(board) == [
        "Two Lakes: 11 hexes, 3 cities, suits 1 player",
        "terrain: 6 plain, 1 hill, 0 mountain, 1 water",
        "city groups: Über Lake + St. Ann",
    ]
    assert summary(board, "de") == [
        "Two Lakes: 11 Felder, 3 Städte, für 1 Spieler",
        "Gelände: 6 Ebene, 1 Hügel, 0 Gebirge, 1 Wasser",
        "Stadtgruppen: Über Lake + St. Ann",
    ]
    assert summary(board, "pl")[0] == "Two Lakes: 11 pól, 3 miasta, dla 1 gracza"
    assert summary(load_board("ireland"), "de")[0] == "Irland: 140 Felder, 25 Städte, für 2–3 Spieler"
    ireland = summary(load_board("ireland"))
    assert ireland[0] == "Ireland: 140 hexes, 25 cities, suits 2–3 players"
    assert ireland[2:] == ["no city groups", load_board("ireland").note]


def summary(board: Board, language: str = ENGLISH) -> list[str]:
    words = GAME.speech.words_in(language)
    return [line if isinstance(line, str) else words.text(line) for line in board.summary(language)]


def test_rivers_are_hexes_in_order() -> None:
    board = read_board(changed("[cities]", 'rivers = ["C1 B1 A2"]\n[cities]'), "my.toml")
    assert [[board.grid.names[hex_] for hex_ in river] for river in board.rivers] == [["C1", "B1", "A2"]]


def test_byte_order_marks_and_other_line_endings_are_accepted() -> None:
    board = read_board("\ufeff" + SMALL.replace("\n", "\r\n"), "my.toml")
    assert board.cities == read_board(SMALL, "my.toml").cities


def test_names_are_compared_without_capitals_and_accents() -> None:
    assert fold("Über Straße") == fold("UBER STRASSE") == "uber strasse"


HEADING_MISTAKES = [
    ('id = "two-lakes"', 'id = "Two Lakes"', r"id: 'Two Lakes' should be at most 40 lowercase letters, digits"),
    ('id = "two-lakes"', 'id = "two--lakes"', r"id: 'two--lakes' should be"),
    ('id = "two-lakes"', 'id = ""', r"id: '' should be"),
    ('id = "two-lakes"', f'id = "{"x" * 41}"', r"id: 'x+' should be"),
    ('id = "two-lakes"', "id = two-lakes", r"line 1, column 6: this is not TOML"),
    ('id = "two-lakes"\n', "", r"the key 'id' is missing"),
    ('game = "steam-power"', 'game = "steam"', r"game: this is a map for 'steam', not for 'steam-power'"),
    ('title = "Two Lakes"', 'titel = "Two Lakes"', r"there is no key 'titel'; did you mean title or titles\?"),
    ('title = "Two Lakes"', 'title = "Two\\nLakes"', r"title: 'Two\\nLakes' should have .* no unprintable characters"),
    ('title = "Two Lakes"', "title = 2", r"title: expected a text in quotes, got a whole number"),
    ("[2, 3]", "[3, 2]", r"players: \[3, 2\] should be two numbers from 1 to 5, the smaller one first"),
    ("[2, 3]", "[2, 6]", r"players: \[2, 6\] should be"),
    ("[2, 3]", "[0, 2]", r"players: \[0, 2\] should be"),
    ("[2, 3]", "[2]", r"players: expected a list of length 2"),
    ('basis = "own"', 'basis = "mine"', r"basis: 'mine' is not one of the possible values"),
    ('basis = "own"', 'basis = "own"\nnote = "\\u001b[31m"', r"note: '.x1b\[31m' should have"),
    ('basis = "own"', f'basis = "own"\nnote = "{"x" * 401}"', r"note: .* has 401 characters; at most 400 are allowed"),
    ("[cities]", 'rivers = ["A1 Z9"]\n[cities]', r"rivers 1: there is no hex 'Z9'"),
    ("[cities]", 'rivers = ["A1 A2", "A1 C1"]\n[cities]', r"rivers 2: C1 is not next to A1"),
    ("[cities]", 'rivers = ["A1"]\n[cities]', r"rivers 1: a river should have at least two hexes"),
]

CELL_MISTAKES = [
    (
        "C # ~ .",
        "C # ? .",
        r"terrain, row 3, column C \(cell C3\): '\?' is not a symbol; the symbols are \. plain, \+ hill",
    ),
    ("C # ~ .", "C#~.", r"terrain, row 3: it has 1 cell, but row 1 has 4"),
    ("C # ~ .", "C # ~ . .", r"terrain, row 3: it has 5 cells, but row 1 has 4; write # where there is no hex"),
    (". ~ ^ B\n", ". ~ ^ B\n\n", r"terrain, row 3: it has 0 cells"),
    ("A . + .", "A . + .^", r"row 1, column D \(cell D1\): '\.\^' is not a symbol; .* with blanks between them"),
    ("C # ~ .", "C # ~ É", r"\(cell D3\): 'É' is not a symbol"),
    ("C # ~ .", "C # ~ D", r"\(cell D3\): city D has no name; add D = \"...\" under \[cities\]"),
    ("C # ~ .", "C # ~ A", r"\(cell D3\): city A is already on A1; every city has one hex"),
    ("C # ~ .", ". # ~ .", r"cities, C: 'Lower Lake' is nowhere on the map; put C in the terrain"),
]

CITY_MISTAKES = [
    ('C = "Lower Lake"', 'CC = "Lower Lake"', r"city C has no name"),
    ('C = "Lower Lake"', 'C = "Lower Lake"\n"+" = "Hill"', r"cities: a city's symbol should be one letter or digit"),
    ('C = "Lower Lake"', 'C = ""', r"cities, C: it should not be empty"),
    ('C = "Lower Lake"', 'C = " Lower Lake"', r"cities, C: ' Lower Lake' should have no blanks at its ends"),
    ('C = "Lower Lake"', 'C = "Lower\\tLake"', r"cities, C: 'Lower\\tLake' should have"),
    ('C = "Lower Lake"', 'C = "Lower\\u200BLake"', r"cities, C: 'Lower\\u200bLake' should have"),
    ('C = "Lower Lake"', f'C = "{"x" * 41}"', r"cities, C: 'x+' has 41 characters; at most 40 are allowed"),
    ('C = "Lower Lake"', 'C = "42"', r"cities, C: '42' would be read as a number; a name needs a letter"),
    ('C = "Lower Lake"', 'C = "-1.5"', r"cities, C: '-1.5' would be read as a number"),
    ('C = "Lower Lake"', 'C = "D7"', r"cities, C: 'D7' would be read as a hex"),
    ('C = "Lower Lake"', 'C = "UBER LAKE"', r"cities, C: 'UBER LAKE' is also the name of city A"),
    ('C = "Lower Lake"', "C = 3", r"cities, one of them: expected a text in quotes, got a whole number"),
    ('C = "Lower Lake"', 'C = "Lower Lake"\nC = "Lower"', r"line \d+, column \d+: this is not TOML"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), HEADING_MISTAKES + CELL_MISTAKES + CITY_MISTAKES)
def test_a_mistake_in_a_map_is_reported_with_its_place(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=rf"^my\.toml(, |: )(terrain, .*)?{sentence}"):
        read_board(changed(old, new), "my.toml")


def plain_map(width: int, height: int, cities: str) -> str:
    """A map of plains with cities in its first row and a hex between neighbours."""
    first = " . ".join(cities).split()
    rows = [first + ["."] * (width - len(first)), *[["."] * width] * (height - 1)]
    names = "\n".join(f'{symbol} = "City {symbol * 2}"' for symbol in cities)
    return terrain(*(" ".join(row) for row in rows)).partition("A =")[0] + names


@pytest.mark.parametrize(("width", "height"), [(41, 3), (3, 41)])
def test_a_map_that_is_too_big_is_refused(width: int, height: int) -> None:
    with pytest.raises(
        BadFileError, match=r"terrain: \d+ columns and \d+ rows are too many; at most 40 of each are allowed"
    ):
        read_board(plain_map(width, height, "A"), "my.toml")


def test_a_map_may_have_40_rows_and_columns() -> None:
    assert len(read_board(plain_map(40, 40, "AB"), "my.toml").grid) == 1600


def test_there_are_tiles_for_33_cities() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456"
    upper, lower = (" . ".join(letters[start : start + 17]) for start in (0, 17))
    names = "".join(f'{symbol} = "City {symbol}"\n' for symbol in letters)
    text = terrain(upper, " ".join("." * 33), f"{lower} . .").partition("A =")[0] + names
    assert len(read_board(text, "my.toml").cities) == 33
    with pytest.raises(BadFileError, match=r"cities: there should be 2 to 33 cities .* not 34"):
        read_board(text.replace(f"{lower} . .", f"{lower} . 7") + '7 = "City 7"', "my.toml")


@pytest.mark.parametrize("cities", ["", "A"])
def test_fewer_than_two_cities_are_refused(cities: str) -> None:
    with pytest.raises(BadFileError, match=rf"cities: there should be 2 to 33 cities .* not {len(cities)}"):
        read_board(plain_map(3, 3, cities), "my.toml")


def test_an_empty_terrain_is_refused() -> None:
    with pytest.raises(BadFileError, match="cities, A: 'Über Lake' is nowhere on the map"):
        read_board(terrain(""), "my.toml")


def test_a_map_with_only_one_place_is_refused() -> None:
    with pytest.raises(BadFileError, match="cities: all cities are adjacent; some should be apart"):
        read_board(terrain("A B . .", "C . . ."), "my.toml")


@pytest.mark.parametrize(
    "rows",
    [
        ("A . ~ .", ". ~ ~ B", "C # ~ ."),  # a strait
        ("A . # .", ". # # B", "C # . ."),  # off the map
        ("A . ~ ~", ". ~ ~ B", "C # ~ ~"),  # an island without land
    ],
)
def test_a_city_that_no_track_can_reach_is_refused(rows: tuple[str, ...]) -> None:
    with pytest.raises(BadFileError, match=r"\(cell D2\): no track over land can join St\. Ann with Über Lake"):
        read_board(terrain(*rows), "my.toml")


@given(st.text(alphabet=".+^~#ABC \n\t\"'=[]é\x1b", max_size=60))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_any_terrain_is_read_or_refused(rows: str) -> None:
    with suppress(BadFileError):
        read_board(terrain(rows), "any.toml")


@given(st.text(min_size=1, max_size=60))
@settings(deadline=None, derandomize=True, max_examples=60)
def test_a_mistake_is_reported_on_one_short_line(symbol: str) -> None:
    """Whatever a file contains, the sentence about it can be shown on a terminal."""
    heading, cities = SMALL.partition("terrain")[0], SMALL.partition("[cities]")[2]
    text = f"{heading}terrain = {json.dumps(f'A . ?{symbol} B', ensure_ascii=False)}\n[cities]{cities}"
    with pytest.raises(BadFileError) as caught:
        read_board(text, "any.toml")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400
