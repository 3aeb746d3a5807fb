"""The one loop that plays a game. Tables, server and simulator differ only in where moves come from and go to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple

from engineshed.core.contract import CHANCE, M, Rules, S, Seat, Step
from engineshed.core.rng import Rng


class Turn(NamedTuple, Generic[S, M]):
    """One ply: who played which move, from which position, and what it led to."""

    seat: Seat
    move: M
    before: S
    step: Step[S]


Answer = tuple[Seat, M]
Answers = Callable[[S, tuple[Seat, ...], int], "Answer[M] | None"]
"""Given the position, the seats to act and the number of moves so far: somebody's move, or None to stop for now."""


def draw_rng(seed: str, ply: int) -> Rng:
    """Nature's random numbers at this ply: keyed, so that an undo never re-rolls."""
    return Rng("draw", seed, ply)


def play(
    rules: Rules[S, M, Any],
    state: S,
    answers: Answers[S, M],
    *,
    seed: str | None,
    moves: int = 0,
    tell: bool = True,
) -> Iterator[Turn[S, M]]:
    """Continue from a position after ``moves`` moves, until nobody is to act or no answer comes.

    Nature draws from the seed. Without a seed, its moves must come as answers too: from a record or a table's log.
    Answers are trusted: they were checked before, or come from ``legal``. With ``tell=False`` the steps have no facts,
    which is quicker.
    """
    while acting := rules.to_act(state):
        if seed is not None and acting[0] == CHANCE:
            seat, move = CHANCE, rules.draw(state, draw_rng(seed, moves))
        else:
            answer = answers(state, acting, moves)
            if answer is None:
                return
            seat, move = answer
        step = rules.apply(state, seat, move, tell=tell)
        yield Turn(seat, move, state, step)
        state = step.state
        moves += 1


def only(seat: Seat, move: M) -> Callable[[Any, tuple[Seat, ...], int], Answer[M] | None]:
    """Gives this one answer, then no more."""
    waiting = [(seat, move)]
    return lambda _state, _acting, _moves: waiting.pop() if waiting else None


def nobody(_state: Any, _acting: tuple[Seat, ...], _moves: int) -> None:
    """Gives no answers at all, so that only nature moves."""
    return
