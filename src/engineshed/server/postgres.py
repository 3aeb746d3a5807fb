"""The store for several servers: a Postgres database that they share.

Like the embedded store, it commits waiting changes together: they are sent in one batch, which Postgres runs as one
transaction. If one of them fails, they are tried again one by one, so that none spoils the others. Postgres forces the
data to disk before any change is confirmed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Container, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, NamedTuple

import psycopg
from psycopg import errors
from psycopg_pool import AsyncConnectionPool

from engineshed.server import postgres_backup
from engineshed.server.backup import Dump
from engineshed.server.postgres_merging import merged
from engineshed.server.postgres_schema import SETTINGS, migrate
from engineshed.server.sql import ANSWERED_AT_ONCE, PUT_HEAD, SQLStore
from engineshed.server.statements import Row, Statement
from engineshed.server.store import StoreDownError, TakenError

Connection = psycopg.AsyncConnection[Row]
Cursor = psycopg.AsyncCursor[Row]

LARGEST_GROUP = 256
MOST_CONNECTIONS = 8
PATIENCE = 5.0
"""Seconds to wait for a connection or an answer before the store counts as down."""
READ_TRIES = 3
"""How often a query is tried if connections turn out to be dead, as all idle ones are after a restart."""


class Job(NamedTuple):
    subject: str
    statements: Sequence[Statement]
    answer: asyncio.Future[list[Row]]

    @property
    def has_head(self) -> bool:
        return self.statements[0].sql is PUT_HEAD


class PostgresStore(SQLStore):
    """``url``: where the database is, as in ``postgresql://user@host/name``."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool: AsyncConnectionPool[Connection] | None = None
        self._waiting: list[Job] = []
        self._writing: asyncio.Task[None] | None = None
        self._closed = False
        self._make_ready()

    def _make_ready(self) -> None:
        migrate(self._url)

    async def close(self) -> None:
        self._closed = True
        if self._writing is not None:
            await self._writing
        if self._pool is not None:
            await self._pool.close()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        """A connection from the pool. A broken one is returned to it too, and is replaced."""
        try:
            async with asyncio.timeout(PATIENCE):
                pool = self._pool or await self._opened()
                connection = await pool.getconn()
                try:
                    yield connection
                finally:
                    await pool.putconn(connection)
        except TimeoutError:
            raise StoreDownError(f"no answer within {PATIENCE:g} s") from None

    async def _opened(self) -> AsyncConnectionPool[Connection]:
        if self._pool is None:
            self._pool = AsyncConnectionPool(
                self._url,
                kwargs=SETTINGS,
                configure=_always_durable,
                min_size=1,
                max_size=MOST_CONNECTIONS,
                timeout=PATIENCE,
                reconnect_timeout=PATIENCE,  # then the next query tries again, instead of waiting longer and longer
                open=False,
            )
            await self._pool.open()
        return self._pool

    # -- reading ----------------------------------------------------------------------------------------------------

    async def _ask(self, sql: str, *values: Any) -> list[Row]:
        if self._closed:
            raise StoreDownError("the store is closed")
        for left in reversed(range(READ_TRIES)):
            try:
                async with self._connection() as connection:
                    return await (await connection.execute(in_postgres(sql), values)).fetchall()
            except psycopg.Error as error:
                if not left or not isinstance(error, psycopg.OperationalError):
                    raise StoreDownError(str(error)) from None
        raise AssertionError("the last try returns or raises")

    # -- writing ----------------------------------------------------------------------------------------------------

    async def _change(self, subject: str, *statements: Statement) -> list[Row]:
        if self._closed:
            raise StoreDownError("the store is closed")
        job = Job(subject, statements, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        return await job.answer

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
            await self._write_group([job for job in group if not job.answer.done()])
        self._writing = None

    async def _write_group(self, group: list[Job]) -> None:
        """Together if possible; sorted, so that two servers take their locks in the same order."""
        group.sort(key=lambda job: job.subject)
        try:
            answers = await self._commit(group)
        except Exception as error:  # noqa: BLE001  (whatever it is, nobody may wait forever)
            failure = _failure(error)
            if len(group) == 1 or isinstance(failure, StoreDownError):
                for job in group:
                    _answer(job, failure)
                return
            for job in group:
                await self._write_group([job])
        else:
            for number, (job, rows) in enumerate(zip(group, answers, strict=True), 1):
                _answer(job, rows)
                if number % ANSWERED_AT_ONCE == 0:
                    await asyncio.sleep(0)

    async def _commit(self, group: list[Job]) -> list[list[Row] | Exception]:
        parts = merged([job.subject for job in group], [job.statements for job in group])
        async with self._connection() as connection:
            async with connection.pipeline():
                heads, _ = [await _sent(connection, step) if step else None for step in (parts.heads, parts.events)]
                sent = [[await _sent(connection, step) for step in steps] for steps in parts.rest]
            found = None if heads is None else {table_id for (table_id,) in await heads.fetchall()}
            steps = zip(group, parts.rest, sent, strict=True)
            return [await _outcome(job, rest, cursors, found) for job, rest, cursors in steps]

    # -- operating --------------------------------------------------------------------------------------------------

    async def ping(self) -> None:
        await self._change("", Statement("SELECT 1", ()))

    async def dump(self, take: Callable[[Dump], None]) -> None:
        await asyncio.to_thread(postgres_backup.dump, self._url, take)

    async def load(self, dump: Dump) -> None:
        try:
            await postgres_backup.load(self._url, dump)
        except psycopg.Error as error:
            raise _failure(error) from None

    async def damage(self) -> list[str]:
        return await asyncio.to_thread(postgres_backup.damage, self._url)


async def _outcome(
    job: Job, rest: Sequence[Statement], cursors: Sequence[Cursor], found: Container[str] | None
) -> list[Row] | Exception:
    """``rest``: the statements sent for this change alone; ``found``: the tables whose heads were written together."""
    missing = found is not None and job.has_head and job.subject not in found
    if missing or any(step.needed and not cursor.rowcount for step, cursor in zip(rest, cursors, strict=True)):
        return TakenError(job.subject)
    return await cursors[-1].fetchall() if cursors and cursors[-1].description else []


async def _sent(connection: Connection, statement: Statement) -> Cursor:
    """Send a statement unprepared: after a failed transaction, psycopg may wrongly think that statements are
    prepared."""
    return await connection.execute(in_postgres(statement.sql), statement.values, prepare=False)


def _answer(job: Job, answer: list[Row] | Exception) -> None:
    if job.answer.done():
        return  # its client has gone
    if isinstance(answer, Exception):
        job.answer.set_exception(answer)
    else:
        job.answer.set_result(answer)


def _failure(error: Exception) -> Exception:
    """The store's exception for an error of the database."""
    match error:
        case psycopg.IntegrityError():
            return TakenError(str(error))
        case errors.NumericValueOutOfRange():
            return OverflowError(str(error))
        case psycopg.DataError():
            return ValueError(str(error))
        case psycopg.Error():
            return StoreDownError(str(error))
    return error


async def _always_durable(connection: Connection) -> None:
    await connection.execute("SET synchronous_commit = on")


@cache
def in_postgres(sql: str) -> str:
    """The same statement with ``%s`` as its placeholder."""
    return sql.replace("%", "%%").replace("?", "%s")
