"""A game being played: turns, draws, and taking moves back."""

from __future__ import annotations

import pytest

from engineshed.core.contract import CHANCE, Illegal, Seat
from engineshed.core.errors import CannotUndoError, Trouble, UnknownNameError, UnreadableMoveError
from engineshed.core.loop import draw_rng
from engineshed.core.table import Table, commitment
from tests.core.play import GAME, new_table, played
from tests.core.toy import Advance, Deal, Options, Pick, Roll, State

RED, BLUE = Seat(0), Seat(1)


def a_card_of(state: State, seat: Seat) -> int:
    return state.hands[seat][0]


def test_nature_moves_as_soon_as_it_can() -> None:
    table = new_table()
    assert [ply.seat for ply in table.plies] == [CHANCE]
    assert table.to_act() == (RED,)
    plies = table.play(RED, Roll())
    assert [(ply.seat, ply.text.split()[0]) for ply in plies] == [(RED, "roll"), (CHANCE, "die")]
    assert table.to_act() == (BLUE,)
    assert table.ply == len(table.states) - 1 == 3


def test_a_table_without_a_seed_waits_for_natures_moves() -> None:
    table = Table(GAME, 2, None, seed=None)
    assert table.to_act() == (CHANCE,)
    assert table.commitment == ""
    table.replay(CHANCE, Deal(((1, 2), (3, 3))))
    assert table.to_act() == (RED,)


def test_the_draws_follow_from_seed_and_ply_alone() -> None:
    table = new_table(seed="b")
    start = table.states[0]
    assert table.plies[0].move == GAME.rules.draw(start, draw_rng("b", 0))
    assert new_table(seed="b").states == table.states
    assert new_table(seed="c").states != table.states


def test_undo_never_rolls_the_die_again() -> None:
    """The die is keyed by its ply: taking back a pick and rolling instead gives the roll that was due anyway."""
    plain, tempted = new_table(), new_table()
    plain.play(RED, Roll())
    tempted.play(RED, Pick(a_card_of(tempted.state, RED)))
    tempted.undo(RED)
    tempted.play(RED, Roll())
    assert tempted.plies == plain.plies


@pytest.mark.parametrize(("seats", "shown"), [(0, "0"), (1, "1"), (5, "5"), (-1, "−1")])
def test_a_wrong_number_of_players_is_reported(seats: int, shown: str) -> None:
    with pytest.raises(Trouble, match=rf"Handcar Race is for 2 to 4 players, not for {shown}"):
        new_table(seats)


def test_options_may_be_an_instance_a_mapping_or_none() -> None:
    assert Table(GAME, 2, None, seed="a").options == Options()
    assert Table(GAME, 2, {"die": 4}, seed="a").options == Options(die=4)
    assert Table(GAME, 2, Options(bumping=True), seed="a").options_doc() == {"bumping": True}
    with pytest.raises(UnknownNameError, match="did you mean bumping"):
        Table(GAME, 2, {"bumpng": True}, seed="a")


@pytest.mark.parametrize("seed", ["two\nlines", "half \udcff a character", "\x1f"])
def test_a_seed_must_be_printable(seed: str) -> None:
    with pytest.raises(Trouble, match="a seed is one line of printable characters"):
        new_table(seed=seed)


def test_the_commitment_depends_on_the_seed_and_the_name() -> None:
    table = new_table()
    assert table.commitment == commitment("a", "friday")
    assert table.commitment != commitment("b", "friday")
    assert table.commitment != commitment("a", "saturday")


@pytest.mark.parametrize("seat", [BLUE, CHANCE, Seat(7)])
def test_a_move_out_of_turn_is_refused_and_changes_nothing(seat: Seat) -> None:
    table = new_table()
    before = list(table.states), list(table.plies)
    with pytest.raises(Illegal) as refused:
        table.play(seat, Roll())
    assert refused.value.rule == "H1"
    assert (table.states, table.plies) == before


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    table = new_table()
    before = list(table.states)
    with pytest.raises(Illegal) as refused:
        table.play(RED, Advance())
    assert refused.value.rule == "H3"
    assert table.states == before
    with pytest.raises(Illegal, match="H4"):
        table.play(RED, Pick(9))


def test_after_the_end_every_move_is_refused() -> None:
    table = played(new_table())
    assert table.over
    assert table.to_act() == ()
    for seat in (RED, BLUE, CHANCE):
        assert table.legal(seat) == []
        with pytest.raises(Illegal, match="H2"):
            table.play(seat, Roll())


def test_a_move_that_revealed_nothing_can_be_taken_back() -> None:
    table = new_table()
    before = table.state
    table.play(RED, Pick(a_card_of(table.state, RED)))
    undone = table.undo(RED)
    assert undone.move == Pick(a_card_of(before, RED))
    assert table.state is before
    assert table.ply == 1


def test_another_players_move_cannot_be_taken_back() -> None:
    table = new_table()
    table.play(RED, Pick(a_card_of(table.state, RED)))
    with pytest.raises(CannotUndoError, match="another player"):
        table.undo(BLUE)


def test_a_draw_cannot_be_taken_back() -> None:
    table = new_table()
    table.play(RED, Roll())
    for seat in (RED, BLUE, CHANCE):
        with pytest.raises(CannotUndoError, match="revealed"):
            table.undo(seat)


def test_a_shown_card_cannot_be_taken_back() -> None:
    table = Table(GAME, 2, None, seed=None)
    table.replay(CHANCE, Deal(((1, 2), (3, 3))))
    table.replay(RED, Pick(1))
    table.replay(RED, Advance())
    with pytest.raises(CannotUndoError, match="revealed"):
        table.undo(RED)


def test_there_is_nothing_to_take_back_before_the_first_move() -> None:
    table = Table(GAME, 2, None, seed=None)
    with pytest.raises(CannotUndoError, match="no move has been made yet"):
        table.undo(RED)
    with pytest.raises(CannotUndoError, match="no move has been made yet"):
        table.restart_turn(RED)


def test_a_turn_is_restarted_after_what_was_last_revealed() -> None:
    table = new_table()
    start = table.state
    table.play(RED, Pick(a_card_of(start, RED)))
    assert table.restart_turn(RED) == 1
    assert table.state is start
    with pytest.raises(CannotUndoError, match="revealed"):
        table.restart_turn(RED)


def test_a_typed_move_must_be_one_short_line() -> None:
    table = new_table()
    assert table.read(" Roll ") == Roll()
    for text in ("roll\n", "roll \x00", "x" * 501):
        with pytest.raises(UnreadableMoveError, match="one line of at most 500"):
            table.read(text)
    with pytest.raises(UnreadableMoveError, match="did you mean roll"):
        table.read("rol")


def test_the_view_of_a_seat_hides_what_it_may_not_know() -> None:
    table = new_table()
    assert table.view(BLUE).hand == table.state.hands[BLUE]
    assert table.view(None).hand == ()


def test_nothing_can_be_taken_back_once_the_game_is_over() -> None:
    table = Table(GAME, 2, None, seed="to the end")
    while not table.over:
        (seat,) = table.to_act()
        table.play(seat, table.legal(seat)[0])
    last = table.plies[-1]
    for seat in (RED, BLUE, last.seat):
        for take_back in (table.undo, table.restart_turn):
            with pytest.raises(CannotUndoError, match="the game is over"):
                take_back(seat)
    assert table.plies[-1] is last
