"""Studies of finished games: a queue, a few processes that work on them, and what came of it in the store.

Everything that others need to know is in the store: a server that has died, or been stopped, leaves a study that is
not finished and can be begun again; cancelling one works on every server, because the one that works on it notices
when it next saves.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import msgpack, structs

from engineshed.server import replay
from engineshed.server.children import ChildClosedError
from engineshed.server.refusals import BusyError, ServiceError
from engineshed.server.rows import WHOLE_GAME, Guest, StudyRow, TableRow
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError
from engineshed.server.study import Assignment, Failed, Found, Progress, Student
from engineshed.server.workers import where_raised

log = logging.getLogger(__name__)

SECONDS = 600.0
"""How long one analysis may take."""
SAVE_EVERY = 3.0
"""Seconds after which the store is told how far a study has got."""
TOUCH_EVERY = 10.0
"""Seconds between two signs of life of all studies that wait or run here."""
DEAD = 60.0
"""A study whose server has given no sign for so many seconds is not worked on any more."""
MOST_WAITING = 20
"""More are refused: the last one would begin hours later."""
RETRY = 600
"""Seconds after which it is worth asking again."""


class Kept(msgspec.Struct, frozen=True):
    """What the store keeps of a study: what was found, and which entries of the log its plies are."""

    found: Found
    entries: tuple[int, ...]
    """The number of the log's entry after so many plies."""


def pack(kept: Kept) -> bytes:
    return zlib.compress(msgpack.encode(kept))


def unpack(found: bytes) -> Kept | None:
    return msgpack.decode(zlib.decompress(found), type=Kept) if found else None


class Studies:
    def __init__(self, service: Service, count: int = 1, *, seconds: float = SECONDS) -> None:
        """``count``: how many are worked on at the same time, each in a process of its own; 0: none at all."""
        self._service, self._count, self._seconds = service, count, seconds
        self._queue: asyncio.Queue[StudyRow] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._students: dict[tuple[str, int], Student] = {}

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    async def start(self) -> None:
        """Those that an earlier run of the only server left behind are not finished; others give no sign of life."""
        if not self._service.news.shared:
            with suppress(StoreDownError):  # then they are too old in a minute
                await self._service.store.abandon_studies(None, self._service.clock())
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self._count)]
        self._tasks.append(asyncio.create_task(self._touch()))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for student in self._students.values():
            student.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreDownError):
            await self._service.store.abandon_studies(self._service.id, self._service.clock())

    # -- what guests ask for ------------------------------------------------------------------------------------------

    async def look(self, table_id: str, ply: int) -> StudyRow | None:
        """A study of a finished game, as far as it has got."""
        await self._finished(table_id)
        row = await self._service.store.study(table_id, ply)
        return None if row is None else self._as_it_is(row)

    async def begin(self, guest: Guest, table_id: str, ply: int) -> StudyRow:
        """Begin a study, unless there is one already that is done or worked on."""
        table = await self._finished(table_id)
        if table.seats < 2:
            raise ServiceError("conflict", "study-alone")
        if ply != WHOLE_GAME and not 0 <= ply < table.ply:
            raise ServiceError("not-found", "no-ply", most=table.ply - 1)
        there = await self.look(table_id, ply)
        if there is not None and there.state in ("waiting", "running", "done"):
            return there
        if not self._count:
            raise ServiceError("unavailable", "no-studies")
        if self.waiting >= MOST_WAITING:
            raise BusyError(RETRY)
        now = self._service.clock()
        row = StudyRow(table_id, ply, guest.id, now, "waiting", self._service.id, now)
        if not await self._service.store.begin_study(row, now - DEAD):
            raise ServiceError("conflict", "study-other")
        self._queue.put_nowait(row)
        return row

    async def cancel(self, guest: Guest, table_id: str, ply: int) -> None:
        """Only for whoever asked for it, and for those who sit at the table."""
        await self._finished(table_id)
        row = await self._service.store.study(table_id, ply)
        if row is None:
            raise ServiceError("not-found", "no-study")
        if not await self.may_cancel(guest, row):
            raise ServiceError("forbidden", "not-your-study")
        await self._service.store.cancel_study(table_id, ply, self._service.clock())
        if (student := self._students.get((table_id, ply))) is not None:
            await asyncio.to_thread(student.close)

    async def may_cancel(self, guest: Guest, row: StudyRow) -> bool:
        if row.guest == guest.id:
            return True
        return any(seat.guest == guest.id for seat in await self._service.store.seats(row.table))

    async def _finished(self, table_id: str) -> TableRow:
        row = await self._service.store.table(table_id)
        if row is None:
            raise ServiceError("not-found", "no-table")
        if row.state != "over":
            raise ServiceError("conflict", "not-over")
        return row

    def _as_it_is(self, row: StudyRow) -> StudyRow:
        dead = row.state in ("waiting", "running") and row.changed < self._service.clock() - DEAD
        return structs.replace(row, state="unfinished") if dead else row

    # -- the work -----------------------------------------------------------------------------------------------------

    async def _touch(self) -> None:
        while True:
            await asyncio.sleep(TOUCH_EVERY)
            with suppress(StoreDownError):
                await self._service.store.touch_studies(self._service.id, self._service.clock())

    async def _work(self) -> None:
        while True:
            row = await self._queue.get()
            try:
                await self._study(row)
            except (StoreDownError, ChildClosedError):
                pass  # nobody can be told; it counts as not finished in a minute
            except Exception as error:  # noqa: BLE001  (one study that fails must not keep the others from being made)
                log.error("a study has failed: %s", where_raised(error))
                with suppress(StoreDownError):
                    await self._save(structs.replace(row, state="failed"))

    async def _study(self, row: StudyRow) -> None:
        row = structs.replace(row, state="running")
        if not await self._save(row):
            return  # it was cancelled while it waited
        key, student = (row.table, row.ply), Student()
        self._students[key] = student
        try:
            await self._steps(row, student)
        except (EOFError, OSError) as error:  # its process was too slow, took too much, or was ended by a cancel
            if await self._save(structs.replace(row, state="failed")):
                log.warning("a study has failed: %s", type(error).__name__)
        finally:
            del self._students[key]
            await asyncio.to_thread(student.close)

    async def _steps(self, row: StudyRow, student: Student) -> None:
        record, entries = await replay.record_with_entries(self._service, row.table)
        ply = None if row.ply == WHOLE_GAME else _plies_before(entries, row.ply)
        given = Assignment(record, ply, self._seconds, f"study/{row.table}")
        step = await asyncio.to_thread(student.begin, given)
        saved = 0.0
        while isinstance(step, Progress):
            now = self._service.clock()
            if step.done >= 1 or now - saved >= SAVE_EVERY:
                saved = now
                state = "done" if step.done >= 1 else "running"
                packed = pack(Kept(step.found, entries))
                row = structs.replace(row, state=state, done=step.done, found=packed)
                if not await self._save(row) or step.done >= 1:
                    return
            step = await asyncio.to_thread(student.go_on)
        assert isinstance(step, Failed)
        log.warning("a study was refused: %s", step.reason)
        await self._save(structs.replace(row, state="failed"))

    async def _save(self, row: StudyRow) -> bool:
        return await self._service.store.save_study(structs.replace(row, changed=self._service.clock()))


def _plies_before(entries: Sequence[int], ply: int) -> int:
    """How many of the moves that count had been played by this entry of the log."""
    return sum(1 for entry in entries if entry <= ply) - 1
