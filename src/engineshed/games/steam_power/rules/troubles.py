"""What this game says when a file, a described position or a typed move is wrong: messages under ``trouble``."""

from __future__ import annotations

from typing import Final

from engineshed.core.errors import of_game

GAME_ID: Final = "steam-power"


def trouble(message: str) -> str:
    return of_game(GAME_ID, f"trouble.{message}")
