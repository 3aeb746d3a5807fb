"""A process of our own that is asked one question at a time through a pipe.

A thread waits for the answer, so that the event loop never has to. A process that is too slow is killed, and the next
question starts a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock
from typing import Any

STARTING = 30.0
"""How many seconds a new process has to start; they do not count against the question."""
READY = "ready"
"""The first thing that a process sends."""


class ChildClosedError(Exception):
    """The server is closing, so no more processes are started."""


class Child:
    """One process and our end of its pipe. The process is started by the first question."""

    def __init__(self, serve: Callable[..., None], *args: Any, name: str) -> None:
        """``serve`` runs in the process, with its end of the pipe and ``args``; it must be a module-level function."""
        self._serve, self._args, self._name = serve, args, name
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._changing = Lock()
        self._closed = False

    def ask(self, question: object, patience: float) -> Any:
        """The answer. Raises ``TimeoutError`` if there is none in time, or another ``OSError`` or ``EOFError`` if the
        process has died; in either case the process is ended. Only one thread may call this at a time."""
        try:
            pipe = self.connected()
            pipe.send(question)
            return _hear(pipe, patience)
        except (EOFError, OSError):
            self.end()
            raise

    def connected(self) -> Connection:
        """Our end of the pipe to a running process."""
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self.end()
        pipe = self._start()
        _hear(pipe, STARTING)
        return pipe

    def close(self) -> None:
        """End the process for good; a thread that is waiting for an answer learns at once that there will be none."""
        with self._changing:
            self._closed = True
        self.end()

    def end(self) -> None:
        with self._changing:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            # a thread still listening to the pipe keeps it open, and is told that it has ended
            self._process = self._pipe = None

    def _start(self) -> Connection:
        with self._changing:
            if self._closed:
                raise ChildClosedError
            spawn = get_context("spawn")
            self._pipe, theirs = spawn.Pipe()
            self._process = spawn.Process(target=self._serve, args=(theirs, *self._args), daemon=True, name=self._name)
            self._process.start()
            theirs.close()  # our copy would keep the pipe open when the process dies
            return self._pipe


def _hear(pipe: Connection, patience: float) -> Any:
    if not pipe.poll(patience):
        raise TimeoutError
    return pipe.recv()
