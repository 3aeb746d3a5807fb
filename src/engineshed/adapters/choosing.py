"""Choosing a move number by number: a choice that is not finished yet is a state of the adapter, not of the game."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from engineshed.adapters.moves import Numbering, Path


class NoChoiceError(ValueError):
    """A number that no legal move has at this place: ask the action mask."""


class Choice:
    """What a seat can choose among its legal moves.

    Numbers are chosen until one move is left. A number that all remaining moves share is not asked for.
    """

    __slots__ = ("_moves", "_paths", "chosen", "depth", "numbers")

    def __init__(self, moves: Sequence[Any], paths: Sequence[Path], depth: int = 0, chosen: Path = ()) -> None:
        """``depth``: how many numbers of the paths are settled."""
        self._moves, self._paths, self.depth = moves, paths, depth
        self.chosen = chosen
        """The numbers that were chosen so far."""
        self.numbers: Sequence[int] = list(map(itemgetter(depth), paths))
        """What can be chosen next; a number may occur more than once."""

    @classmethod
    def among(cls, moves: Sequence[Any], numbering: Numbering) -> Choice:
        return cls(moves, [numbering[move] for move in moves])

    def choose(self, number: int) -> Any | Choice:
        """The move, if only one is left, or the choice that is left. Raises ``NoChoiceError`` if there is none."""
        if number not in self.numbers:
            raise NoChoiceError(f"{number} cannot be chosen now; can be chosen: {sorted({*self.numbers})}")
        if self.numbers.count(number) == 1:
            return self._moves[self.numbers.index(number)]
        left = [place for place, other in enumerate(self.numbers) if other == number]
        paths, depth = [self._paths[place] for place in left], self.depth + 1
        while len({path[depth] for path in paths}) == 1:
            depth += 1
        return Choice([self._moves[place] for place in left], paths, depth, (*self.chosen, number))


def numbers_of(numbering: Numbering, moves: Sequence[Any], move: Any) -> Path:
    """The numbers that choose this move among these."""
    choice: Any = Choice.among(moves, numbering)
    path, chosen = numbering[move], list[int]()
    while isinstance(choice, Choice):
        chosen.append(path[choice.depth])
        choice = choice.choose(chosen[-1])
    return tuple(chosen)
