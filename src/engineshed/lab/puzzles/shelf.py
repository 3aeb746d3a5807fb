"""The puzzles that come with a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.lab.puzzles.checking import check_puzzle
from engineshed.lab.puzzles.reading import Puzzle, read_puzzle


def puzzle_files(game: AnyGame) -> list[Traversable]:
    """The puzzles in a game's package, ``data/puzzles/*.toml``, in the order of their names."""
    folder = files(game.package) / "data" / "puzzles" if game.package else None
    if folder is None or not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def puzzles(game: AnyGame) -> Sequence[Puzzle]:
    """The puzzles of a game, in their order, checked."""
    return _puzzles(game.id)


@cache
def _puzzles(game_id: str) -> Sequence[Puzzle]:
    found = []
    for file in puzzle_files(find_game(game_id)):
        found.append(read_puzzle(file.read_text("utf-8"), file.name))
        check_puzzle(found[-1], file.name)
    return found
