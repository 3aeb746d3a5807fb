"""Undo: a move that revealed nothing and did not end the game can be taken back, as if it had never been played."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.errors import CannotUndoError
from engineshed.core.table import Table
from engineshed.testing.case import Playout


def moves_can_be_taken_back_until_something_is_revealed(playout: Playout) -> None:
    played = playout.table
    # Without a seed nature does not draw, so that each move can be taken back before the next.
    table: Table[Any, Any, Any] = Table(playout.game, played.seats, played.options, seed=None)
    for number, ply in enumerate(played.plies):
        table.replay(ply.seat, ply.move)
        if any(_undone(table, Seat(other)) for other in range(played.seats) if other != ply.seat):
            raise AssertionError(f"move {number + 1} ({ply.text!r}) was taken back by another player")
        takeable = ply.seat != CHANCE and not ply.reveals and not table.over
        undone = _undone(table, ply.seat)
        if undone != takeable:
            raise AssertionError(f"move {number + 1} ({ply.text!r}, {ply.reveals=}) was taken back: {undone}")
        if undone:
            if table.state != played.states[number]:
                raise AssertionError(f"taking back move {number + 1} ({ply.text!r}) leads to another state")
            table.replay(ply.seat, ply.move)


def _undone(table: Table[Any, Any, Any], seat: Seat) -> bool:
    try:
        table.undo(seat)
    except CannotUndoError:
        return False
    return True
