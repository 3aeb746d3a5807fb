"""How a Postgres database is reached, and how its schema is migrated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from engineshed.core.errors import Trouble
from engineshed.server.migrating import all_steps
from engineshed.server.statements import Row

Connection = psycopg.Connection[Row]

MIGRATING = 0x656E67696E65
"""The number of the lock that a program holds while it changes the schema."""

SETTINGS: dict[str, Any] = {
    "autocommit": True,
    "application_name": "engineshed",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "tcp_user_timeout": 10_000,
}

TYPES = {
    "TEXT": 'TEXT COLLATE "C"',
    "INTEGER": "BIGINT",
    "REAL": "DOUBLE PRECISION",
    "BLOB": "BYTEA",
    " WITHOUT ROWID": "",
}

FILLING = re.compile(r"^(?:INSERT|UPDATE)[^;]*\b(?:json_each|brief)\([^;]*;", re.MULTILINE)
"""Fills new tables from old rows with functions that only SQLite has; no Postgres database has rows that old."""


def name_of(url: str) -> str:
    """The database's name to show to people; the URL itself may contain a password."""
    known = conninfo_to_dict(url)
    return f"postgresql://{known.get('host', 'localhost')}/{known.get('dbname', '')}"


def unusable(url: str, error: psycopg.Error) -> Trouble:
    return Trouble("database.unusable", file=name_of(url), problem=str(error).strip())


def migrate(url: str) -> None:
    """Migrate the database to the newest schema, one numbered step after the other, all of them or none."""
    steps = all_steps()
    try:
        with psycopg.connect(url, **SETTINGS) as db, db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
            db.execute("CREATE TABLE IF NOT EXISTS schema_steps (done BIGINT NOT NULL)")
            done = steps_done(db)
            if done > len(steps):
                raise newer(url, done)
            for number, step in enumerate(steps[done:], done + 1):
                db.execute(schema_in_postgres(step))
                db.execute("INSERT INTO schema_steps VALUES (%s)", [number])
    except psycopg.Error as error:
        raise unusable(url, error) from None


def newer(url: str, step: int) -> Trouble:
    return Trouble("database.newer", file=name_of(url), step=step, known=len(all_steps()))


def schema_in_postgres(step: str) -> bytes:
    step = FILLING.sub("", step)
    for ours, theirs in TYPES.items():
        step = re.sub(rf"{ours}\b", theirs, step)
    return step.encode()


@contextmanager
def one_moment(url: str) -> Iterator[Connection]:
    """A connection that sees everything as it is at its first query, and changes nothing."""
    with psycopg.connect(url, **{**SETTINGS, "autocommit": False}) as db:
        db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        db.read_only = True
        yield db


def steps_done(db: Connection) -> int:
    """How many migrations have been applied; 0 in a database that was never used."""
    if not _exists(db, "schema_steps"):
        return 0
    found = db.execute("SELECT max(done) FROM schema_steps").fetchone()
    return (found and found[0]) or 0


def existing(db: Connection, tables: tuple[str, ...]) -> list[str]:
    """Those of these tables that exist: an older schema lacks some."""
    return [table for table in tables if _exists(db, table)]


def _exists(db: Connection, table: str) -> bool:
    found = db.execute("SELECT to_regclass(%s) IS NOT NULL", [table]).fetchone()
    return bool(found and found[0])
