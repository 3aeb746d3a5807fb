"""Every option of a table with every value. The defaults are the printed rules."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import Trouble
from engineshed.core.options import read_options
from engineshed.core.table import Table
from tests.games.steam_power.play import BLUE, GAME, RED, described, offered, parts, play, position, refusal, row


def test_the_defaults_are_the_printed_rules() -> None:
    options = GAME.rules.options()
    given = {name: getattr(options, name) for name in GAME.rules.options.__struct_fields__}
    assert given == {
        "map": "steel-belt",
        "start_player": "random",
        "take_money": 3,
        "vp_cities": "network",
        "limited_goods": False,
        "spare_tile_bonus": False,
        "data": (),
    }


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"take_money": 4}, "option take_money cannot be 4; choose from 3, 5"),
        ({"take_money": "5"}, 'option take_money cannot be "5"; choose from 3, 5'),
        ({"start_player": "blue"}, 'option start_player cannot be "blue"; choose from "random", "red"'),
        ({"vp_cities": "near"}, 'option vp_cities cannot be "near"; choose from "direct", "network"'),
        ({"limited_goods": 1}, "option limited_goods cannot be 1; choose from false, true"),
        ({"spare_tile_bonsu": True}, "there is no option 'spare_tile_bonsu'; did you mean spare_tile_bonus?"),
        ({"map": "irland"}, "there is no map 'irland'; did you mean ireland?"),
    ],
)
def test_a_wrong_value_of_an_option_is_reported(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble) as caught:
        GAME.rules.start(2, read_options(GAME.rules.options, given))
    assert str(caught.value) == sentence


def test_the_map_may_be_the_text_of_a_map_file() -> None:
    text = described(position(map=row("Ashford", "Bedford")))["map"]
    by_text, by_name = (Table(GAME, 2, {"map": board}, seed="a").state for board in (text, "ireland"))
    assert list(described(by_text)["cities"]) == ["Ashford", "Bedford"]
    assert "Derry" in described(by_name)["cities"]


# -- start player ---------------------------------------------------------------------------------------------------


def dealt(start_player: str) -> Any:
    state = position(map="ireland", stage="deal", options={"start_player": start_player})
    return play(state, "deal A1 A2 A3 A4 A5", "deal B1 B2 B3 B4 B5")


def test_the_start_player_may_be_drawn() -> None:
    state = dealt("random")
    assert offered(state) == ["first red", "first blue"]


def test_the_start_player_may_be_the_first_seat() -> None:
    state = dealt("red")
    assert GAME.rules.to_act(state) == (RED,)
    assert described(state)["first"] == "red"


# -- take money -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [3, 5])
def test_the_table_sets_how_much_money_is_taken(amount: int) -> None:
    state = position(map="ireland", options={"take_money": amount})
    assert described(play(state, "money"))["money"]["red"] == 5 + amount
    assert refusal(state, "done") == ("R12", f"There is no passing; taking ${amount} is always possible")


# -- VP cities ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "points"), [("network", [2, 2]), ("direct", [0, 4])])
def test_which_players_share_a_vp_city_in_a_group(reading: str, points: list[int]) -> None:
    """Langford is the VP city. Blue's link leads there, Red's only to Kingsbury next to it."""
    state = position(
        map={"terrain": "A . K L\n. . . .\n", "cities": {"A": "Ashford", "K": "Kingsbury", "L": "Langford"}},
        options={"vp_cities": reading},
        cities={"Ashford": "black", "Kingsbury": "white", "Langford": "vp"},
        links={"red": ["Ashford se ne"], "blue": ["Ashford s se ne ne"]},
    )
    assert [parts(state, seat)["cities"] for seat in (RED, BLUE)] == points


# -- limited goods --------------------------------------------------------------------------------------------------


def with_black_goods(goods: list[int], *, limited: bool, **more: Any) -> Any:
    """A row of black cities with this many goods each, and another city without a factory."""
    names = [f"{letter}ford" for letter in "ABCDEFG"][: len(goods) + 1]
    return position(
        map=row(*names),
        options={"limited_goods": limited},
        cities=dict.fromkeys(names, "black"),
        links={"red": [f"{name} se ne" for name in names[:-1]]},
        factories=dict.fromkeys(names[:-1], "red"),
        goods=dict(zip(names, goods, strict=False)),
        **more,
    )


@pytest.mark.parametrize(("limited", "expected"), [(False, 5), (True, 3)])
def test_with_limited_goods_a_factory_gets_the_goods_that_are_left(limited: bool, expected: int) -> None:
    """27 of the 30 black goods are on the map."""
    state = play(with_black_goods([6, 6, 5, 5, 5], limited=limited), "factory Fford")
    assert described(state)["goods"]["Fford"] == expected


def test_with_limited_goods_no_factory_is_built_when_no_goods_are_left() -> None:
    goods = [5, 5, 5, 5, 5, 5]
    assert offered(with_black_goods(goods, limited=False), "factory") == ["factory Gford"]
    state = with_black_goods(goods, limited=True)
    assert offered(state, "factory") == []
    assert refusal(state, "factory Gford") == ("R3", "No black goods are left")


@pytest.mark.parametrize(
    ("out", "offers"),
    [
        ([5, 5, 5, 5, 4], ["factory Fford 4", "factory Fford", "factory Fford 6"]),
        ([5, 5, 5, 5, 5], ["factory Fford 4", "factory Fford"]),
        ([6, 5, 5, 5, 5], ["factory Fford"]),
        ([6, 6, 6, 5, 5], ["factory Fford"]),
        ([6, 6, 6, 6, 6], []),
    ],
)
def test_with_limited_goods_a_bonus_factory_gets_no_more_than_is_left(out: list[int], offers: list[str]) -> None:
    """Only possible numbers are offered: if at most four goods are left, exactly that number."""
    state = with_black_goods(out, limited=True, stage="bonus", bonus="factory")
    assert offered(state, "factory") == offers
    left = 30 - sum(out)
    for text in offers:
        number = int(text.split()[2]) if text[-1].isdecimal() else min(5, left)
        assert described(play(state, text))["goods"]["Fford"] == number


def test_with_limited_goods_more_goods_than_are_left_are_refused() -> None:
    state = with_black_goods([6, 6, 6, 5, 5], limited=True, stage="bonus", bonus="factory")
    sentence = "Only 2 black goods are left; the factory gets all of them"
    for goods in (1, 3, 4, 6, 7):
        assert refusal(state, f"factory Fford {goods}") == ("R3", sentence)
    assert GAME.speech.why_not(state, RED, "city Fford") is None
    main = with_black_goods([6, 6, 6, 5, 5], limited=True)
    assert refusal(main, "factory Fford 5") == ("R3", sentence)
    (factory,) = (move for move in GAME.rules.legal(main, RED) if hasattr(move, "goods"))
    assert factory.goods == 2, "the page shows how many goods it will get"


# -- spare tiles ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spare", "extra"),
    [
        (["white", "grey"], 0),
        (["black", "grey"], 1),
        (["grey", "black"], 1),
        (["black", "black"], 2),
        (["grey", "white", "black"], 0),
    ],
)
def test_the_first_two_spare_tiles_add_points_for_exhausted_factories(spare: list[str], extra: int) -> None:
    """Red's black city is exhausted; the white one is not, so a white tile adds nothing."""
    kinds = ["black"] * 6 + ["white"] * 7 + ["orange"] * 7 + ["grey"] * 7 + ["vp"] * 5
    left = list(kinds)
    left.remove("white")
    for tile in spare:
        left.remove(tile)
    doc = {
        "map": row("Coalville", "Saltash"),
        "cities": {"Coalville": "black", "Saltash": "white"},
        "spare": [*spare, *left],
        "links": {"red": ["Coalville se ne"]},
        "factories": {"Coalville": "red", "Saltash": "red"},
        "goods": {"Coalville": 0},
    }
    raised = position(**doc, options={"spare_tile_bonus": True})
    assert parts(raised) == {"contracts": 0, "cities": 0, "factories": 2, "money": 1, "spare-tiles": extra}
    assert parts(raised, BLUE)["spare-tiles"] == 0
    assert "spare-tiles" not in parts(position(**doc))
