"""Puzzle files: a position out of a game of strong bots, and the one move that is clearly better than all others."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engineshed.core.contract import AnyGame, Seat
from engineshed.core.datafile import read_toml
from engineshed.core.registry import find_game
from engineshed.lab.positions import pairs
from engineshed.lab.puzzles.comparing import Budget, Rival

Ease = Literal["easy", "medium", "hard"]
"""Whether the bot for newcomers finds the solution, or the usual one, or neither."""
LISTED = 6
"""So many of the other moves are kept with a puzzle, the nearest first."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle file. Its texts are made of messages when it is taken; see ``teaching``."""

    game: str
    seat: str
    """Whose decision it is."""
    solution: str
    ease: Ease
    others: int
    """How many other legal moves there are; each was tried."""
    budget: Budget
    rivals: tuple[Rival, ...]
    """The nearest of them."""
    position: dict[str, Any]
    """In the words of the game's ``arrange``."""
    same: tuple[str, ...] = ()
    """Moves that come to exactly the same as the solution: the same in another order, or its first step."""
    strong_from: int = 1
    """From this round on everybody played like the strongest bot, and before it like the usual one."""

    @property
    def in_game(self) -> AnyGame:
        return find_game(self.game)

    @property
    def number_of_seat(self) -> Seat:
        return Seat(self.in_game.seat_names.index(self.seat))

    @property
    def right(self) -> tuple[str, ...]:
        return (self.solution, *self.same)

    @property
    def state(self) -> Any:
        """The position; raises ``Trouble`` if it cannot be."""
        return self.in_game.speech.arrange(self.position)


def read_puzzle(text: str, source: str) -> Puzzle:
    """A puzzle from the text of its file; ``check_puzzle`` says whether it can be set."""
    return read_toml(text, source, Puzzle)


def write_puzzle(puzzle: Puzzle, command: str) -> str:
    """The text of its file."""
    doc = msgspec.to_builtins(puzzle)
    if not puzzle.same:
        del doc["same"]
    rivals, position, budget = doc.pop("rivals"), doc.pop("position"), doc.pop("budget")
    lines = [f"# Made by: {command}", *pairs(doc)]
    lines += ["", "[budget]", *pairs(budget), "", "[position]", *pairs(position)]
    for rival in rivals:
        lines += ["", "[[rivals]]", *pairs(rival)]
    return "\n".join(lines) + "\n"
