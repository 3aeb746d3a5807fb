"""Bots that can play any game: they see a view and their legal moves, never a state."""

from __future__ import annotations

from typing import Any

from engineshed.core.bot import NO_LIMIT, Ask, Budget, Memory
from engineshed.core.contract import AnyGame, Seat
from engineshed.core.rng import Rng


def question(
    game: AnyGame,
    state: Any,
    seat: Seat,
    *,
    seed: str,
    ply: int,
    budget: Budget = NO_LIMIT,
    memory: Memory | None = None,
) -> Ask[Any, Any]:
    """What the bot on this seat is asked now.

    Its random numbers are keyed by seed, seat and ply, so a game between bots is the same wherever and however often it
    is played. ``memory`` is what this bot remembers about this game.
    """
    rules = game.rules
    moves = list(rules.legal(state, seat))
    rng = Rng("bot", seed, seat, ply)
    return Ask(rules, seat, moves, rng, lambda: rules.view(state, seat), budget=budget, memory=memory)
