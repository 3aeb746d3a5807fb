"""Tables do things by themselves at certain times: turns that are held end, and players' time runs out.

All due times of a server are on one wheel. A change to a table puts its next one there, and after a restart they are
read from the store. With several servers, each has those of the changes that it made itself, and looks now and then for
tables that are overdue, because their server has died. A lease makes sure that only one of them acts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from engineshed.server.absence import time_is_up
from engineshed.server.besides import ended
from engineshed.server.refusals import ServiceError, StaleError
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError
from engineshed.server.wheel import Wheel
from engineshed.server.workers import where_raised

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds after which the wheel is looked at again at the latest: the clock may have been set."""
ORPHANS = 2.0
"""Seconds between searches for tables whose server has died; with one server, there are none."""
LEASE = 6.0
"""Seconds in which no other server acts at a table where one has begun to."""
RETRY = 2.0
"""Seconds to wait before asking a store again that was down."""
LATER = 60.0
"""Seconds after which a table is tried again whose clocks could not go on because of a defect."""
AT_ONCE = 32
"""At how many tables things are done at the same time: after a night without a server there may be thousands, and each
waits for the disk."""


class Timekeeper:
    def __init__(self, service: Service, *, retry: float = RETRY) -> None:
        self._service, self._retry = service, retry
        self.wheel = Wheel()
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._service.on_due = self._put
        self._tasks = [asyncio.create_task(self._keep())]
        if self._service.news.shared:
            self._tasks.append(asyncio.create_task(self._keep_searching()))

    async def stop(self) -> None:
        self._service.on_due = lambda _table_id, _due: None
        await ended(self._tasks)

    def _put(self, table_id: str, due: float | None) -> None:
        first = self.wheel.next()
        self.wheel.set(table_id, due)
        if due is not None and (first is None or due < first):
            self._changed.set()

    async def _keep(self) -> None:
        await self._restore()
        while True:
            await self._act_at(self.wheel.take(self._service.clock()))
            first = self.wheel.next()
            wait = LOOK if first is None else min(LOOK, max(0.0, first - self._service.clock()))
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            self._changed.clear()

    async def _restore(self) -> None:
        """Read all due times. Those of changes made meanwhile are newer."""
        while (found := await self._asked()) is None:
            await asyncio.sleep(self._retry)
        for table_id, due in found:
            if table_id not in self.wheel:
                self.wheel.set(table_id, due)

    async def _keep_searching(self) -> None:
        while True:
            await asyncio.sleep(ORPHANS)
            found = await self._asked(self._service.clock() - ORPHANS)
            await self._act_at([table_id for table_id, _ in found or ()])

    async def _asked(self, before: float | None = None) -> list[tuple[str, float]] | None:
        """The due times in the store; None if they cannot be read now."""
        try:
            return await self._service.store.due(before)
        except StoreDownError:
            return None
        except Exception as error:  # noqa: BLE001  (or all clocks of this server would stand still for good)
            log.error("the due times cannot be read: %s", where_raised(error))
            return None

    async def _act_at(self, tables: Sequence[str]) -> None:
        for start in range(0, len(tables), AT_ONCE):
            await asyncio.gather(*map(self._act, tables[start : start + AT_ONCE]))

    async def _act(self, table_id: str) -> None:
        try:
            if not self._service.news.shared or await self._lease(table_id):
                await time_is_up(self._service, table_id)
        except (StaleError, StoreDownError):  # another server has changed it, or the store is down
            self.wheel.set(table_id, self._service.clock() + self._retry)
        except ServiceError as error:
            log.warning("the clocks of a table wait for the next start of the server: %s", error)
        except Exception as error:  # noqa: BLE001  (one table's trouble must not stop the clocks of all others)
            log.error("the clocks of a table cannot go on: %s", where_raised(error))
            self.wheel.set(table_id, self._service.clock() + LATER)

    async def _lease(self, table_id: str) -> bool:
        """Whether this server may act here. The same lease lets a bot think: that changes the table soon."""
        row, now = await self._service.store.table(table_id), self._service.clock()
        if row is None or row.due is None or row.due > now:
            return False
        return await self._service.store.lease(table_id, row.revision, self._service.id, now, now + LEASE)
