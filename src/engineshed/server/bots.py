"""Bots at the tables: they play their own seats, and those of guests who are away."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any

import msgspec

from engineshed.bots.random import RandomBot
from engineshed.core.contract import Seat
from engineshed.server.live import Live
from engineshed.server.play import move_for_bot
from engineshed.server.refusals import ServiceError, StaleError
from engineshed.server.rows import SeatRow
from engineshed.server.secrets import hash_of
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError
from engineshed.server.workers import BotFailedError, Question, Workers, where_raised

log = logging.getLogger(__name__)

RETRY = 2.0
"""Seconds to wait before a store that was down is tried again."""


class BotTurn(msgspec.Struct, frozen=True):
    """A bot is to move: at this length of the log, and not before the pace of the table allows it."""

    ply: int
    pace: float
    question: Question


class Bots:
    """One task for each table where a bot is to move, which makes the move."""

    def __init__(self, service: Service, workers: Workers, *, retry: float = RETRY) -> None:
        self._service, self._workers, self._retry = service, workers, retry
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._resuming: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Also takes up all tables where a bot was to move when the server stopped."""
        self._service.after_move = self.wake
        self._resuming = asyncio.create_task(self._resume())

    async def stop(self) -> None:
        self._service.after_move = lambda _table_id: None
        tasks = [*self._tasks.values(), *([] if self._resuming is None else [self._resuming])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._workers.stop()

    def wake(self, table_id: str) -> None:
        """A table has changed, so a bot that is thinking there is thinking about the past: start again.

        A table is only changed under its lock. So a task that is cancelled here may be thinking, waiting for the
        lock, or done with its move; it is never half-way through.
        """
        if (outdated := self._tasks.get(table_id)) is not None:
            outdated.cancel()
        task = self._tasks[table_id] = asyncio.create_task(self._play(table_id))
        task.add_done_callback(partial(self._ended, table_id))

    def _ended(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table_id) is task:
            del self._tasks[table_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the bots of a table cannot go on: %s", where_raised(error))

    # -- after a restart --------------------------------------------------------------------------------------------

    async def _resume(self) -> None:
        while True:
            try:
                return await self._wake_all()
            except StoreDownError:
                await asyncio.sleep(self._retry)

    async def _wake_all(self) -> None:
        """Reads only rows: most tables wait for people and need not be opened."""
        store = self._service.store
        for table_id in await store.running_tables():
            row, seats = await store.table(table_id), await store.seats(table_id)
            if row is not None and table_id not in self._tasks and any(bot_on(seats[seat]) for seat in row.to_act):
                self.wake(table_id)
            await asyncio.sleep(0)  # there may be thousands, and other requests must be served

    # -- at one table -----------------------------------------------------------------------------------------------

    async def _play(self, table_id: str) -> None:
        while True:
            try:
                turn = turn_at((await self._service.table(table_id)).live)
                return None if turn is None else await self._take(table_id, turn)
            except StaleError:
                continue  # another program has written to this table, so look again
            except StoreDownError:
                await asyncio.sleep(self._retry)
            except ServiceError as error:
                if error.code != "unavailable":
                    raise
                return log.warning("the bots of a table wait for the next start of the server: %s", error)

    async def _take(self, table_id: str, turn: BotTurn) -> None:
        """Make one move; the change wakes the next bot."""
        move, _ = await asyncio.gather(self._choose(turn.question), asyncio.sleep(turn.pace))
        await move_for_bot(self._service, table_id, turn.question.seat, move, turn.ply)

    async def _choose(self, question: Question) -> Any:
        try:
            return await self._workers.choose(question)
        except BotFailedError as failure:
            log.warning("the bot %s of %s loses a turn: %s", question.bot, question.game, failure)
            return RandomBot().choose(question.ask())


def turn_at(live: Live) -> BotTurn | None:
    """The turn of the first seat to act that a bot plays; None if there is none."""
    if live.row.state != "running":
        return None
    for seat in live.to_act():
        bot = bot_on(live.seats[seat])
        if bot is not None:
            return BotTurn(live.ply, live.row.pace, question_at(live, seat, bot))
    return None


def bot_on(seat: SeatRow) -> str | None:
    """The bot that now plays this seat, if any."""
    return seat.bot if seat.kind == "bot" or seat.away else None


def question_at(live: Live, seat: Seat, bot: str) -> Question:
    return Question(
        game=live.game.id,
        bot=bot,
        seat=seat,
        view=live.game.rules.view(live.state, seat),
        moves=tuple(live.game.rules.legal(live.state, seat)),
        key=_hashed("bot", live.row.seed, seat, live.moves),
        memory=_hashed("memory", live.row.seed, seat, bot),
        playouts=live.game.bots.budget(bot).playouts,
    )


def _hashed(*parts: object) -> str:
    """A hash, from which nobody can find the table's seed."""
    return hash_of("\x1f".join(map(str, parts))).hex()
