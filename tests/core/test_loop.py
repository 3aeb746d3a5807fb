"""The loop that plays every game: who answers, what is played, and what nature draws in between."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.loop import draw_rng, nobody, only, play
from tests.core.toy import GAME, Deal, Options, Roll

RED = Seat(0)
START = GAME.rules.start(2, Options())


def test_nature_draws_without_being_answered_for() -> None:
    (turn,) = play(GAME.rules, START, nobody, seed="s")
    assert (turn.seat, turn.before) == (CHANCE, START)
    assert turn.move == GAME.rules.draw(START, draw_rng("s", 0))
    assert turn.step.state == GAME.rules.apply(START, CHANCE, turn.move).state


def test_a_limit_of_one_move_still_lets_nature_draw_after_it() -> None:
    dealt = [*play(GAME.rules, START, nobody, seed="s")][-1].step.state
    turns = list(play(GAME.rules, dealt, only(RED, Roll()), seed="s", moves=1))
    assert [turn.seat for turn in turns] == [RED, CHANCE]
    assert turns[1].move == GAME.rules.draw(turns[0].step.state, draw_rng("s", 2))


def test_without_a_seed_the_caller_answers_for_nature() -> None:
    assert list(play(GAME.rules, START, nobody, seed=None)) == []
    deal = GAME.rules.draw(START, draw_rng("s", 0))
    (turn,) = play(GAME.rules, START, only(CHANCE, deal), seed=None)
    assert isinstance(turn.move, Deal)


def test_the_caller_is_asked_with_the_seats_to_act_and_the_number_of_moves() -> None:
    asked: list[tuple[tuple[Seat, ...], int]] = []

    def answers(state: Any, acting: tuple[Seat, ...], moves: int) -> tuple[Seat, Any] | None:
        asked.append((acting, moves))
        return (acting[0], next(GAME.rules.legal(state, acting[0]))) if len(asked) < 3 else None

    turns = list(play(GAME.rules, START, answers, seed="s"))
    assert asked == [((RED,), 1), ((Seat(1),), 3), ((RED,), 5)]
    assert len(turns) == 5


def test_the_loop_ends_with_the_game() -> None:
    def answers(state: Any, acting: tuple[Seat, ...], _moves: int) -> tuple[Seat, Any]:
        return acting[0], next(GAME.rules.legal(state, acting[0]))

    last = [*play(GAME.rules, START, answers, seed="s")][-1]
    assert GAME.rules.to_act(last.step.state) == ()
