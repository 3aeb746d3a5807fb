"""Bots think in separate processes, so that one that hangs or crashes does not harm the server.

A worker that is too slow is killed, and the next question starts a new one (``children``).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Condition
from time import monotonic
from traceback import extract_tb
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from engineshed.bots.process import serve_the_parent
from engineshed.bots.random import RandomBot
from engineshed.core.bot import AnyBot, Ask, Budget, Memory
from engineshed.core.contract import AnyGame, Seat
from engineshed.core.registry import find_game, game_ids, make_bot
from engineshed.core.rng import Rng
from engineshed.core.versions import game_of
from engineshed.server.children import READY, Child, ChildClosedError
from engineshed.server.rlimits import confine

SECONDS = 1.5
"""How many seconds a bot should think about one move; one that respects deadlines then answers with what it has."""
LESS = 0.75
"""With each further move of a turn it has this share of the time, so that a whole turn takes four times as long as one
move at most."""
PATIENCE = 5.0
"""After how many seconds a bot that ignores its deadline is ended."""
IN_TIME = 0.8
"""Nobody is asked to think longer than this share of that."""
MEMORY = 512 << 20
"""How many bytes of memory a worker may use besides those that it needs to start."""
MEMORIES = 32
"""The number of games whose bot memories a worker keeps; the least recently used is forgotten first."""

T = TypeVar("T")


class Task(Protocol):
    """Something that workers can be asked. It is pickled, and so is the answer."""

    @property
    def memory(self) -> str:
        """The key of the bot's memory of this game."""
        ...

    @property
    def share(self) -> float:
        """The share of the usual time that it may take."""
        ...

    def answer(self, find_bot: FindBot, deadline: float, memory: Memory, /) -> Any:
        """Called in a worker. A text means that there is no answer, and says why."""
        ...


FindBot = Callable[[str, str], AnyBot]
"""Makes a bot from a game's id and a bot's name. It is pickled for workers, so it must be a module-level function."""


class Question(msgspec.Struct, frozen=True):
    """Everything that a bot is told: what its seat sees and may do, and the seed of its random numbers."""

    game: str
    bot: str
    seat: Seat
    view: Any
    moves: tuple[Any, ...]
    key: str
    """A hash of the table's seed, which does not reveal the seed."""
    memory: str
    """The key of the bot's memory of this game."""
    made: int = 0
    """How many moves it has already made in this turn."""
    playouts: int = 0
    version: int | None = None
    """The version of the rules that the table uses; None for the current one."""

    def of_version(self) -> AnyGame:
        """The game as it is played at the table."""
        game = find_game(self.game)
        return game if self.version is None else game_of(game, self.version) or game

    def ask(self, deadline: float | None = None, memory: Memory | None = None) -> Ask[Any, Any]:
        rules, rng = self.of_version().rules, Rng("bot", self.key)
        budget = Budget(self.playouts, deadline)
        return Ask(rules, self.seat, self.moves, rng, lambda: self.view, budget=budget, memory=memory)

    @property
    def share(self) -> float:
        return LESS**self.made

    def make_bot(self, find_bot: FindBot) -> AnyBot:
        """A new bot, which remembers no other seat. Bots know the current rules; earlier versions have their own bots,
        or are played by the random bot."""
        game = self.of_version()
        if game.version == find_game(self.game).version:
            return find_bot(self.game, self.bot)
        return game.bots.make(self.bot) if self.bot in game.bots else RandomBot()

    def answer(self, find_bot: FindBot, deadline: float, memory: Memory) -> int | str:
        """The index of the move that the bot chooses."""
        move = self.make_bot(find_bot).choose(self.ask(deadline, memory))
        return self.moves.index(move) if move in self.moves else "its answer is not a legal move"


class BotFailedError(Exception):
    """A bot gave no legal move. The text says why, but nothing of what the bot saw, because it goes into the log."""


class Recent(Generic[T]):
    """A cache of limited size; the least recently used entry is dropped first."""

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
    """A limited number of bots can think at once; others wait for a free worker, which does not count as thinking."""

    def __init__(
        self, count: int = 2, *, seconds: float = SECONDS, patience: float = PATIENCE, find_bot: FindBot = make_bot
    ) -> None:
        self._seconds, self._patience, self._asked = min(seconds, IN_TIME * patience), patience, 0
        self._workers = [Worker(find_bot) for _ in range(count)]
        self._idle = list(self._workers)
        self._freed = Condition()
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="bots")

    async def choose(self, question: Question) -> Any:
        """One of the question's moves; raises ``BotFailedError`` if the bot does not name one."""
        return question.moves[await self.work(question)]

    async def work(self, task: Task) -> Any:
        """The answer to any task; raises ``BotFailedError`` if there is none."""
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, task)
        finally:
            self._asked -= 1

    @property
    def waiting(self) -> int:
        """How many questions wait for a free worker."""
        return max(0, self._asked - len(self._workers))

    def _ask(self, task: Task) -> Any:
        worker = self._take(task.memory)
        try:
            return worker.work(task, self._seconds * task.share, self._patience)
        finally:
            self._give_back(worker)

    def _take(self, memory: str) -> Worker:
        """A free worker: one that remembers this game, or the one used last, so that few are started."""
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


class Worker(Child):
    """One process in which bots think."""

    def __init__(self, find_bot: FindBot) -> None:
        super().__init__(serve, find_bot, name="bot-worker")
        self.remembers: Recent[None] = Recent(MEMORIES)
        """The keys of the memories that the process should have."""

    def work(self, task: Task, seconds: float, patience: float) -> Any:
        """The answer to a task. Only one thread may call this at a time."""
        try:
            self.connected()
            self.remembers.of(task.memory, lambda: None)
            answer = self.ask((task, seconds), patience)
        except TimeoutError:
            raise BotFailedError(f"no answer within {patience:g} s") from None
        except (EOFError, OSError):
            raise BotFailedError("its process died") from None
        except ChildClosedError:
            raise BotFailedError("the server is closing") from None
        if isinstance(answer, str):
            raise BotFailedError(answer)
        return answer

    def end(self) -> None:
        super().end()
        self.remembers.clear()


# -- in the worker's process ----------------------------------------------------------------------------------------


def serve(pipe: Connection, find_bot: FindBot) -> None:
    """Do tasks until the server is gone; the answer is a sentence if there is no other."""
    serve_the_parent()
    for game_id in game_ids():
        find_game(game_id)  # loaded before the limits apply
    confine(MEMORY)
    memories: Recent[Memory] = Recent(MEMORIES)
    with suppress(EOFError, OSError):  # the other end of the pipe is gone
        pipe.send(READY)
        while True:
            task, seconds = pipe.recv()
            pipe.send(_answer(task, find_bot, monotonic() + seconds, memories.of(task.memory, dict)))


def _answer(task: Task, find_bot: FindBot, deadline: float, memory: Memory) -> Any:
    try:
        return task.answer(find_bot, deadline, memory)
    except MemoryError:
        raise SystemExit from None  # what it had in memory goes with the process; the next question starts a new one
    except Exception as error:  # noqa: BLE001  (a bot can raise anything)
        return where_raised(error)


def where_raised(error: BaseException) -> str:
    """The type of an error and where it was raised, but not its text, which could contain secrets."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
