"""The options of a table, the moves, the positions, and what a player sees of them."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal

import msgspec

from engineshed.core.contract import Move
from engineshed.core.state import Position

COLOURS = ("red", "blue", "green", "yellow")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    map: str = "branch-line"
    most: Literal[2, 3, 4] = 3
    """How many wagons may be taken at once."""


class First(Move, frozen=True):
    """Chance draws who begins."""

    seat: int


class Take(Move, frozen=True):
    track: str
    wagons: int


MOVES = (First, Take)


class Stage(IntEnum):
    FIRST = 0
    TAKE = 1
    OVER = 2


class State(Position):
    options: Options
    tracks: tuple[int, ...]
    """The wagons that are left on each."""
    wagons: tuple[int, ...]
    """What each player has taken."""
    cleared: tuple[int, ...]
    """How many tracks each player has cleared."""
    stage: int = Stage.FIRST
    active: int = 0
    turn: int = 0
    """How many turns are over."""

    @property
    def round(self) -> int:
        return 1 + self.turn // len(self.wagons)


class Player(msgspec.Struct, frozen=True):
    wagons: int
    cleared: int


class View(msgspec.Struct, frozen=True):
    """Nothing is hidden, so everybody sees the same."""

    options: Options
    stage: Literal["first", "take", "over"]
    active: int
    turn: int
    tracks: dict[str, int]
    """The wagons that are left on each track, by its letter."""
    players: tuple[Player, ...]
