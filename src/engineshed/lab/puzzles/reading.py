"""Puzzle files: a position out of a game of strong bots, and the one move that is clearly better than all others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.datafile import read_toml
from engineshed.core.registry import find_game
from engineshed.lab.puzzles.comparing import Budget, Rival

EASE = {"easy": "beginner", "medium": "casual"}
"""How easy a puzzle is, and the level of the bots that finds its solution; ``hard`` if neither does."""
LISTED = 6
"""So many of the other moves are kept with a puzzle, the nearest first."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle file. Its texts are made of messages when it is taken; see ``teaching``."""

    game: str
    seat: str
    """Whose decision it is."""
    solution: str
    ease: str
    others: int
    """How many other legal moves there are; each was tried."""
    budget: Budget
    rivals: tuple[Rival, ...]
    """The nearest of them."""
    position: dict[str, Any]


def read_puzzle(text: str, source: str) -> Puzzle:
    return read_toml(text, source, Puzzle)


def write_puzzle(puzzle: Puzzle, command: str) -> str:
    """The text of its file."""
    doc = msgspec.to_builtins(puzzle)
    rivals, position, budget = doc.pop("rivals"), doc.pop("position"), doc.pop("budget")
    lines = [f"# Made by: {command}", *_pairs(doc)]
    lines += ["", "[budget]", *_pairs(budget), "", "[position]", *_pairs(position)]
    for rival in rivals:
        lines += ["", "[[rivals]]", *_pairs(rival)]
    return "\n".join(lines) + "\n"


def _pairs(doc: dict[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in doc.items() if value is not None]


def _value(value: Any) -> str:
    """JSON's texts, numbers, booleans and lists are TOML's as well; only its tables are not."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None)
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return msgspec.json.encode(value).decode()


def _key(key: Any) -> str:
    text = str(key)
    return text if text.replace("-", "").replace("_", "").isalnum() and text.isascii() else _value(text)


# -- the puzzles of a game --------------------------------------------------------------------------------------------


def puzzle_files(game: AnyGame) -> list[Traversable]:
    """The puzzles in a game's package, ``data/puzzles/*.toml``, in the order of their names."""
    folder = files(game.package) / "data" / "puzzles" if game.package else None
    if folder is None or not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def puzzles(game: AnyGame) -> Sequence[Puzzle]:
    """The puzzles of a game, in their order."""
    return _puzzles(game.id)


@cache
def _puzzles(game_id: str) -> Sequence[Puzzle]:
    return [read_puzzle(file.read_text("utf-8"), file.name) for file in puzzle_files(find_game(game_id))]
