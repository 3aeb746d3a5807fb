"""Moves as text: what people can type, and what they are told if it is not a move."""

from __future__ import annotations

import pytest

from engineshed.core.errors import UnreadableMoveError
from engineshed.games.steam.rules.moves import Choose, Deliver, Group, Town
from tests.games.steam.play import GAME, acting, offered, position, row, thrifty_game

MOVING = position(
    map=row("START", "MID", "GOAL", colours="YBR"),
    stage="move",
    range={"orange": 2},
    cubes={"Start": "RB"},
    links={"orange": ["Start se ne", "Mid se ne"], "green": ["Start s se ne n"]},
)
"""Orange and Green both have a link to Mid."""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "an empty line is not a move"),
        ("trak K8 n-s", "there is no move 'trak'; did you mean track"),
        ("track K8", "track needs a hex and a way, as in 'track D7 n-se'"),
        ("track Z99 n-s", "there is no hex 'Z99' on this map"),
        ("cross K8 n-n", "'n-n' is not a way"),
        ("town Poughkeepsie", "town needs a town and the edges it opens"),
        ("town Pokipsi n", "there is no city or town 'Pokipsi'"),
        ("urbanise Poughkeepsie", "urbanise needs a town and a colour"),
        ("urbanise Poughkeepsie green", "there is no colour 'green'"),
        ("grow", "grow needs a place"),
        ("group 0", "group needs the number of a supply field, counted from 1"),
        ("group x", "'x' is not a supply field; it should be a number"),
        ("bid", "bid needs one number, as in 'bid 2'"),
        ("bid -1", "'-1' is not a bid"),
        ("choose", "choose needs the number of a tile"),
        ("choose 5 please", "choose needs the number of a tile"),
        ("choose engine", "'engine' is not a tile"),
        ("deliver red Albany Boston", "deliver needs a cube, a city and a goal"),
        ("deliver red Albany > Boston brown 1", "brown is not in this game"),
        ("plan red", "plan needs a cube and a city"),
        ("via", "via needs the edge"),
        ("via up", "'up' is not an edge"),
        ("done now", "done is the whole move; leave out 'now'"),
        ("cubes RX", "cubes needs letters from RBYPG"),
        ("deal one", "'one' is not a tile"),
    ],
)
def test_a_text_that_is_not_a_move_is_explained(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        GAME.speech.read(position(), text)
    assert sentence in str(caught.value)


def test_capitals_accents_and_the_order_of_edges_do_not_matter() -> None:
    state = position(map="ruhr")
    assert GAME.speech.read(state, "GROW koln") == GAME.speech.read(state, "grow Köln")
    assert GAME.speech.read(state, "track D7 se-n") == GAME.speech.read(state, "track d7 n-se")
    town = state.board.towns[0]
    assert GAME.speech.read(state, f"town {town.name} s n") == Town(town.hex, 0b1001)
    assert GAME.speech.read(state, f"town {state.ground.names[town.hex]} n s") == Town(town.hex, 0b1001)


def test_typed_numbers_are_counted_from_one() -> None:
    assert GAME.speech.read(position(), "group 1") == Group(0)
    assert GAME.speech.read(position(), "choose 5 pass") == Choose(5, True)


@pytest.mark.parametrize("text", ["choose 4", "choose first-build", "choose First Build"])
def test_an_action_tile_has_a_number_and_a_name(text: str) -> None:
    assert GAME.speech.read(position(), text) == Choose(4, False)
    assert GAME.speech.read(position(), "choose goods growth pass") == Choose(5, True)


def test_gains_may_be_left_out_if_there_is_no_choice() -> None:
    assert (
        GAME.speech.write(MOVING, GAME.speech.read(MOVING, "deliver blue Start > Mid"))
        == "deliver blue Start > Mid orange 1"
    )
    with pytest.raises(UnreadableMoveError, match="several such deliveries; say who gains what: 'deliver red Start"):
        GAME.speech.read(MOVING, "deliver red start > goal")
    assert offered(MOVING, "deliver")[:2] == [
        "deliver red Start > Goal orange 1 green 1",
        "deliver red Start > Goal orange 2",
    ]
    nowhere = GAME.speech.read(MOVING, "deliver yellow Mid > Start")
    assert nowhere == Deliver(MOVING.board.cities[1].hex, 2, 0, (1, 0, 0))


def test_every_legal_move_can_be_written_and_read() -> None:
    for state in thrifty_game(4, "written", opening="random")[:-1:6]:
        for move in GAME.rules.legal(state, acting(state)):
            assert GAME.speech.read(state, GAME.speech.write(state, move)) == move
