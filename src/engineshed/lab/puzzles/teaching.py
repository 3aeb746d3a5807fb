"""A puzzle is taken like a lesson of one step: the position, the task, and what is said to each move.

Its texts are made when it is taken, in every language of its game: from what was measured, and from the reasons that
the game's usual bot gives for and against a move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engineshed.core.contract import AnyGame
from engineshed.core.errors import UnknownNameError, say
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import Message, Param, capital
from engineshed.lab.analysis.weighing import reasons
from engineshed.lab.lessons.reading import Lesson, LessonFile, LessonStep, Texts, Wrong
from engineshed.lab.puzzles.reading import Puzzle
from engineshed.lab.puzzles.shelf import puzzles

PREFIX = "puzzle-"
"""How the names of puzzles begin; their number follows, counted from 1."""


def puzzle_names(game: AnyGame) -> Sequence[str]:
    return [f"{PREFIX}{number}" for number in range(1, len(puzzles(game)) + 1)]


def find_puzzle(game: AnyGame, name: str) -> Lesson:
    """The puzzle of this name, or of this number, as a lesson; raises ``UnknownNameError``."""
    number = name.lower().removeprefix(PREFIX)
    if number.isdecimal() and 1 <= int(number) <= len(puzzles(game)):
        return puzzle_lesson(puzzles(game)[int(number) - 1], int(number))
    raise UnknownNameError("puzzle", name, puzzle_names(game))


def of_the_day(game: AnyGame, day: int) -> str | None:
    """The name of the game's puzzle for this day; None if it has none. Days are counted from any day, and all games
    go through their puzzles in turn."""
    names = puzzle_names(game)
    return names[day // len(game_ids()) % len(names)] if names else None


def game_of_the_day(day: int) -> AnyGame | None:
    """The games take turns; None if no game has puzzles."""
    having = [game for game in map(find_game, game_ids()) if puzzles(game)]
    return having[day % len(having)] if having else None


def puzzle_title(number: int, language: str) -> str:
    return say(Message("puzzle.title", {"number": number}), language)


def puzzle_lesson(puzzle: Puzzle, number: int) -> Lesson:
    game = puzzle.in_game
    teller = _Teller(game)
    state = puzzle.state
    seat = f"company.{puzzle.seat}"
    players, round_ = len(game.rules.scores(state)), game.rules.round(state)
    nearest = puzzle.rivals[0]
    step = LessonStep(
        position=puzzle.position,
        seat=puzzle.seat,
        text=teller.texts("text", seat=seat, players=players, round=round_, number=puzzle.others + 1),
        task=teller.texts("task"),
        moves=puzzle.right,
        wrong=tuple(
            Wrong((rival.move,), teller.with_reasons(puzzle, rival.move, "wrong", rival.behind))
            for rival in puzzle.rivals
        ),
        otherwise=teller.texts("otherwise", points=_whole(puzzle.rivals[-1].behind)),
        done=teller.with_reasons(puzzle, puzzle.solution, "done", nearest.behind),
    )
    file = LessonFile(
        id=f"{PREFIX}{number}",
        game=game.id,
        title=teller.texts("title", number=number),
        text=teller.texts("about"),
        rules=(),
        steps=(),
    )
    return Lesson(f"{PREFIX}{number}", file, (step,))


class _Teller:
    """Says things about a puzzle in every language of its game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def texts(self, message: str, /, **params: Param) -> Texts:
        return {language: self._said(message, language, params) for language in self.game.languages}

    def with_reasons(self, puzzle: Puzzle, move: str, message: str, behind: float) -> Texts:
        """What came of a move, and what the usual bot says of it."""
        texts = self.texts(message, points=_whole(behind))
        told = list(self._reasons(puzzle, move))
        return {
            language: " ".join([text, *(f"{self.game.speech.words_in(language).say(reason)}." for reason in told)])
            for language, text in texts.items()
        }

    def _reasons(self, puzzle: Puzzle, move: str) -> Iterator[Message]:
        state, usual = puzzle.state, self.game.bots.usual
        read: Any = self.game.speech.read(state, move)
        yield from reasons(self.game, state, puzzle.number_of_seat, 0, read, usual, "puzzle")

    def _said(self, message: str, language: str, params: dict[str, Param]) -> str:
        words = self.game.speech.words_in(language)
        known = {
            key: words.word(value) if isinstance(value, str) and value in words.templates else value
            for key, value in params.items()
        }
        return capital(say(Message(f"puzzle.{message}", known), language))


def _whole(points: float) -> int:
    """At least 1, because less would not be told from nothing."""
    return max(1, round(points))
