"""States are values, and sound ones: playing a move changes nothing but what comes of it."""

from __future__ import annotations

from engineshed.testing.case import Position

MOST_MOVES = 40
"""A position with more legal moves than this is tried with as many, chosen at random."""


def state_is_sound(position: Position) -> None:
    """The referee: no broken invariant after any move."""
    for fault in position.game.faults(position.state):
        raise AssertionError(f"a broken state: {fault}")


def moves_leave_their_state_alone(position: Position) -> None:
    """Whatever is asked of a state and played from it, it stays what it was; and what comes of it is sound."""
    game, state = position.game, position.state
    before = game.dump(state)
    for seat in position.to_act:
        for move in position.rng("values").shuffled(position.legal(seat))[:MOST_MOVES]:
            after = game.apply(state, seat, move).state
            if game.dump(state) != before:
                raise AssertionError(f"apply({move}) changed the state that it was given")
            if game.dump(game.apply(state, seat, move).state) != game.dump(after):
                raise AssertionError(f"apply({move}) leads to two different states")
            for fault in game.faults(after):
                raise AssertionError(f"{move} leads to a broken state: {fault}")
    for looker in (*position.seats, None):
        game.view(state, looker)
    game.scores(state)
    game.describe(state)
    if game.dump(state) != before:
        raise AssertionError("looking at a state changed it")
