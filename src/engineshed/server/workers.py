"""Bots think in processes of their own: one that hangs or crashes takes nobody with it.

A worker is a process that is asked one question at a time through a pipe. A thread waits for its answer, so that
the event loop never does. A worker that is too slow is killed, and the next question starts another one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from queue import LifoQueue
from threading import Lock
from traceback import extract_tb
from typing import Any

import msgspec

from engineshed.bots.process import serve_the_parent
from engineshed.core.contract import AnyBot, Ask, Seat
from engineshed.core.registry import find_game, make_bot
from engineshed.core.rng import Rng

PATIENCE = 5.0
"""Seconds that a bot may think about one move."""
STARTING = 30.0
"""Seconds that a new process may take until it listens; no bot is to blame for them."""

FindBot = Callable[[str, str], AnyBot]
"""From a game's id and a bot's name to the bot. It travels to the workers, so it is a function of a module."""


class Question(msgspec.Struct, frozen=True):
    """All that a bot gets to know: what its seat sees and may do, and where its random numbers start."""

    game: str
    bot: str
    seat: Seat
    view: Any
    moves: tuple[Any, ...]
    key: str
    """Made from the table's seed, but one way only: nobody finds the seed by it."""

    def ask(self) -> Ask[Any, Any]:
        return Ask(find_game(self.game), self.seat, self.moves, Rng("bot", self.key), lambda: self.view)


class BotFailedError(Exception):
    """A bot gave no legal move. The text says why, and nothing of what the bot saw: it goes into the log."""


class Workers:
    """So many bots can think at the same time; who comes later waits for a free worker, and is not timed meanwhile."""

    def __init__(self, count: int = 2, *, patience: float = PATIENCE, find_bot: FindBot = make_bot) -> None:
        self._patience = patience
        self._workers = [Worker(find_bot) for _ in range(count)]
        self._idle: LifoQueue[Worker] = LifoQueue()  # the last one used comes first: the others need not even start
        for worker in self._workers:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="bots")

    async def choose(self, question: Question) -> Any:
        """One of the question's moves; raises ``BotFailedError`` when the bot names none."""
        number = await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)
        return question.moves[number]

    def _ask(self, question: Question) -> int:
        worker = self._idle.get()
        try:
            return worker.ask(question, self._patience)
        finally:
            self._idle.put(worker)

    async def stop(self) -> None:
        """End every process, also those that are thinking."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()
        await asyncio.to_thread(self._threads.shutdown)


class Worker:
    """One process and our end of the pipe to it. The process starts with the first question."""

    def __init__(self, find_bot: FindBot) -> None:
        self._find_bot = find_bot
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._changing = Lock()
        self._closed = False

    def ask(self, question: Question, patience: float) -> int:
        """The number of the move that the bot chose. For one thread at a time."""
        try:
            pipe = self._connected()
            pipe.send(question)
            answer = _hear(pipe, patience)
        except (EOFError, OSError) as error:
            self._end()
            slow = isinstance(error, TimeoutError)
            raise BotFailedError(f"no answer within {patience:g} s" if slow else "its process died") from None
        if isinstance(answer, int):
            return answer
        raise BotFailedError(answer)

    def close(self) -> None:
        """No more processes; a thread that waits for an answer hears at once that there will be none."""
        with self._changing:
            self._closed = True
        self._end()

    def _connected(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._end()
        pipe = self._start()
        _hear(pipe, STARTING)
        return pipe

    def _start(self) -> Connection:
        with self._changing:
            if self._closed:
                raise BotFailedError("the house is closing")
            spawn = get_context("spawn")
            self._pipe, theirs = spawn.Pipe()
            self._process = spawn.Process(target=serve, args=(theirs, self._find_bot), daemon=True, name="bot-worker")
            self._process.start()
            theirs.close()  # ours would keep the pipe open when the process dies
            return self._pipe

    def _end(self) -> None:
        with self._changing:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            self._process = self._pipe = None  # whoever still listens to the pipe holds it, and hears that it ended


def _hear(pipe: Connection, patience: float) -> Any:
    if not pipe.poll(patience):
        raise TimeoutError
    return pipe.recv()


# -- in the worker's process ----------------------------------------------------------------------------------------


def serve(pipe: Connection, find_bot: FindBot) -> None:
    """Answer questions until the house is gone: the number of a move, or a sentence on why there is none."""
    serve_the_parent()
    with suppress(EOFError, OSError):  # the other end of the pipe is gone
        pipe.send("ready")
        while True:
            pipe.send(_answer(pipe.recv(), find_bot))


def _answer(question: Question, find_bot: FindBot) -> int | str:
    try:
        move = find_bot(question.game, question.bot).choose(question.ask())  # a new bot: it remembers no other seat
        return question.moves.index(move) if move in question.moves else "its answer is no legal move"
    except Exception as error:  # noqa: BLE001  (a bot can raise anything)
        return place_of(error)


def place_of(error: BaseException) -> str:
    """Which error, and where; its text could tell what is secret."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
