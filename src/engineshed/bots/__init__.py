"""Players that are programs: they see a view and their legal moves, never a state."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import AnyGame, Ask, Seat
from engineshed.core.rng import Rng


def question(game: AnyGame, state: Any, seat: Seat, *, seed: str, ply: int) -> Ask[Any, Any]:
    """What the bot on this seat is asked now.

    Its random numbers are keyed by seed, seat and ply, so a game with bots is the same wherever and however
    often it is played.
    """
    moves = list(game.legal(state, seat))
    return Ask(game, seat, moves, Rng("bot", seed, seat, ply), lambda: game.view(state, seat))
