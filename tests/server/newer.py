"""Versions of the small game: as it was, and as it may become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
import pytest

from engineshed.core import registry
from engineshed.core.contract import AnyGame, Fact, Seat, Step
from engineshed.core.earlier import Doc, Earlier
from engineshed.server.reading import Job, Readers
from tests.core.toy import GAME as FIRST
from tests.core.toy import GAME_ID, AnyMove, Drop, HandcarRace, State, game_of

__all__ = ["FIRST", "OTHER_WORDS", "SECOND", "THAT_KEEPS", "UNREADABLE", "ReadersHere", "Versions"]


class NoDropping(HandcarRace):
    """Picked cards must be played, and each of them is worth one more."""

    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        return (move for move in super().legal(s, seat) if not isinstance(move, Drop))

    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        super().check(s, seat, m)
        if isinstance(m, Drop):
            self._refuse("H3", "stage")

    def _ride(self, s: State, steps: int, *facts: Fact) -> Step[State]:
        return super()._ride(s, steps if facts else steps + 1, *facts)


class OtherWords(NoDropping):
    """The same rules with other words for a position, and other bytes."""

    def describe(self, s: State) -> dict[str, Any]:
        doc = super().describe(s)
        return {"cars": doc.pop("places"), **doc}

    def arrange(self, doc: Mapping[str, Any]) -> State:
        known = dict(doc)
        return super().arrange({"places": known.pop("cars"), **known})

    def dump(self, s: State) -> bytes:
        return msgspec.msgpack.encode(["new", super().dump(s)])

    def load(self, data: bytes) -> State:
        _, inside = msgspec.msgpack.decode(data)
        return super().load(inside)


def reworded(doc: Doc, version: int) -> Doc:
    assert version < 3
    known = dict(doc)
    return {"cars": known.pop("places"), **known}


SECOND = game_of(NoDropping(), version=2)
THAT_KEEPS = game_of(NoDropping(), version=2, earlier=Earlier(kept={1: lambda: FIRST}))
"""The second version, which has kept the first."""
OTHER_WORDS = game_of(OtherWords(), version=3, earlier=Earlier(reword=reworded))
UNREADABLE = game_of(OtherWords(), version=3)
"""The third version, which has forgotten everything about the others."""


T = TypeVar("T")


class ReadersHere(Readers):
    """Readers that read in this process, because the versions are only installed here."""

    async def read(self, job: Job[T]) -> T:
        return job.read()


class Point:
    """An entry point."""

    def __init__(self, game: AnyGame) -> None:
        self.name, self.game = game.id, game

    def load(self) -> AnyGame:
        return self.game


class Versions:
    """Says which version of the game is installed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def install(self, game: AnyGame) -> None:
        installed = {"engineshed.games": {GAME_ID: Point(game)}}
        self._patch.setattr(registry, "_points", lambda group: installed.get(group, {}))
