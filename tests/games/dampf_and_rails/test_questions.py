"""What players can ask before they move: what to do, what it costs, and why something is not allowed."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import CHANCE
from engineshed.core.errors import UnreadableMoveError
from engineshed.games.dampf_and_rails.rules.box import box_of
from tests.games.dampf_and_rails.play import BLUE, GAME, RED, play, position, price

BOX = box_of(())
BOARD = BOX.board


def why(state: object, about: str) -> str:
    illegal = GAME.speech.why_not(state, RED, about)
    return "" if illegal is None else f"{illegal.rule}: {GAME.speech.words.say(illegal.message)}"


def task(state: object) -> str:
    return GAME.speech.words.say(GAME.speech.task(GAME.rules.view(state, RED)))


@pytest.mark.parametrize(
    ("about", "answer"),
    [
        ("milepost O27", ""),
        ("milepost O28", "R11: No track leads from Odense to O28 (near Nyborg)"),
        ("town Nyborg", ""),
        ("town Kiel", "R11: No track that you can use leads from Odense to Kiel within 9 movement points"),
        ("ferry Kattegat", "R14: The train is not in a port of the ferry Kattegat"),
        ("good beer", ""),
        ("good oil", "R16: The train carries no oil"),
        ("order 60", "R17: This order is neither in your hand nor laid out"),
        ("order E1", "R17: This order is neither in your hand nor laid out"),
        ("stop", ""),
        ("end", "R9: Trains are still running: finish running before you build"),
        ("exchange", ""),
        ("propose", ""),
        ("ask", "A36: No agreement is being proposed"),
        ("keep", "R3: Orders to keep are chosen only before the first round"),
    ],
)
def test_why_not_is_answered_while_running(about: str, answer: str) -> None:
    assert why(position(track={"red": ["Odense O27 O28 Nyborg"]}), about) == answer


@pytest.mark.parametrize(
    ("about", "answer"),
    [
        ("milepost O27", ""),
        ("milepost Z23", "R22: No way to København can be built for 20 million"),
        ("milepost M28", ""),
        ("milepost P29", ""),
        ("milepost K14", "R22: No way to K14 (near Randers) can be built for 20 million"),
        ("town Nyborg", ""),
        ("town Kiel", "R22: No way to Kiel can be built for 20 million"),
        ("ferry Kattegat", "R27: Neither end of the ferry Kattegat belongs to your network"),
        ("train", ""),
        ("buy", "V5: There is a second train only in the fast game"),
        ("step", "R9: You are building: trains no longer run, load or deliver in this turn"),
        ("build", ""),
        ("lay", ""),
        ("connect", "R27: Neither end of the ferry Kieler Bucht belongs to your network"),
    ],
)
def test_why_not_is_answered_while_building(about: str, answer: str) -> None:
    found = why(position(stage="build"), about)
    assert found == answer or (about == "connect" and found.startswith("R27: Neither end"))


NYBORG = {"red": ["Odense O27"], "blue": ["Nyborg O28"], "green": ["Nyborg P29"]}


@pytest.mark.parametrize(
    ("doc", "about", "answer"),
    [
        (
            {"players": 3, "track": NYBORG},
            "town Nyborg",
            "R28: 2 players have connected Nyborg, and there is no room for more",
        ),
        ({"track": {"blue": ["Kiel L38"]}}, "town Kiel", "R22: No way to Kiel can be built for 20 million"),
        (
            {"running": ["kattegat-gale blue begun"]},
            "town Knudshoved",
            "E1: Gale over Kattegat and Belts: the ferry Storebælt stays in port",
        ),
        (
            {"running": ["walkout red begun"]},
            "town Nyborg",
            "E6: Signalmen walk out: you may not build track or connect ferries",
        ),
    ],
)
def test_a_reason_that_no_other_way_avoids_comes_first(doc: dict[str, Any], about: str, answer: str) -> None:
    """A single section may be taken or out of reach, but a reason that concerns every way comes first."""
    assert why(position(stage="build", round=5, **doc), about) == answer


@pytest.mark.parametrize("about", ["", "moon", "milepost", "town Atlantis", "order", "stop now"])
def test_questions_about_unknown_things_are_refused(about: str) -> None:
    with pytest.raises(UnreadableMoveError):
        GAME.speech.why_not(position(), RED, about)


def test_every_action_can_be_asked_about() -> None:
    state = position()
    actions = (
        "start",
        "go",
        "cross",
        "load",
        "drop",
        "deliver",
        "propose",
        "send",
        "accept",
        "refuse",
        "lose",
        "stop",
    )
    for action in actions:
        GAME.speech.why_not(state, RED, action)


@pytest.mark.parametrize(
    ("doc", "about", "answer"),
    [
        ({"cash": {"red": 5}}, "ferry Kattegat", "R22: That costs 16 million, and you have 5"),
        ({"cash": {"red": 5}}, "town Hals", "R22: That costs 16 million, and you have 5"),
        ({"outlay": 20}, "town København", "R22: That costs 1 million, and 0 may still be spent in this turn"),
        ({"outlay": 20}, "milepost X20", "R22: No way to X20 (near Helsingør) can be built for 0 million"),
        ({"running": ["walkout red begun"]}, "milepost K14", "E6: Signalmen walk out: you may not build track"),
        ({"running": ["snow red begun"]}, "milepost K10", "E3: Snow in northern Jutland: nobody builds in the snow"),
    ],
)
def test_the_reason_against_a_ferry_or_a_distant_milepost_is_what_is_in_its_way(
    doc: dict[str, Any], about: str, answer: str
) -> None:
    state = position(stage="build", round=5, starts={"red": "København"}, **doc)
    assert why(state, about).startswith(answer)


def test_the_task_of_each_stage() -> None:
    """They are for the page as well as for the terminal, so they contain no words of typed moves."""
    assert task(position()) == "Run, load, deliver: 9 movement points left."
    assert task(position(stage="build", outlay=5)).startswith("Spend up to 15 million: build track, or upgrade")
    assert task(position(stage="build", round=1)).startswith("Spend up to 20 million: build track and connect ferries")
    two = position(options={"variant": "fast"}, trains={"red": ["A Odense", "B12 Odense"]})
    assert task(two).startswith("Run, load, deliver: 15 and 20 movement points left.")
    assert task(position(stage="keep")).startswith("Keep 3 orders")
    assert task(position(stage="start")) == "Choose the town where your network begins."
    assert task(play(position(), "exchange")) == "A card is being drawn."


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ((), "Put an agreement together for Blue: what is it about?"),
        (("ask",), "How much should be paid instead of the usual toll?"),
        (("ask", "money 1"), "For how many turns does the toll hold?"),
        (("ask", "money 1", "turns 3"), "Add another term for Blue, or offer the agreement as it is."),
        (("ask", "money 1", "turns 3", "send"), "Red offers you an agreement. Accept it or decline it."),
        (("pay",), "How large is the lump sum?"),
        (("bring",), "Which good should be brought?"),
        (("bring", "goods fish"), "To which town should it be brought?"),
        (("bring", "goods fish", "place Kiel"), "Within how many turns should it be brought?"),
    ],
)
def test_the_task_of_each_step_of_an_agreement(said: tuple[str, ...], asked: str) -> None:
    assert task(play(position(track={"blue": ["Odense O27"]}), "propose blue", *said)) == asked


def test_the_prices_of_moves() -> None:
    state = position(track={"blue": ["Odense O27 O28 Nyborg"]}, options={"variant": "fast"})
    assert [price(state, text) for text in ("step O27", "go Nyborg", "load beer", "stop")] == [4, 4, 0, 0]
    building = play(state, "stop")
    assert [price(building, text) for text in ("build Odense M27", "train B9", "buy Odense", "end")] == [3, 20, 20, 0]


def test_a_view_shows_points_towns_ferries_and_sections() -> None:
    state = position(ferries={"red": ["Storebælt"]}, track={"blue": ["Odense O27"]}, players=3)
    seen = GAME.rules.view(state, BLUE)
    assert (seen.acting, seen.players[RED].points, seen.players[BLUE].points) == (RED, (9,), (9,))
    assert [BOARD.place_names[town] for town in seen.players[RED].towns] == ["Odense"]
    assert [[BOARD.ferries[ferry].name for ferry in player.ferries] for player in seen.players] == [
        ["Storebælt"],
        [],
        [],
    ]
    assert [len(player.sections) for player in seen.players] == [0, 1, 0]


def test_while_cards_are_drawn_after_a_delivery_a_view_still_shows_the_points_that_are_left() -> None:
    """What the page shows before a delivery is confirmed is the position in which its card is about to be drawn."""
    state = position(hands={"red": [1, 2, 4]}, trains={"red": ["A Odense furniture"]}, spent=[4], moved=[1])
    delivered = play(state, "deliver furniture 4")
    assert GAME.rules.to_act(delivered) == (CHANCE,)
    assert [GAME.rules.view(s, RED).players[RED].points for s in (state, delivered)] == [(5,), (5,)]
