"""The embedded store: one SQLite file, one thread that writes, commits that serve many at once.

Writers queue up; the thread takes all that wait, runs them in one transaction (each in its own savepoint, so that one
that fails does not spoil the others) and commits once. The disk is forced to write (``synchronous = FULL``) before
anybody hears that it worked. Reads use a connection of their own and see what is committed.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from importlib.resources import files
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, TypeVar

from engineshed.core.errors import Trouble
from engineshed.server.rows import ChatLine, Event, Guest, Head, SeatRow, Snapshot, TableRow
from engineshed.server.store import StoreDownError, TakenError

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]

SETTINGS = ("synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 1000")
LARGEST_GROUP = 256
WAIT_FOR_LOCK = 2.0
"""How many seconds a writer waits for another program's lock before it gives up."""


class SQLiteStore:
    """A store in a file; for tests, with the name ``:memory:``, only in memory (then nothing is durable)."""

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._uri = self._path if self._path != ":memory:" else f"file:engineshed-{id(self)}?mode=memory&cache=shared"
        self._reader = self._open()
        self._closed = False
        self._gate: AbstractContextManager[Any] = Lock() if self._uri != self._path else nullcontext()
        """In memory, readers and the writer share one cache and would block each other, so they take turns."""
        self._jobs: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._writer = Thread(target=self._write_forever, name="store-writer", daemon=True)
        self._writer.start()

    def _open(self) -> sqlite3.Connection:
        """A connection to a file, migrated to the newest schema."""
        connection: sqlite3.Connection | None = None
        try:
            connection = self._connect()
            migrate(connection, self._path)
        except sqlite3.Error as error:
            _close(connection)
            raise Trouble("database.unusable", file=self._path, problem=str(error)) from None
        except Trouble:
            _close(connection)
            raise
        return connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._uri, isolation_level=None, check_same_thread=False, timeout=WAIT_FOR_LOCK, uri=self._uri != self._path
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

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreDownError("the store is closed")
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return await asyncio.wrap_future(future)

    def _write_forever(self) -> None:
        connection: sqlite3.Connection | None = None
        while (first := self._jobs.get()) is not None:
            group = [first]
            last = self._fill(group)
            group = [(job, future) for job, future in group if future.set_running_or_notify_cancel()]
            try:
                connection = connection or self._connect()
                with self._gate:
                    self._commit(connection, group)
            except sqlite3.Error as error:
                _close(connection)
                connection = None
                for _, future in group:
                    future.set_exception(StoreDownError(str(error)))
            if last:
                break
        _close(connection)

    def _fill(self, group: list[tuple[Job, Future[Any]]]) -> bool:
        """All waiting jobs, up to a limit; True if the store is closing."""
        while len(group) < LARGEST_GROUP:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return False
            if job is None:
                return True
            group.append(job)
        return False

    def _commit(self, connection: sqlite3.Connection, group: list[tuple[Job, Future[Any]]]) -> None:
        """Run the group in one transaction; nobody gets an answer before it is on the disk."""
        connection.execute("BEGIN IMMEDIATE")
        told: list[tuple[Future[Any], Any, Exception | None]] = []
        for job, future in group:
            connection.execute("SAVEPOINT job")
            try:
                told.append((future, job(connection), None))
            except sqlite3.IntegrityError as error:
                connection.execute("ROLLBACK TO job")
                told.append((future, None, TakenError(str(error))))
            except (
                ValueError,
                OverflowError,
            ) as error:  # values that no column can hold: half a surrogate pair, a huge number
                connection.execute("ROLLBACK TO job")
                told.append((future, None, error))
            connection.execute("RELEASE job")
        connection.execute("COMMIT")
        for future, answer, trouble in told:
            if trouble is None:
                future.set_result(answer)
            else:
                future.set_exception(trouble)

    # -- reading ----------------------------------------------------------------------------------------------------

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            with self._gate:
                return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreDownError(str(error)) from None

    def _row(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        rows = self._rows(sql, *values)
        return rows[0] if rows else None

    # -- guests -----------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest) -> None:
        values = (guest.id, guest.token_hash, guest.name, guest.language, guest.created)
        await self._write(lambda db: db.execute("INSERT INTO guests VALUES (?, ?, ?, ?, ?)", values))

    async def save_guest(self, guest: Guest) -> None:
        values = (guest.name, guest.language, guest.id)
        await self._write(lambda db: db.execute("UPDATE guests SET name = ?, language = ? WHERE id = ?", values))

    async def guest_by_token(self, token_hash: bytes) -> Guest | None:
        row = self._row(f"SELECT {GUEST} FROM guests WHERE token_hash = ?", token_hash)
        return None if row is None else Guest(*row)

    async def guests(self, ids: Sequence[str]) -> dict[str, Guest]:
        wanted = list(dict.fromkeys(ids))
        marks = ", ".join("?" * len(wanted))
        rows = self._rows(f"SELECT {GUEST} FROM guests WHERE id IN ({marks})", *wanted)
        return {row[0]: Guest(*row) for row in rows}

    # -- tables -----------------------------------------------------------------------------------------------------

    async def add_table(
        self, table: TableRow, seats: Sequence[SeatRow], events: Sequence[Event], start: Snapshot | None = None
    ) -> None:
        def job(db: sqlite3.Connection) -> None:
            marks = ", ".join("?" * len(TABLE_COLUMNS))
            db.execute(f"INSERT INTO tables ({TABLE}) VALUES ({marks})", _table_values(table))
            _put_seats(db, table.id, seats)
            _put_events(db, table.id, events)
            _put_snapshot(db, table.id, start)

        await self._write(job)

    async def table(self, table_id: str) -> TableRow | None:
        row = self._row(f"SELECT {TABLE} FROM tables WHERE id = ?", table_id)
        return None if row is None else _table_row(row)

    async def seats(self, table_id: str) -> list[SeatRow]:
        rows = self._rows(f"SELECT {SEAT} FROM seats WHERE table_id = ? ORDER BY seat", table_id)
        return [SeatRow(seat, kind, guest, bot, bool(away), link) for seat, kind, guest, bot, away, link in rows]

    async def tables_of(self, guest_id: str, most: int) -> list[TableRow]:
        sql = f"""SELECT {TABLE} FROM tables
            WHERE id IN (SELECT table_id FROM seats WHERE guest = ?1) OR owner = ?1
            ORDER BY state = 'running' AND EXISTS (
                SELECT * FROM seats AS mine JOIN json_each(tables.to_act) AS acting ON mine.seat = acting.value
                WHERE mine.table_id = tables.id AND mine.guest = ?1 AND NOT mine.away
            ) DESC, updated DESC LIMIT ?2"""
        return [_table_row(row) for row in self._rows(sql, guest_id, most)]

    async def public_tables(self, most: int) -> list[TableRow]:
        sql = f"SELECT {TABLE} FROM tables WHERE public AND state != 'closed' ORDER BY updated DESC LIMIT ?"
        return [_table_row(row) for row in self._rows(sql, most)]

    async def running_tables(self) -> list[str]:
        return [row[0] for row in self._rows("SELECT id FROM tables WHERE state = 'running' ORDER BY updated")]

    # -- the log ----------------------------------------------------------------------------------------------------

    async def append(
        self,
        table_id: str,
        events: Sequence[Event],
        head: Head,
        snapshot: Snapshot | None = None,
        seats: Sequence[SeatRow] = (),
    ) -> None:
        def job(db: sqlite3.Connection) -> None:
            _put_events(db, table_id, events)
            _put_head(db, table_id, head)
            _put_seats(db, table_id, seats)
            _put_snapshot(db, table_id, snapshot)

        await self._write(job)

    async def events(self, table_id: str, after: int = 0, upto: int | None = None) -> list[Event]:
        last = upto if upto is not None else 1 << 60
        sql = f"SELECT {EVENT} FROM events WHERE table_id = ? AND ply > ? AND ply <= ? ORDER BY ply"
        return [Event(*row) for row in self._rows(sql, table_id, after, last)]

    async def event_by_key(self, table_id: str, key: str) -> Event | None:
        row = self._row(f"SELECT {EVENT} FROM events WHERE table_id = ? AND key = ?", table_id, key)
        return None if row is None else Event(*row)

    async def snapshot(self, table_id: str, upto: int | None = None) -> Snapshot | None:
        last = upto if upto is not None else 1 << 60
        sql = "SELECT ply, moves, data FROM snapshots WHERE table_id = ? AND ply <= ? ORDER BY ply DESC LIMIT 1"
        row = self._row(sql, table_id, last)
        return None if row is None else Snapshot(*row)

    # -- chat -------------------------------------------------------------------------------------------------------

    async def add_chat(self, table_id: str, guest_id: str, name: str, text: str, at: float) -> ChatLine:
        def job(db: sqlite3.Connection) -> ChatLine:
            (last,) = db.execute("SELECT max(number) FROM chat WHERE table_id = ?", (table_id,)).fetchone()
            line = ChatLine((last or 0) + 1, guest_id, name, text, at)
            db.execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)", (table_id, line.number, guest_id, name, text, at))
            return line

        return await self._write(job)

    async def chat(self, table_id: str, after: int = 0) -> list[ChatLine]:
        sql = "SELECT number, guest, name, text, at FROM chat WHERE table_id = ? AND number > ? ORDER BY number"
        return [ChatLine(*row) for row in self._rows(sql, table_id, after)]


# -- rows and columns -----------------------------------------------------------------------------------------------

GUEST = "id, token_hash, name, language, created"
SEAT = "seat, kind, guest, bot, away, link_hash"
EVENT = "ply, seat, kind, text, key, at"
TABLE_COLUMNS = TableRow.__struct_fields__
TABLE = ", ".join(TABLE_COLUMNS)
AS_JSON = ("options", "to_act", "result")


def _table_values(table: TableRow) -> list[Any]:
    values = []
    for column in TABLE_COLUMNS:
        value = getattr(table, column)
        values.append(json.dumps(value) if column in AS_JSON and value is not None else value)
    return values


def _table_row(row: tuple[Any, ...]) -> TableRow:
    values = dict(zip(TABLE_COLUMNS, row, strict=True))
    for column in AS_JSON:
        values[column] = None if values[column] is None else json.loads(values[column])
    values["to_act"], values["public"] = tuple(values["to_act"]), bool(values["public"])
    return TableRow(**values)


def _put_seats(db: sqlite3.Connection, table_id: str, seats: Sequence[SeatRow]) -> None:
    if not seats:
        return
    db.executemany(
        "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(table_id, seat.seat, seat.kind, seat.guest, seat.bot, seat.away, seat.link_hash) for seat in seats],
    )


def _put_events(db: sqlite3.Connection, table_id: str, events: Sequence[Event]) -> None:
    db.executemany(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(table_id, event.ply, event.seat, event.kind, event.text, event.key, event.at) for event in events],
    )


def _put_snapshot(db: sqlite3.Connection, table_id: str, snapshot: Snapshot | None) -> None:
    if snapshot is not None:
        values = (table_id, snapshot.ply, snapshot.moves, snapshot.data)
        db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", values)


def _put_head(db: sqlite3.Connection, table_id: str, head: Head) -> None:
    result = None if head.result is None else json.dumps(head.result)
    db.execute(
        "UPDATE tables SET state = ?, ply = ?, to_act = ?, result = ?, updated = ? WHERE id = ?",
        (head.state, head.ply, json.dumps(head.to_act), result, head.updated, table_id),
    )


# -- helpers --------------------------------------------------------------------------------------------------------


def _use_wal(db: sqlite3.Connection) -> None:
    """The one place where SQLite does not wait by itself, if another program does the same to a new file."""
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


def migrate(db: sqlite3.Connection, name: str) -> None:
    """Migrate the file to the newest schema, one numbered step after the other, all of them or none."""
    steps = sorted(
        (file for file in files(__package__).joinpath("migrations").iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    if _steps_done(db) == len(steps):
        return  # a file that is up to date must not wait for a writer
    with db:
        db.execute("BEGIN IMMEDIATE")
        done = _steps_done(db)  # asked again, because another program may have migrated it while we waited
        if done > len(steps):
            raise Trouble("database.newer", file=name, step=done, known=len(steps))
        for step in steps[done:]:
            for statement in _statements(step.read_text(encoding="utf-8")):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(steps)}")


def _steps_done(db: sqlite3.Connection) -> int:
    (done,) = db.execute("PRAGMA user_version").fetchone()
    return int(done)


def _statements(script: str) -> Iterator[str]:
    """One by one, because ``executescript`` would end the transaction that they must be part of."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement


def _close(connection: sqlite3.Connection | None) -> None:
    """Also a connection that failed; the next job opens a new one."""
    if connection is not None:
        connection.close()
