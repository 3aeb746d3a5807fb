"""Turns, moving, tolls and ferries (R9 to R14, A10)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.games.dampf_and_rails.rules.moves import Cross, Go, Step
from tests.games.dampf_and_rails.play import (
    BLUE,
    acting,
    described,
    drawn,
    offered,
    play,
    position,
    price,
    refusal,
    refusal_of,
)

LINE = "Odense O27 O28 Nyborg"
BELT = {"track": {"red": ["O28 Knudshoved", "Odense O27 O28"]}, "ferries": {"red": ["Storebælt"]}}


# -- turns ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R9")
def test_a_turn_is_running_and_handling_goods_and_then_building() -> None:
    state = position(track={"red": [LINE]}, hands={"red": [10, 11, 13]})
    state = play(state, "load flowers", "go Nyborg", "load fruit", "drop flowers", "stop", "build Nyborg P29", "end")
    assert acting(state) == BLUE
    assert described(state)["lying"] == ["Nyborg flowers red 6"]


@pytest.mark.refuses("dampf-and-rails", "R9")
def test_running_is_refused_after_building_has_begun_and_building_before() -> None:
    state = position(track={"red": [LINE]})
    assert refusal(state, "build Nyborg P29") == ("R9", "Trains are still running: finish running before you build")
    building = play(state, "stop")
    assert refusal(building, "step O27").rule == "R9"
    assert "no longer run" in refusal(building, "load beer").sentence


@pytest.mark.parametrize("stage", ["move", "build"])
@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("keep 1 2 3", ("R3", "Orders to keep are chosen only before the first round")),
        ("start Odense", ("R5", "Start towns are chosen only before the first round")),
        ("ask", ("A36", "No agreement is being proposed")),
        ("money 1", ("A36", "No agreement is being proposed")),
        ("send", ("A36", "No agreement is being proposed")),
        ("accept", ("A36", "No agreement is being proposed")),
        ("refuse", ("A36", "No agreement is being proposed")),
        ("lose beer", ("R30", "No good has to be lost now")),
    ],
)
def test_moves_of_other_stages_are_refused_by_their_own_rules(stage: str, move: str, said: tuple[str, str]) -> None:
    assert refusal(position(stage=stage, round=5), move) == said


def test_agreements_cannot_be_proposed_while_building() -> None:
    building = position(stage="build", round=5, track={"blue": ["Odense O27"]})
    assert refusal(building, "propose blue") == (
        "A36",
        "Agreements are proposed in the first part of a turn, before building",
    )


@pytest.mark.allows("dampf-and-rails", "R10")
def test_sitting_out_replaces_the_whole_hand_and_ends_the_turn() -> None:
    state = play(position(hands={"red": [1, 2, 3]}), "exchange")
    assert described(state)["discards"] == [1, 2, 3]
    state = drawn(state, "20", "21", "22")
    assert (described(state)["hands"]["red"], acting(state)) == ([20, 21, 22], BLUE)
    assert "exchange" in offered(position(stage="build", round=1))


@pytest.mark.refuses("dampf-and-rails", "R10")
@pytest.mark.parametrize("done", ["step O27", "load beer"])
def test_sitting_out_is_refused_once_the_turn_has_begun(done: str) -> None:
    state = play(position(track={"red": [LINE]}), done)
    assert "exchange" not in offered(state)
    assert refusal(state, "exchange").rule == "R10"
    assert refusal(play(position(), "stop"), "exchange").rule == "R10"


@pytest.mark.allows("dampf-and-rails", "R10")
@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_a_player_may_still_sit_out_after_a_proposal(answer: str) -> None:
    """A proposal is neither running, handling nor building. Nobody is asked twice, so the turn comes to an end."""
    state = position(track={"red": [LINE], "blue": ["Odense N28"]})
    state = play(state, "propose blue", "ask", "money 1", "turns 3", "send", answer)
    assert "exchange" in offered(state)
    assert offered(state, "propose") == []
    after = drawn(play(state, "exchange"), "20", "21", "22")
    assert (acting(after), described(after)["asked"]) == (BLUE, [])
    assert described(after)["tolls"] == (["red on blue 1 for 2"] if answer == "accept" else [])
    assert refusal(play(state, "step O27"), "exchange").rule == "R10"


# -- steps ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R11")
def test_a_step_costs_a_point_and_a_train_may_turn_back_anywhere() -> None:
    state = play(position(track={"red": [LINE]}), "step O27", "step O28", "step O27")
    assert described(state)["derived"]["points"] == [6]
    assert offered(state, "step") == ["step Odense", "step O28"]
    assert offered(state, "go") == ["go Nyborg"]


@pytest.mark.refuses("dampf-and-rails", "R11")
def test_a_step_needs_track_and_points() -> None:
    state = position(track={"red": [LINE]}, spent=[9])
    assert offered(state, "step") == []
    assert refusal(state, "step O27") == ("R11", "No movement points are left for this step")
    assert refusal(state, "step N28") == ("R11", "No track leads from Odense to N28 (near Odense)")
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


def test_a_run_is_the_same_as_its_steps() -> None:
    state = position(track={"red": [LINE]})
    by_steps = play(state, "step O27", "step O28", "step Nyborg")
    assert described(play(state, "go Nyborg")) == described(by_steps)


def test_a_place_one_step_away_is_reached_by_a_step() -> None:
    state = position(
        track={"red": ["Odense O27 Knudshoved"]}, ferries={"red": ["Storebælt"]}, trains={"red": ["A O27"]}
    )
    assert offered(state, "go") == []
    assert refusal(state, "go Odense") == ("R11", "Odense is a single step away, so a step takes you there")


@pytest.mark.allows("dampf-and-rails", "R12")
def test_trains_share_sections_and_places() -> None:
    state = position(track={"red": [LINE]}, trains={"red": ["A Odense"], "blue": ["A Nyborg"]}, cash={"blue": 9})
    state = play(state, "go Nyborg", "stop", "end", "step O28")
    assert described(state)["trains"] == {"red": ["A Nyborg"], "blue": ["A O28"]}


@pytest.mark.refuses("dampf-and-rails", "R12")
def test_sharing_a_section_is_not_the_same_as_owning_it() -> None:
    state = position(track={"red": [LINE]}, stage="build", turn="blue", starts={"blue": "Odense"})
    assert refusal(state, "build Odense O27") == ("R25", "Odense–O27 already has track of Red")


# -- tolls ---------------------------------------------------------------------------------------------------------

FOREIGN: dict[str, Any] = {"track": {"blue": [LINE]}}


@pytest.mark.allows("dampf-and-rails", "R13")
def test_a_toll_is_paid_once_per_network_and_turn() -> None:
    state = position(**FOREIGN, cash={"red": 6, "blue": 10})
    assert (price(state, "step O27"), price(state, "go Nyborg")) == (4, 4)
    state = play(state, "step O27", "step O28", "step O27")
    assert described(state)["cash"] == {"red": 2, "blue": 14}
    state = play(state, "stop", "end", "stop", "end")
    assert refusal(state, "step O28").rule == "R13"


@pytest.mark.refuses("dampf-and-rails", "R13")
def test_a_step_on_foreign_track_needs_the_toll_and_own_track_is_free() -> None:
    state = position(**FOREIGN, cash={"red": 3})
    assert offered(state, "step") == []
    assert refusal(state, "step O27") == ("R13", "The toll to Blue is 4 million, and you have 3")
    own = position(track={"blue": ["O27 Odense N28"], "red": ["O27 N28"]}, trains={"red": ["A O27"]}, cash={"red": 0})
    assert offered(own, "step") == ["step N28"]
    assert described(play(own, "step N28"))["cash"]["blue"] == 50


def test_the_cheaper_of_two_equally_quick_ways_is_taken() -> None:
    track = {"red": ["Odense N28 O28 Nyborg"], "blue": ["Odense O27 O28"]}
    state = position(track=track)
    assert (offered(state, "go"), price(state, "go Nyborg")) == (["go Nyborg"], 0)
    assert described(play(state, "go Nyborg"))["cash"] == {"red": 50, "blue": 50}


ROUND_ABOUT: dict[str, Any] = {"track": {"red": ["Odense N28 N29 O29 O28 Nyborg"], "blue": ["Odense O27 O28"]}}
"""Nyborg is five steps away on Red's own track, and three with Blue's."""


@pytest.mark.allows("dampf-and-rails", "R11", "R13")
def test_the_cheapest_way_is_offered_before_the_quickest() -> None:
    state = position(**ROUND_ABOUT)
    assert offered(state, "go") == ["go Nyborg", "go Nyborg quickest"]
    assert (price(state, "go Nyborg"), price(state, "go Nyborg quickest")) == (0, 4)
    assert described(play(state, "go Nyborg"))["spent"] == [5]
    quick = described(play(state, "go Nyborg quickest"))
    assert (quick["spent"], quick["cash"]) == ([3], {"red": 46, "blue": 54})


@pytest.mark.refuses("dampf-and-rails", "R11", "R13")
def test_a_quicker_way_is_offered_only_if_it_exists_and_can_be_paid_for() -> None:
    poor = position(**ROUND_ABOUT, cash={"red": 3})
    assert offered(poor, "go") == ["go Nyborg"]
    sentence = "The tolls on the quickest way to Nyborg are 4 million, and you have 3"
    assert refusal(poor, "go Nyborg quickest") == ("R13", sentence)
    tired = position(**ROUND_ABOUT, spent=[5])
    assert offered(tired, "go") == ["go Nyborg"]
    assert price(tired, "go Nyborg") == 4
    assert refusal(tired, "go Nyborg quickest") == ("R11", "The cheapest way to Nyborg is also the quickest")


TWO_TOLLS: dict[str, Any] = {
    "players": 3,
    "track": {
        "red": ["Odense N28 N29 O29 P29 Nyborg"],
        "blue": ["Odense O27 O28 O29"],
        "green": ["O28 Nyborg"],
    },
}
"""Nyborg is five steps away on Red's own track, and three with Blue's and Green's."""


@pytest.mark.refuses("dampf-and-rails", "R13")
@pytest.mark.parametrize("cash", [0, 4, 7])
def test_the_way_of_a_train_does_not_show_how_much_cash_there_is(cash: int) -> None:
    """Cash is hidden: the same move takes the same way, however much there is, or it cannot be made."""
    rich, poor = position(**TWO_TOLLS), position(**TWO_TOLLS, cash={"red": cash})
    assert "go Nyborg quickest" in offered(rich, "go")
    assert "go Nyborg quickest" not in offered(poor, "go")
    assert refusal(poor, "go Nyborg quickest")[0] == "R13"
    for move in offered(poor, "go"):
        assert described(play(poor, move))["spent"] == described(play(rich, move))["spent"]


def test_a_quickest_way_of_one_step_is_offered_as_a_step() -> None:
    track = {"red": ["Nyborg P29 O29 O28"], "blue": ["O28 Nyborg"]}
    state = position(track=track, trains={"red": ["A O28"]})
    assert (offered(state, "go"), "step Nyborg" in offered(state)) == (["go Nyborg"], True)
    assert price(state, "go Nyborg") == 0


# -- ferries -------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R14")
@pytest.mark.parametrize(("train", "half"), [("A", 5), ("B12", 6), ("C15", 8)])
def test_a_ferry_is_boarded_at_the_start_of_a_turn_and_halves_the_speed(train: str, half: int) -> None:
    state = position(**BELT, trains={"red": [f"{train} Knudshoved"]})
    state = play(state, "cross Storebælt")
    assert described(state)["trains"]["red"] == [f"{train} Korsør"]
    assert described(state)["derived"]["points"] == [half]


@pytest.mark.allows("dampf-and-rails", "R14")
def test_a_train_stops_in_port_crosses_in_its_next_turn_and_can_come_back() -> None:
    state = play(position(**BELT, round=5), "go Knudshoved")
    assert offered(state, "cross") == []
    state = play(state, "stop", "end", "stop", "end", "cross Storebælt")
    assert offered(state, "cross") == []
    state = play(state, "stop", "end", "stop", "end")
    assert described(state)["derived"]["points"] == [9]
    assert described(play(state, "cross Storebælt", "step O28"))["derived"]["points"] == [4]


@pytest.mark.allows("dampf-and-rails", "R14")
def test_goods_may_be_handled_before_crossing_and_trains_may_pass_through_port_towns() -> None:
    crossing = {"ferries": {"red": ["Femern Bælt"]}, "track": {"red": ["S34 Rødby U35"]}}
    state = play(position(**crossing, trains={"red": ["A Rødby"]}), "load grain")
    assert "cross Femern Bælt" in offered(state)
    passing = play(position(**crossing, trains={"red": ["A S34"]}), "step Rødby")
    assert offered(passing, "step") == ["step S34", "step U35"]
    assert offered(passing, "cross") == []


@pytest.mark.refuses("dampf-and-rails", "R14")
def test_a_crossing_is_refused_after_a_step_twice_elsewhere_or_on_an_unconnected_ferry() -> None:
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
def test_the_ferry_leaves_from_any_milepost_of_kobenhavn_and_arrives_in_its_middle(post: str) -> None:
    """All of København counts as one place, so a train that has arrived there is in its port."""
    state = play(position(**KATTEGAT, trains={"red": [f"A {post}"]}), "cross Kattegat")
    assert described(state)["trains"]["red"] == ["A Hals"]
    back = play(position(**KATTEGAT, trains={"red": ["A Hals"]}), "cross Kattegat")
    assert described(back)["trains"]["red"] == ["A København"]


def test_a_train_in_kobenhavn_may_cross_in_the_next_turn() -> None:
    state = play(position(**KATTEGAT, round=5, trains={"red": ["A V24"]}), "go København", "stop", "end", "stop", "end")
    assert described(state)["trains"]["red"] == ["A Y23"]
    assert offered(state, "cross") == ["cross Kattegat"]


def test_a_foreign_ferry_costs_a_toll_to_the_chosen_owner() -> None:
    state = position(players=3, ferries={"blue": ["Storebælt"], "green": ["Storebælt"]}, trains={"red": ["A Korsør"]})
    assert offered(state, "cross") == ["cross Storebælt on blue", "cross Storebælt on green"]
    assert price(state, "cross Storebælt on green") == 4
    assert described(play(state, "cross Storebælt on green"))["cash"] == {"red": 46, "blue": 50, "green": 54}
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


def test_the_streets_of_kobenhavn_cost_points_but_no_toll() -> None:
    state = position(
        starts={"blue": "København"}, trains={"red": ["A X22"]}, track={"blue": ["X22 Y22"]}, cash={"red": 4}
    )
    state = play(state, "step Y22", "step København", "step Y24")
    assert described(state)["cash"]["red"] == 0
    assert described(state)["derived"]["points"] == [6]
    assert refusal(state, "go København") == ("R11", "The train is in København already")
    assert "load beer" in offered(state)


# -- turning back --------------------------------------------------------------------------------------------------

TURNING = {"options": {"turn_back": "towns"}, "track": {"red": ["Odense O27 O28 Nyborg", "O28 O29"]}}


@pytest.mark.allows("dampf-and-rails", "A10")
def test_an_option_lets_trains_turn_back_only_in_towns_and_where_the_track_ends() -> None:
    state = play(position(**TURNING), "step O27", "step O28", "step O29")
    assert offered(state, "step") == ["step O28"]
    state = play(state, "step O28", "step Nyborg")
    assert offered(state, "step") == ["step O28"]


@pytest.mark.refuses("dampf-and-rails", "A10")
def test_with_that_option_trains_do_not_turn_back_on_open_track() -> None:
    state = play(position(**TURNING), "step O27", "step O28")
    assert offered(state, "step") == ["step Nyborg", "step O29"]
    assert refusal(state, "step O27") == (
        "A10",
        "At O28 (near Nyborg) a train may not turn back; only in towns and ports, and where the track ends",
    )
    assert described(state)["trains"]["red"] == ["A O28 came O27"]


DEAD_END: dict[str, Any] = {
    "options": {"turn_back": "towns"},
    "track": {"red": ["Odense O27"], "blue": ["O27 O28 Nyborg"]},
    "trains": {"red": ["A O27 came Odense"]},
}


@pytest.mark.allows("dampf-and-rails", "A10")
@pytest.mark.parametrize("cash", [0, 3, 50])
def test_a_players_track_ends_where_only_foreign_track_continues(cash: int) -> None:
    """Nobody has to pay a toll to turn back; without money, the train would be stuck there."""
    state = position(**DEAD_END, cash={"red": cash})
    assert "step Odense" in offered(state)
    assert described(play(state, "step Odense"))["trains"]["red"] == ["A Odense came O27"]


@pytest.mark.allows("dampf-and-rails", "A10")
@pytest.mark.refuses("dampf-and-rails", "A10")
def test_track_continues_on_the_network_a_train_came_by_and_on_its_own_unless_closed() -> None:
    """The train is on Blue's track, and O29 leads to its owner's own track."""
    own = {"red": ["Odense O27", "O28 O29"], "blue": DEAD_END["track"]["blue"]}
    for track in (DEAD_END["track"], own):
        state = position(**{**DEAD_END, "track": track, "trains": {"red": ["A O28 came O27"]}})
        assert refusal(state, "step O27").rule == "A10"
        assert "step O27" not in offered(state)
    closing = {"track": {**own, "blue": ["O27 O28"]}, "trains": {"red": ["A O28 came O27"]}}
    assert refusal(position(**{**DEAD_END, **closing}), "step O27").rule == "A10"
    walkout = position(**{**DEAD_END, **closing}, round=5, running=["walkout red begun"])
    assert offered(walkout, "step") == ["step O27"]


def test_track_may_end_for_one_player_and_continue_for_another() -> None:
    """Both have come on Red's track to where Blue's begins, and neither pays the other a toll."""
    free = {"tolls": ["red on blue 0 for 3", "blue on red 0 for 3"], "round": 5}
    trains = {"red": ["A O27 came Odense"], "blue": ["A O27 came Odense"]}
    state = position(**{**DEAD_END, "trains": trains}, **free)
    assert offered(state, "step") == ["step Odense", "step O28"]
    state = play(state, "stop", "end")
    assert offered(state, "step") == ["step O28"]
    assert offered(state, "go") == ["go Odense", "go Nyborg"]
    assert described(play(state, "go Odense"))["spent"] == [5]


def test_a_run_turns_back_where_that_is_allowed() -> None:
    state = play(position(**TURNING), "step O27", "step O28")
    state = play(state, "go Odense")
    assert described(state)["derived"]["points"] == [3]
