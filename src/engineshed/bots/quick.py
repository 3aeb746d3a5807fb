"""A bot that follows a game's quick policy: rules of thumb, made for simulated games.

It is weaker than bots that weigh their moves, but it plays in another style: whoever beats it has not only learned to
beat themselves.
"""

from __future__ import annotations

from typing import Any

from engineshed.core.bot import Ask, Policy


class QuickBot:
    """The policy looks at a whole position, so it gets one that fits what the bot sees."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, ask: Ask[Any, Any]) -> Any:
        if len(ask.moves) == 1:
            return ask.moves[0]
        return self._policy(ask.rules.guess(ask.view, ask.rng), ask.seat, ask.moves, ask.rng)
