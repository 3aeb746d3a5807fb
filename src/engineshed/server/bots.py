"""Bots at the tables: they play their own seats, and those of guests who are away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from engineshed.bots.random import RandomBot
from engineshed.core.contract import Seat
from engineshed.server.besides import ended
from engineshed.server.live import Live
from engineshed.server.loaded import LoadedTable
from engineshed.server.metrics import BOT_FAILURES
from engineshed.server.play import move_for_bot
from engineshed.server.refusals import ServiceError, StaleError
from engineshed.server.rows import SeatRow
from engineshed.server.secrets import hash_of
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError
from engineshed.server.workers import BotFailedError, Question, Workers, where_raised

log = logging.getLogger(__name__)

RETRY = 2.0
"""Seconds to wait before retrying a store that was down."""
LEASE = 6.0
"""How many seconds a server's claim on a bot's turn lasts; it is renewed while the bot is thinking."""
ORPHANS = 2.0
"""Seconds between searches for bots whose server has died."""
ABANDONED = 600.0
"""A table that has not changed for this many seconds was already found by an earlier search."""


Look = Callable[[str], Awaitable[LoadedTable]]


class BotTurn(msgspec.Struct, frozen=True):
    """A bot's turn: at this length of the log, and no sooner than the table's pace allows."""

    ply: int
    revision: int
    pace: float
    question: Question


class Bots:
    """One task for each table where a bot is to move, which makes the move."""

    def __init__(self, service: Service, workers: Workers, *, retry: float = RETRY) -> None:
        self._service, self._workers, self._retry = service, workers, retry
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._searching: asyncio.Task[None] | None = None
        self._hopeless: set[str] = set()
        """Tables that cannot be opened, so that searches skip them."""

    def start(self) -> None:
        """Start, and resume all tables where it was a bot's turn when the server stopped."""
        self._service.after_move = self.wake
        self._searching = asyncio.create_task(self._search())

    async def stop(self) -> None:
        self._service.after_move = lambda _table_id: None
        await ended([*self._tasks.values(), *([] if self._searching is None else [self._searching])])
        await self._workers.stop()

    def wake(self, table_id: str) -> None:
        """This server has changed a table, so a bot that is thinking about it is out of date: start again.

        A table is only changed under its lock. So a task that is cancelled here may be thinking, waiting for the lock,
        or done with its move, but it is never halfway through one.
        """
        if (outdated := self._tasks.get(table_id)) is not None:
            outdated.cancel()
        changed = self._service.in_memory(table_id)
        if changed is None or goes_on_by_itself(changed.live):
            self._start(table_id, self._service.known_table)

    def _start(self, table_id: str, look: Look) -> None:
        task = self._tasks[table_id] = asyncio.create_task(self._play(table_id, look))
        task.add_done_callback(partial(self._ended, table_id))

    def _ended(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table_id) is task:
            del self._tasks[table_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the bots of a table cannot go on: %s", where_raised(error))

    # -- tables where a bot waits, although nothing changes ---------------------------------------------------------

    async def _search(self) -> None:
        """After a restart, search everywhere; then, if there are other servers, look for bots whose server has died."""
        await self._find(since=0.0)
        while self._service.news.shared:
            await asyncio.sleep(ORPHANS)
            await self._find(since=self._service.clock() - ABANDONED)

    async def _find(self, since: float) -> None:
        while True:
            try:
                return await self._wake_all(since)
            except StoreDownError:
                await asyncio.sleep(self._retry)

    async def _wake_all(self, since: float) -> None:
        """Asks only for ids: most tables wait for people and need not be opened."""
        for table_id in await self._service.store.tables_for_bots(self._service.clock(), since):
            if table_id not in self._tasks and table_id not in self._hopeless:
                self._start(table_id, self._service.table)
            await asyncio.sleep(0)  # there may be thousands, and other requests must be served

    # -- at one table -----------------------------------------------------------------------------------------------

    async def _play(self, table_id: str, look: Look) -> None:
        while True:
            try:
                live = (await look(table_id)).live
                turn = turn_at(live)
                return None if turn is None else await self._take(table_id, turn)
            except StaleError:
                look = self._service.table  # another server has written to this table
            except StoreDownError:
                await asyncio.sleep(self._retry)
            except ServiceError as error:
                if error.code != "unavailable":
                    raise
                self._hopeless.add(table_id)
                return log.warning("the bots of a table wait for the next start of the server: %s", error)

    async def _take(self, table_id: str, turn: BotTurn) -> None:
        """Make one move, unless another server is making it; the change wakes the next bot."""
        if not self._service.news.shared:
            await self._move(table_id, turn)
        elif await self._lease(table_id, turn):
            prolonging = asyncio.create_task(self._prolong(table_id, turn))
            try:
                await self._move(table_id, turn)
            finally:
                prolonging.cancel()

    async def _lease(self, table_id: str, turn: BotTurn) -> bool:
        now = self._service.clock()
        return await self._service.store.lease(table_id, turn.revision, self._service.id, now, now + LEASE)

    async def _prolong(self, table_id: str, turn: BotTurn) -> None:
        with suppress(StoreDownError):
            while await self._lease(table_id, turn):
                await asyncio.sleep(LEASE / 3)

    async def _move(self, table_id: str, turn: BotTurn) -> None:
        move, _ = await asyncio.gather(self._choose(turn.question), asyncio.sleep(turn.pace))
        await move_for_bot(self._service, table_id, turn.question.seat, move, turn.ply)

    async def _choose(self, question: Question) -> Any:
        try:
            return await self._workers.choose(question)
        except BotFailedError as failure:
            BOT_FAILURES.labels(question.game).inc()
            log.warning("the bot %s of %s loses a turn: %s", question.bot, question.game, failure)
            return RandomBot().choose(question.ask())


def goes_on_by_itself(live: Live) -> bool:
    """Whether a bot is to move at a table. Most tables wait for a person."""
    return any(live.seats[seat].by_bot for seat in live.row.to_act if seat >= 0)


def turn_at(live: Live) -> BotTurn | None:
    """The turn of the first seat to act that is played by a bot; None if there is none."""
    if live.row.state != "running":
        return None
    for seat in live.to_act():
        bot = bot_on(live.seats[seat])
        if bot is not None:
            pace = 0.0 if live.row.hurried else live.row.pace
            return BotTurn(live.ply, live.row.revision, pace, question_at(live, seat, bot))
    return None


def bot_on(seat: SeatRow) -> str | None:
    """The bot that now plays this seat, if any."""
    return seat.bot if seat.by_bot else None


def question_at(live: Live, seat: Seat, bot: str) -> Question:
    return Question(
        game=live.game.id,
        version=live.game.version,
        bot=bot,
        seat=seat,
        view=live.game.rules.view(live.state, seat),
        moves=tuple(live.game.rules.legal(live.state, seat)),
        key=hashed("bot", live.row.seed, seat, live.moves),
        memory=hashed("memory", live.row.seed, seat, bot),
        made=live.made_in_a_row(seat),
        playouts=live.game.bots.budget(bot).playouts,
    )


def hashed(*parts: object) -> str:
    """A hash that does not reveal the table's seed."""
    return hash_of("\x1f".join(map(str, parts))).hex()
