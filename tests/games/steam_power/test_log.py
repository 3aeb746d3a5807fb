"""The log: everything that happens at the table is reported in a sentence, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import CannotUndoError
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from tests.games.steam_power.play import BLUE, GAME, acting, play, position, row


def said(state: Any, text: str, language: str = "en") -> list[str]:
    seat, move = acting(state), GAME.speech.read(state, text)
    words = GAME.speech.words_in(language)
    return [words.say(fact) for fact in GAME.rules.apply(state, seat, move).facts]


THREE = row("Ashford", "Bedford", "Catford")


def test_stopping_after_one_tile_is_reported() -> None:
    state = play(position(map=THREE), "track B1 s-nw")
    assert said(state, "done") == ["Red finishes building"]
    assert said(state, "done", "de") == ["Rot beendet den Bau"]
    assert said(state, "done", "pl") == ["Czerwony kończy budowę"]


def test_earning_and_declining_a_bonus_action_is_reported() -> None:
    state = position(
        map=THREE,
        cities={"Ashford": "black", "Bedford": "grey", "Catford": "white"},
        links={"red": ["Ashford se ne"]},
        factories={"Ashford": "red", "Bedford": "red"},
        hands={"red": ["A1"]},
    )
    assert said(state, "deliver A1")[-2:] == ["Red completes A1: 2 VP and $2", "Red has a bonus action: build track"]
    assert said(play(state, "deliver A1"), "done") == ["Red declines the bonus action: build track"]
    assert said(state, "deliver A1", "pl")[1] == "Czarny zasób z miasta Ashford, z fabryki Czerwonego: $0"
    assert said(state, "deliver A1", "de")[1] == "Eine schwarze Ressource aus Ashford, Fabrik von Rot: $0"


def test_a_new_round_is_reported() -> None:
    state = position(map=THREE, turn="blue", actions=1)
    assert said(state, "money") == ["Blue takes $3", "Round 2 begins"]
    assert said(state, "money", "de") == ["Blau erhält $3", "Runde 2 beginnt"]
    assert said(state, "money", "pl") == ["Niebieski pobiera $3", "Zaczyna się runda 2"]


def test_a_train_that_comes_back_is_reported() -> None:
    state = position(map=THREE, links={"red": ["Ashford se se"]})
    assert said(state, "remove B1") == [
        "Red removes the last tile in B1",
        "That was the only tile of the link: its train goes back to Red",
    ]
    longer = position(map=THREE, links={"red": ["Ashford s se se"]}, by_hand=True)
    assert len(said(longer, "remove B2")) == 1


def test_the_first_link_to_a_city_group_is_reported() -> None:
    """Later links to the group are not reported, and a single city is not a group."""
    board = {
        "terrain": "A . B C D\n. . . . .\n",
        "cities": {"A": "Ashford", "B": "Bedford", "C": "Catford", "D": "Dun"},
    }
    state = position(map=board)
    assert said(state, "track B1 ne-nw") == [
        "Red lays track in B1, from northeast to northwest, for $0",
        "Red finishes the link Bedford–Ashford",
        "A link now leads to the city group Bedford, Catford, Dun: neutral links join its cities",
    ]
    again = position(map=board, turn="blue", links={"red": ["Bedford sw nw"], "blue": ["Ashford s ne"]})
    assert len(said(again, "track B1 ne-sw")) == 2


def test_polish_sentences_decline_names() -> None:
    state = position(
        map=THREE,
        players=3,
        cities={"Ashford": "black", "Bedford": "grey", "Catford": "black"},
        links={"red": ["Ashford se ne"], "blue": ["Bedford se ne"]},
        factories={"Bedford": "red", "Catford": "green"},
        goods={"Catford": 2},
        hands={"red": ["A1"]},
    )
    assert said(state, "factory Ashford", "pl") == [
        "Czerwony buduje fabrykę w mieście Ashford: 5 zasobów w kolorze czarnym"
    ]
    assert said(state, "deliver A1", "pl")[1:6] == [
        "Czarny zasób z miasta Catford, z fabryki Zielonego: $1",
        "Z miasta Catford do miasta Bedford połączeniem Niebieskiego: $1",
        "Czarny zasób z miasta Catford, z fabryki Zielonego: $1",
        "Miasto Catford jest wyczerpane: fabryka Zielonego da punkty na końcu gry",
        "Z miasta Catford do miasta Bedford połączeniem Niebieskiego: $1",
    ]


def test_the_last_move_of_the_game_cannot_be_taken_back() -> None:
    """Blue's last action revealed nothing; it is only the end of the game that makes it final."""
    done = [f"{letter}{number}" for letter in "AB" for number in range(1, 8)]
    table: Table[Any, Any, Any] = Table(GAME, 2, seed="the end")
    table.states[-1] = position(map=THREE, turn="blue", actions=1, last_round=True, done={"red": done})
    (last,) = table.play(BLUE, table.read("money"))
    assert (table.over, last.reveals) == (True, False)
    for take_back in (table.undo, table.restart_turn):
        with pytest.raises(CannotUndoError, match="the game is over"):
            take_back(BLUE)


def test_the_setup_is_reported() -> None:
    state = GAME.rules.start(2, GAME.rules.options(map="ireland"))
    tiles = GAME.speech.write(state, GAME.rules.draw(state, Rng("setup")))
    assert said(state, tiles) == [
        "The city tiles are laid out: 25 on the map, 8 spare",
        "Each player draws 5 contracts",
    ]
