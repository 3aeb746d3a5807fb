"""Studies are worked on in a process of their own, with limits: what decided a game, or how a position goes on.

The process is asked for the next step again and again, and tells how far it has got. So it can be ended between two
steps, or in the middle of one; what was found before is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from time import monotonic

import msgspec

from engineshed.bots.process import serve_the_parent
from engineshed.core.errors import Trouble
from engineshed.core.record import Record, open_record
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.analysis import Analysis, Effort, analyse, strongest
from engineshed.lab.analysis.endings import Summary, endings
from engineshed.lab.analysis.playing_on import QUICK
from engineshed.lab.engines.pool import ALONE
from engineshed.server.children import READY, Child
from engineshed.server.rlimits import allow_time, confine

MEMORY = 768 << 20
"""How many bytes of memory a study may use besides those that its process needs to start."""
STEP = 1.0
"""After so many seconds the process tells how far it has got."""
PATIENCE = 120.0
"""After so many seconds without a word the process is ended; a single game in it may take a while."""
GAMES = 200
"""How often a position is played on."""


class Ending(msgspec.Struct, frozen=True):
    """How one seat fares where a position is played on: its share of victories, and its points, with 95% intervals."""

    wins: float
    low: float
    high: float
    score: float
    half_width: float


class Endings(msgspec.Struct, frozen=True):
    games: int
    seats: list[Ending]


class Found(msgspec.Struct, frozen=True):
    """What is known so far; one of the two."""

    analysis: Analysis | None = None
    endings: Endings | None = None


class Progress(msgspec.Struct, frozen=True):
    """How far a study has got. ``done`` is 1 at the end."""

    done: float
    found: Found


class Assignment(msgspec.Struct, frozen=True):
    """What is to be worked out: of a record, the whole game or the position after so many plies."""

    record: Record
    ply: int | None
    seconds: float
    seed: str

    def steps(self) -> Iterator[Progress]:
        return self._whole_game() if self.ply is None else self._one_position(self.ply)

    def _whole_game(self) -> Iterator[Progress]:
        game = find_game(self.record.game)
        table = open_record(self.record, game)
        effort = Effort(adviser=game.bots.usual, seconds=self.seconds, seed=self.seed)
        effort = msgspec.structs.replace(effort, bot=strongest(table, effort, processes=1))
        for step in analyse(table, effort, ALONE):
            yield Progress(step.done, Found(analysis=step.found))

    def _one_position(self, ply: int) -> Iterator[Progress]:
        table = open_record(self.record, find_game(self.record.game), upto=ply)
        if table.over:
            raise Trouble("trouble.study-over")
        summary, until = endings(table, QUICK, self.seed), monotonic() + self.seconds
        for number, (shares, scores) in enumerate(summary.play(GAMES, ALONE), start=1):
            summary.add(shares, scores)
            late = monotonic() > until
            yield Progress(1.0 if late else number / GAMES, Found(endings=_told(summary)))
            if late:
                return


def _told(summary: Summary) -> Endings:
    seats = [
        Ending(one.share, *one.interval, score=one.scores.mean, half_width=one.scores.half_width)
        for one in summary.seats
    ]
    return Endings(summary.seats[0].games, seats)


class Failed(msgspec.Struct, frozen=True):
    """Why there is no next step."""

    reason: str


class Student(Child):
    """The process of one study."""

    def __init__(self) -> None:
        super().__init__(serve, name="study")

    def begin(self, given: Assignment) -> Progress | Failed:
        """The first step. Like ``go_on``, it raises ``OSError`` or ``EOFError`` if the process does not survive it."""
        return self._asked(given)

    def go_on(self) -> Progress | Failed:
        return self._asked(None)

    def _asked(self, question: Assignment | None) -> Progress | Failed:
        found: Progress | Failed = self.ask(question, PATIENCE)
        return found


# -- in the process ---------------------------------------------------------------------------------------------------


def serve(pipe: Connection) -> None:
    """Work on one study until it is done or the server is gone."""
    serve_the_parent()
    for game_id in game_ids():
        find_game(game_id)  # loaded before the limits apply
    confine(MEMORY)
    with suppress(EOFError, OSError):  # the other end of the pipe is gone
        pipe.send(READY)
        given: Assignment = pipe.recv()
        allow_time(2 * given.seconds + PATIENCE)
        try:
            for step in _now_and_then(given.steps()):
                pipe.send(step)
                pipe.recv()
        except Trouble as trouble:
            pipe.send(Failed(str(trouble)))


def _now_and_then(steps: Iterator[Progress]) -> Iterator[Progress]:
    """The first step, the last one, and one every now and then in between."""
    told, latest = 0.0, None
    for latest in steps:
        if latest.done < 1 and monotonic() - told >= STEP:
            yield latest
            told = monotonic()
    if latest is not None:
        yield latest
