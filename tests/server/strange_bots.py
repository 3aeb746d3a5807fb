"""Badly behaved bots that take the name of the greedy bot; worker processes import them from here."""

from __future__ import annotations

import os
import pickle
import signal
import time
from functools import partial
from pathlib import Path
from typing import Any

from engineshed.core.bot import AnyBot, Ask
from engineshed.core.registry import make_bot
from engineshed.server.workers import MEMORY, FindBot


class Hanging:
    def choose(self, ask: Ask[Any, Any]) -> Any:
        while ask.moves:
            time.sleep(0.01)


class Raising:
    def choose(self, ask: Ask[Any, Any]) -> Any:
        raise RuntimeError(f"this is what I saw: {ask.view}")


class Dying:
    def choose(self, ask: Ask[Any, Any]) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)
        return ask.moves[0]


class Cheating:
    def choose(self, ask: Ask[Any, Any]) -> Any:
        return (ask.moves[0], "and all the money")


class Hoarding:
    """Wants more memory than a worker may have."""

    def choose(self, ask: Ask[Any, Any]) -> Any:
        return ask.moves[0] if bytearray(MEMORY * 8) else None


class Spying:
    """Plays well, and writes down everything that it is given."""

    def __init__(self, notes: str, game_id: str) -> None:
        self._notes, self._game_id = Path(notes), game_id

    def choose(self, ask: Ask[Any, Any]) -> Any:
        with self._notes.open("wb") as notes:  # a pipe
            pickle.dump((ask.seat, tuple(ask.moves), ask.view, ask.rng._state), notes)
        return make_bot(self._game_id, "greedy").choose(ask)


class Counting:
    """Plays the nth of its moves when it is asked for the nth time, as far as it remembers."""

    def choose(self, ask: Ask[Any, Any]) -> Any:
        times = ask.memory.get("times", 0)
        ask.memory["times"] = times + 1
        return ask.moves[times % len(ask.moves)]


def counting(_game_id: str, _name: str) -> AnyBot:
    return Counting()


STRANGE: dict[str, type[AnyBot]] = {
    "hanging": Hanging,
    "raising": Raising,
    "dying": Dying,
    "cheating": Cheating,
    "hoarding": Hoarding,
}


def greedy_is(strange: str) -> FindBot:
    return partial(_find, strange)


def _find(strange: str, game_id: str, name: str) -> AnyBot:
    return STRANGE[strange]() if name == "greedy" else make_bot(game_id, name)


def greedy_spies(notes: Path) -> FindBot:
    return partial(_find_spy, str(notes))


def _find_spy(notes: str, game_id: str, name: str) -> AnyBot:
    return Spying(notes, game_id) if name == "greedy" else make_bot(game_id, name)
