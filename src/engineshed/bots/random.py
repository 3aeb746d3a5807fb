"""The bot that plays any game: each legal move is equally likely."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import Ask


class RandomBot:
    """Plays at random. It never looks at the board, which makes it the quickest opponent and the weakest."""

    def choose(self, ask: Ask[Any, Any]) -> Any:
        return ask.rng.choice(ask.moves)
