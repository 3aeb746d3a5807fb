"""Carries out plans: where a seat is to act that has one, its move is played at once, as if its player had moved.

Every server looks after the tables that it has changed itself. The move and what is left of the plan are one change in
the store, which accepts it only if neither the table nor the plan has changed: so each turn is taken once, however many
servers try, and a plan that was taken back is never carried out. After a restart, and where a server has died, tables
are found in the store.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial

from engineshed.core.contract import Seat
from engineshed.server.besides import ended
from engineshed.server.deciding import Play, Stop, awaited, decide, read_kept, waiting, written
from engineshed.server.loaded import LoadedTable
from engineshed.server.play import play_planned
from engineshed.server.refusals import ServiceError, StaleError
from engineshed.server.rows import PlanChange, PlanRow
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError
from engineshed.server.workers import where_raised

log = logging.getLogger(__name__)

ORPHANS = 2.0
"""Seconds between searches for plans whose server has died; with one server, there are none."""
RETRY = 2.0
"""Seconds to wait before asking a store again that was down."""


class Planner:
    def __init__(self, service: Service, *, retry: float = RETRY) -> None:
        self._service, self._retry = service, retry
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Tables that have changed while they were being looked after."""
        self._searching: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start, and carry out the plans that waited when the server stopped."""
        self._service.carry_out = self.wake
        self._searching = asyncio.create_task(self._search())

    async def stop(self) -> None:
        self._service.carry_out = lambda _table_id: None
        await ended([*self._tasks.values(), *([] if self._searching is None else [self._searching])])

    def wake(self, table_id: str) -> None:
        """This table has changed, or a plan there: see whether there is something to carry out."""
        loaded = self._service.in_memory(table_id)
        if loaded is not None and not (loaded.planned and awaited(loaded.live)):
            return
        if table_id in self._tasks:
            self._again.add(table_id)
            return
        task = self._tasks[table_id] = asyncio.create_task(self._look_after(table_id))
        task.add_done_callback(partial(self._ended, table_id))

    def _ended(self, table_id: str, task: asyncio.Task[None]) -> None:
        del self._tasks[table_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the plans of a table cannot be carried out: %s", where_raised(error))
        elif table_id in self._again and not task.cancelled():
            self._again.discard(table_id)
            self.wake(table_id)

    async def _search(self) -> None:
        while True:
            with suppress(StoreDownError):
                for table_id in await self._service.store.planned_tables():
                    self.wake(table_id)
                    await asyncio.sleep(0)
                if not self._service.news.shared:
                    return
            await asyncio.sleep(ORPHANS)

    async def _look_after(self, table_id: str) -> None:
        while True:
            self._again.discard(table_id)
            try:
                if not await carry_out(self._service, table_id):
                    return None
            except StaleError:
                pass  # another server has changed the table, or the plan was taken back
            except StoreDownError:
                await asyncio.sleep(self._retry)
            except ServiceError as error:
                return log.warning("the plans of a table wait for the next start of the server: %s", error)


async def carry_out(service: Service, table_id: str) -> bool:
    """Carry out the first plan that says something about the position; returns whether there was one."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        for row in waiting(loaded.live, await service.plans(loaded)):
            if await _follow(service, loaded, row):
                return True
    return False


async def _follow(service: Service, loaded: LoadedTable, row: PlanRow) -> bool:
    decision = decide(loaded.live, Seat(row.seat), read_kept(row.plan))
    if isinstance(decision, Play):
        left = None if decision.left is None else written(decision.left)
        await play_planned(service, loaded, Seat(row.seat), decision.move, PlanChange(row, left))
        service.has_planned(row.table, row.guest)
    elif isinstance(decision, Stop):
        await service.stop_plan(loaded.live, row, written(decision))
    return decision is not None
