"""Turns, moving, tolls and ferries (R9 to R14, A10)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.games.dampf_and_rails.rules.moves import Cross, Go, Step
from tests.games.dampf_and_rails.play import (
    BLUE,
    acting,
    drawn,
    offered,
    play,
    position,
    price,
    refusal,
    refusal_of,
    told,
)

LINE = "Odense O27 O28 Nyborg"
BELT = {"track": {"red": ["O28 Knudshoved", "Odense O27 O28"]}, "ferries": {"red": ["Storebælt"]}}


# -- turns ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R9")
def test_a_turn_is_running_and_handling_then_building() -> None:
    state = position(track={"red": [LINE]}, hands={"red": [10, 11, 13]})
    state = play(state, "load flowers", "go Nyborg", "load fruit", "drop flowers", "stop", "build Nyborg P29", "end")
    assert acting(state) == BLUE
    assert told(state)["lying"] == ["Nyborg flowers red 6"]


@pytest.mark.refuses("dampf-and-rails", "R9")
def test_nothing_runs_once_building_has_begun_and_nothing_is_built_before() -> None:
    state = position(track={"red": [LINE]})
    assert refusal(state, "build Nyborg P29") == ("R9", "Trains are still running: finish running before you build")
    building = play(state, "stop")
    assert refusal(building, "step O27").rule == "R9"
    assert "nothing is run" in refusal(building, "load beer").sentence


@pytest.mark.parametrize("stage", ["move", "build"])
@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("keep 1 2 3", ("R3", "Orders to keep are chosen before the first round only")),
        ("start Odense", ("R5", "Start towns are chosen before the first round only")),
        ("ask", ("A36", "No agreement is being proposed")),
        ("money 1", ("A36", "No agreement is being proposed")),
        ("send", ("A36", "No agreement is being proposed")),
        ("accept", ("A36", "No agreement is being proposed")),
        ("refuse", ("A36", "No agreement is being proposed")),
        ("lose beer", ("R30", "No good is to be lost now")),
    ],
)
def test_what_has_its_own_time_is_refused_by_its_own_rule(stage: str, move: str, said: tuple[str, str]) -> None:
    assert refusal(position(stage=stage, round=5), move) == said


def test_while_building_nothing_is_proposed() -> None:
    building = position(stage="build", round=5, track={"blue": ["Odense O27"]})
    assert refusal(building, "propose blue") == (
        "A36",
        "Agreements are proposed in the first part of a turn, before building",
    )


@pytest.mark.allows("dampf-and-rails", "R10")
def test_sitting_out_changes_the_whole_hand_and_ends_the_turn() -> None:
    state = play(position(hands={"red": [1, 2, 3]}), "exchange")
    assert told(state)["discards"] == [1, 2, 3]
    state = drawn(state, "20", "21", "22")
    assert (told(state)["hands"]["red"], acting(state)) == ([20, 21, 22], BLUE)
    assert "exchange" in offered(position(stage="build", round=1))


@pytest.mark.refuses("dampf-and-rails", "R10")
@pytest.mark.parametrize("done", ["step O27", "load beer"])
def test_sitting_out_takes_the_place_of_a_whole_turn(done: str) -> None:
    state = play(position(track={"red": [LINE]}), done)
    assert "exchange" not in offered(state)
    assert refusal(state, "exchange").rule == "R10"
    assert refusal(play(position(), "stop"), "exchange").rule == "R10"


@pytest.mark.allows("dampf-and-rails", "R10")
@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_after_a_proposal_one_may_still_sit_out(answer: str) -> None:
    """It is neither moving nor handling nor building; and nobody is asked twice, so that the turn comes to its end."""
    state = position(track={"red": [LINE], "blue": ["Odense N28"]})
    state = play(state, "propose blue", "ask", "money 1", "turns 3", "send", answer)
    assert "exchange" in offered(state)
    assert offered(state, "propose") == []
    after = drawn(play(state, "exchange"), "20", "21", "22")
    assert (acting(after), told(after)["asked"]) == (BLUE, [])
    assert told(after)["tolls"] == (["red on blue 1 for 2"] if answer == "accept" else [])
    assert refusal(play(state, "step O27"), "exchange").rule == "R10"


# -- steps ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R11")
def test_a_step_costs_a_point_and_a_train_may_turn_anywhere() -> None:
    state = play(position(track={"red": [LINE]}), "step O27", "step O28", "step O27")
    assert told(state)["derived"]["points"] == [6]
    assert offered(state, "step") == ["step Odense", "step O28"]
    assert offered(state, "go") == ["go Nyborg"]


@pytest.mark.refuses("dampf-and-rails", "R11")
def test_without_track_or_points_there_is_no_step() -> None:
    state = position(track={"red": [LINE]}, spent=[9])
    assert offered(state, "step") == []
    assert refusal(state, "step O27") == ("R11", "No movement points are left for this step")
    assert refusal(state, "step N28") == ("R11", "No track leads from Odense to N28")
    assert refusal(state, "step Kiel").rule == "R11"
    assert refusal_of(state, Step(0, 999)) == ("R23", "There is no such milepost")
    tired = position(track={"red": [LINE]}, spent=[7])
    assert offered(tired, "go") == []
    assert refusal(tired, "go Nyborg") == (
        "R11",
        "No track that you can use leads from Odense to Nyborg within 2 movement points",
    )
    assert refusal(tired, "go Odense") == ("R11", "The train is in Odense already")
    assert refusal_of(tired, Go(0, 99)).rule == "R23"


def test_a_way_is_the_same_as_its_steps() -> None:
    state = position(track={"red": [LINE]})
    by_steps = play(state, "step O27", "step O28", "step Nyborg")
    assert told(play(state, "go Nyborg")) == told(by_steps)


def test_a_place_one_step_away_is_reached_by_a_step() -> None:
    state = position(
        track={"red": ["Odense O27 Knudshoved"]}, ferries={"red": ["Storebælt"]}, trains={"red": ["A O27"]}
    )
    assert offered(state, "go") == []
    assert refusal(state, "go Odense") == ("R11", "Odense is a single step away, and a step is a move of its own")


@pytest.mark.allows("dampf-and-rails", "R12")
def test_trains_share_sections_and_places() -> None:
    state = position(track={"red": [LINE]}, trains={"red": ["A Odense"], "blue": ["A Nyborg"]}, cash={"blue": 9})
    state = play(state, "go Nyborg", "stop", "end", "step O28")
    assert told(state)["trains"] == {"red": ["A Nyborg"], "blue": ["A O28"]}


@pytest.mark.refuses("dampf-and-rails", "R12")
def test_sharing_a_section_is_not_owning_it() -> None:
    state = position(track={"red": [LINE]}, stage="build", turn="blue", starts={"blue": "Odense"})
    assert refusal(state, "build Odense O27") == ("R25", "Odense–O27 already has track of Red")


# -- tolls ---------------------------------------------------------------------------------------------------------

FOREIGN: dict[str, Any] = {"track": {"blue": [LINE]}}


@pytest.mark.allows("dampf-and-rails", "R13")
def test_a_toll_is_paid_once_for_each_network_and_turn() -> None:
    state = position(**FOREIGN, cash={"red": 6, "blue": 10})
    assert (price(state, "step O27"), price(state, "go Nyborg")) == (4, 4)
    state = play(state, "step O27", "step O28", "step O27")
    assert told(state)["cash"] == {"red": 2, "blue": 14}
    state = play(state, "stop", "end", "stop", "end")
    assert refusal(state, "step O28").rule == "R13"


@pytest.mark.refuses("dampf-and-rails", "R13")
def test_without_the_toll_there_is_no_step_but_what_is_shared_costs_nothing() -> None:
    state = position(**FOREIGN, cash={"red": 3})
    assert offered(state, "step") == []
    assert refusal(state, "step O27") == ("R13", "The toll to Blue is 4 million, and you have 3")
    own = position(track={"blue": ["O27 Odense N28"], "red": ["O27 N28"]}, trains={"red": ["A O27"]}, cash={"red": 0})
    assert offered(own, "step") == ["step N28"]
    assert told(play(own, "step N28"))["cash"]["blue"] == 50


def test_of_equally_quick_ways_the_cheaper_one_is_taken() -> None:
    track = {"red": ["Odense N28 O28 Nyborg"], "blue": ["Odense O27 O28"]}
    state = position(track=track)
    assert (offered(state, "go"), price(state, "go Nyborg")) == (["go Nyborg"], 0)
    assert told(play(state, "go Nyborg"))["cash"] == {"red": 50, "blue": 50}


ROUND_ABOUT: dict[str, Any] = {"track": {"red": ["Odense N28 N29 O29 O28 Nyborg"], "blue": ["Odense O27 O28"]}}
"""To Nyborg it is five steps on red's own track, and three with blue's."""


@pytest.mark.allows("dampf-and-rails", "R11", "R13")
def test_the_cheapest_way_is_offered_before_the_quickest() -> None:
    state = position(**ROUND_ABOUT)
    assert offered(state, "go") == ["go Nyborg", "go Nyborg quickest"]
    assert (price(state, "go Nyborg"), price(state, "go Nyborg quickest")) == (0, 4)
    assert told(play(state, "go Nyborg"))["spent"] == [5]
    quick = told(play(state, "go Nyborg quickest"))
    assert (quick["spent"], quick["cash"]) == ([3], {"red": 46, "blue": 54})


@pytest.mark.refuses("dampf-and-rails", "R11")
def test_a_quicker_way_that_cannot_be_paid_or_is_no_other_is_not_offered() -> None:
    poor = position(**ROUND_ABOUT, cash={"red": 3})
    assert offered(poor, "go") == ["go Nyborg"]
    assert refusal(poor, "go Nyborg quickest") == ("R11", "The cheapest way to Nyborg is also the quickest")
    tired = position(**ROUND_ABOUT, spent=[5])
    assert offered(tired, "go") == ["go Nyborg"]
    assert price(tired, "go Nyborg") == 4


def test_where_the_quickest_way_is_a_step_it_is_offered_as_a_step() -> None:
    track = {"red": ["Nyborg P29 O29 O28"], "blue": ["O28 Nyborg"]}
    state = position(track=track, trains={"red": ["A O28"]})
    assert (offered(state, "go"), "step Nyborg" in offered(state)) == (["go Nyborg"], True)
    assert price(state, "go Nyborg") == 0


# -- ferries -------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R14")
@pytest.mark.parametrize(("train", "half"), [("A", 5), ("B12", 6), ("C15", 8)])
def test_a_ferry_is_crossed_at_the_beginning_and_halves_the_speed(train: str, half: int) -> None:
    state = position(**BELT, trains={"red": [f"{train} Knudshoved"]})
    state = play(state, "cross Storebælt")
    assert told(state)["trains"]["red"] == [f"{train} Korsør"]
    assert told(state)["derived"]["points"] == [half]


@pytest.mark.allows("dampf-and-rails", "R14")
def test_the_train_stops_in_port_and_crosses_in_its_next_turn_and_comes_back() -> None:
    state = play(position(**BELT, round=5), "go Knudshoved")
    assert offered(state, "cross") == []
    state = play(state, "stop", "end", "stop", "end", "cross Storebælt")
    assert offered(state, "cross") == []
    state = play(state, "stop", "end", "stop", "end")
    assert told(state)["derived"]["points"] == [9]
    assert told(play(state, "cross Storebælt", "step O28"))["derived"]["points"] == [4]


@pytest.mark.allows("dampf-and-rails", "R14")
def test_goods_may_be_handled_before_the_crossing_and_port_towns_can_be_passed() -> None:
    crossing = {"ferries": {"red": ["Femern Bælt"]}, "track": {"red": ["S34 Rødby U35"]}}
    state = play(position(**crossing, trains={"red": ["A Rødby"]}), "load grain")
    assert "cross Femern Bælt" in offered(state)
    passing = play(position(**crossing, trains={"red": ["A S34"]}), "step Rødby")
    assert offered(passing, "step") == ["step S34", "step U35"]
    assert offered(passing, "cross") == []


@pytest.mark.refuses("dampf-and-rails", "R14")
def test_no_crossing_after_a_step_nor_twice_nor_elsewhere_nor_for_nobody() -> None:
    moved = play(position(**BELT), "go Knudshoved")
    assert refusal(moved, "cross Storebælt").rule == "R14"
    across = position(
        ferries={"red": ["Storebælt", "Kieler Bucht"]},
        trains={"red": ["A Knudshoved"]},
        track={"red": ["Knudshoved O28"]},
    )
    assert refusal(play(across, "cross Storebælt"), "cross Kieler Bucht").rule == "R14"
    assert refusal(position(**BELT), "cross Storebælt") == ("R14", "The train is not in a port of the ferry Storebælt")
    idle = position(starts={"red": "Århus"})
    assert refusal(idle, "cross Århus-Kalundborg").sentence.startswith("Nobody has connected the ferry")
    assert refusal_of(idle, Cross(0, 9, 0)).rule == "R14"


KATTEGAT = {"ferries": {"red": ["Kattegat"]}, "track": {"red": ["V24 W24 X24 Y23"]}, "starts": {"red": "København"}}


@pytest.mark.allows("dampf-and-rails", "R14", "R24")
@pytest.mark.parametrize("post", ["København", "Y22", "Y23", "Y24", "Z22", "Z24"])
def test_the_ferry_leaves_from_every_milepost_of_kobenhavn_and_lands_in_its_middle(post: str) -> None:
    """They are one, and a way there ends at the first of them: a train that has come to København is in its port."""
    state = play(position(**KATTEGAT, trains={"red": [f"A {post}"]}), "cross Kattegat")
    assert told(state)["trains"]["red"] == ["A Hals"]
    back = play(position(**KATTEGAT, trains={"red": ["A Hals"]}), "cross Kattegat")
    assert told(back)["trains"]["red"] == ["A København"]


def test_a_train_in_kobenhavn_may_cross_in_the_next_turn() -> None:
    state = play(position(**KATTEGAT, round=5, trains={"red": ["A V24"]}), "go København", "stop", "end", "stop", "end")
    assert told(state)["trains"]["red"] == ["A Y23"]
    assert offered(state, "cross") == ["cross Kattegat"]


def test_a_foreign_ferry_costs_the_toll_and_of_two_owners_one_is_chosen() -> None:
    state = position(players=3, ferries={"blue": ["Storebælt"], "green": ["Storebælt"]}, trains={"red": ["A Korsør"]})
    assert offered(state, "cross") == ["cross Storebælt on blue", "cross Storebælt on green"]
    assert price(state, "cross Storebælt on green") == 4
    assert told(play(state, "cross Storebælt on green"))["cash"] == {"red": 46, "blue": 50, "green": 54}
    assert refusal(state, "cross Storebælt on red").rule == "R13"
    own = position(ferries={"red": ["Storebælt"], "blue": ["Storebælt"]}, trains={"red": ["A Korsør"]})
    assert offered(own, "cross") == ["cross Storebælt"]
    assert refusal(own, "cross Storebælt on blue") == (
        "R13",
        "The ferry Storebælt is your own; nobody else is paid for it",
    )
    poor = position(ferries={"blue": ["Storebælt"]}, trains={"red": ["A Korsør"]}, cash={"red": 1})
    assert refusal(poor, "cross Storebælt").rule == "R13"


# -- København -----------------------------------------------------------------------------------------------------


def test_the_streets_of_kobenhavn_are_open_to_all_and_cost_points_but_no_toll() -> None:
    state = position(
        starts={"blue": "København"}, trains={"red": ["A X22"]}, track={"blue": ["X22 Y22"]}, cash={"red": 4}
    )
    state = play(state, "step Y22", "step København", "step Y24")
    assert told(state)["cash"]["red"] == 0
    assert told(state)["derived"]["points"] == [6]
    assert refusal(state, "go København") == ("R11", "The train is in København already")
    assert "load beer" in offered(state)


# -- turning back --------------------------------------------------------------------------------------------------

TURNING = {"options": {"turn_back": "towns"}, "track": {"red": ["Odense O27 O28 Nyborg", "O28 O29"]}}


@pytest.mark.allows("dampf-and-rails", "A10")
def test_trains_turn_back_in_towns_and_where_the_track_ends() -> None:
    state = play(position(**TURNING), "step O27", "step O28", "step O29")
    assert offered(state, "step") == ["step O28"]
    state = play(state, "step O28", "step Nyborg")
    assert offered(state, "step") == ["step O28"]


@pytest.mark.refuses("dampf-and-rails", "A10")
def test_on_open_track_they_do_not() -> None:
    state = play(position(**TURNING), "step O27", "step O28")
    assert offered(state, "step") == ["step Nyborg", "step O29"]
    assert refusal(state, "step O27") == (
        "A10",
        "At O28 a train may not turn back; only in towns and ports, and where the track ends",
    )
    assert told(state)["trains"]["red"] == ["A O28 came O27"]


DEAD_END: dict[str, Any] = {
    "options": {"turn_back": "towns"},
    "track": {"red": ["Odense O27"], "blue": ["O27 O28 Nyborg"]},
    "trains": {"red": ["A O27 came Odense"]},
}


@pytest.mark.allows("dampf-and-rails", "A10")
@pytest.mark.parametrize("cash", [0, 3, 50])
def test_where_only_anothers_track_goes_on_ones_own_ends(cash: int) -> None:
    """Nobody must pay a toll for turning; without the money the train would stand there for good."""
    state = position(**DEAD_END, cash={"red": cash})
    assert "step Odense" in offered(state)
    assert told(play(state, "step Odense"))["trains"]["red"] == ["A Odense came O27"]


@pytest.mark.allows("dampf-and-rails", "A10")
@pytest.mark.refuses("dampf-and-rails", "A10")
def test_the_network_on_which_a_train_came_and_its_own_go_on_unless_they_are_closed() -> None:
    """The train is on blue's track; O29 is the way to track of its own."""
    own = {"red": ["Odense O27", "O28 O29"], "blue": DEAD_END["track"]["blue"]}
    for track in (DEAD_END["track"], own):
        state = position(**{**DEAD_END, "track": track, "trains": {"red": ["A O28 came O27"]}})
        assert refusal(state, "step O27").rule == "A10"
        assert "step O27" not in offered(state)
    closing = {"track": {**own, "blue": ["O27 O28"]}, "trains": {"red": ["A O28 came O27"]}}
    assert refusal(position(**{**DEAD_END, **closing}), "step O27").rule == "A10"
    walkout = position(**{**DEAD_END, **closing}, round=5, running=["walkout red begun"])
    assert offered(walkout, "step") == ["step O27"]


def test_where_the_track_ends_for_one_player_it_may_go_on_for_another() -> None:
    """Both come on red's track to where blue's begins, and neither pays the other anything."""
    free = {"tolls": ["red on blue 0 for 3", "blue on red 0 for 3"], "round": 5}
    trains = {"red": ["A O27 came Odense"], "blue": ["A O27 came Odense"]}
    state = position(**{**DEAD_END, "trains": trains}, **free)
    assert offered(state, "step") == ["step Odense", "step O28"]
    state = play(state, "stop", "end")
    assert offered(state, "step") == ["step O28"]
    assert offered(state, "go") == ["go Odense", "go Nyborg"]
    assert told(play(state, "go Odense"))["spent"] == [5]


def test_a_way_turns_round_where_it_may() -> None:
    state = play(position(**TURNING), "step O27", "step O28")
    state = play(state, "go Odense")
    assert told(state)["derived"]["points"] == [3]
