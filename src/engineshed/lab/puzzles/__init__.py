"""Puzzles: positions out of games of strong bots in which one move is clearly better than all others.

``making`` finds them, ``checking`` proves what their files say, and ``teaching`` sets them like lessons of one step.
"""

from engineshed.lab.puzzles.checking import check_puzzle, prove_puzzle
from engineshed.lab.puzzles.comparing import Budget, Rival
from engineshed.lab.puzzles.making import Finding, make_puzzles
from engineshed.lab.puzzles.reading import Ease, Puzzle, read_puzzle, write_puzzle
from engineshed.lab.puzzles.shelf import puzzle_files, puzzles
from engineshed.lab.puzzles.teaching import (
    PREFIX,
    find_puzzle,
    game_of_the_day,
    of_the_day,
    puzzle_lesson,
    puzzle_names,
    puzzle_title,
)

__all__ = [
    "PREFIX",
    "Budget",
    "Ease",
    "Finding",
    "Puzzle",
    "Rival",
    "check_puzzle",
    "find_puzzle",
    "game_of_the_day",
    "make_puzzles",
    "of_the_day",
    "prove_puzzle",
    "puzzle_files",
    "puzzle_lesson",
    "puzzle_names",
    "puzzle_title",
    "puzzles",
    "read_puzzle",
    "write_puzzle",
]
