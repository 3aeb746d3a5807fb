"""Described positions: what they mean, and how a mistake is reported."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import Trouble
from tests.games.dampf_and_rails.play import GAME, built, described, position


@pytest.mark.parametrize("plies", [0, 9, 60, 200])
@pytest.mark.parametrize("options", [{}, {"variant": "fast", "turn_back": "towns", "idle_rounds": 20}])
def test_every_position_is_read_back_from_its_description(plies: int, options: dict[str, Any]) -> None:
    state = built(3, "describing", plies, **options)
    assert GAME.speech.arrange(described(state)) == state
    assert GAME.rules.load(GAME.rules.dump(state)) == state


def test_keys_that_are_left_out_have_their_start_values() -> None:
    doc = described(position())
    assert (doc["players"], doc["stage"], doc["round"], doc["cash"]) == (2, "move", 2, {"red": 50, "blue": 50})
    assert doc["hands"] == {"red": [1, 2, 3], "blue": [4, 5, 6]}
    assert doc["trains"] == {"red": ["A Odense"], "blue": ["A Odense"]}
    assert described(position(round=4))["public"] == [7, 8, 9]


@pytest.mark.parametrize(
    ("doc", "problem"),
    [
        ({"colour": 1}, "a position has no key 'colour'"),
        ({"players": 4}, "position, players: this should be a whole number from 2 to 3, not 4"),
        ({"stage": "run"}, "position, stage: there is no 'run'"),
        ({"turn": "green"}, "position, turn: there is no 'green'"),
        ({"cash": {"rde": 1}}, "position, cash: there is no 'rde'; did you mean red"),
        ({"cash": {"red": -1}}, "position, cash, red: this should be a whole number from 0"),
        ({"options": {"variant": "slow"}}, 'option variant cannot be "slow"'),
        ({"hands": {"red": [1, 2, 99]}}, "position, hands: there is no card '99'; orders are 1 to 63"),
        ({"hands": {"red": [1, 2, "E1"]}}, "an event is held like an order"),
        ({"hands": {"red": [4, 5, 6], "blue": [4, 7, 8]}}, "a card is missing, or lies in two places"),
        ({"public": [7, 8, 9]}, "there are too many public orders, or too early"),
        ({"under": ["5"]}, "position, under: '5' should be a card and a player"),
        ({"starts": {"red": "Kjel"}}, "position, starts: there is no 'Kjel'; did you mean Kiel"),
        ({"track": {"red": ["Odense Kiel"]}}, "position, track: Odense and Kiel cannot be joined"),
        ({"track": {"red": ["Odense O27"], "blue": ["O27 Odense"]}}, "O27 and Odense are joined twice"),
        ({"track": {"red": ["Odense Q99"]}}, "position, track: there is no milepost 'Q99'"),
        (
            {
                "players": 3,
                "track": {"red": ["S27 Korsør"], "blue": ["S28 Korsør"]},
                "ferries": {"green": ["Storebælt"]},
            },
            "too many players have connected Korsør",
        ),
        ({"track": {"red": ["M8 Hals"]}}, "Hals is connected without its ferry"),
        ({"starts": {"red": "Kiel"}}, "too many players have begun in Kiel"),
        ({"ferries": {"red": ["Kattegatt"]}}, "position, ferries: there is no 'Kattegatt'"),
        ({"trains": {"red": ["B12"]}}, "should be a type, a place and goods"),
        ({"trains": {"red": ["D1 Kiel"]}}, "position, trains: there is no 'D1'"),
        ({"trains": {"red": ["A Kiel beer beer beer"]}}, "a train of red has more goods than holds"),
        ({"trains": {"red": ["A Kiel", "A Kiel"]}}, "red has 2 trains"),
        ({"trains": {"red": ["A Kiel came K14"]}}, "where a train of red came from does not matter"),
        ({"trains": {"red": ["A -"]}}, "a train of red is nowhere"),
        ({"trains": {"red": ["A Kiel stuck x"]}}, "position, trains: this should be a whole number"),
        ({"lying": ["Kiel beer"]}, "should be a town, a good, a player and a round"),
        ({"lying": ["Hals beer red 3"]}, "a good lies where there is no town"),
        ({"lying": ["Kiel beer red 30"]}, "a good has been lying for too long"),
        ({"running": ["snow"]}, "should be an event and a player, as in 'snow red begun'"),
        ({"running": ["derailment red begun"]}, "an event runs that does not last"),
        ({"tolls": ["red blue 2"]}, "should be as in 'red on blue 2 for 3'"),
        ({"tolls": ["red pays blue 2"]}, "should be as in 'red on blue 2 for 3'"),
        ({"promises": ["red brings blue fish Kiel"]}, "'red brings blue fish to Kiel within 3'"),
        ({"tolls": ["red on blue 9 for 3"]}, "an agreement should have ended, or costs what it cannot"),
        ({"tolls": ["red on red 1 for 3"]}, "somebody has one with themselves"),
        ({"proposal": "red on blue"}, "this should be a table"),
        ({"losing": ["red"]}, "should be a player and the number of a train"),
        ({"stage": "lose", "losing": ["red 2"]}, "a train that does not exist is to lose a good"),
        ({"losing": ["red 1"]}, "a good is to be lost at the wrong time"),
        ({"stage": "lose", "losing": ["red 1"]}, "choose between goods that are all alike"),
        ({"stage": "draw"}, "a card is to be drawn and nobody needs one"),
        ({"stage": "end"}, "a turn that has ended is not being played"),
        ({"stage": "keep", "hands": {"red": [1, 2, 3]}}, "somebody has kept too many orders, or too few"),
        ({"stage": "start", "starts": {"red": "Odense"}}, "a start town was chosen out of turn"),
        ({"round": 1}, "trains move in the first round"),
        ({"outlay": 25}, "25 were spent in a turn"),
        ({"spent": [10]}, "more points were used than a train has"),
        ({"exits": {"Odense": 3}}, "more than two sections were built out of a big city"),
        ({"resume": "keep"}, "nothing goes on after a draw"),
        ({"starts": {"red": "Århus", "blue": "Århus"}}, "too many players have begun in Århus"),
        (
            {"ferries": {"red": ["Kattegat"], "blue": ["Kattegat"], "green": ["Kattegat"]}, "players": 3},
            "too many players",
        ),
        ({"derived": {}}, "position, derived: it should be"),
        ({"acted": 1}, "position, acted: this should be true or false"),
        ({"track": []}, "position, track: this should be a table"),
        ({"public": {}}, "position, public: this should be a list"),
        (
            {"trains": {"red": ["A Kiel beer beer"], "blue": ["A Kiel beer beer"]}, "lying": ["Kiel beer red 3"]},
            "more chips",
        ),
    ],
)
def test_a_mistake_in_a_position_is_reported(doc: dict[str, Any], problem: str) -> None:
    with pytest.raises(Trouble) as caught:
        GAME.speech.arrange(doc)
    assert problem in str(caught.value)


def test_a_position_by_hand_may_be_impossible_but_must_be_playable() -> None:
    crowd = {"red": ["S27 Korsør"], "blue": ["S28 Korsør"]}
    state = position(players=3, track=crowd, ferries={"green": ["Storebælt"]}, by_hand=True)
    assert "too many players have connected Korsør (R28)" in list(GAME.rules.faults(state))
    with pytest.raises(Trouble, match="cannot be played on"):
        position(hands={"red": [1, 2]}, by_hand=True)
