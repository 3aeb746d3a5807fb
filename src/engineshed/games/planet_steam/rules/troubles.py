"""Mistakes in typed moves and in files: ids of this game's words under ``trouble`` and ``place``."""

from __future__ import annotations

from engineshed.core.errors import of_game
from engineshed.core.words import Message, Param
from engineshed.games.planet_steam.rules.components import GAME_ID


def trouble(message: str) -> str:
    return of_game(GAME_ID, f"trouble.{message}")


def place(message: str, **params: Param) -> Message:
    """A place in a board's file that is not only keys."""
    return Message(of_game(GAME_ID, f"place.{message}"), params)
