"""Bots that are programs of their own, in any language: they speak JSON lines over a pipe, and have a time limit.

docs/how-to-add-a-bot.md has the protocol. A program is kept running from game to game. One that answers too late, too
much or wrongly is ended and loses the game: a bot that plays at random finishes it in its place, because the other
players still need somebody there.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.util import Finalize
from queue import Empty, Queue
from threading import Semaphore, Thread
from types import TracebackType
from typing import Any, Literal

import msgspec

from engineshed.bots.random import RandomBot
from engineshed.core.bot import AnyAsk, AnyBot
from engineshed.core.contract import AnyGame, Seat
from engineshed.core.errors import Trouble
from engineshed.core.options import write_options

PROTOCOL = 1
SECONDS = 10.0
"""How long a program may think about one move, if nobody says otherwise."""
LARGEST_ANSWER = 4096
"""In bytes. An answer is the number of a move; whoever writes more has misunderstood something."""
LARGEST_RANDOM = 2**53
"""Random numbers for programs are below this: every language can read them exactly."""
GRACE = 1.0
"""How many seconds a program has to end by itself when its input ends."""

Reason = Literal["time", "ended", "long", "answer"]
"""What a program did wrong: it took too long, ended, wrote too long a line, or wrote anything other than the number
of the question and of one of its moves."""


class Program(msgspec.Struct, frozen=True):
    """How to start a bot that is a program."""

    command: tuple[str, ...]
    seconds: float = SECONDS
    """The time limit for each of its moves."""


class ProgramFault(Exception):  # noqa: N818  (a fault of the program, not an error of ours)
    """A program has lost its game."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Answer(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    """Of the question."""
    move: int


class _Process:
    """A running program. Threads read and write, so that no program can keep us waiting longer than its time."""

    def __init__(self, program: Program) -> None:
        self.program = program
        try:
            self._process = subprocess.Popen(program.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        except OSError as error:
            problem = error.strerror or str(error)
            raise Trouble("trouble.program", command=program.command[0], problem=problem) from None
        self._out: Queue[bytes | None] = Queue()
        self._wanted = Semaphore(0)
        self._answers: Queue[bytes] = Queue()
        self._threads = [Thread(target=work, daemon=True) for work in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    def _write(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(OSError, ValueError):
            while (line := self._out.get()) is not None:
                stdin.write(line + b"\n")
                stdin.flush()
        with suppress(OSError):
            stdin.close()

    def _read(self) -> None:
        """One line for each question, and an empty one when the program has ended. What nobody asked for stays in the
        pipe, and is not the answer to the next question, because answers repeat its number."""
        stdout = self._process.stdout
        assert stdout is not None
        line = b"?"
        with stdout, suppress(OSError, ValueError):
            while line and self._wanted.acquire():
                line = stdout.readline(LARGEST_ANSWER + 1)
                self._answers.put(line)

    def tell(self, message: Mapping[str, Any]) -> None:
        self._out.put(msgspec.json.encode(message))

    def ask(self, message: Mapping[str, Any], moves: int) -> int:
        """The number of the chosen move, from 0."""
        self.tell(message)
        self._wanted.release()
        try:
            line = self._answers.get(timeout=self.program.seconds)
        except Empty:
            raise ProgramFault("time") from None
        if not line:
            raise ProgramFault("ended")
        if len(line) > LARGEST_ANSWER:
            raise ProgramFault("long")
        try:
            answer = msgspec.json.decode(line, type=_Answer)
        except msgspec.DecodeError:
            raise ProgramFault("answer") from None
        if answer.number != message["number"] or not 0 <= answer.move < moves:
            raise ProgramFault("answer")
        return answer.move

    def end(self, grace: float = GRACE) -> None:
        """Close its input, and end it if it stays; then its threads end as well."""
        self._out.put(None)
        try:
            self._process.wait(grace)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._wanted.release()
        for thread in self._threads:
            thread.join(GRACE)


_idle: dict[Program, list[_Process]] = {}
"""Programs of this process that are between two games."""


def end_programs() -> None:
    while _idle:
        for process in _idle.popitem()[1]:
            process.end()


Finalize(None, end_programs, exitpriority=10)  # it is called at the end of worker processes, too, where atexit is not


class ProgramBot:
    """A program on one seat, for one game."""

    def __init__(self, process: _Process) -> None:
        self.process: _Process | None = process
        self.fault: Reason | None = None
        self._stand_in = RandomBot()
        self._asked = 0

    def choose(self, ask: AnyAsk) -> Any:
        if self.process is None:
            return self._stand_in.choose(ask)
        self._asked += 1
        message = {
            "type": "choose",
            "number": self._asked,
            "random": ask.rng.below(LARGEST_RANDOM),
            "view": ask.view,
            "moves": ask.moves,
        }
        try:
            return ask.moves[self.process.ask(message, len(ask.moves))]
        except ProgramFault as fault:
            self.fault = fault.reason
            self.process.end(grace=0)
            self.process = None
            return self._stand_in.choose(ask)


class Programs:
    """The programs in one game: started, or taken from those that are idle, and idle again afterwards."""

    def __init__(self, game: AnyGame, programs: Mapping[str, Program], seating: Sequence[str], options: Any) -> None:
        self._game, self._options, self._seats = game, options, len(seating)
        self._programs = {Seat(seat): programs[name] for seat, name in enumerate(seating) if name in programs}
        self._bots: dict[Seat, ProgramBot] = {}

    def __enter__(self) -> Programs:
        for seat, program in self._programs.items():
            idle = _idle.get(program)
            self._bots[seat] = ProgramBot(idle.pop() if idle else _Process(program))
            self._greet(seat, program)
        return self

    def _greet(self, seat: Seat, program: Program) -> None:
        process = self._bots[seat].process
        assert process is not None
        process.tell(
            {
                "type": "game",
                "protocol": PROTOCOL,
                "game": self._game.id,
                "version": self._game.version,
                "options": write_options(self._options),
                "layout": self._game.boards.layout(self._options),
                "seats": self._seats,
                "seat": seat,
                "seconds": program.seconds,
            }
        )

    @property
    def bots(self) -> Mapping[Seat, AnyBot]:
        return self._bots

    def over(self, ranks: Sequence[int] | None, scores: Sequence[int]) -> tuple[str | None, ...]:
        """Tell the programs how it ended; by seat, why one of them lost before the end. Empty if none did."""
        for bot in self._bots.values():
            if bot.process is not None:
                bot.process.tell({"type": "over", "ranks": ranks, "scores": scores})
        faults = {seat: bot.fault for seat, bot in self._bots.items()}
        return tuple(faults.get(Seat(seat)) for seat in range(self._seats)) if any(faults.values()) else ()

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        for bot in self._bots.values():
            if bot.process is not None and kind is None:
                _idle.setdefault(bot.process.program, []).append(bot.process)
            elif bot.process is not None:
                bot.process.end(grace=0)
