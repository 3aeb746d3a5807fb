"""Bots think in processes of their own, so that one that hangs or crashes does no harm to the server.

A worker is a process that is asked one question at a time through a pipe. A thread waits for its answer, so that the
event loop never has to. A worker that is too slow is killed, and the next question starts a new one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Condition, Lock
from time import monotonic
from traceback import extract_tb
from typing import Any, Generic, TypeVar

import msgspec

from engineshed.bots.process import serve_the_parent
from engineshed.core.bot import AnyBot, Ask, Budget, Memory
from engineshed.core.contract import Seat
from engineshed.core.registry import find_game, make_bot
from engineshed.core.rng import Rng

PATIENCE = 5.0
"""Seconds that a bot may think about one move."""
IN_TIME = 0.8
"""The part of that time after which a bot that keeps its deadline answers with what it has found."""
MEMORIES = 32
"""How many games' bot memories a worker keeps; the one used longest ago is forgotten first."""
STARTING = 30.0
"""Seconds that a new process may take to start, which do not count against the bot."""

T = TypeVar("T")

FindBot = Callable[[str, str], AnyBot]
"""Makes a bot from a game's id and the bot's name. It is pickled for the workers, so it must be a module's function."""


class Question(msgspec.Struct, frozen=True):
    """Everything that a bot is told: what its seat sees and may do, and the seed of its random numbers."""

    game: str
    bot: str
    seat: Seat
    view: Any
    moves: tuple[Any, ...]
    key: str
    """A hash of the table's seed, from which nobody can find the seed."""
    memory: str
    """The key of the bot's memory of this game."""
    playouts: int = 0

    def ask(self, deadline: float | None = None, memory: Memory | None = None) -> Ask[Any, Any]:
        rules, rng = find_game(self.game).rules, Rng("bot", self.key)
        budget = Budget(self.playouts, deadline)
        return Ask(rules, self.seat, self.moves, rng, lambda: self.view, budget=budget, memory=memory)


class BotFailedError(Exception):
    """A bot gave no legal move. The text says why, but nothing of what the bot saw, because it goes into the log."""


class Recent(Generic[T]):
    """A cache of limited size; the entry used longest ago is dropped first."""

    def __init__(self, most: int) -> None:
        self._most, self._kept = most, OrderedDict[str, T]()

    def __contains__(self, name: str) -> bool:
        return name in self._kept

    def of(self, name: str, make: Callable[[], T]) -> T:
        found = self._kept.pop(name) if name in self._kept else make()
        self._kept[name] = found
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return found

    def clear(self) -> None:
        self._kept.clear()


class Workers:
    """A limited number of bots can think at once; others wait for a free worker, and the wait is not counted."""

    def __init__(self, count: int = 2, *, patience: float = PATIENCE, find_bot: FindBot = make_bot) -> None:
        self._patience = patience
        self._workers = [Worker(find_bot) for _ in range(count)]
        self._idle = list(self._workers)
        self._freed = Condition()
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="bots")

    async def choose(self, question: Question) -> Any:
        """One of the question's moves; raises ``BotFailedError`` if the bot does not name one."""
        number = await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)
        return question.moves[number]

    def _ask(self, question: Question) -> int:
        worker = self._take(question.memory)
        try:
            return worker.ask(question, self._patience)
        finally:
            self._give_back(worker)

    def _take(self, memory: str) -> Worker:
        """A free worker: one that remembers this game, else the one used last, so that no more start than needed."""
        with self._freed:
            self._freed.wait_for(lambda: self._idle)
            worker = next((idle for idle in self._idle if memory in idle.remembers), self._idle[-1])
            self._idle.remove(worker)
            return worker

    def _give_back(self, worker: Worker) -> None:
        with self._freed:
            self._idle.append(worker)
            self._freed.notify()

    async def stop(self) -> None:
        """End every process, even those that are thinking."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()
        await asyncio.to_thread(self._threads.shutdown)


class Worker:
    """One process and our end of its pipe. The process is started by the first question."""

    def __init__(self, find_bot: FindBot) -> None:
        self._find_bot = find_bot
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._changing = Lock()
        self._closed = False
        self.remembers: Recent[None] = Recent(MEMORIES)
        """The keys of the memories that the process should have."""

    def ask(self, question: Question, patience: float) -> int:
        """The index of the move that the bot chose. To be called by one thread at a time."""
        try:
            pipe = self._connected()
            self.remembers.of(question.memory, lambda: None)
            pipe.send((question, patience * IN_TIME))
            answer = _hear(pipe, patience)
        except (EOFError, OSError) as error:
            self._end()
            slow = isinstance(error, TimeoutError)
            raise BotFailedError(f"no answer within {patience:g} s" if slow else "its process died") from None
        if isinstance(answer, int):
            return answer
        raise BotFailedError(answer)

    def close(self) -> None:
        """End the process for good; a thread that waits for an answer learns at once that there will be none."""
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
                raise BotFailedError("the server is closing")
            spawn = get_context("spawn")
            self._pipe, theirs = spawn.Pipe()
            self._process = spawn.Process(target=serve, args=(theirs, self._find_bot), daemon=True, name="bot-worker")
            self._process.start()
            theirs.close()  # our copy would keep the pipe open when the process dies
            return self._pipe

    def _end(self) -> None:
        with self._changing:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            self.remembers.clear()
            self._process = self._pipe = (
                None  # a thread that still listens to the pipe holds it, and learns that it has ended
            )


def _hear(pipe: Connection, patience: float) -> Any:
    if not pipe.poll(patience):
        raise TimeoutError
    return pipe.recv()


# -- in the worker's process ----------------------------------------------------------------------------------------


def serve(pipe: Connection, find_bot: FindBot) -> None:
    """Answer questions until the server is gone, with the index of a move or a sentence on why there is none."""
    serve_the_parent()
    memories: Recent[Memory] = Recent(MEMORIES)
    with suppress(EOFError, OSError):  # the other end of the pipe is gone
        pipe.send("ready")
        while True:
            question, seconds = pipe.recv()
            pipe.send(_answer(question, find_bot, monotonic() + seconds, memories.of(question.memory, dict)))


def _answer(question: Question, find_bot: FindBot, deadline: float, memory: Memory) -> int | str:
    try:
        bot = find_bot(question.game, question.bot)  # a new bot, which remembers no other seat
        move = bot.choose(question.ask(deadline, memory))
        return question.moves.index(move) if move in question.moves else "its answer is not a legal move"
    except Exception as error:  # noqa: BLE001  (a bot can raise anything)
        return where_raised(error)


def where_raised(error: BaseException) -> str:
    """The kind of error and the place; its text could contain secrets."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
