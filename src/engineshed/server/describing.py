"""Describes the positions of tables while there is time, so that they outlive the code that played them.

A description (``speech.describe``) can be read by a later version of the rules; the bytes of a position cannot.
Describing takes a tenth of a millisecond or more, which is too long to do after every move. So a table is described
when it has been quiet for a while or its log has grown long, when the server stops, and after a start if a crash left
it undescribed. While the server runs, only a small share of its time goes into this. After a crash, the last
description and the moves since then are still there.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic, perf_counter

from engineshed.server.live import SNAPSHOT_EVERY
from engineshed.server.refusals import ServiceError
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError, TakenError
from engineshed.server.workers import where_raised

log = logging.getLogger(__name__)

EVERY = 5.0
"""Seconds between checks for changes."""
QUIET = 30.0
"""Seconds without a change after which a table is described."""
SHARE = 0.01
"""The share of time that may be spent on this while the server runs."""
AT_ONCE = 100
"""How many tables are looked up at once after a start."""


class Describer:
    """One task that describes tables, beside the service that changes them."""

    def __init__(self, service: Service, *, every: float = EVERY, quiet: float = QUIET) -> None:
        self._service, self._every, self._quiet = service, every, quiet
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Describe everything that has changed, without a pause."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for table_id in list(self._service.changed):
            await self._describe(table_id)

    async def _run(self) -> None:
        await asyncio.sleep(self._every)
        await self._catch_up()
        while True:
            await asyncio.sleep(self._every)
            for table_id in self._due():
                await self._unhurried(table_id)

    async def _catch_up(self) -> None:
        """Describe what an earlier run left undescribed, or an earlier program that described nothing."""
        last = ""
        while True:
            try:
                found = await self._service.store.undescribed(AT_ONCE, last)
            except StoreDownError:
                await asyncio.sleep(self._every)
                continue
            for table_id in found:
                await self._unhurried(table_id)
            if not found:
                return
            last = found[-1]

    def _due(self) -> list[str]:
        """Tables that have been quiet for long enough, and those whose log has grown long without a quiet moment."""
        now, changed = monotonic(), self._service.changed
        return [table_id for table_id in changed if now - changed[table_id] >= self._quiet or self._has_grown(table_id)]

    def _has_grown(self, table_id: str) -> bool:
        loaded = self._service.in_memory(table_id)
        return loaded is not None and loaded.live.ply - loaded.live.described_ply >= SNAPSHOT_EVERY

    async def _unhurried(self, table_id: str) -> None:
        await asyncio.sleep(await self._describe(table_id) / SHARE)

    async def _describe(self, table_id: str) -> float:
        """Describe a table as it is now; returns how long that took, not counting the disk."""
        changed = self._service.changed.get(table_id)
        began = perf_counter()
        try:
            live = await self._service.glance(table_id)
            positions = live.described() if live.ply else []
            took = perf_counter() - began
            if positions:
                await self._service.store.describe(table_id, positions)
        except StoreDownError:
            return 0.0  # the next check tries again
        except TakenError:
            took = perf_counter() - began  # another server has described it at the same moment
        except ServiceError:
            took = perf_counter() - began  # it cannot go on, which is reported elsewhere
        except Exception as error:  # noqa: BLE001  (one table that fails must not keep the others from being described)
            log.error("a table cannot be described: %s", where_raised(error))
            took = perf_counter() - began
        else:
            if (kept := self._service.in_memory(table_id)) is not None:
                kept.live.described_ply = live.ply
        if self._service.changed.get(table_id) == changed:
            self._service.changed.pop(table_id, None)
        return took
