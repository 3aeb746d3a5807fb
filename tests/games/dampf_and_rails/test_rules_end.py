"""Announcing wealth, the goal, and the end (R31, R32, A29, A30, A38)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import Seat
from engineshed.core.options import write_options
from tests.games.dampf_and_rails.play import (
    BLUE,
    GAME,
    RED,
    acting,
    described,
    facts,
    linked,
    offered,
    play,
    position,
    refusal,
)

FULL_HAND: dict[str, Any] = {"hands": {"red": [4, 5, 6]}, "trains": {"red": ["A Odense furniture"]}}


@pytest.mark.allows("dampf-and-rails", "R31")
def test_a_player_who_is_rich_after_a_delivery_announces_it() -> None:
    state = position(**FULL_HAND, cash={"red": 189})
    assert facts(state, "deliver furniture 4")[-1] == "Red has 200 million or more"
    after = play(state, "deliver furniture 4")
    assert described(after)["announced"] == ["red"]
    assert GAME.rules.view(after, BLUE).players[RED].announced
    assert GAME.rules.view(after, BLUE).players[RED].cash is None


@pytest.mark.refuses("dampf-and-rails", "R31")
def test_with_less_money_nothing_is_announced_and_cash_and_orders_stay_hidden() -> None:
    state = position(**FULL_HAND, cash={"red": 188}, announced=["red"])
    assert all("200 million" not in text for text in facts(state, "deliver furniture 4"))
    assert described(play(state, "deliver furniture 4"))["announced"] == []
    seen = GAME.rules.view(state, BLUE)
    assert (seen.players[RED].cash, seen.players[RED].hand, seen.players[RED].orders) == (None, None, 3)
    assert seen.players[BLUE].cash == 50


@pytest.mark.allows("dampf-and-rails", "A30")
@pytest.mark.parametrize("looker", [BLUE, None])
def test_an_option_makes_cash_and_orders_open(looker: Seat | None) -> None:
    opened = position(**FULL_HAND, options={"open_hands": True})
    red = GAME.rules.view(opened, looker).players[RED]
    assert (red.cash, red.hand) == (50, (3, 4, 5))


@pytest.mark.refuses("dampf-and-rails", "A30")
def test_without_the_option_spectators_see_neither_cash_nor_orders() -> None:
    red = GAME.rules.view(position(**FULL_HAND), None).players[RED]
    assert (red.cash, red.hand) == (None, None)


@pytest.mark.allows("dampf-and-rails", "R32")
def test_the_game_ends_as_soon_as_the_goal_is_reached() -> None:
    state = position(**FULL_HAND, cash={"red": 240, "blue": 251}, **linked())
    assert acting(state) == RED
    after = play(state, "deliver furniture 4")
    result = GAME.rules.result(after)
    assert result is not None
    assert (result.ranks, GAME.speech.words.say(result.reason)) == ((1, 1), "Red has reached the goal")


@pytest.mark.allows("dampf-and-rails", "R32")
def test_the_game_can_also_end_by_building_and_by_a_toll() -> None:
    joined = linked()
    cut = {**joined, "track": {"red": [*joined["track"]["red"][:2], "S26 T25 T24 U24 V24 W24 X24"]}}
    state = position(stage="build", cash={"red": 255}, **cut)
    after = play(state, "build X24 Y23")
    assert (described(after)["stage"], described(after)["cash"]["red"]) == ("over", 250)
    toll = position(turn="blue", cash={"red": 246}, **joined)
    assert described(play(toll, "step O27"))["stage"] == "over"


@pytest.mark.refuses("dampf-and-rails", "R32")
def test_neither_money_alone_nor_the_towns_alone_end_the_game() -> None:
    rich = play(position(**FULL_HAND, cash={"red": 400}), "deliver furniture 4", "draw 30")
    assert acting(rich) == RED
    joined = play(position(**FULL_HAND, cash={"red": 230}, **linked()), "deliver furniture 4", "draw 30")
    assert acting(joined) == RED
    assert described(joined)["derived"]["linked"] == ["red"]
    over = play(position(**FULL_HAND, cash={"red": 250}, by_hand=True, **linked()), "deliver furniture 4")
    assert offered_nothing(over)
    with pytest.raises(Exception, match="R32"):
        GAME.rules.check(over, RED, GAME.speech.read(over, "stop"))


def offered_nothing(state: Any) -> bool:
    return GAME.rules.to_act(state) == () and list(GAME.rules.legal(state, RED)) == []


def test_three_towns_in_two_separate_networks_are_not_joined() -> None:
    apart = {"track": linked()["track"], "ferries": {"red": ["Storebælt"]}, "starts": {"red": "Århus"}}
    assert described(position(**apart))["derived"]["linked"] == []


def test_the_richest_wins_even_if_another_ended_the_game() -> None:
    after = play(position(**FULL_HAND, cash={"red": 240, "blue": 260}, **linked()), "deliver furniture 4")
    result = GAME.rules.result(after)
    assert result is not None
    assert result.ranks == (2, 1)


FINISH: dict[str, Any] = {"options": {"finish_round": True}}


@pytest.mark.allows("dampf-and-rails", "A29")
def test_an_option_lets_the_round_be_finished() -> None:
    state = play(position(**FINISH, **FULL_HAND, cash={"red": 240}, **linked()), "deliver furniture 4", "draw 30")
    assert described(state)["final"]
    state = play(state, "stop", "end")
    assert acting(state) == BLUE
    after = play(state, "stop", "end")
    result = GAME.rules.result(after)
    assert result is not None
    assert result.reason.id == "end.round"


@pytest.mark.refuses("dampf-and-rails", "A29")
def test_with_that_option_the_game_ends_after_the_last_turn_and_the_richest_wins() -> None:
    state = position(**FINISH, turn="blue", cash={"red": 248, "blue": 300}, **linked())
    after = play(state, "step O27", "stop", "end")
    result = GAME.rules.result(after)
    assert result is not None
    assert (result.ranks, result.reason.id) == ((2, 1), "end.round")
    assert refusal(after, "stop", RED).rule == "R32"


@pytest.mark.allows("dampf-and-rails", "A38")
def test_an_option_ends_a_game_without_deliveries() -> None:
    state = position(options={"idle_rounds": 3}, round=5, turn="blue", quiet=2, cash={"red": 3, "blue": 3})
    after = play(state, "stop", "end")
    result = GAME.rules.result(after)
    assert result is not None
    assert (result.ranks, GAME.speech.words.say(result.reason)) == ((1, 1), "Nobody fulfilled an order in 3 rounds")


@pytest.mark.refuses("dampf-and-rails", "A38")
def test_the_first_round_does_not_count_as_one_without_deliveries() -> None:
    second = play(position(options={"idle_rounds": 1}, stage="build", round=1), "end", "end")
    assert (described(second)["round"], described(second)["quiet"]) == (2, 0)
    assert described(play(second, "stop", "end", "stop", "end"))["stage"] == "over"


@pytest.mark.refuses("dampf-and-rails", "A38")
def test_a_delivery_restarts_the_count_and_the_option_is_off_by_default() -> None:
    state = position(options={"idle_rounds": 3}, round=5, turn="blue", quiet=2, delivered=True)
    assert described(play(state, "stop", "end"))["quiet"] == 0
    assert acting(play(position(round=5, turn="blue", quiet=90), "stop", "end")) == RED
    assert write_options(GAME.rules.options(idle_rounds=0)) == {}


def test_after_the_end_cash_is_open_and_every_move_is_refused() -> None:
    after = play(position(**FULL_HAND, cash={"red": 240}, **linked()), "deliver furniture 4")
    assert [player.cash for player in GAME.rules.view(after, BLUE).players] == [251, 50]
    assert refusal(after, "stop", BLUE) == ("R32", "The game is over")


@pytest.mark.parametrize(
    ("train", "move", "run"),
    [
        ("A Korsør", "step S27", "Blue runs from Korsør to S27 (near Korsør), 1 point"),
        ("A Korsør", "go Kalundborg", "Blue runs from Korsør to S27 (near Korsør), 1 point"),
        ("A Odense", "go Knudshoved", "Blue runs from Odense to O27 (near Odense), 1 point"),
        ("A Korsør", "cross Storebælt on red", "Blue crosses on the ferry Storebælt"),
    ],
)
def test_the_log_says_how_far_a_train_ran_before_its_toll_ended_the_game(train: str, move: str, run: str) -> None:
    state = position(turn="blue", cash={"red": 246}, trains={"blue": [train]}, **linked())
    toll = "Blue pays Red a toll of 4 million"
    assert facts(state, move) == [toll, run, "Red has reached the goal", "The game is over"]


def test_the_log_of_a_run_that_does_not_end_the_game_names_its_goal() -> None:
    state = position(**FINISH, turn="blue", cash={"red": 246}, trains={"blue": ["A Korsør"]}, **linked())
    assert facts(state, "go Kalundborg")[1:] == [
        "Blue runs from Korsør to Kalundborg, 6 points",
        "Red has reached the goal",
    ]


def test_a_toll_to_a_rich_player_reveals_something() -> None:
    """Whether it ends the game depends on hidden cash, so it cannot be taken back."""
    poor, rich = position(turn="blue", **linked()), position(turn="blue", announced=["red"], **linked())
    for state, reveals in ((poor, False), (rich, True)):
        assert GAME.rules.apply(state, BLUE, GAME.speech.read(state, "step O27")).reveals is reveals
    assert offered(rich, "step") == ["step O27"]
