"""What players can ask before they move: what to do, what it costs, and why something is not allowed."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import UnreadableMoveError
from tests.games.steam.play import GAME, acting, play, position, row, thrifty_game


def task(state: Any) -> str:
    return GAME.speech.words.say(GAME.speech.task(GAME.rules.view(state, acting(state))))


def why_not(state: Any, about: str) -> str | None:
    refusal = GAME.speech.why_not(state, acting(state), about)
    return None if refusal is None else GAME.speech.words.say(refusal.message)


EXPERT = {"variant": "expert"}
URBANISING = {"orange": 7, "green": 1, "black": 2}


@pytest.mark.parametrize(
    ("doc", "beginning"),
    [
        ({}, "Build track: 3 tiles left."),
        ({"tiles": URBANISING}, "Build track: 3 tiles left. You also have Urbanisation to carry out in this turn."),
        ({"tiles": URBANISING, "placements": 0}, "Carry out Urbanisation: all your tiles are laid."),
        ({"placements": 0}, "Finish building: all your tiles are laid."),
        ({"stage": "opening"}, "Open the auction for place 1 in the turn order; $0 is a bid, too."),
        ({"stage": "choose"}, "Choose an action tile."),
        ({"stage": "capital", "options": EXPERT}, "Raise capital: $5 for each step of income."),
        ({"stage": "auction", "options": EXPERT}, "Bid for the turn order, from $0 up, or pass and be number 3."),
        ({"stage": "move"}, "Moving goods, 2 of 2: deliver a cube over up to 1 link, raise your range, or pass."),
    ],
)
def test_the_task_of_each_stage(doc: dict[str, Any], beginning: str) -> None:
    assert task(position(**doc)).startswith(beginning)


def test_the_task_of_a_loose_track() -> None:
    state = play(position(map=row("START", "GOAL")), "track B1 s-nw", "second B1 se-sw")
    assert task(state) == "Your second track is not connected yet: 2 tiles left to connect it, or take it back."


def test_the_task_of_a_bidder_and_of_a_winner_of_points() -> None:
    bidding = play(position(stage="opening"), "bid 3")
    assert task(bidding) == "Bid more, or pass: Orange bids $3 for place 1 in the turn order."
    board = row("START", "GOAL")
    moving = position(map=board, stage="move", cubes={"Start": "B"}, links={"orange": ["Start se ne"]})
    delivered = play(moving, "deliver blue Start > Goal")
    assert task(delivered) == "You gain 1 point: as victory points, or as income (now 0)?"


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ("hex K8", None),
        ("hex K9", "Your first tile must have track that leaves a city; this one in K9 does not"),
        ("town Poughkeepsie", "Your first tile must have track that leaves a city; this one in K9 does not"),
        ("hex Q7", "Q7 is water"),
        ("city Albany", "You do not have the tile Goods Growth"),
        ("tile 3", "This is the build turn: lay tiles, carry out your action, or finish building"),
        ("urbanise", "You do not have the tile Urbanisation"),
        ("takeback", "All your track is connected; there is nothing to take back"),
        ("capital", "Money cannot be raised now"),
        ("done", None),
        ("track", None),
    ],
)
def test_why_not_is_answered_in_a_build_turn(about: str, sentence: str | None) -> None:
    assert why_not(position(), about) == sentence


def test_why_not_is_answered_in_the_goods_phase() -> None:
    board = row("START", "GOAL", "FAR", colours="YBR")
    state = position(map=board, stage="move", cubes={"Start": "R"}, links={"orange": ["Start se ne", "Goal se ne"]})
    assert why_not(state, "city Start") == "It is 2 complete links from Start to Far, and your range is 1"
    assert why_not(state, "city Far") == "There is no red cube in Far"
    assert why_not(state, "upgrade") is None
    assert why_not(play(state, "upgrade", "pass", "pass"), "deliver") == "Choose an action tile first"


def test_why_not_names_the_nearest_goal_of_a_cube() -> None:
    """No link leads to Far, but one of Green's leads to Goal. Its owner explains more than the range."""
    board = row("START", "GOAL", "FAR", colours="YRR")
    state = position(map=board, stage="move", cubes={"Start": "R"}, links={"green": ["Start se ne"]})
    assert why_not(state, "city Start") == "None of the routes to Goal uses a link of yours"


def test_questions_about_unknown_things_are_refused() -> None:
    for about in ("", "moon", "done now", "hex Z99", "tile x"):
        with pytest.raises(UnreadableMoveError):
            GAME.speech.why_not(position(), acting(position()), about)


def test_any_question_can_be_asked_at_any_time() -> None:
    """Even if the question makes no sense, the answer is a refusal or nothing, and never an error."""
    abouts = ["hex K8", "hex K9", "city Albany", "town Poughkeepsie", "tile 5", "track", "urbanise", "grow", "group"]
    abouts += ["choose", "bid", "capital", "deliver", "upgrade", "skip", "pass", "points", "income", "takeback", "done"]
    for state in thrifty_game(3, "asked", variant="expert")[:-1:9]:
        for about in abouts:
            GAME.speech.why_not(state, acting(state), about)


def test_the_price_of_a_move_is_what_is_paid() -> None:
    """Cash, together with what was raised, goes down by exactly the price."""
    for state in thrifty_game(3, "prices", opening="random")[:-1:11]:
        seat = acting(state)
        for move in list(GAME.rules.legal(state, seat))[::9]:
            after = GAME.rules.apply(state, seat, move).state
            if after.round == state.round and state.stage in (5, 6):
                before, now = state.players[seat], after.players[seat]
                raised = 5 * (before.income - now.income) + 5 * (before.vp - now.vp) // 2
                assert before.cash + raised - now.cash == GAME.speech.price(state, move)
