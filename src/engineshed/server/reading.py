"""Reads what strangers send (maps, corrected files, records) in processes with limited time and memory.

The event loop never parses such a text itself. A process that takes too long is killed, and one that asks for too much
memory does not get it; the sender is told, and nobody else notices. Once a text has been read there, the server knows
that it is cheap, and reads it again itself in a thread.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

import msgspec

from engineshed.bots.process import serve_the_parent
from engineshed.core.errors import BadFileError, Trouble
from engineshed.core.registry import find_game, game_ids
from engineshed.server.children import READY, Child, ChildClosedError
from engineshed.server.foreign import Nothing
from engineshed.server.refusals import BusyError, ServiceError
from engineshed.server.rlimits import allow_time, confine

T_co = TypeVar("T_co", covariant=True)

MEGABYTE = 1024 * 1024
PATIENCE = 4
"""How much longer than its CPU time a job may take, because other programs use the CPU too."""
RETRY = 5
"""Seconds to wait before trying again when all readers are busy."""


class Allowance(msgspec.Struct, frozen=True):
    """How much reading may cost."""

    readers: int = 2
    """How many processes read at the same time."""
    waiting: int = 16
    """How many texts may wait for a process."""
    seconds: float = 3.0
    """CPU time for a map or corrected files."""
    record_seconds: float = 30.0
    """CPU time for a record: it may have thousands of moves, and all of them are replayed."""
    memory: int = 256 * MEGABYTE
    """Memory on top of what a reader has when it starts."""


class Job(Protocol[T_co]):
    """Something to read. It is pickled, and so is what ``read`` returns or raises."""

    @property
    def source(self) -> str:
        """Its name in a refusal."""
        ...

    @property
    def long(self) -> bool:
        """Whether it gets as much time as a record."""
        ...

    def read(self) -> T_co: ...


T = TypeVar("T")


class Readers:
    """The reading processes, started when they are needed or earlier by ``warm``."""

    def __init__(self, allowance: Allowance | None = None) -> None:
        self._allowance = allowance or Allowance()
        count = self._allowance.readers
        self._children = [Child(serve, self._allowance.memory, name="reader") for _ in range(count)]
        self._idle: SimpleQueue[Child] = SimpleQueue()
        for child in self._children:
            self._idle.put(child)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="readers")
        self.asked = 0
        """How many texts are being read or waiting."""

    async def read(self, job: Job[T]) -> T:
        """Raises what ``job.read`` raises, or a refusal if the text is too costly to read."""
        if self.asked >= self._allowance.readers + self._allowance.waiting:
            raise BusyError(RETRY)
        self.asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, job)
        finally:
            self.asked -= 1

    def warm(self) -> None:
        """Start the processes, without waiting for them."""
        for _ in self._children:
            self._threads.submit(self._read, Nothing())

    def close(self) -> None:
        """End every process, even those that are reading."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for child in self._children:
            child.close()
        self._threads.shutdown()

    def _read(self, job: Job[T]) -> T:
        child = self._idle.get()
        try:
            return self._ask(child, job)
        finally:
            self._idle.put(child)

    def _ask(self, child: Child, job: Job[T]) -> T:
        seconds = self._allowance.record_seconds if job.long else self._allowance.seconds
        try:
            answer: Outcome = child.ask((job, seconds), PATIENCE * seconds)
        except ChildClosedError:
            raise BusyError(RETRY) from None
        except (EOFError, OSError):
            raise _too_costly(job) from None
        if isinstance(answer, Refused):
            raise answer.error
        if isinstance(answer, Exhausted):
            child.end()  # it may be in any state
            raise _too_costly(job)
        found: T = answer.found
        return found


def _too_costly(job: Job[Any]) -> BadFileError:
    return BadFileError(job.source, "", "file.costly")


@cache
def shared_readers() -> Readers:
    """The readers of services that are given none; they end with this process."""
    return Readers(Allowance(readers=1))


# -- what comes back --------------------------------------------------------------------------------------------------


class Read(msgspec.Struct, frozen=True):
    found: Any


class Refused(msgspec.Struct, frozen=True):
    error: Exception


class Exhausted(msgspec.Struct, frozen=True):
    """There was not enough memory."""


Outcome = Read | Refused | Exhausted


# -- in the reader's process ------------------------------------------------------------------------------------------


def serve(pipe: Connection, memory: int) -> None:
    """Read until the server is gone."""
    serve_the_parent()
    for game_id in game_ids():
        find_game(game_id)  # loaded before the limits apply, and before anybody is waiting
    confine(memory)
    with suppress(EOFError, OSError):  # the other end of the pipe is gone
        pipe.send(READY)
        while True:
            job, seconds = pipe.recv()
            allow_time(seconds)
            pipe.send(_outcome(job))


def _outcome(job: Job[Any]) -> Outcome:
    try:
        return Read(job.read())
    except (Trouble, ServiceError, msgspec.DecodeError) as error:
        return Refused(error.with_traceback(None))
    except RecursionError:
        return Refused(ServiceError("bad-request", "nested"))
    except UnicodeDecodeError:
        return Refused(ServiceError("bad-request", "not-utf8"))
    except MemoryError:
        return Exhausted()
