"""A bot that begins its games in different ways, so that many games do not show one habit again and again."""

from __future__ import annotations

from typing import Any

from engineshed.bots.beginner import Beginner, Mistakes
from engineshed.core.bot import Ask, WeighingBot

OTHER_IDEAS = Mistakes(slips=50, ideas=3)
"""While a game opens, every other choice is the second or third best move."""


class Opening:
    """A bot for one game: its first choices vary, then it plays as always."""

    def __init__(self, bot: WeighingBot[Any, Any], choices: int) -> None:
        self._bot, self._varied, self._left = bot, Beginner(bot, OTHER_IDEAS), choices

    def choose(self, ask: Ask[Any, Any]) -> Any:
        if self._left == 0:
            return self._bot.choose(ask)
        self._left -= len(ask.moves) > 1
        return self._varied.choose(ask)
