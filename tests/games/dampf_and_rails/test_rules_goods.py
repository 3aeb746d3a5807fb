"""Goods and orders (R15 to R20)."""

from __future__ import annotations

import pytest

from engineshed.core.contract import CHANCE
from engineshed.games.dampf_and_rails.rules.moves import Deliver, Load
from tests.games.dampf_and_rails.play import (
    BLUE,
    GAME,
    RED,
    acting,
    described,
    drawn,
    facts,
    offered,
    play,
    position,
    refusal,
    refusal_of,
)

LINE = {"track": {"red": ["Odense O27 O28 Nyborg"]}}


# -- loading -------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R15")
def test_goods_that_a_town_offers_can_be_loaded_freely_without_an_order() -> None:
    state = position(hands={"red": [1, 2, 3]})
    assert offered(state, "load") == ["load bacon", "load beer", "load flowers"]
    state = play(state, "load beer", "load beer")
    assert described(state)["trains"]["red"] == ["A Odense beer beer"]
    assert (described(state)["derived"]["supply"]["beer"], described(state)["derived"]["points"]) == (2, [9])


@pytest.mark.allows("dampf-and-rails", "R15")
def test_a_train_loads_in_passing() -> None:
    state = play(position(**LINE), "load bacon", "go Nyborg", "load fruit", "step O28")
    assert described(state)["trains"]["red"] == ["A O28 bacon fruit"]


@pytest.mark.refuses("dampf-and-rails", "R15")
def test_loading_needs_a_free_hold_a_chip_and_a_town_that_offers_the_good() -> None:
    state = position(trains={"red": ["A Odense beer fish"]})
    assert refusal(state, "load bacon") == ("R15", "Every hold of the train is full")
    assert refusal(position(), "load oil") == ("R15", "Odense has no oil")
    rare = position(trains={"red": ["A Odense"], "blue": ["A Kiel flowers flowers"]})
    assert offered(rare, "load") == ["load bacon", "load beer"]
    assert refusal(rare, "load flowers") == ("R15", "The supply has no flowers left")
    assert refusal_of(rare, Load(0, 20)) == ("R15", "There is no such good")


@pytest.mark.parametrize(("move", "rule"), [("load beer", "R15"), ("drop beer", "R16"), ("deliver beer 1", "R17")])
def test_goods_cannot_be_handled_on_open_track(move: str, rule: str) -> None:
    state = position(**LINE, trains={"red": ["A O27 beer"]}, hands={"red": [1, 2, 3]})
    assert refusal(state, move) == (rule, "Goods are loaded and set down only in towns")


# -- setting down --------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R16")
def test_a_good_that_is_set_down_can_be_loaded_by_anybody() -> None:
    state = position(trains={"red": ["A Kiel beer"], "blue": ["A Kiel"]})
    state = play(state, "drop beer")
    assert described(state)["lying"] == ["Kiel beer red 6"]
    state = play(state, "stop", "end")
    assert offered(state, "load") == ["load beer", "load engines"]
    state = play(state, "load beer")
    assert (described(state)["lying"], described(state)["trains"]["blue"]) == ([], ["A Kiel beer"])


@pytest.mark.allows("dampf-and-rails", "R16")
def test_a_good_that_was_set_down_goes_back_after_four_more_turns() -> None:
    state = play(position(round=5, trains={"red": ["A Kiel beer"]}), "drop beer")
    for number in range(5, 9):
        state = play(state, "stop", "end", "stop", "end")
        assert described(state)["round"] == number + 1
        assert described(state)["lying"] == ["Kiel beer red 9"]
    state = play(state, "stop")
    assert "Beer in Kiel goes back to the supply" in facts(state, "end")
    assert described(play(state, "end"))["lying"] == []


def test_a_good_set_down_where_it_is_offered_goes_back_at_once() -> None:
    state = play(position(trains={"red": ["A Odense beer"]}), "drop beer")
    assert (described(state)["lying"], described(state)["derived"]["supply"]["beer"]) == ([], 4)


def test_the_older_of_two_lying_goods_is_loaded_first() -> None:
    state = position(round=5, lying=["Kiel beer blue 9", "Kiel beer red 7"], trains={"red": ["A Kiel"]})
    assert described(play(state, "load beer"))["lying"] == ["Kiel beer blue 9"]


@pytest.mark.refuses("dampf-and-rails", "R16")
def test_goods_cannot_be_set_down_on_open_track_or_in_a_lone_port() -> None:
    for place in ("O28", "Knudshoved"):
        state = position(trains={"red": [f"A {place} beer"]})
        assert offered(state, "drop") == []
        assert refusal(state, "drop beer") == ("R16", "Goods are loaded and set down only in towns")
    assert refusal(position(), "drop beer") == ("R16", "The train carries no beer")


# -- delivering ----------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R17")
def test_a_delivery_is_paid_and_its_card_replaced() -> None:
    state = position(hands={"red": [1, 2, 4]}, trains={"red": ["A Odense furniture"]})
    assert offered(state, "deliver") == ["deliver furniture 4"]
    state = play(state, "deliver furniture 4")
    assert described(state)["cash"]["red"] == 61
    assert (described(state)["discards"], described(state)["hands"]["red"], GAME.rules.to_act(state)) == (
        [4],
        [1, 2],
        (CHANCE,),
    )
    state = drawn(state, "30")
    assert (acting(state), described(state)["stage"], described(state)["hands"]["red"]) == (RED, "move", [1, 2, 30])
    assert described(state)["derived"]["supply"]["furniture"] == 3


@pytest.mark.allows("dampf-and-rails", "R17")
def test_a_card_just_drawn_can_be_fulfilled_at_once() -> None:
    hands = {"red": [1, 2, 4], "blue": [7, 8, 9]}
    state = position(hands=hands, trains={"red": ["A Odense furniture toys"]})
    state = drawn(play(state, "deliver furniture 4"), "6")
    assert offered(state, "deliver") == ["deliver toys 6"]


@pytest.mark.refuses("dampf-and-rails", "R17")
def test_a_delivery_must_match_the_order_in_good_and_town() -> None:
    state = position(hands={"red": [1, 2, 4]}, trains={"red": ["A Odense furniture oil"]})
    assert refusal(state, "deliver furniture 2") == ("R17", "Order 2 does not ask for furniture in Odense")
    assert refusal(state, "deliver sugar 1") == ("R17", "The train carries no sugar")
    assert refusal(state, "deliver furniture 5") == ("R17", "This order is neither in your hand nor laid out")
    assert refusal_of(state, Deliver(0, 70, 0)).rule == "R17"
    assert refusal_of(state, Deliver(0, -1, 0)).rule == "R17"


# -- cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R18")
def test_an_empty_pile_is_reshuffled_from_the_discards() -> None:
    rest = [*range(8, 64), *(f"E{n}" for n in range(1, 11))]
    state = position(
        hands={"red": [1, 2, 4], "blue": [3, 5, 6]}, pile=[7], discards=rest, trains={"red": ["A Odense toys"]}
    )
    state = drawn(play(state, "exchange"), "7")
    assert (described(state)["discards"], len(described(state)["pile"])) == ([], 69)


@pytest.mark.refuses("dampf-and-rails", "R18")
def test_discards_are_not_drawn_before_the_pile_is_empty() -> None:
    rest = [*range(9, 64), *(f"E{n}" for n in range(1, 11))]
    state = position(hands={"red": [1, 2, 4], "blue": [3, 5, 6]}, pile=[7, 8], discards=rest)
    assert offered(play(state, "exchange")) == ["draw 7", "draw 8"]
    assert refusal(play(state, "exchange"), "draw 9", CHANCE).rule == "R4"


PUBLIC = {"round": 5, "hands": {"red": [1, 2, 3], "blue": [7, 8, 9]}, "public": [4, 5, 6]}


@pytest.mark.allows("dampf-and-rails", "R19")
def test_anybody_may_fulfil_a_public_order_which_is_then_replaced() -> None:
    state = position(**PUBLIC, trains={"red": ["A Odense furniture toys"], "blue": ["A Odense furniture"]}, turn="blue")
    state = play(state, "deliver furniture 4")
    assert (described(state)["public"], described(state)["cash"]["blue"]) == ([5, 6], 61)
    state = drawn(state, "40")
    assert (described(state)["public"], acting(state), described(state)["stage"]) == ([5, 6, 40], BLUE, "move")


@pytest.mark.allows("dampf-and-rails", "R19", "R21")
def test_an_event_drawn_as_a_public_order_takes_effect_and_another_card_is_drawn() -> None:
    state = play(position(**PUBLIC, trains={"red": ["A Odense furniture"]}), "deliver furniture 4")
    state = drawn(state, "E9")
    assert (described(state)["running"], GAME.rules.to_act(state)) == (["dock-strike red"], (CHANCE,))
    assert described(drawn(state, "40"))["public"] == [5, 6, 40]


@pytest.mark.refuses("dampf-and-rails", "R19")
def test_a_fulfilled_public_order_is_gone_for_the_next_player() -> None:
    state = position(**PUBLIC, trains={"red": ["A Odense furniture"], "blue": ["A Odense furniture"]})
    state = play(drawn(play(state, "deliver furniture 4"), "40"), "stop", "end")
    assert refusal(state, "deliver furniture 4") == ("R17", "This order is neither in your hand nor laid out")
    assert offered(state, "deliver") == []


@pytest.mark.allows("dampf-and-rails", "R20")
def test_a_hand_has_three_orders_or_four_with_a_second_train() -> None:
    fast = {"options": {"variant": "fast"}, "trains": {"red": ["A Odense", "A Odense"]}}
    state = play(position(**fast, hands={"red": [1, 2, 3, 4]}), "exchange")
    state = drawn(state, "20", "21", "22")
    assert GAME.rules.to_act(state) == (CHANCE,)
    assert acting(drawn(state, "23")) == BLUE
    assert len(described(position())["hands"]["red"]) == 3


@pytest.mark.refuses("dampf-and-rails", "R20")
def test_a_hand_cannot_have_more_or_fewer_orders() -> None:
    with pytest.raises(Exception, match=r"red holds 4 orders \(R20\)"):
        position(hands={"red": [1, 2, 3, 4]})
    with pytest.raises(Exception, match=r"red holds too few orders \(R20\)"):
        position(hands={"red": [1, 2]})
