"""The embedded store: one SQLite file, one writing thread, and commits that cover many changes.

Writers queue up; the thread takes all waiting changes, runs them in one transaction and commits once. If one of them
fails, which is rare, they are run again, each in its own savepoint, so that it does not spoil the others. The data is
forced to disk (``synchronous = FULL``) before any change is confirmed. Reads use their own connection and see what is
committed.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar

from engineshed.core.errors import Trouble
from engineshed.server.migrating import migrate
from engineshed.server.sql import ANSWERED_AT_ONCE, SQLStore
from engineshed.server.sqlite_backup import BackedUp
from engineshed.server.statements import Row, Statement
from engineshed.server.store import StoreDownError, TakenError, down

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]

PAGES = 512
"""Kilobytes of the file that each connection keeps; the system keeps the rest of it in memory as well."""
SETTINGS = ("synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 1000", f"cache_size = -{PAGES}")
LARGEST_GROUP = 256
WAIT_FOR_LOCK = 2.0
"""How many seconds a writer waits for another program's lock before it gives up."""
REFUSED = (sqlite3.IntegrityError, TakenError, Trouble, ValueError, OverflowError)
"""What one change may raise without harming the others: somebody was faster, a backup cannot be used, or no column can
hold a value, such as half a surrogate pair or a huge number."""


class Waiting(NamedTuple):
    """A change that waits for the writing thread, and who waits for it."""

    job: Job
    repeatable: bool
    """Whether it can be run again after a rollback."""
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Told(NamedTuple):
    """The answer to a change, or why it failed."""

    waiting: Waiting
    answer: Any = None
    trouble: Exception | None = None


class SQLiteStore(BackedUp, SQLStore):
    """A store in a file; for tests, with the name ``:memory:``, only in memory (then nothing is durable)."""

    def __init__(self, path: str | Path, *, called: str | Path | None = None) -> None:
        """``called``: the name by which people know the file, if it is a copy."""
        self._file, self._path = str(path), str(called or path)
        self._uri = self._file if self._file != ":memory:" else f"file:engineshed-{id(self)}?mode=memory&cache=shared"
        self._reader = self._open()
        self._closed = False
        self._gate: AbstractContextManager[Any] = Lock() if self._uri != self._file else nullcontext()
        """In memory, readers and the writer share one cache and would block each other, so they take turns."""
        self._jobs: SimpleQueue[Waiting | None] = SimpleQueue()
        self._writer = Thread(target=self._write_forever, name="store-writer", daemon=True)
        self._writer.start()

    def _open(self) -> sqlite3.Connection:
        """A connection to a file, migrated to the newest schema."""
        connection: sqlite3.Connection | None = None
        try:
            _must_be_ours(self._file)
            connection = self._connect()
            migrate(connection, self._path)
        except (sqlite3.Error, OSError) as error:
            _close(connection)
            raise Trouble("database.unusable", file=self._path, problem=str(error)) from None
        except Trouble:
            _close(connection)
            raise
        return connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._uri, isolation_level=None, check_same_thread=False, timeout=WAIT_FOR_LOCK, uri=self._uri != self._file
        )
        try:
            _use_wal(connection)
            for setting in SETTINGS:
                connection.execute(f"PRAGMA {setting}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
        self._reader.close()

    # -- the writing thread -----------------------------------------------------------------------------------------

    async def _write(self, job: Callable[[sqlite3.Connection], T], *, repeatable: bool = False) -> T:
        if self._closed:
            raise StoreDownError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Waiting(job, repeatable, future, loop))
        return await future

    def _write_forever(self) -> None:
        connection: sqlite3.Connection | None = None
        while (first := self._jobs.get()) is not None:
            group = [first]
            last = self._fill(group)
            group = [waiting for waiting in group if not waiting.future.cancelled()]
            try:
                connection = connection or self._connect()
                with self._gate:
                    told = _committed(connection, group)
            except sqlite3.Error as error:
                _close(connection)
                connection = None
                reason = down(error).reason
                told = [Told(waiting, trouble=StoreDownError(reason)) for waiting in group]
            _answer(told)
            if last:
                break
        _close(connection)

    def _fill(self, group: list[Waiting]) -> bool:
        """All waiting changes, up to a limit; True if the store is closing."""
        while len(group) < LARGEST_GROUP:
            try:
                waiting = self._jobs.get_nowait()
            except Empty:
                return False
            if waiting is None:
                return True
            group.append(waiting)
        return False

    # -- reading ----------------------------------------------------------------------------------------------------

    def _rows(self, sql: str, *values: Any) -> list[Row]:
        try:
            with self._gate:
                return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise down(error) from None

    # -- for the methods of every store in SQL ----------------------------------------------------------------------

    async def _ask(self, sql: str, *values: Any) -> list[Row]:
        return self._rows(sql, *values)

    async def _change(self, subject: str, *statements: Statement) -> list[Row]:
        def job(db: sqlite3.Connection) -> list[Row]:
            for sql, values, needed in statements:
                done = db.execute(sql, values)
                if needed and not done.rowcount:
                    raise TakenError(subject)
            return done.fetchall()

        return await self._write(job, repeatable=True)


# -- the writing thread -----------------------------------------------------------------------------------------------


def _committed(db: sqlite3.Connection, group: Sequence[Waiting]) -> list[Told]:
    """Run the group in one transaction; nobody gets an answer before it is on disk."""
    db.execute("BEGIN IMMEDIATE")
    told = _all_or_none(db, group) if all(waiting.repeatable for waiting in group) else None
    if told is None:
        told = [_one(db, waiting) for waiting in group]
    db.execute("COMMIT")
    return told


def _all_or_none(db: sqlite3.Connection, group: Sequence[Waiting]) -> list[Told] | None:
    """Run all without savepoints, which cost as much time as the changes themselves; None if one of them fails."""
    try:
        return [Told(waiting, waiting.job(db)) for waiting in group]
    except REFUSED:
        db.execute("ROLLBACK")
        db.execute("BEGIN IMMEDIATE")
        return None


def _one(db: sqlite3.Connection, waiting: Waiting) -> Told:
    """Run one in a savepoint, so that the others are kept if it fails."""
    db.execute("SAVEPOINT job")
    try:
        told = Told(waiting, waiting.job(db))
    except REFUSED as error:
        db.execute("ROLLBACK TO job")
        taken = isinstance(error, sqlite3.IntegrityError)
        told = Told(waiting, trouble=TakenError(str(error)) if taken else error)
    db.execute("RELEASE job")
    return told


def _answer(told: Sequence[Told]) -> None:
    """Tell all who wait, and wake each event loop only once."""
    loops: dict[asyncio.AbstractEventLoop, list[Told]] = {one.waiting.loop: [] for one in told}
    for one in told:
        loops[one.waiting.loop].append(one)
    for loop, answers in loops.items():
        with suppress(RuntimeError):  # it has been closed meanwhile, and nobody is waiting any more
            loop.call_soon_threadsafe(_hand_over, loop, answers)


def _hand_over(loop: asyncio.AbstractEventLoop, told: Sequence[Told]) -> None:
    if len(told) > ANSWERED_AT_ONCE:
        loop.call_soon(_hand_over, loop, told[ANSWERED_AT_ONCE:])
    for waiting, answer, trouble in told[:ANSWERED_AT_ONCE]:
        if waiting.future.done():
            continue  # cancelled
        if trouble is None:
            waiting.future.set_result(answer)
        else:
            waiting.future.set_exception(trouble)


# -- helpers --------------------------------------------------------------------------------------------------------


def _must_be_ours(file: str) -> None:
    """A new file can only be read by its owner, because it has seeds of running games and keys; SQLite's other files
    beside it are made alike."""
    if file != ":memory:" and not Path(file).exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def _use_wal(db: sqlite3.Connection) -> None:
    """SQLite does not wait by itself here if another program does the same to a new file."""
    give_up = monotonic() + WAIT_FOR_LOCK
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > give_up:
                raise
            sleep(0.01)
        else:
            return


def _close(connection: sqlite3.Connection | None) -> None:
    """Close a connection, even a failed one; the next job opens a new one."""
    if connection is not None:
        connection.close()
