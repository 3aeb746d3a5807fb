"""States are sound values: playing a move does not change the state it is played from."""

from __future__ import annotations

from engineshed.testing.case import Position

MOST_MOVES = 40
"""If a position has more legal moves than this, only this many are tried, chosen at random."""


def state_is_sound(position: Position) -> None:
    """The referee: no broken invariant after any move."""
    for fault in position.game.rules.faults(position.state):
        raise AssertionError(f"a broken state: {fault}")


def moves_leave_their_state_alone(position: Position) -> None:
    """Neither questions nor moves change a state, and every move leads to a sound one."""
    game, state = position.game, position.state
    before = game.rules.dump(state)
    for seat in position.to_act:
        for move in position.rng("values").shuffled(position.legal(seat))[:MOST_MOVES]:
            after = game.rules.apply(state, seat, move).state
            if game.rules.dump(state) != before:
                raise AssertionError(f"apply({move}) changed the state that it was given")
            if game.rules.dump(game.rules.apply(state, seat, move).state) != game.rules.dump(after):
                raise AssertionError(f"apply({move}) leads to two different states")
            for fault in game.rules.faults(after):
                raise AssertionError(f"{move} leads to a broken state: {fault}")
    for looker in (*position.seats, None):
        game.rules.view(state, looker)
    game.rules.scores(state)
    game.speech.describe(state)
    if game.rules.dump(state) != before:
        raise AssertionError("looking at a state changed it")
