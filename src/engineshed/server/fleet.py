"""Several processes that do the same work. Their parent starts them, replaces those that die, and ends them all."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic, sleep
from typing import Any, NamedTuple

log = logging.getLogger(__name__)

STARTING = 60.0
"""How many seconds a process has to become ready."""
ENDING = 10.0
"""How many seconds a process has to end before it is killed."""
SHORT_LIFE, PAUSE = 5.0, 1.0
"""In seconds: a process that lived for less than the first is replaced only after the second."""

SPAWN = get_context("spawn")

Work = Callable[[Any, int, Connection], None]
"""What a process runs, with an argument that can be pickled and its number, counted from 1; a process has the number of
the one that it replaces. It sends anything through the pipe when it is ready."""


class FleetFailedError(Exception):
    """A process ended before it was ready, so others would fail too."""


class _Closing(Exception):  # noqa: N818  (not an error)
    """Raised when the parent is told to stop."""


class _Post(NamedTuple):
    """What is known about a process."""

    number: int
    started: float
    pipe: Connection
    """Kept open as long as the process lives: it could not say that it is ready if nobody listened."""


class Fleet:
    def __init__(self, count: int, work: Work, given: Any) -> None:
        self._work, self._given, self._count = work, given, count
        self._crew: dict[SpawnProcess, _Post] = {}

    def run(self, ready: Callable[[], None]) -> None:
        """Run until SIGINT or SIGTERM. Calls ``ready`` once all processes are ready."""
        try:
            for told in (signal.SIGINT, signal.SIGTERM):
                signal.signal(told, _close)
            for number in range(1, self._count + 1):
                self._start(number)
            for post in self._crew.values():
                _must_be_ready(post.pipe)
            ready()
            while True:
                self._replace_the_dead()
        except _Closing:
            pass
        finally:
            for told in (signal.SIGINT, signal.SIGTERM):
                signal.signal(told, signal.SIG_IGN)
            self._end()

    def _start(self, number: int) -> None:
        ours, theirs = SPAWN.Pipe(duplex=False)
        process = SPAWN.Process(target=self._work, args=(self._given, number, theirs), name="server")
        process.start()
        theirs.close()  # our copy would keep the pipe open when the process dies
        self._crew[process] = _Post(number, monotonic(), ours)

    def _replace_the_dead(self) -> None:
        wait([process.sentinel for process in self._crew])
        for process in [process for process in self._crew if not process.is_alive()]:
            log.warning("a server process ended with code %s; another one is started", process.exitcode)
            post = self._crew.pop(process)
            post.pipe.close()
            if monotonic() - post.started < SHORT_LIFE:
                sleep(PAUSE)
            self._start(post.number)

    def _end(self) -> None:
        deadline = monotonic() + ENDING
        for process in self._crew:
            process.terminate()
        for process in self._crew:
            process.join(max(0.0, deadline - monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _close(_number: int, _frame: object) -> None:
    raise _Closing


def _must_be_ready(pipe: Connection) -> None:
    try:
        if pipe.poll(STARTING):
            pipe.recv()
            return
    except EOFError:
        pass
    raise FleetFailedError
