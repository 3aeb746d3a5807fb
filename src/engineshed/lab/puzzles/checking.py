"""Checks a puzzle: that it can be set, and that its solution is as good as its file says."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import Illegal
from engineshed.core.errors import BadFileError, Trouble
from engineshed.lab.puzzles.comparing import compared
from engineshed.lab.puzzles.reading import Puzzle


def check_puzzle(puzzle: Puzzle, source: str) -> None:
    """Raises ``BadFileError`` if the position cannot be set up, or a move is not legal in it."""
    game = puzzle.in_game
    if puzzle.seat not in game.seat_names:
        raise BadFileError(source, "seat", "no.seat", name=puzzle.seat)
    try:
        state = puzzle.state
    except Trouble as trouble:
        raise BadFileError(source, "position", "file.misfit", problem=trouble) from None
    if puzzle.number_of_seat not in game.rules.to_act(state):
        raise BadFileError(source, "seat", "lesson.not-to-act", seat=puzzle.seat)
    if not puzzle.rivals:
        raise BadFileError(source, "rivals", "puzzle.no-rivals")
    for move in (*puzzle.right, *(rival.move for rival in puzzle.rivals)):
        _must_be_legal(puzzle, state, move, source)
    if any(rival.behind < puzzle.budget.margin for rival in puzzle.rivals):
        raise BadFileError(source, "rivals", "puzzle.near")


def _must_be_legal(puzzle: Puzzle, state: Any, text: str, source: str) -> None:
    game = puzzle.in_game
    try:
        game.rules.check(state, puzzle.number_of_seat, game.speech.read(state, text))
    except Illegal as refusal:
        raise BadFileError(source, text, "file.misfit", problem=Trouble(str(refusal))) from None
    except Trouble as trouble:
        raise BadFileError(source, text, "file.misfit", problem=trouble) from None


def prove_puzzle(puzzle: Puzzle, source: str, *, whole: bool = True) -> None:
    """Play the stated budget again; raises ``BadFileError`` if a move is not worse by the stated margin.

    ``whole``: all moves; otherwise only the nearest rivals.
    """
    game, state = puzzle.in_game, puzzle.state
    seat = puzzle.number_of_seat
    solution = game.speech.read(state, puzzle.solution)
    others = [move for move in game.rules.legal(state, seat) if move != solution]
    if len(others) != puzzle.others:
        raise BadFileError(source, "others", "puzzle.others", others=len(others))
    told = (*puzzle.same, *(rival.move for rival in puzzle.rivals))
    tried = others if whole else [game.speech.read(state, move) for move in told]
    found = compared(game, state, seat, solution, tried, puzzle.budget)
    if found is None:
        raise BadFileError(source, "solution", "puzzle.disproved")
    if found.rivals[: len(puzzle.rivals)] != puzzle.rivals or found.same != puzzle.same:
        raise BadFileError(source, "rivals", "puzzle.differs")
