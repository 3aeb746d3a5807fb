"""A Postgres database as it is at one moment, for programs that only look at it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import psycopg

from engineshed.core.errors import Trouble
from engineshed.server.migrating import all_steps
from engineshed.server.postgres import PostgresStore, in_postgres
from engineshed.server.postgres_schema import Connection, name_of, newer, one_moment, steps_done, unusable
from engineshed.server.statements import Row
from engineshed.server.store import StoreDownError


@asynccontextmanager
async def moment_of(url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresMoment(url)
    try:
        yield store
    finally:
        await store.close()


class PostgresMoment(PostgresStore):
    """All queries see the same moment, and nothing is migrated or changed; servers may go on."""

    def _make_ready(self) -> None:
        self._open = ExitStack()
        self._db: Connection | None = None

    async def close(self) -> None:
        self._open.close()
        await super().close()

    async def _ask(self, sql: str, *values: Any) -> list[Row]:
        self._db = self._db or self._connected()
        try:
            return self._db.execute(in_postgres(sql).encode(), values).fetchall()
        except psycopg.Error as error:
            raise StoreDownError(str(error).strip()) from None

    def _connected(self) -> Connection:
        try:
            db = self._open.enter_context(one_moment(self._url))
            done, known = steps_done(db), len(all_steps())
        except psycopg.Error as error:
            raise unusable(self._url, error) from None
        if not done:
            raise Trouble("database.missing", file=name_of(self._url))
        if done > known:
            raise newer(self._url, done)
        if done < known:
            raise Trouble("database.older", file=name_of(self._url))
        return db
