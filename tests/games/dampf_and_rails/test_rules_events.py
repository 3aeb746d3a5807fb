"""Events: where they apply and how long they last (R21, E1 to E10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.dampf_and_rails.play import (
    BLUE,
    GAME,
    GREEN,
    RED,
    acting,
    described,
    drawn,
    facts,
    offered,
    play,
    position,
    refusal,
)


def after(event: str, **doc: Any) -> Any:
    """The position after Red has drawn this event while sitting out; it is Blue's turn."""
    state = play(position(round=5, hands={"red": [1, 2, 3]}, **doc), "exchange")
    return drawn(state, event, "20", "21", "22")


# -- how long events last ------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R21")
def test_an_event_lasts_for_one_turn_of_each_player() -> None:
    state = play(position(players=3, round=5, hands={"red": [1, 2, 3]}), "exchange")
    state = drawn(state, "E9")
    assert described(state)["running"] == ["dock-strike red"]
    state = drawn(state, "20", "21", "22")
    for seat in (BLUE, GREEN, RED):
        assert acting(state) == seat
        assert described(state)["running"] == ["dock-strike red begun"]
        state = play(state, "stop", "end")
    assert described(state)["running"] == []


@pytest.mark.refuses("dampf-and-rails", "R21")
def test_a_lasting_event_does_not_begin_before_the_turn_ends() -> None:
    hands = {"hands": {"red": [1, 2, 4], "blue": [3, 5, 6]}, "public": [7, 8, 9]}
    state = position(round=5, **hands, trains={"red": ["A Odense furniture"]}, track={"red": ["Odense O27"]})
    state = drawn(play(state, "deliver furniture 4"), "E6", "30")
    assert "step O27" in offered(state)
    later = play(state, "stop", "end", "stop", "end")
    assert refusal(later, "step O27").rule == "E6"
    assert "No longer in force: Signalmen walk out" in facts(play(later, "stop"), "end")


def test_two_effects_of_the_same_kind_do_not_add_up() -> None:
    state = position(
        running=["fog red begun", "fog blue begun"], track={"red": ["V29 W29"]}, trains={"red": ["A Næstved"]}
    )
    assert described(play(state, "step W29"))["spent"] == [2]


# -- the ten cards -------------------------------------------------------------------------------------------------

FERRY_AT = {"E1": ("Storebælt", "Korsør", "kattegat-gale"), "E2": ("Femern Bælt", "Rødby", "baltic-storm")}


@pytest.mark.refuses("dampf-and-rails", "E1", "E2")
@pytest.mark.parametrize("event", FERRY_AT)
def test_storms_keep_ferries_in_port(event: str) -> None:
    ferry, port, id_ = FERRY_AT[event]
    state = after(event, ferries={"blue": [ferry]}, trains={"blue": [f"A {port}"]})
    assert offered(state, "cross") == []
    assert refusal(state, f"cross {ferry}").rule == event
    building = position(stage="build", running=[f"{id_} red begun"], track={"red": ["S27 Korsør", "Rødby U35"]})
    assert refusal(building, f"connect {ferry}").rule == event
    assert f"connect {ferry}" not in offered(building)


@pytest.mark.refuses("dampf-and-rails", "E1")
def test_in_a_gale_lone_ports_cannot_be_connected_by_land() -> None:
    state = position(stage="build", running=["kattegat-gale red begun"], track={"red": ["Odense O27"]})
    assert refusal(state, "build O27 Knudshoved").rule == "E1"
    assert "lay Knudshoved" not in offered(state)


@pytest.mark.allows("dampf-and-rails", "E1", "E2")
def test_in_a_storm_other_ferries_sail_and_track_stays_open() -> None:
    state = after("E1", ferries={"blue": ["Femern Bælt"]}, trains={"blue": ["A Rødby"]})
    assert offered(state, "cross") == ["cross Femern Bælt"]
    state = after("E2", ferries={"blue": ["Storebælt"]}, trains={"blue": ["A Korsør"]}, track={"blue": ["Korsør S27"]})
    assert (offered(state, "cross"), offered(state, "step")) == (["cross Storebælt"], ["step S27"])
    waiting = play(
        after("E1", ferries={"blue": ["Storebælt"]}, trains={"blue": ["A Korsør"]}), "stop", "end", "stop", "end"
    )
    assert offered(waiting, "cross") == ["cross Storebælt"]


SNOWY = {"track": {"blue": ["Ålborg L9 L10"]}, "trains": {"blue": ["A Ålborg"]}, "starts": {"blue": "Århus"}}


@pytest.mark.allows("dampf-and-rails", "E3")
def test_in_the_snow_a_step_costs_two_points() -> None:
    assert described(play(after("E3", **SNOWY), "step L9"))["derived"]["points"] == [7]
    clear = after("E3", track={"blue": ["Odense O27"]})
    assert described(play(clear, "step O27"))["derived"]["points"] == [8]
    assert "build Odense O27" in offered(play(after("E3"), "stop"))


@pytest.mark.refuses("dampf-and-rails", "E3")
def test_in_the_snow_one_point_is_not_enough_for_a_step_and_nobody_builds() -> None:
    tired = position(running=["snow blue begun"], track={"red": ["Ålborg L9"]}, trains={"red": ["A Ålborg"]}, spent=[8])
    assert offered(tired, "step") == []
    assert refusal(tired, "step L9") == (
        "E3",
        "Snow in northern Jutland: this step costs two movement points, and one is left",
    )
    state = play(after("E3", **SNOWY), "stop")
    assert refusal(state, "build L10 L11").rule == "E3"
    assert [text for text in offered(state, "build") if "L1" in text and "L19" not in text and "L18" not in text] == []
    assert "lay Frederikshavn" not in offered(state)
    assert "lay Frederikshavn" in offered(position(**SNOWY, stage="build", turn="blue"))


@pytest.mark.refuses("dampf-and-rails", "E3")
def test_no_ferry_can_be_connected_into_the_snow() -> None:
    doc: dict[str, Any] = {"stage": "build", "round": 5, "starts": {"red": "København"}}
    clear, snow = position(**doc), position(**doc, running=["snow blue begun"])
    for move, where in (("connect Kattegat", "Hals"), ("lay Hals", "Hals")):
        assert move in offered(clear)
        assert move not in offered(snow)
        assert refusal(snow, move) == ("E3", f"Snow in northern Jutland: nobody builds in the snow at {where}")


@pytest.mark.allows("dampf-and-rails", "E3")
def test_ferries_that_do_not_end_in_the_snow_can_be_connected() -> None:
    state = position(stage="build", round=5, starts={"red": "Århus"}, running=["snow blue begun"])
    assert "connect Århus-Kalundborg" in offered(state)


@pytest.mark.allows("dampf-and-rails", "E3")
@pytest.mark.refuses("dampf-and-rails", "E3")
def test_between_own_mileposts_only_sections_with_both_ends_in_the_snow_are_barred() -> None:
    track = ["F11 F12 G12", "F12 G11"]  # of these, G11 and G12 lie in the snow
    state = position(stage="build", round=5, running=["snow blue begun"], track={"red": track})
    assert "build F11 G11" in offered(state)
    assert "build G11 G12" not in offered(state)
    assert refusal(state, "build G11 G12").rule == "E3"


EAST = {"track": {"blue": ["Næstved W29"]}, "trains": {"blue": ["A Næstved"]}}


@pytest.mark.allows("dampf-and-rails", "E4")
def test_fog_slows_trains_in_the_east_but_allows_building() -> None:
    state = after("E4", **EAST)
    assert described(play(state, "step W29"))["derived"]["points"] == [7]
    assert "build Næstved V30" in offered(play(state, "stop"))
    west = after("E4", track={"blue": ["Odense O27"]})
    assert described(play(west, "step O27"))["derived"]["points"] == [8]


@pytest.mark.refuses("dampf-and-rails", "E4")
def test_in_the_fog_one_point_is_not_enough_for_a_step() -> None:
    state = position(running=["fog blue begun"], trains={"red": ["A København"]}, spent=[8])
    assert offered(state, "step") == []
    assert refusal(state, "step Y23").rule == "E4"


@pytest.mark.allows("dampf-and-rails", "E5")
def test_a_derailed_train_loses_a_load_and_may_still_be_loaded() -> None:
    state = after("E5", trains={"blue": ["A Kolding beer beer"]}, track={"blue": ["Kolding I27"]})
    assert described(state)["trains"]["blue"] == ["A Kolding beer stuck 1"]
    assert "load toys" in offered(state)
    state = play(state, "load toys", "stop", "end")
    assert described(state)["trains"]["blue"] == ["A Kolding beer toys"]


@pytest.mark.allows("dampf-and-rails", "E5")
def test_owners_of_derailed_trains_choose_the_lost_load_beginning_with_the_active_player() -> None:
    state = play(position(round=5, trains={"red": ["A Randers beer oil"], "blue": ["A Kolding fish oil"]}), "exchange")
    state = drawn(state, "E5")
    assert (acting(state), offered(state)) == (RED, ["lose beer", "lose oil"])
    state = play(state, "lose oil")
    assert (acting(state), offered(state)) == (BLUE, ["lose fish", "lose oil"])
    state = drawn(play(state, "lose oil"), "20", "21", "22")
    assert described(state)["trains"] == {"red": ["A Randers beer stuck 1"], "blue": ["A Kolding fish stuck 1"]}


@pytest.mark.refuses("dampf-and-rails", "E5")
def test_a_derailed_train_does_not_move_in_its_next_turn() -> None:
    state = after("E5", trains={"blue": ["A Kolding"]}, track={"blue": ["Kolding I27 I28"]})
    assert offered(state, "step") == []
    assert refusal(state, "step I27") == ("E5", "Derailment: this train does not move in this turn")
    assert refusal(state, "go Odense").rule == "E5"
    state = play(state, "stop", "end", "stop", "end")
    assert offered(state, "step") == ["step I27"]


@pytest.mark.refuses("dampf-and-rails", "E5")
def test_the_active_players_train_stops_at_once_and_does_not_move_in_their_next_turn() -> None:
    hands = {"hands": {"red": [6, 2, 4], "blue": [3, 5, 1]}, "public": [7, 8, 9]}
    state = position(round=5, **hands, trains={"red": ["A Kolding wagons"]}, track={"red": ["Kolding I27"]})
    state = drawn(play(state, "deliver wagons 6"), "E5", "30")
    assert offered(state, "step") == []
    state = play(state, "stop", "end", "stop", "end")
    assert described(state)["trains"]["red"] == ["A Kolding stuck 1"]
    assert refusal(state, "step I27").rule == "E5"
    assert (
        refusal(
            play(position(round=5, trains={"red": ["A Kolding beer oil"]}), "exchange", "draw E5"), "lose fish"
        ).rule
        == "E5"
    )


@pytest.mark.refuses("dampf-and-rails", "E5")
def test_other_moves_are_refused_until_the_lost_load_is_chosen() -> None:
    state = play(position(round=5, trains={"red": ["A Kolding beer oil"]}), "exchange", "draw E5")
    assert refusal(state, "stop") == ("E5", "First choose the good that is lost")
    assert refusal(state, "load toys").rule == "E5"
    other = play(position(round=5, trains={"blue": ["A Kolding beer oil"]}), "exchange", "draw E5")
    assert refusal(other, "stop", RED) == ("E5", "Blue must first choose the good that is lost")


def test_a_derailed_train_cannot_cross_by_ferry_either() -> None:
    state = position(trains={"red": ["A Korsør stuck 1"]}, ferries={"red": ["Storebælt"]})
    assert refusal(state, "cross Storebælt").rule == "E5"


OWN = {"track": {"red": ["Odense O27"], "blue": ["Odense N28"]}}


@pytest.mark.refuses("dampf-and-rails", "E6")
def test_a_walkout_closes_the_network_of_the_player_who_drew_it() -> None:
    state = after("E6", **OWN)
    assert offered(state, "step") == ["step N28"]
    assert refusal(state, "step O27") == ("E6", "Signalmen walk out: nobody runs on the network of Red")
    state = play(state, "stop", "end")
    assert offered(state, "step") == ["step N28"]
    building = play(state, "stop")
    assert offered(building, "build") + offered(building, "lay") + offered(building, "connect") == []
    assert refusal(building, "build O27 O28").rule == "E6"
    assert refusal(building, "lay Nyborg").rule == "E6"
    ferry = after("E6", ferries={"red": ["Storebælt"]}, trains={"blue": ["A Korsør"]})
    assert refusal(ferry, "cross Storebælt").rule == "E6"


@pytest.mark.allows("dampf-and-rails", "E6")
def test_in_a_walkout_others_build_and_the_streets_stay_open() -> None:
    state = after("E6", **OWN, trains={"blue": ["A Y22"]}, starts={"red": "København"})
    assert "step København" in offered(state)
    assert "build N28 N29" in offered(play(state, "stop"))
    shared = after("E6", ferries={"red": ["Storebælt"], "blue": ["Storebælt"]}, trains={"blue": ["A Korsør"]})
    assert offered(shared, "cross") == ["cross Storebælt"]


FLOODS = {"E7": ("spring-flood", "Randers K15", "Randers L16"), "E8": ("storm-surge", "Tønder F32", "Tønder D32")}
"""For each flood, its id, a section on dry land and a section across a river."""


@pytest.mark.allows("dampf-and-rails", "E7", "E8")
@pytest.mark.parametrize("event", FLOODS)
def test_floods_wash_track_away_and_it_can_be_built_again(event: str) -> None:
    _, dry, wet = FLOODS[event]
    state = after(event, track={"red": [dry, wet]})
    assert len(described(state)["track"]["red"]) == 1
    state = play(state, "stop", "end", "stop", "end", "stop", "end", "stop")
    assert described(state)["running"] == []
    assert described(play(state, f"build {wet}"))["cash"]["red"] == 47


@pytest.mark.refuses("dampf-and-rails", "E7", "E8")
@pytest.mark.parametrize("event", FLOODS)
def test_nobody_builds_across_a_flood(event: str) -> None:
    id_, dry, wet = FLOODS[event]
    state = position(stage="build", running=[f"{id_} blue begun"], track={"red": [dry]})
    assert refusal(state, f"build {wet}").rule == event
    assert GAME.speech.read(state, f"build {wet}") not in GAME.rules.legal(state, RED)


def test_a_network_cut_by_a_flood_keeps_its_remaining_track() -> None:
    state = after("E7", track={"red": ["Randers L16 L17"]}, starts={"red": "Århus"})
    assert described(state)["track"]["red"] == ["L16 L17"]
    assert "Randers" not in described(state)["derived"]["connected"]


@pytest.mark.refuses("dampf-and-rails", "E9")
def test_a_dock_strike_stops_all_handling_in_ferry_towns() -> None:
    state = after("E9", trains={"blue": ["A Kiel beer"]})
    assert offered(state, "load") + offered(state, "drop") == []
    assert refusal(state, "load engines").sentence == "Dock strike: nothing is loaded, set down or delivered in Kiel"
    assert refusal(state, "drop beer").rule == "E9"
    assert refusal(state, "deliver beer 4").rule == "E9"


@pytest.mark.allows("dampf-and-rails", "E9")
def test_in_a_dock_strike_other_towns_and_ferries_work_as_usual() -> None:
    assert "load beer" in offered(after("E9"))
    assert offered(after("E9", ferries={"blue": ["Kieler Bucht"]}, trains={"blue": ["A Kiel"]}), "cross") == [
        "cross Kieler Bucht"
    ]


@pytest.mark.allows("dampf-and-rails", "E10")
@pytest.mark.parametrize(
    ("cash", "left"), [(50, 45), (99, 94), (100, 90), (149, 139), (150, 135), (199, 184), (200, 180)]
)
def test_the_profit_tax_depends_on_cash(cash: int, left: int) -> None:
    assert described(after("E10", cash={"blue": cash}))["cash"]["blue"] == left


@pytest.mark.refuses("dampf-and-rails", "E10")
def test_no_profit_tax_is_due_below_fifty_million_and_only_the_payer_sees_the_amount() -> None:
    assert described(after("E10", cash={"blue": 49}))["cash"]["blue"] == 49
    state = play(position(round=5, cash={"red": 120, "blue": 60}), "exchange")
    assert facts(state, "draw E10", RED)[1:] == ["Profit tax: 10 million"]
    assert facts(state, "draw E10") == ["Red draws an event: Profit tax"]
