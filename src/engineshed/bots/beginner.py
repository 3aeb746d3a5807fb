"""A bot that plays like a beginner: it has the right ideas, and does not always follow the best of them.

It weighs its moves as a better player does, and now and then it takes its second or third idea instead of the first.
It never plays a move that it thinks is senseless or far worse than its best one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engineshed.core.bot import Ask, Weighed, WeighingBot

UNSEEN = float("-inf")
"""The worth of moves that the better player does not consider."""
PERCENT = 100
ANY = 1e9
"""A difference that no two moves have."""


class Mistakes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often a beginner goes wrong. These numbers are part of its weights."""

    slips: int = 35
    """In how many of a hundred decisions it takes another of its best ideas instead of the first."""
    ideas: int = 3
    """How many moves come to its mind."""
    worst: float = ANY
    """How much worse than the best one an idea may be: more than that, even a beginner sees."""


class Beginner:
    """Any bot that weighs its moves, with human mistakes. The same question has the same mistake."""

    def __init__(self, better: WeighingBot[Any, Any], mistakes: Mistakes) -> None:
        self._better, self._mistakes = better, mistakes

    def choose(self, ask: Ask[Any, Any]) -> Any:
        if len(ask.moves) == 1:
            return ask.moves[0]
        if ask.rng.below(PERCENT) >= self._mistakes.slips:
            return self._better.choose(ask)
        return ask.rng.choice(self._ideas(ask)[1:] or [self._better.choose(ask)])

    def weigh(self, ask: Ask[Any, Any]) -> Sequence[Weighed[Any]]:
        return self._better.weigh(ask)

    def _ideas(self, ask: Ask[Any, Any]) -> list[Any]:
        """The moves that come to its mind, the best first."""
        weighed = sorted(self._better.weigh(ask), key=lambda option: -option.worth)
        least = max(UNSEEN, weighed[0].worth - self._mistakes.worst)
        return [option.move for option in weighed[: self._mistakes.ideas] if option.worth > least]
