"""The guests and the table that the tests of the stores use, and how they use a store."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from engineshed.server.backup import Dump
from engineshed.server.rows import Event, Guest, Head, SeatRow, TableRow
from engineshed.server.store import Store
from tests.server.play import run

Opener = Callable[[], Store]
Work = Callable[[Store], Coroutine[Any, Any, None]]
Spoil = Callable[[str], None]
"""Carries out a statement in the storage behind a store's back, even if it breaks references."""

ADA = Guest("ada", b"hash of ada", "Ada", "en", 1.0)
BOB = Guest("bob", b"hash of bob", "Bob", "de", 2.0)
TABLE = TableRow(
    id="t1",
    game="steam-power",
    version=3,
    seats=2,
    options={"map": "germany", "limited_goods": True},
    title="Zażółć",
    owner="ada",
    seed="seed",
    mode="correspondence",
    public=True,
    pace=1.5,
    created=10.0,
    updated=11.0,
    state="running",
    ply=0,
    to_act=(0, 1),
    result=None,
    forked_from="t0",
    shared=True,
)
SEATS = [SeatRow(0, "guest", guest="ada", bot="greedy", away=True), SeatRow(1, "open", link_hash=b"hash of a link")]


def head(ply: int, **fields: Any) -> Head:
    usual = {"state": "running", "ply": ply, "to_act": (0,), "result": None, "updated": 20.0 + ply, "pace": TABLE.pace}
    return Head(**{**usual, **fields})


def event(ply: int, key: str | None = None, text: str = "money") -> Event:
    return Event(ply, ply % 2, "move", text, key, 100.0 + ply)


async def furnished(store: Store, *tables: TableRow) -> None:
    """Add two guests and these tables, or the table of this file if none are given."""
    await store.add_guest(ADA)
    await store.add_guest(BOB)
    for table in tables or (TABLE,):
        await store.add_table(table, SEATS, ())


def table_called(table_id: str, **fields: Any) -> TableRow:
    return msgspec.structs.replace(TABLE, id=table_id, **fields)


async def dumped(store: Store) -> dict[str, tuple[tuple[str, ...], list[tuple[Any, ...]]]]:
    """Everything in a store: by table, its columns and its rows."""
    found: dict[str, tuple[tuple[str, ...], list[tuple[Any, ...]]]] = {}

    def take(dump: Dump) -> None:
        for table in dump.tables:
            found[table.name] = table.columns, sorted(tuple(row) for row in table.rows)

    await store.dump(take)
    return found


def spoil_file(file: Path, statement: str) -> None:
    """SQLite does not check references unless it is told to."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(statement)


def spoil_postgres(url: str, statement: str) -> None:
    with psycopg.connect(url) as db:
        db.execute("SET session_replication_role = replica")  # no references are checked
        db.execute(statement.encode())


def void(_value: object) -> None:
    """For callbacks whose result nobody needs."""


class UsesAStore:
    """Tests of one theme. Subclasses provide the fixture ``open_store``."""

    @staticmethod
    def tried(open_store: Opener, work: Work) -> None:
        async def go() -> None:
            store = open_store()
            try:
                await work(store)
            finally:
                await store.close()

        run(go())
