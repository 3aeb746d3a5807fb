"""Goods, range and points (ST-GEN, ST-GROW, ST-MOVE, ST-LOCO, ST-DEL, ST-PTS)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.games.steam.rules.moves import Deliver, Group, Grow, Urbanise, Via
from tests.games.steam.play import (
    BLACK,
    GAME,
    GREEN,
    ORANGE,
    acting,
    described,
    offered,
    play,
    position,
    refusal,
    refusal_of,
    row,
)

LINE = row("START", "MID", "teyn", "GOAL", colours="YBR")
OWN = {"orange": ["Start se ne", "Mid se ne", "Teyn se ne"]}


def moving(**doc: Any) -> Any:
    return position(**{"map": LINE, "stage": "move", "links": OWN, "cubes": {"Start": "RB"}, **doc})


@pytest.mark.refuses("steam", "ST-GEN-4", "ST-GEN-5")
@pytest.mark.allows("steam", "ST-GEN-4")
def test_cubes_are_in_cities_and_go_to_cities_of_their_colour() -> None:
    state = moving(range={"orange": 3})
    teyn = state.board.towns[0].hex
    assert refusal_of(state, Deliver(teyn, 0, 0, (1, 0, 0))).rule == "ST-GEN-4"
    assert refusal_of(state, Deliver(0, 9, 0, (1, 0, 0))) == ("ST-GEN-5", "There is no such colour")
    assert refusal_of(state, Deliver(0, 0, teyn, (2, 0, 0))) == ("ST-DEL-3", "Cubes go to cities only")
    assert offered(state, "deliver") == ["deliver red Start > Goal orange 3", "deliver blue Start > Mid orange 1"]


@pytest.mark.refuses("steam", "ST-GEN-1")
def test_a_delivery_raises_one_scale_and_not_the_other() -> None:
    state = play(moving(), "deliver blue Start > Mid")
    assert [play(state, scale).players[ORANGE].vp for scale in ("points", "income")] == [1, 0]
    assert [play(state, scale).players[ORANGE].income for scale in ("points", "income")] == [0, 1]


@pytest.mark.allows("steam", "ST-LOCO-1", "ST-LOCO-4")
@pytest.mark.refuses("steam", "ST-LOCO-1", "ST-LOCO-2")
def test_the_range_limits_the_links_and_is_at_most_six() -> None:
    assert "deliver red Start > Goal orange 3" not in offered(moving(range={"orange": 2}))
    assert refusal(moving(range={"orange": 2}), "deliver red Start > Goal") == (
        "ST-DEL-2",
        "It is 3 complete links from Start to Goal, and your range is 2",
    )
    raised = play(moving(range={"orange": 5}), "upgrade").players[ORANGE]
    assert (raised.range, raised.cash, raised.income, raised.vp) == (6, 0, 0, 0)
    assert refusal(moving(range={"orange": 6}), "upgrade").rule == "ST-LOCO-4"
    assert "upgrade" in offered(moving(range={"orange": 5}))


@pytest.mark.refuses("steam", "ST-DEL-7", "ST-DEL-8")
def test_a_cube_passes_through_other_cities_and_is_removed_when_delivered() -> None:
    state = play(moving(range={"orange": 3}), "deliver red Start > Goal", "points")
    assert described(state)["cubes"] == {"Start": "B", "Mid": "-", "Goal": "-"}
    assert described(state)["derived"]["bag"]["red"] == 20
    assert offered(play(state, "pass", "pass"), "deliver") == []


@pytest.mark.refuses("steam", "ST-DEL-9")
def test_a_cube_in_a_city_of_its_colour_must_go_to_another_city() -> None:
    board = row("START", "MID", "GOAL", colours="RBR")
    links = {"orange": ["Start se ne", "Mid se ne"]}
    state = position(map=board, stage="move", range={"orange": 6}, links=links, cubes={"Start": "R"})
    assert offered(state, "deliver") == ["deliver red Start > Goal orange 2"]
    assert refusal(state, "deliver red Start > Start").rule == "ST-DEL-4"


@pytest.mark.refuses("steam", "ST-DEL-10")
def test_ownerless_links_alone_carry_nothing() -> None:
    links = {"nobody": ["Start se ne"], "orange": ["Mid se ne"]}
    state = moving(players=4, fallen={"white": 1}, links=links)
    assert refusal(state, "deliver blue Start > Mid") == ("ST-DEL-5", "None of the routes to Mid uses a link of yours")


@pytest.mark.refuses("steam", "ST-PTS-3")
def test_the_mover_decides_first_then_the_others_in_turn_order() -> None:
    links = {"orange": ["Start se ne"], "green": ["Mid se ne"], "black": ["Teyn se ne"]}
    state = moving(by_hand=True, turn="black", order=["orange", "green", "black"], range={"black": 3}, links=links)
    state = play(state, "deliver red Start > Goal")
    assert state.gains == ((2, 1), (0, 1), (1, 1))
    assert refusal(state, "points", ORANGE) == ("ST-PTS-3", "It is Black's turn")
    deciders = [acting(state), acting(play(state, "points")), acting(play(state, "points", "income"))]
    assert deciders == [BLACK, ORANGE, GREEN]


@pytest.mark.allows("steam", "ST-PTS-4")
@pytest.mark.refuses("steam", "ST-PTS-4")
def test_a_player_may_have_more_than_fifty_points() -> None:
    state = play(moving(vp={"orange": 50}), "deliver blue Start > Mid", "points")
    assert state.players[ORANGE].vp == 51
    assert GAME.rules.scores(state)[ORANGE].parts["vp"] == 51


@pytest.mark.allows("steam", "ST-PTS-5")
@pytest.mark.refuses("steam", "ST-PTS-5")
@pytest.mark.parametrize(("highest", "after"), [(10, 10), (11, 11), (12, 12), (20, 12)])
def test_points_beyond_the_highest_income_are_lost(highest: int, after: int) -> None:
    state = moving(options={"income_highest": highest}, income={"orange": 9}, range={"orange": 3})
    assert play(state, "deliver red Start > Goal", "income").players[ORANGE].income == after


def test_moves_with_unknown_hexes_and_colours_are_refused() -> None:
    growing = position(tiles={"orange": 5, "green": 1, "black": 2}, supply=["R"])
    assert refusal_of(growing, Grow(9999)).rule == "ST-GROW-1"
    assert refusal_of(growing, Urbanise(0, 0)) == ("ST-URB-1", "You do not have the tile Urbanisation")
    assert refusal_of(play(growing, "grow Boston"), Group(99)).rule == "ST-GROW-1"
    founding = position(tiles={"orange": 7, "green": 1, "black": 2}, supply=["R"])
    assert refusal_of(founding, Urbanise(9999, 0)) == ("ST-URB-1", "There is no town there")
    assert refusal_of(founding, Urbanise(founding.board.towns[0].hex, 9)).rule == "ST-SETUP-4"
    assert refusal_of(founding, Grow(0)) == ("ST-GROW-1", "You do not have the tile Goods Growth")


def test_a_link_that_does_not_exist_is_refused_during_a_delivery() -> None:
    board = row("START", "GOAL", colours="YR")
    links = {"orange": ["Start se ne", "Start s se ne n"]}
    state = position(map=board, stage="move", links=links, cubes={"Start": "R"})
    planned = play(state, "plan red Start")
    assert offered(planned) == ["via se", "via s"]
    assert refusal_of(planned, Via(0)) == ("ST-DEL-2", "No complete link leaves Start there")
    assert refusal_of(planned, Via(77)).rule == "ST-DEL-2"
    assert play(planned, "via s").gains == ((0, 1),)


def same_goal(**doc: Any) -> Any:
    """Three cities in a row, each joined to the next by links of Orange's and one of Green's."""
    board = row("START", "MID", "GOAL", colours="YBR")
    board["terrain"] = ". . . . .\n" + board["terrain"]
    links = {"orange": ["Start se ne", "Mid se ne", "Mid s se ne n"], "green": ["Start ne se", "Mid ne se"]}
    return position(map=board, stage="move", cubes={"Start": "R"}, links=links, **{"range": {"orange": 2}, **doc})


REFUSED_ROUTES = {
    "en": "The route from Start to Goal with these points uses no link of yours",
    "de": "Die Route von Start nach Goal mit diesen Punkten nutzt keine eigene Verbindung",
    "pl": "Trasa Start–Goal z tymi punktami nie używa żadnego twojego połączenia",
}


@pytest.mark.refuses("steam", "ST-DEL-5")
@pytest.mark.parametrize("language", REFUSED_ROUTES)
def test_a_route_is_refused_by_the_rule_it_breaks_even_if_another_route_is_allowed(language: str) -> None:
    state = same_goal()
    assert "deliver red Start > Goal orange 2" in offered(state)
    found = refusal(state, "deliver red Start > Goal green 2", language=language)
    assert found == ("ST-DEL-5", REFUSED_ROUTES[language])


@pytest.mark.refuses("steam", "ST-DEL-6")
def test_a_route_without_a_majority_is_refused_with_the_numbers() -> None:
    """The route has three links, two of them Green's; another route is allowed."""
    board = row("START", "MID", "NEAR", "GOAL", colours="YBPR")
    board["terrain"] = ". . . . . . .\n" + board["terrain"]
    links = {"orange": ["Start se ne", "Mid se ne", "Near se ne"], "green": ["Start ne se", "Mid ne se"]}
    state = position(map=board, stage="move", cubes={"Start": "R"}, links=links, range={"orange": 3})
    assert "deliver red Start > Goal orange 2 green 1" in offered(state)
    assert refusal(state, "deliver red Start > Goal orange 1 green 2") == (
        "ST-DEL-6",
        "The route from Start to Goal with these points uses 2 links of Green and only 1 of yours",
    )


@pytest.mark.refuses("steam", "ST-DEL-2")
def test_a_route_beyond_the_range_is_refused_with_its_length() -> None:
    board = row("START", "MID", "GOAL", colours="YBR")
    links = {"orange": ["Start se ne", "Mid se ne", "Start s se se ne ne n"]}
    state = position(map=board, stage="move", cubes={"Start": "R"}, links=links)
    assert offered(state, "deliver") == ["deliver red Start > Goal orange 1"]
    assert refusal(state, "deliver red Start > Goal orange 2") == (
        "ST-DEL-2",
        "The route from Start to Goal with these points takes 2 links, and your range is 1",
    )


@pytest.mark.refuses("steam", "ST-DEL-4", "ST-DEL-5", "ST-DEL-6")
def test_during_a_delivery_a_link_is_refused_by_the_rule_it_breaks() -> None:
    """Refused from Mid: back over the same link, to Start by another, and on without any link of Orange's."""
    state = same_goal(range={"orange": 3})
    in_mid = play(state, "plan red Start", "via se")
    assert refusal(in_mid, "via sw") == (
        "ST-DEL-4",
        "The cube has already used the link across the southwestern edge of Mid; no link is used twice",
    )
    assert refusal(in_mid, "via nw") == (
        "ST-DEL-4",
        "Across the northwestern edge of Mid the cube would return to Start; no place is visited twice",
    )
    by_green = play(state, "plan red Start", "via ne")
    assert refusal(by_green, "via ne") == (
        "ST-DEL-5",
        "No route across the northeastern edge of Mid uses a link of yours",
    )
