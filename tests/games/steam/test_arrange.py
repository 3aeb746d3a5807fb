"""Described positions: what is filled in, what is refused and how, and whether every position can be described."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import Trouble
from tests.games.steam.play import GAME, described, play, position, row, thrifty_game

ROW = row("START", "teyn", "GOAL")


def trouble(**doc: Any) -> str:
    with pytest.raises(Trouble) as caught:
        position(**doc)
    return str(caught.value)


def test_keys_that_are_left_out_have_their_start_values() -> None:
    state = position()
    assert (state.seats, state.round, state.active, state.queue) == (3, 1, 0, (1, 2))
    assert [player.tile for player in state.players] == [1, 2, 3]
    assert state.placements == 3
    assert state.links == ()


def test_a_link_may_be_described_from_either_end() -> None:
    one, other = (position(map=ROW, links={"orange": [text]}) for text in ("Start se ne", "Teyn sw nw"))
    assert one == other
    assert described(other)["links"]["orange"] == ["Start se ne"]


def test_dots_mark_a_loose_end() -> None:
    assert described(position(map=ROW, links={"orange": ["Start se ne ..."]}))["links"]["orange"] == [
        "Start se ne ... since 0"
    ]
    assert described(position(map=ROW, links={"orange": ["Start se se"]}))["links"]["orange"] == [
        "Start se se ... since 0"
    ]


def test_the_description_of_loose_track_includes_the_position_before_it() -> None:
    state = play(position(map=ROW), "track B1 s-nw", "second B1 ne-se")
    doc = described(state)
    assert doc["links"]["orange"] == ["Start se s ... since 1", "... Teyn sw se ... since 1"]
    assert doc["before"]["links"]["orange"] == ["Start se s ... since 1"]
    assert GAME.speech.arrange(doc) == state
    assert GAME.rules.load(GAME.rules.dump(state)) == state


@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        ({"trun": 1}, "a position has no key 'trun'; did you mean turn or round?"),
        ({"players": 2}, "position, players: this should be a whole number from 3 to 5, not 2"),
        ({"stage": "builds"}, "position, stage: there is no 'builds'; did you mean build?"),
        ({"turn": "red"}, "position, turn: there is no 'red'; choose from orange, green, black"),
        ({"options": {"map": "ruhr"}}, "the map is not one of the options"),
        ({"cash": {"orange": "much"}}, "position, cash, orange: this should be a whole number"),
        ({"tiles": {"orange": "engine"}}, "position, tiles: there is no 'engine'; did you mean engineer?"),
        ({"links": {"orange": ["Start"]}}, "should be a place and then edges, as in 'Albany s s'"),
        ({"links": {"orange": ["Sart se"]}}, "there is no place 'Sart'; did you mean Start?"),
        ({"links": {"orange": ["Start nw se"]}}, "'Start nw se' leaves the map"),
        ({"links": {"orange": ["Start se ne se"]}}, "passes through C1, where it would end"),
        ({"links": {"orange": ["Start se ... since ever"]}}, "position, links, 'Start se ... since ever', since"),
        ({"links": {"orange": ["Start se ne"], "green": ["Start se s"]}}, "no tile has the track that is in B1"),
        ({"cubes": {"Start": "RX"}}, "'RX' should be letters from RBYPG, one for each cube"),
        ({"cubes": {"Teyn": "R"}}, "position, cubes: there is no 'Teyn'"),
        ({"supply": ["R"] * 13}, "position, supply: there are 12 fields, not 13"),
        ({"new_cities": {"Goal": "grey"}}, "position, new_cities: there is no 'Goal'"),
        ({"acted": 1}, "position, acted: this should be true or false, not 1"),
        ({"queue": "green"}, "position, queue: this should be a list, not 'green'"),
        ({"derived": {}}, "position, derived: it should be"),
    ],
)
def test_a_mistake_in_a_position_is_reported_with_its_place(doc: dict[str, Any], sentence: str) -> None:
    assert sentence in trouble(**{"map": ROW, **doc})


@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        (
            {"links": {"green": ["Teyn se ne"]}, "cubes": {"Goal": "R" * 21}},
            "more red cubes out than the 20 of the box",
        ),
        ({"links": {"orange": ["Teyn s ..."]}}, "is not connected to any city (ST-TRACK-6)"),
        ({"links": {"nobody": ["Start se ne"]}}, "is complete and ownerless though nobody went bankrupt (ST-OWNL-5)"),
        ({"links": {"orange": ["Start s se ne n n"]}, "map": row("START", "GOAL")}, "passes through"),
        ({"round": 5, "links": {"orange": ["Start s s ... since 3"]}}, "was not extended in time (ST-INC-2)"),
        ({"turn": "green", "links": {"orange": ["Start s s ..."]}}, "was not extended in time (ST-INC-2)"),
        ({"stage": "move", "links": {"orange": ["Start s s ..."]}}, "was not extended in time (ST-INC-2)"),
        ({"links": {"orange": ["Start s ..."]}}, "has no track (ST-GEN-3)"),
        ({"tiles": {"orange": 1, "green": 1, "black": 2}}, "an action tile lies before two players"),
        ({"income": {"orange": 11}}, "orange has an income of 11 (ST-FIN-2)"),
        ({"range": {"orange": 7}}, "orange has a range of 7 (ST-LOCO-1)"),
    ],
)
def test_an_impossible_position_is_refused_unless_it_is_by_hand(doc: dict[str, Any], sentence: str) -> None:
    assert sentence in trouble(**{"map": ROW, **doc})


@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        ({"stage": "points"}, "points are to be taken at the wrong time"),
        ({"stage": "auction"}, "auction is no stage of the base game"),
        ({"stage": "group"}, "goods are to be chosen without a city"),
        ({"links": {"orange": ["... A2 se se ..."]}}, "track is not connected, and there is nothing to take back to"),
        ({"placements": 4}, "4 tiles may still be laid (ST-TRACK-2)"),
        ({"round": 11}, "there is no round 11 (ST-SETUP-8)"),
        ({"passes": 1}, "the passes of the goods phase are not counted right"),
        ({"fallen": {"orange": 1}, "turn": "orange"}, "nobody is active"),
    ],
)
def test_a_position_that_cannot_be_played_on_is_refused_even_by_hand(doc: dict[str, Any], sentence: str) -> None:
    sentences = trouble(**{"map": ROW, "by_hand": True, **doc})
    assert sentences.startswith("this position cannot be played on")
    assert sentence in sentences


def test_every_position_of_a_game_can_be_described() -> None:
    for state in thrifty_game(3, "described", variant="expert")[::5]:
        assert GAME.speech.arrange(GAME.speech.describe(state)) == state
