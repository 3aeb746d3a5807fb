"""Health and backups of the embedded store."""

from __future__ import annotations

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from typing import Any, TypeVar

from engineshed.core.errors import Trouble
from engineshed.server.backup import TABLES, Dump, TableDump
from engineshed.server.migrating import all_steps, run_steps, steps_done

T = TypeVar("T")


class BackedUp(ABC):
    """A part of ``SQLiteStore``, which provides what is abstract here."""

    _gate: AbstractContextManager[Any]
    _path: str

    @abstractmethod
    def _connect(self) -> sqlite3.Connection:
        """A new connection to the file."""

    @abstractmethod
    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job in a transaction of the writer."""

    @abstractmethod
    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a query finds."""

    # -- operating --------------------------------------------------------------------------------------------------

    async def ping(self) -> None:
        await self._write(lambda _db: None)

    async def dump(self, take: Callable[[Dump], None]) -> None:
        def read() -> None:
            with closing(self._connect()) as db, self._gate:
                db.execute("BEGIN")  # until it ends, all reads see the data as it was at the first one
                take(Dump(steps_done(db), (_dumped(db, name) for name in TABLES)))

        await asyncio.to_thread(read)

    async def load(self, dump: Dump) -> None:
        """Create the tables as they were at the time of the dump, fill them, and migrate like any old file."""
        steps = all_steps()
        if dump.schema > len(steps):
            raise Trouble("database.newer", file=self._path, step=dump.schema, known=len(steps))

        def job(db: sqlite3.Connection) -> None:
            if any(db.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() for name in TABLES):
                raise Trouble("database.not-empty", file=self._path)
            for name in reversed(TABLES):
                db.execute(f"DROP TABLE {name}")
            run_steps(db, steps[: dump.schema])
            for table in dump.tables:
                marks = ", ".join("?" * len(table.columns))
                named = ", ".join(_column(name) for name in table.columns)
                db.executemany(f"INSERT INTO {table.name} ({named}) VALUES ({marks})", table.rows)
            run_steps(db, steps[dump.schema :])

        await self._write(job)

    async def damage(self) -> list[str]:
        found = [row[0] for row in self._rows("PRAGMA integrity_check")]
        orphans = [
            f"{row[0]}: a row refers to a missing row of {row[2]}" for row in self._rows("PRAGMA foreign_key_check")
        ]
        return [*(text for text in found if text != "ok"), *orphans]


def _dumped(db: sqlite3.Connection, name: str) -> TableDump:
    found = db.execute(f"SELECT * FROM {name}")
    return TableDump(name, tuple(column[0] for column in found.description), found)


def _column(name: str) -> str:
    """The name of a column in a backup, which somebody may have tampered with."""
    if not name.isidentifier():
        raise Trouble("no.name", name=name[:40])
    return name
