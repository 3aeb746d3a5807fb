"""The guided game at the end of a game's lessons: an ordinary game against bots, with hints that become fewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engineshed.bots.advising import Hint as Advice
from engineshed.bots.player import Player
from engineshed.core.contract import AnyGame, Seat
from engineshed.core.errors import UnknownNameError
from engineshed.core.options import read_options
from engineshed.core.table import Table
from engineshed.lab.lessons.reading import Guided, Hint, Lesson


def begin_guided(lesson: Lesson) -> Table[Any, Any, Any]:
    """The table of a lesson's guided game; raises ``Trouble`` if there can be no such table."""
    guided, game = guided_of(lesson), lesson.game
    return Table(game, guided.players, guided_options(game, guided), seed=guided.seed, name=lesson.id)


def guided_of(lesson: Lesson) -> Guided:
    guided = lesson.guided
    assert guided is not None, "the lesson has no guided game"
    return guided


def guided_options(game: AnyGame, guided: Guided) -> Any:
    board = {} if guided.map is None else game.boards.map_option(guided.map)
    return read_options(game.rules.options, {**guided.options, **board})


def pupil_of(game: AnyGame, guided: Guided) -> Seat:
    """Where the pupil sits."""
    names = game.seat_names[: guided.players]
    if guided.seat and guided.seat not in names:
        raise UnknownNameError("seat", guided.seat, names)
    return Seat(names.index(guided.seat) if guided.seat else 0)


def seating(game: AnyGame, guided: Guided) -> list[str | None]:
    """The bot on each seat, None for the pupil."""
    pupil, bots = pupil_of(game, guided), 0
    names: list[str | None] = []
    for seat in range(guided.players):
        names.append(None if seat == pupil else guided.bots[bots % len(guided.bots)])
        bots += seat != pupil
    return names


def is_over(game: AnyGame, guided: Guided, state: Any) -> bool:
    """Whether the guided game has ended, perhaps before the game itself."""
    if not game.rules.to_act(state):
        return True
    return guided.rounds is not None and game.rules.round(state) > guided.rounds


def hints_at(game: AnyGame, guided: Guided, state: Any, seat: Seat) -> Iterator[tuple[int, Hint]]:
    """The hints that fit a decision, with their numbers; each fits while some legal move begins as it says."""
    texts = [game.speech.write(state, move) for move in game.rules.legal(state, seat)]
    for number, hint in enumerate(guided.hints):
        if any(text.startswith(hint.offers) for text in texts):
            yield number, hint


class Guide:
    """Sits beside a pupil who plays a guided game: says each hint as often as the file wants, one at a decision."""

    def __init__(self, lesson: Lesson) -> None:
        self.guided, self.game = guided_of(lesson), lesson.game
        self.said = [0] * len(self.guided.hints)
        self.decisions = 0

    def hint(self, state: Any, seat: Seat) -> Hint | None:
        """The next hint for this decision, if there is one."""
        for number, hint in hints_at(self.game, self.guided, state, seat):
            if self.said[number] < hint.times:
                self.said[number] += 1
                return hint
        return None

    def advice(self, state: Any, seat: Seat, ply: int) -> Advice | None:
        """A good move, at the first decisions; None later."""
        self.decisions += 1
        if self.decisions > self.guided.advice:
            return None
        return Player(self.game, self.game.bots.usual).hints(state, seat, seed=self.guided.seed, ply=ply)[0]


def players(game: AnyGame, guided: Guided) -> Sequence[Player | None]:
    """The bots on their seats, and None for the pupil."""
    return [None if name is None else Player(game, name) for name in seating(game, guided)]
