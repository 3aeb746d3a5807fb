"""Moves as text: what people can type, and how mistakes are reported."""

from __future__ import annotations

import pytest

from engineshed.core.errors import UnreadableMoveError
from engineshed.games.dampf_and_rails.rules.moves import Build, Cross, Step
from tests.games.dampf_and_rails.play import GAME, position


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("STEP o27", "step O27"),
        ("step odense", "step Odense"),
        ("step N27", "step Odense"),
        ("go kobenhavn", "go København"),
        ("build o28 O27", "build O27 O28"),
        ("cross femern baelt", "cross Femern Bælt"),
        ("cross kattegat on BLUE", "cross Kattegat on blue"),
        ("deliver BEER 12", "deliver beer 12"),
        ("load beer by 2", "load beer by 2"),
        ("train c15 by 2", "train C15 by 2"),
        ("keep 3 1 2", "keep 1 2 3"),
        ("draw e7", "draw E7"),
        ("money 2", "money 2"),
        ("GOODS fish", "goods fish"),
        ("place kiel", "place Kiel"),
        ("propose BLUE", "propose blue"),
        ("go kiel QUICKEST by 2", "go Kiel quickest by 2"),
        ("connect storebaelt", "connect Storebælt"),
    ],
)
def test_capitals_accents_and_order_do_not_matter(text: str, written: str) -> None:
    state = position()
    assert GAME.speech.write(state, GAME.speech.read(state, text)) == written


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "an empty line is not a move"),
        ("jump", "there is no move 'jump'"),
        ("lode beer", "did you mean lose or load"),
        ("step", "step needs a milepost, as in 'step K14'"),
        ("step A1", "there is no milepost 'A1'; a milepost is a column's letter and a row's number"),
        ("step Kjel", "there is no town or port 'Kjel' on this map; did you mean Kiel"),
        ("go", "go needs a town or port"),
        ("go K14", "there is no town or port 'K14'"),
        ("load", "load needs a good, as in 'load bacon'"),
        ("load bier", "there is no good 'bier'"),
        ("load beer by 3", "a player has train 1 and at most train 2, not 3"),
        ("load beer by x", "'x' is not a train; it should be a number"),
        ("deliver beer", "deliver needs a good and the number of an order"),
        ("deliver beer 99", "there is no card '99'; orders are 1 to 63, events E1 to E10"),
        ("cross", "cross needs a ferry, as in 'cross Storebælt'"),
        ("cross Ostsee", "there is no ferry 'Ostsee'"),
        ("cross Kattegat on pink", "there is no player 'pink'"),
        ("train", "train needs one of the types A, B9, B12, C12, C15"),
        ("build O27", "build needs two neighbouring mileposts"),
        ("build O27 Kiel", "O27 and Kiel are not neighbours, so no section joins them (R23)"),
        ("money", "money needs one number, as in 'money 2'"),
        ("turns x", "'x' should be a number"),
        ("propose", "propose needs a player"),
        ("ask blue", "ask is the whole move; leave out 'blue'"),
        ("stop now", "stop is the whole move; leave out 'now'"),
        ("draw", "draw needs one card"),
    ],
)
def test_a_text_that_is_not_a_move_is_reported(text: str, problem: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        GAME.speech.read(position(), text)
    assert problem in str(caught.value)


def test_the_owner_of_a_ferry_may_be_left_out_if_there_is_only_one() -> None:
    state = position(ferries={"blue": ["Kattegat"]})
    assert GAME.speech.read(state, "cross Kattegat") == Cross(0, 2, 1)
    assert GAME.speech.write(state, Cross(0, 2, 1)) == "cross Kattegat on blue"


def test_sections_and_mileposts_are_written_by_name() -> None:
    state = position()
    step, build = GAME.speech.read(state, "step Y23"), GAME.speech.read(state, "build Y23 X24")
    assert isinstance(step, Step)
    assert isinstance(build, Build)
    assert (GAME.speech.write(state, step), GAME.speech.write(state, build)) == ("step Y23", "build Y23 X24")
