"""The log reports everything that happens, especially what nobody has chosen."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.rng import Rng
from tests.games.steam.play import GAME, play, position, row, said

URBANISING = {"orange": 1, "green": 7, "black": 2}
EXIT_BESIDE_A_CITY = {
    "terrain": ". A . . .\n. t . . B\n. . . . .\n",
    "cities": {
        "A": {"name": "Ashby", "colour": "red", "cubes": 3},
        "B": {"name": "Beck", "colour": "blue", "cubes": 3},
    },
    "towns": {"t": {"name": "Teyn"}},
}


def beside_a_city(**doc: Any) -> Any:
    """Green may urbanise Teyn. Its exits are Orange's link to Ashby and one that leads nowhere."""
    links = {"orange": ["Ashby s", "Teyn s ... since 1"]}
    return position(map=EXIT_BESIDE_A_CITY, turn="green", tiles=URBANISING, links=links, **doc)


GONE = {
    "en": [
        "The link Ashby–Teyn of Orange was only an exit of the old town: it is gone",
        "1 exit of Teyn led nowhere and is gone with the town",
    ],
    "de": [
        "Die Verbindung Ashby–Teyn von Orange war nur ein Ausgang der alten Stadt: Sie entfällt",
        "Mit der Stadt verschwindet 1 Ausgang von Teyn, der ins Leere führte",
    ],
    "pl": [
        "Połączenie Ashby–Teyn gracza Pomarańczowego było tylko wyjściem dawnego miasteczka: znika",
        "Razem z miasteczkiem Teyn znika 1 wyjście donikąd",
    ],
}


@pytest.mark.allows("steam", "ST-URB-6")
@pytest.mark.parametrize("language", GONE)
def test_a_link_that_a_new_city_removes_is_reported(language: str) -> None:
    """It is reported in a preview too, which shows the facts of a move before it is played."""
    assert said(beside_a_city(supply=["RBY"]), "urbanise Teyn grey", language)[1:] == GONE[language]


def test_a_new_city_without_goods_is_reported() -> None:
    assert said(beside_a_city(supply=[]), "urbanise Teyn grey")[-1] == "The goods supply is empty: Teyn gets no goods"


def test_an_action_that_is_not_carried_out_is_reported() -> None:
    state = position(options={"variant": "expert"}, turn="green", tiles=URBANISING)
    assert said(state, "done")[0] == "Green does not carry out Urbanisation"


def test_the_beginning_of_the_second_pass_is_reported() -> None:
    state = play(position(stage="move", passes=1), "pass", "pass")
    assert said(state, "pass") == ["Black passes", "The second pass of moving goods begins"]


def test_points_lost_beyond_the_highest_income_are_reported() -> None:
    board = row("START", "GOAL", colours="YR")
    links = {"orange": ["Start se ne"]}
    doc = {"stage": "move", "cubes": {"Start": "R"}, "links": links, "income": {"orange": 10}}
    delivered = play(position(map=board, **doc), "deliver red Start > Goal")
    assert said(delivered, "income") == [
        "Orange takes 1 point as income, now 10",
        "1 point goes beyond the highest income and is lost to Orange",
    ]


def test_the_turn_order_of_a_new_round_is_reported() -> None:
    tiles = {"orange": 3, "green": 2, "black": 1}
    state = position(stage="move", turn="black", tiles=tiles, passes=0)
    assert said(state, "pass")[-1] == "Round 2 begins; the turn order is Black, Green, Orange"


def test_upkeep_in_the_expert_game_is_reported() -> None:
    state = position(options={"variant": "expert"}, stage="move", turn="black", passes=0, income={"orange": 4})
    assert said(state, "pass")[1:3] == ["Orange: income 4, upkeep $1", "Orange receives $3"]


def test_a_drawn_turn_order_and_its_starting_money_are_reported() -> None:
    state = GAME.rules.start(3, type(position().options)(opening="random"))
    state = play(state, GAME.speech.write(state, GAME.rules.draw(state, Rng("drawn"))))
    assert said(state, "deal 5 1 3") == [
        "Green has the lowest tile and begins",
        "The turn order is Green, Black, Orange",
        "Green starts with $0",
        "Black starts with $1",
        "Orange starts with $2",
    ]
