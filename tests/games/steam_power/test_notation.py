"""Moves as text: every kind is read back as written, names may be typed in many ways, and mistakes are explained."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import UnreadableMoveError
from tests.games.steam_power.play import GAME, acting, play, position, row, star

TILES = "tiles " + "B" * 7 + "W" * 7 + "O" * 7 + "G" * 7 + "V" * 5
CITIES = {"Coalville": "black", "Slateford": "grey", "Blackburn": "black", "Amberley": "orange"}


def valley(**more: Any) -> Any:
    """Red's network is Coalville and Slateford, with unfinished track; Blue's link leads to more black goods."""
    links = {"red": ["Coalville se ne", "Coalville s se"], "blue": ["Slateford se ne", "Blackburn se ne"]}
    factories = {"Coalville": "blue", "Slateford": "red", "Blackburn": "blue"}
    doc = {"map": row(*CITIES), "cities": CITIES, "links": links, "factories": factories, "hands": {"red": ["A1"]}}
    return position(**{**doc, **more})


def on_the_way() -> Any:
    """A good is on its way from Catford to Red's network, and links of two companies lead there."""
    return play(
        position(
            map=row("Ashford", "Bedford", "Catford"),
            cities={"Ashford": "grey", "Bedford": "white", "Catford": "black"},
            players=3,
            links={"red": ["Ashford se ne"], "blue": ["Bedford se ne"], "green": ["Bedford s se ne n"]},
            factories={"Ashford": "red", "Catford": "red"},
            hands={"red": ["A1"]},
        ),
        "plan A1",
        "from Catford",
    )


def crossroads() -> Any:
    """Blue's loose end points at Red's straight track in the middle."""
    return position(map=star(), turn="blue", links={"red": ["Norton s s s s"], "blue": ["Neston sw sw"]})


EVERY_KIND: list[tuple[Any, str]] = [
    (position(stage="tiles"), TILES),
    (position(stage="deal"), "deal A1 B2 C3 C12 D5"),
    (position(stage="first"), "first blue"),
    (position(stage="draw", draws=1), "draw D12"),
    (position(players=1, stage="train"), "train purple"),
    (position(players=1, stage="aside"), "aside D12"),
    (valley(links={"red": ["Coalville se ne"]}, factories={}), "track A2 n-ne"),
    (crossroads(), "cross D3 ne-sw"),
    (valley(), "replace A2 n-ne"),
    (valley(), "remove A2"),
    (valley(), "factory Amberley"),
    (valley(stage="bonus", bonus="factory"), "factory Amberley 4"),
    (valley(stage="bonus", bonus="factory"), "factory Amberley 6"),
    (valley(), "deliver A1"),
    (valley(), "plan A1"),
    (play(valley(), "plan A1"), "from Blackburn"),
    (on_the_way(), "via green Bedford"),
    (on_the_way(), "rest"),
    (valley(), "contracts"),
    (valley(), "money"),
    (valley(stage="bonus", bonus="track"), "done"),
]


@pytest.mark.parametrize(("state", "text"), EVERY_KIND, ids=[text[:20] for _, text in EVERY_KIND])
def test_each_kind_of_move_is_read_back_as_it_is_written(state: Any, text: str) -> None:
    move = GAME.speech.read(state, text)
    assert GAME.speech.write(state, move) == text
    assert GAME.speech.read(state, f"  {text.upper()} ") == move


def test_the_examples_have_every_kind_of_move() -> None:
    kinds = [type(GAME.speech.read(state, text)) for state, text in EVERY_KIND]
    assert sorted({kind.__name__ for kind in kinds}) == sorted(kind.__name__ for kind in GAME.rules.moves)


@pytest.mark.parametrize(("state", "text"), EVERY_KIND, ids=[text[:20] for _, text in EVERY_KIND])
def test_the_examples_are_legal_in_their_positions(state: Any, text: str) -> None:
    GAME.rules.check(state, acting(state), GAME.speech.read(state, text))


# -- other ways to type the same move -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "typed", "written"),
    [
        ("germany", "factory koln", "factory Köln"),
        ("germany", "factory KÖLN", "factory Köln"),
        ("germany", "factory dusseldorf", "factory Düsseldorf"),
        ("germany", "Factory lubeck 4", "factory Lübeck 4"),
        ("steel-belt", "from st louis", "from St. Louis"),
        ("steel-belt", "from ST.LOUIS", "from St. Louis"),
        ("steel-belt", "factory la   crosse", "factory La Crosse"),
        ("steel-belt", "factory kansascity 5", "factory Kansas City"),
        ("france", "factory st etienne", "factory St-Étienne"),
        ("france", "factory orleans", "factory Orléans"),
        ("ireland", "track k10 S-N", "track K10 n-s"),
        ("ireland", "cross L8 sw-NE", "cross L8 ne-sw"),
        ("ireland", "deliver d12", "deliver D12"),
        ("ireland", "via RED dublin", "via red Dublin"),
        ("ireland", "pass", "done"),
        ("ireland", "skip", "done"),
        ("ireland", "MONEY", "money"),
    ],
)
def test_capitals_accents_dots_and_order_do_not_matter(board: str, typed: str, written: str) -> None:
    state = position(map=board)
    assert GAME.speech.write(state, GAME.speech.read(state, typed)) == written


@pytest.mark.parametrize("city", ["Essen", "Düsseldorf", "koln"])
def test_a_city_group_on_a_route_may_be_named_after_any_of_its_cities(city: str) -> None:
    state = position(map="germany")
    assert GAME.speech.write(state, GAME.speech.read(state, f"via blue {city}")) == "via blue Essen"


def test_a_name_that_two_cities_share_without_dots_must_be_written_in_full() -> None:
    """Ash-Ton and Ashton are two cities, and a text that could mean either is refused."""
    state = position(map=row("Ash-Ton", "Ashton"))
    assert GAME.speech.write(state, GAME.speech.read(state, "factory ash-ton")) == "factory Ash-Ton"
    assert GAME.speech.write(state, GAME.speech.read(state, "factory ashton")) == "factory Ashton"
    with pytest.raises(UnreadableMoveError, match="there is no city 'ash ton' on this map; did you mean"):
        GAME.speech.read(state, "factory ash ton")


# -- mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "an empty line is not a move; try 'money'"),
        ("   ", "an empty line is not a move; try 'money'"),
        ("trakc K10 n-s", "there is no move 'trakc'; did you mean track?"),
        ("Mony", "there is no move 'Mony'; did you mean money?"),
        ("track K10", "track needs a hex and a way, as in 'track D7 n-se'"),
        ("cross K10 n s", "cross needs a hex and a way, as in 'cross D7 n-se'"),
        (
            "track Z99 n-s",
            "there is no hex 'Z99' on this map; a hex is a column's letter and a row's number, as in D7",
        ),
        (
            "remove A1",
            "there is no hex 'A1' on this map; a hex is a column's letter and a row's number, as in D7",
        ),
        ("remove", "remove needs a hex, as in 'remove D7'"),
        ("track K10 n-n", "'n-n' is not a way; join two different edges of n, ne, se, s, sw, nw, as in n-se"),
        ("track K10 n-e", "'n-e' is not a way; join two different edges of n, ne, se, s, sw, nw, as in n-se"),
        ("replace K10 north", "'north' is not a way; join two different edges of n, ne, se, s, sw, nw, as in n-se"),
        ("factory", "factory needs a city, as in 'factory Derry'"),
        ("factory 5", "there is no city '5' on this map"),
        ("factory Dublni", "there is no city 'Dublni' on this map; did you mean Dublin?"),
        ("factory Dublin 12345", "there is no city 'Dublin 12345' on this map; did you mean Dublin?"),
        ("from", "from needs a city, as in 'from Derry'"),
        ("via red", "via needs a company and a city, as in 'via red Essen'"),
        ("via rde Dublin", "there is no company 'rde'; did you mean red?"),
        ("via pink Dublin", "there is no company 'pink'; choose from red, blue, green, yellow, purple"),
        ("deliver", "deliver needs one contract, as in 'deliver A5'"),
        ("plan A1 A2", "plan needs one contract, as in 'plan A5'"),
        ("deliver A13", "there is no contract 'A13'; they are called A1 to D12"),
        ("draw", "draw needs one contract, as in 'draw A5'"),
        ("train", "train needs one company, as in 'train red'"),
        ("first second", "there is no company 'second'; choose from red, blue, green, yellow, purple"),
        ("money 5", "money is the whole move; leave out '5'"),
        ("done now please", "done is the whole move; leave out 'now please'"),
        ("tiles", "tiles needs letters from BWOGV, one for each city tile"),
        ("tiles BXW", "tiles needs letters from BWOGV, one for each city tile"),
    ],
)
def test_a_text_that_is_not_a_move_is_refused_with_advice(typed: str, sentence: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        GAME.speech.read(position(map="ireland"), typed)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "typed", ["factory \u0665", "track K\u0661\u0660 n-s", "deliver A\u0661", "\0", "via \u2603 \u2603", "-", "[" * 400]
)
def test_strange_characters_are_refused(typed: str) -> None:
    with pytest.raises(UnreadableMoveError):
        GAME.speech.read(position(map="ireland"), typed)


def test_a_move_can_be_read_even_if_it_is_not_legal() -> None:
    """Reading a move finds out what is meant; whether it is allowed is another question."""
    state = position(map="ireland")
    for text in ("done", "rest", "draw A1", "track L3 n-s", "factory Dublin 99"):
        assert GAME.speech.read(state, text) not in list(GAME.rules.legal(state, acting(state)))
