"""Backups of a Postgres database, and finding damage in it. Servers may keep running."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import psycopg
from psycopg import sql

from engineshed.core.errors import Trouble
from engineshed.server.backup import TABLES, Dump, TableDump
from engineshed.server.copies import restored
from engineshed.server.migrating import all_steps
from engineshed.server.postgres_schema import (
    MIGRATING,
    SETTINGS,
    Connection,
    existing,
    name_of,
    newer,
    one_moment,
    steps_done,
    unusable,
)
from engineshed.server.statements import Row

BOOLEAN = 16
"""The type's number in Postgres."""


# -- writing a backup -----------------------------------------------------------------------------------------------


def dump(url: str, take: Callable[[Dump], None]) -> None:
    try:
        with one_moment(url) as db:
            schema = steps_done(db)
            if not schema:
                raise Trouble("database.missing", file=name_of(url))
            if schema > len(all_steps()):
                raise newer(url, schema)
            take(Dump(schema, (_dumped(db, name) for name in existing(db, TABLES))))
    except psycopg.Error as error:
        raise unusable(url, error) from None


def _dumped(db: Connection, name: str) -> TableDump:
    return TableDump(name, tuple(_columns(db, name)), _rows(db, name))


def _rows(db: Connection, name: str) -> Iterator[Row]:
    with db.cursor(f"dump_{name}") as cursor:
        yield from cursor.execute(f"SELECT * FROM {name}".encode())


def _columns(db: Connection, table: str) -> dict[str, int]:
    """The names and types of a table's columns."""
    description = db.execute(f"SELECT * FROM {table} LIMIT 0".encode()).description
    return {column.name: column.type_code for column in description or ()}


# -- reading a backup -----------------------------------------------------------------------------------------------


async def load(url: str, dump: Dump) -> None:
    """Fill the database. An old backup becomes a file first, because only SQLite can carry out all migrations."""
    if dump.schema >= len(all_steps()):
        await asyncio.to_thread(_load, url, dump)
        return
    async with restored(dump) as store:
        await store.dump(lambda migrated: _load(url, migrated))


def _load(url: str, dump: Dump) -> None:
    if dump.schema > len(all_steps()):
        raise newer(url, dump.schema)
    try:
        with psycopg.connect(url, **SETTINGS) as db, db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
            if any(db.execute(f"SELECT 1 FROM {table} LIMIT 1".encode()).fetchone() for table in TABLES):
                raise Trouble("database.not-empty", file=name_of(url))
            for one in dump.tables:
                _fill(db, one)
    except psycopg.OperationalError as error:
        raise unusable(url, error) from None


def _fill(db: Connection, table: TableDump) -> None:
    known = _columns(db, table.name)
    unknown = [name for name in table.columns if name not in known]
    if unknown:
        raise Trouble("no.name", name=unknown[0][:40])
    truths = [known[name] == BOOLEAN for name in table.columns]
    insert = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({', '.join(['%s'] * len(truths))})"
    rows = ([bool(value) if truth else value for value, truth in zip(row, truths, strict=True)] for row in table.rows)
    with db.cursor() as cursor:
        cursor.executemany(insert.encode(), rows)


# -- damage ---------------------------------------------------------------------------------------------------------


def damage(url: str) -> list[str]:
    """Rows that cannot be read, indexes that are not usable, and rows that refer to missing rows."""
    try:
        with one_moment(url) as db:
            tables = existing(db, TABLES)
            unreadable = {table: problem for table in tables if (problem := _problem(db, table))}
            found = [f"{table}: {problem}" for table, problem in unreadable.items()]
            found += [f"the index {name} is not valid" for (name,) in db.execute(INVALID_INDEXES)]
            for child, parent, pairs in db.execute(REFERENCES).fetchall():
                if child not in unreadable and parent not in unreadable:
                    found += [f"{child}: a row refers to a missing row of {parent}"] * _orphans(
                        db, child, parent, pairs
                    )
            return found
    except psycopg.Error as error:
        raise unusable(url, error) from None


def _problem(db: Connection, table: str) -> str | None:
    """What Postgres says when it has to read every value of a table: it checks its pages when it reads them."""
    try:
        with db.transaction():
            db.execute(f"SELECT count(t::text) FROM {table} AS t".encode())
    except psycopg.Error as error:
        if db.closed:
            raise  # the connection has broken, which says nothing about the table
        return str(error).strip()
    return None


INVALID_INDEXES = """SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready)"""

REFERENCES = """SELECT child.relname, parent.relname, array(
        SELECT ARRAY[ours.attname::text, theirs.attname::text] FROM unnest(conkey, confkey) AS pair (our, their)
        JOIN pg_attribute AS ours ON ours.attrelid = conrelid AND ours.attnum = pair.our
        JOIN pg_attribute AS theirs ON theirs.attrelid = confrelid AND theirs.attnum = pair.their
    ) FROM pg_constraint
    JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2"""
"""Which tables refer to which, and by which pairs of columns."""


def _orphans(db: Connection, child: str, parent: str, pairs: list[tuple[str, str]]) -> int:
    """How many rows of one table refer to rows of the other that do not exist."""
    ours = [sql.Identifier("child", our) for our, _ in pairs]
    theirs = [sql.Identifier("parent", their) for _, their in pairs]
    query = sql.SQL(
        "SELECT count(*) FROM {} AS child WHERE ({}) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {} AS parent WHERE {})"
    ).format(
        sql.Identifier(child),
        sql.SQL(", ").join(ours),
        sql.Identifier(parent),
        sql.SQL(" AND ").join(sql.SQL("{} = {}").format(*pair) for pair in zip(ours, theirs, strict=True)),
    )
    found = db.execute(query).fetchone()
    return int(found[0]) if found else 0
