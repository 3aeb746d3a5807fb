"""Trains, and the fast game (R29, R30, V1 to V5, A34)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.games.dampf_and_rails.rules.moves import Buy, Work
from tests.games.dampf_and_rails.play import (
    BLUE,
    RED,
    acting,
    described,
    drawn,
    facts,
    linked,
    offered,
    play,
    position,
    price,
    refusal,
    refusal_of,
)

FAST: dict[str, Any] = {"options": {"variant": "fast"}}


@pytest.mark.allows("dampf-and-rails", "R29")
@pytest.mark.parametrize(
    ("train", "speed", "holds"), [("A", 9, 2), ("B9", 9, 3), ("B12", 12, 2), ("C12", 12, 3), ("C15", 15, 2)]
)
def test_the_speed_and_holds_of_the_five_types(train: str, speed: int, holds: int) -> None:
    state = position(trains={"red": [f"{train} Odense"]})
    assert described(state)["derived"]["points"] == [speed]
    state = play(state, *["load beer"] * holds)
    assert refusal(state, "load beer") == ("R15", "Every hold of the train is full")


@pytest.mark.refuses("dampf-and-rails", "R29")
def test_there_is_no_other_type() -> None:
    state = position(stage="build")
    assert refusal_of(state, Work(0, 5)) == ("R29", "The types are A, B9, B12, C12, C15")
    assert refusal_of(state, Work(0, -1)).rule == "R29"


ROUND = ("end", "stop", "end")
"""The rest of a round, after Red has paid for a change while building."""


@pytest.mark.allows("dampf-and-rails", "R30")
def test_a_train_can_be_upgraded_by_one_stage_or_refitted_within_a_stage() -> None:
    state = position(stage="build")
    assert offered(state, "train") == ["train B9", "train B12"]
    assert price(state, "train B9") == 20
    assert offered(play(state, "train B12")) == ["end"]
    refitted = position(stage="build", trains={"red": ["B9 Odense"]})
    assert offered(refitted, "train") == ["train B12", "train C12", "train C15"]
    refitted = play(refitted, "train B12")
    assert (described(refitted)["cash"]["red"], described(refitted)["derived"]["budget"]) == (45, 15)


@pytest.mark.allows("dampf-and-rails", "R30")
def test_a_train_changes_at_the_end_of_the_round() -> None:
    """The train stays as it is until the last player of the round has finished."""
    state = position(stage="build", round=5)
    assert facts(state, "train B12") == [
        "Red pays 20 million for an upgrade: express train B12 at the end of the round"
    ]
    state = play(state, "train B12")
    assert described(state)["trains"]["red"] == ["A Odense becomes B12"]
    state = play(state, "end")
    assert described(state)["trains"]["red"] == ["A Odense becomes B12"]
    assert "Red has a new train: express train B12" in facts(play(state, "stop"), "end")
    state = play(state, "stop", "end")
    assert (described(state)["trains"]["red"], described(state)["derived"]["points"]) == (["B12 Odense"], [12])
    last = play(position(stage="build", round=5, turn="blue"), "train B9", "end")
    assert described(last)["trains"]["blue"] == ["B9 Odense"]


@pytest.mark.refuses("dampf-and-rails", "R30")
def test_a_train_that_was_paid_for_is_not_changed_again_in_the_same_round() -> None:
    state = play(position(**FAST, stage="build", trains={"red": ["B9 Odense"]}), "train B12")
    assert offered(state, "train") == []
    assert refusal(state, "train C15") == (
        "R30",
        "This train is already going to change at the end of the round: express train B12",
    )


@pytest.mark.allows("dampf-and-rails", "R30", "E5")
def test_a_derailed_train_has_its_old_holds_until_the_end_of_the_round() -> None:
    """Between the payment and the end of the round, it loses a good because of the card, not because of its size."""
    state = play(position(stage="build", round=5, trains={"red": ["B9 Kolding beer beer oil"]}), "train B12", "end")
    state = drawn(play(state, "exchange"), "E5")
    assert (acting(state), offered(state)) == (RED, ["lose beer", "lose oil"])
    state = drawn(play(state, "lose oil"), "40", "41", "42")
    assert described(state)["trains"]["red"] == ["B12 Kolding beer beer stuck 1"]


@pytest.mark.allows("dampf-and-rails", "R30")
def test_a_train_that_loses_a_hold_loses_a_good_of_its_owners_choice() -> None:
    state = play(position(stage="build", trains={"red": ["C12 Odense beer fish oil"]}), "train C15", *ROUND)
    assert offered(state) == ["lose beer", "lose fish", "lose oil"]
    state = play(state, "lose fish")
    assert (described(state)["trains"]["red"], described(state)["stage"]) == (["C15 Odense beer oil"], "move")
    alike = play(position(stage="build", trains={"red": ["B9 Odense beer beer beer"]}), "train B12", *ROUND)
    assert described(alike)["trains"]["red"] == ["B12 Odense beer beer"]
    light = play(position(stage="build", trains={"red": ["B9 Odense beer fish"]}), "train B12", *ROUND)
    assert described(light)["stage"] == "move"


def test_several_players_choose_their_losses_in_turn_order() -> None:
    trains = {"red": ["C12 Odense beer fish oil"], "blue": ["B9 Odense fish oil oil"]}
    state = play(position(stage="build", trains=trains, first="blue", turn="blue"), "train B12", "end", "stop")
    state = play(state, "train C15", "end")
    assert (acting(state), described(state)["losing"]) == (BLUE, ["blue 1", "red 1"])
    state = play(state, "lose oil", "lose beer")
    assert (acting(state), described(state)["stage"], described(state)["round"]) == (BLUE, "move", 3)


@pytest.mark.refuses("dampf-and-rails", "R30")
def test_skipping_a_stage_and_going_down_are_refused() -> None:
    state = position(stage="build")
    assert refusal(state, "train C12") == (
        "R30",
        "A freight train A cannot become a super freight train C12: only one stage up, or a change within stage B or C",
    )
    assert refusal(state, "train A").rule == "R30"
    assert refusal(position(stage="build", trains={"red": ["C15 Odense"]}), "train B9").rule == "R30"
    losing = play(position(stage="build", trains={"red": ["B9 Odense beer fish oil"]}), "train B12", *ROUND)
    assert refusal(losing, "lose sugar") == ("R30", "This good is not on the train")
    assert refusal(losing, "stop") == ("R30", "First choose the good that is lost")


# -- the fast game -------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "V2")
@pytest.mark.parametrize(("train", "speed"), [("A", 15), ("B9", 15), ("B12", 20), ("C12", 20), ("C15", 25)])
def test_the_speeds_of_the_fast_game(train: str, speed: int) -> None:
    assert described(position(**FAST, trains={"red": [f"{train} Odense"]}))["derived"]["points"] == [speed]


@pytest.mark.refuses("dampf-and-rails", "V2")
@pytest.mark.parametrize(("train", "half"), [("A", 8), ("B12", 10), ("C15", 13)])
def test_ferries_halve_the_speed_in_the_fast_game_too(train: str, half: int) -> None:
    state = position(**FAST, ferries={"red": ["Storebælt"]}, trains={"red": [f"{train} Korsør"]})
    assert described(play(state, "cross Storebælt"))["derived"]["points"] == [half]


@pytest.mark.allows("dampf-and-rails", "V3")
def test_handling_a_good_costs_a_point_in_the_fast_game() -> None:
    state = position(**FAST, hands={"red": [4, 5, 6]}, trains={"red": ["A Odense furniture"]})
    state = play(state, "load beer", "drop beer", "deliver furniture 4", "draw 30")
    assert described(state)["derived"]["points"] == [12]


@pytest.mark.refuses("dampf-and-rails", "V3")
def test_in_the_fast_game_handling_needs_a_point_also_after_a_ferry() -> None:
    state = position(**FAST, trains={"red": ["A Odense beer"]}, spent=[15])
    assert offered(state, "load") + offered(state, "drop") == []
    assert refusal(state, "load beer").rule == "V3"
    assert refusal(state, "drop beer").rule == "V3"
    ferry = position(**FAST, ferries={"red": ["Storebælt"]}, trains={"red": ["A Korsør"]})
    assert described(play(ferry, "load glass", "cross Storebælt"))["derived"]["points"] == [7]
    spent = position(**FAST, ferries={"red": ["Storebælt"]}, trains={"red": ["A Korsør"]}, spent=[15])
    assert described(play(spent, "cross Storebælt"))["derived"]["points"] == [0]


@pytest.mark.allows("dampf-and-rails", "V4")
def test_thirty_million_can_be_spent_in_a_turn_of_the_fast_game() -> None:
    state = play(position(**FAST, stage="build"), "train B9", "build Odense O27")
    assert described(state)["derived"]["budget"] == 9


@pytest.mark.refuses("dampf-and-rails", "V4")
def test_more_than_thirty_million_cannot_be_spent_in_a_turn() -> None:
    state = position(**FAST, stage="build", outlay=29)
    assert refusal(state, "build Odense M27") == ("V4", "That costs 3 million, and 1 may still be spent in this turn")
    assert refusal(state, "lay Nyborg") == ("V4", "No way to Nyborg can be built for 1 million")
    poor = position(**FAST, stage="build", cash={"red": 1})
    assert refusal(poor, "lay Nyborg") == ("R22", "No way to Nyborg can be built for 1 million")


@pytest.mark.allows("dampf-and-rails", "V5", "R20")
def test_a_second_train_comes_with_a_fourth_order() -> None:
    state = position(**FAST, stage="build", track={"red": ["Odense O27 O28 Nyborg"]})
    assert offered(state, "buy") == ["buy Odense", "buy Nyborg"]
    state = drawn(play(state, "buy Nyborg"), "E4", "40")
    assert described(state)["trains"]["red"] == ["A Odense", "A Nyborg"]
    assert (len(described(state)["hands"]["red"]), described(state)["stage"], described(state)["cash"]["red"]) == (
        4,
        "build",
        30,
    )


@pytest.mark.allows("dampf-and-rails", "V5")
def test_two_trains_have_separate_points_and_pay_one_toll() -> None:
    two = {"trains": {"red": ["A Odense", "B12 Nyborg"]}, "track": {"blue": ["Odense O27 O28 Nyborg"]}}
    state = play(position(**FAST, **two), "step O27", "load fruit by 2", "step O28 by 2", "go Odense by 2")
    assert described(state)["cash"]["red"] == 46
    assert described(state)["trains"]["red"] == ["A O27", "B12 Odense fruit"]
    assert described(state)["derived"]["points"] == [14, 16]
    state = play(state, "stop")
    assert offered(state, "train") == ["train B9", "train B12", "train B9 by 2", "train C12 by 2", "train C15 by 2"]


@pytest.mark.refuses("dampf-and-rails", "V5")
def test_a_second_train_is_refused_in_the_standard_game_outside_the_network_or_as_a_third() -> None:
    assert refusal(position(stage="build"), "buy Odense") == ("V5", "There is a second train only in the fast game")
    state = position(**FAST, stage="build")
    assert refusal(state, "buy Kiel") == ("V5", "Kiel does not belong to your network")
    assert refusal(state, "buy Hals") == ("V5", "There is no such town")
    assert refusal_of(state, Buy(-1)).rule == "V5"
    assert refusal(position(**FAST, stage="build", cash={"red": 19}), "buy Odense").rule == "R22"
    third = position(**FAST, stage="build", trains={"red": ["A Odense", "A Odense"]})
    assert refusal(third, "buy Odense") == ("V5", "You have two trains already")
    assert refusal(position(**FAST), "step O27 by 2").rule == "V5"


# -- the goal of the fast game -------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "V1")
@pytest.mark.refuses("dampf-and-rails", "V1")
def test_the_fast_game_ends_with_350_million() -> None:
    state = position(**FAST, cash={"red": 349}, turn="red", **linked())
    assert acting(state) == RED
    ended = play(
        position(**FAST, cash={"red": 349, "blue": 9}, turn="blue", **linked(), tolls=["blue on red 1 for 1"]),
        "step O27",
    )
    assert described(ended)["stage"] == "over"


HIGHER: dict[str, Any] = {"options": {"variant": "fast", "second_train_goal": 50}, "turn": "blue", **linked()}
TWO_TRAINS = {"red": ["A Odense", "A Odense"]}


@pytest.mark.allows("dampf-and-rails", "A34")
def test_a_second_train_can_make_the_goal_higher() -> None:
    state = position(cash={"red": 399, "blue": 9}, trains=TWO_TRAINS, **HIGHER)
    assert acting(state) == BLUE
    assert described(play(state, "step O27"))["stage"] == "over"


@pytest.mark.refuses("dampf-and-rails", "A34")
def test_money_that_is_enough_with_one_train_may_not_be_enough_with_two() -> None:
    cash = {"red": 395, "blue": 9}
    assert acting(play(position(cash=cash, trains=TWO_TRAINS, **HIGHER), "step O27")) == BLUE
    one = position(cash={"red": 346, "blue": 9}, **HIGHER)
    assert described(play(one, "step O27"))["stage"] == "over"
