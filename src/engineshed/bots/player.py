"""A bot at a table: what it may spend on a move, and what it remembers about this game."""

from __future__ import annotations

from typing import Any

from engineshed.bots import question
from engineshed.bots.advising import Hint, hints
from engineshed.core.bot import AnyAsk, AnyBot, Memory
from engineshed.core.contract import AnyGame, Seat
from engineshed.core.registry import make_bot


class Player:
    """A bot on one seat, for one game; the next game needs new players."""

    __slots__ = ("_bot", "_budget", "_game", "_memory", "asked", "name")

    def __init__(self, game: AnyGame, name: str, bot: AnyBot | None = None) -> None:
        """``bot``: a bot that only the caller knows; otherwise it is one of those that are registered."""
        self.name = name
        self._game, self._bot, self._budget = game, bot or make_bot(game.id, name), game.bots.budget(name)
        self._memory: Memory = {}
        self.asked: AnyAsk | None = None
        """The last question, for those who study the answer."""

    def hints(self, state: Any, seat: Seat, *, seed: str, ply: int) -> list[Hint]:
        """What it would play here, and other good moves, with reasons."""

        def asked() -> AnyAsk:
            return question(self._game, state, seat, seed=seed, ply=ply, budget=self._budget, memory=self._memory)

        return hints(self._bot, asked, self._game.ahead)

    def choose(self, state: Any, seat: Seat, *, seed: str, ply: int) -> Any:
        asked = question(self._game, state, seat, seed=seed, ply=ply, budget=self._budget, memory=self._memory)
        self.asked = asked
        return self._bot.choose(asked)
