"""Copies of what a server keeps, in temporary files: of a database that is in use, and of a backup."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from engineshed.core.errors import Trouble
from engineshed.server.backup import Dump
from engineshed.server.sqlite import SQLiteStore


@asynccontextmanager
async def copied(database: Path) -> AsyncIterator[SQLiteStore]:
    """A store on a snapshot of a database; the database is only read, and may be in use."""
    with _temporary_file() as copy:
        _copy(database, copy)
        store = SQLiteStore(copy, called=database)
        try:
            yield store
        finally:
            await store.close()


@asynccontextmanager
async def restored(dump: Dump) -> AsyncIterator[SQLiteStore]:
    """A store filled from a backup, and migrated."""
    with _temporary_file() as file:
        store = SQLiteStore(file)
        try:
            await store.load(dump)
            yield store
        finally:
            await store.close()


@contextmanager
def _temporary_file() -> Iterator[Path]:
    with TemporaryDirectory(prefix="engineshed-") as folder:
        yield Path(folder) / "copy.db"


def _copy(database: Path, copy: Path) -> None:
    """SQLite makes the copy, because the latest writes are in a second file beside the database."""
    if not database.is_file():
        raise Trouble("database.missing", file=str(database))
    try:
        with (
            closing(sqlite3.connect(f"file:{quote(str(database.resolve()))}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise Trouble("database.unusable", file=str(database), problem=str(error)) from None
