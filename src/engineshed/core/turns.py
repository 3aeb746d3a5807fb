"""Where a player's turn ends: for tables that ask before it does, so that the last move can still be taken back."""

from __future__ import annotations

from itertools import islice
from typing import Any

from engineshed.core.contract import CHANCE, AnyGame, AnyRules, Seat
from engineshed.core.loop import nobody, play

TRIALS = 3
"""The number of draws that are tried to see whether a turn goes on after them."""


def is_worth_asking(game: AnyGame, state: Any, seat: Seat, undoable: int) -> bool:
    """Whether a player might want to take back the move that they make now, if it ends their turn.

    Not if it is a bid or another answer, nor if there is no choice and none of their last moves is ``undoable``.
    """
    if game.answers(state):
        return False
    return undoable > 0 or len(list(islice(game.rules.legal(state, seat), 2))) > 1


def passes_on(rules: AnyRules, before: Any, after: Any, seat: Seat, moves: int) -> bool:
    """Whether a move of this seat lets somebody act who could not act before it, or ends the game."""
    acting = rules.to_act(after)
    if CHANCE in acting:
        return not _may_go_on(rules, after, seat, moves)
    return seat not in acting and (not acting or not set(acting) <= set(rules.to_act(before)))


def _may_go_on(rules: AnyRules, state: Any, seat: Seat, moves: int) -> bool:
    """Whether the seat may act again after nature's draws.

    The true draws must not decide this, because they are still secret: others are tried in their place.
    """
    for trial in range(TRIALS):
        reached = state
        for turn in play(rules, state, nobody, seed=f"trial {trial}", moves=moves, tell=False):
            reached = turn.step.state
        if seat in rules.to_act(reached):
            return True
    return False
