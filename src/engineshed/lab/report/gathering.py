"""What a report needs of each game."""

from __future__ import annotations

from typing import Any

import msgspec

from engineshed.core.bot import AnyAsk
from engineshed.core.contract import AnyGame
from engineshed.core.loop import Turn
from engineshed.lab.report.things import Reader
from engineshed.lab.simulate import GameLine

Uses = dict[str, dict[str, int]]
"""By group: how often each thing was used."""


class GameNotes(msgspec.Struct, frozen=True):
    """One game. What is about players is in seat order."""

    line: GameLine
    parts: tuple[dict[str, int], ...]
    """The parts of each score."""
    uses: tuple[Uses, ...]
    first: tuple[dict[str, str], ...]
    """By group: the first thing that a player used."""
    kinds: dict[str, int]
    """How often each kind of move was played."""


class Notes(msgspec.Struct, frozen=True):
    """The study of a report."""

    tell = True

    def watch(self, game: AnyGame, _options: Any, _seats: int, _number: int) -> NoteTaker:
        return NoteTaker(game)


class NoteTaker:
    def __init__(self, game: AnyGame) -> None:
        self._rules, self._reader = game.rules, Reader(game)
        self._uses: list[Uses] = [{} for _ in game.seat_names]
        self._first: list[dict[str, str]] = [{} for _ in game.seat_names]
        self._kinds: dict[str, int] = {}
        self._state: Any = None

    def see(self, _ply: int, turn: Turn[Any, Any], asked: AnyAsk | None) -> None:
        self._state = turn.step.state
        if asked is not None:
            kind = type(turn.move).__name__
            self._kinds[kind] = self._kinds.get(kind, 0) + 1
        for fact in turn.step.facts:
            for group, seat, thing in self._reader.uses(fact):
                counts = self._uses[seat].setdefault(group, {})
                counts[thing] = counts.get(thing, 0) + 1
                self._first[seat].setdefault(group, thing)

    def found(self, line: GameLine) -> GameNotes:
        scores = self._rules.scores(self._state)
        return GameNotes(
            line=line,
            parts=tuple(dict(score.parts) for score in scores),
            uses=tuple(self._uses[: line.seats]),
            first=tuple(self._first[: line.seats]),
            kinds=self._kinds,
        )
