"""A bot for any game: each legal move is equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engineshed.core.bot import Ask, Weighed


class RandomBot:
    """Plays at random. It never looks at the board, which makes it the quickest opponent and the weakest."""

    def choose(self, ask: Ask[Any, Any]) -> Any:
        return ask.rng.choice(ask.moves)

    def weigh(self, ask: Ask[Any, Any]) -> Sequence[Weighed[Any]]:
        return [Weighed(move, 0.0) for move in ask.moves]
