"""What the notations of all games have in common."""

from __future__ import annotations

import pytest

from engineshed.core.contract import Move
from engineshed.core.errors import UnreadableMoveError
from engineshed.core.notation import Notation, alone, one, read_letters, read_number, read_one_of


class Roll(Move, frozen=True):
    pips: int


class Bid(Move, frozen=True):
    amount: int


class Done(Move, frozen=True):
    pass


NOTATION: Notation[None, Move] = Notation(
    {"roll": one(Roll, "number", "4", read_number), "bid": one(Bid, "number", "2", read_number), "done": alone(Done())},
    examples=("done",),
    nature=(Roll,),
    synonyms={"offer": "bid"},
)


@pytest.mark.parametrize(
    ("text", "move"),
    [("bid 3", Bid(3)), ("BID  3", Bid(3)), ("offer 3", Bid(3)), ("done", Done()), ("roll 4", Roll(4))],
)
def test_the_first_word_says_which_move_it_is(text: str, move: Move) -> None:
    assert NOTATION.read(None, text) == move


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("  ", "an empty line is not a move; try 'done'"),
        ("bod 3", "there is no move 'bod'; did you mean bid?"),
        ("rol 3", "there is no move 'rol'; choose from bid, done"),
        ("done now", "done is the whole move; leave out 'now'"),
        ("bid", "bid needs one number, as in 'bid 2'"),
        ("bid 3 4", "bid needs one number, as in 'bid 2'"),
        ("bid much", "'much' should be a number"),
        ("bid 1234567", "'1234567' should be a number"),
        ("bid ３", "'３' should be a number"),
    ],
)
def test_a_text_that_is_not_a_move_is_explained_without_suggesting_natures_moves(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        NOTATION.read(None, text)
    assert str(caught.value) == sentence


def test_numbers_names_and_letters_are_read() -> None:
    assert read_number("12", "toll") == 12
    assert read_one_of("Red", ("blue", "red"), "company") == 1
    assert read_letters(["rb", "R"], "cubes", "RB", "cube") == (0, 1, 0)
    with pytest.raises(UnreadableMoveError, match="'x' is not a toll; it should be a number"):
        read_number("x", "toll")
    with pytest.raises(UnreadableMoveError, match=r"there is no company 'rad'; did you mean red\?"):
        read_one_of("rad", ("blue", "red"), "company")
    for given in ([], ["rx"]):
        with pytest.raises(UnreadableMoveError, match="cubes needs letters from RB, one for each cube"):
            read_letters(given, "cubes", "RB", "cube")
