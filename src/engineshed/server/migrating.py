"""The schema of the embedded store: numbered scripts, each leading from one version to the next."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from importlib.resources import files

from engineshed.core.errors import Trouble
from engineshed.server.rows import brief
from engineshed.server.texts import searchable


def migrate(db: sqlite3.Connection, name: str) -> None:
    """Migrate the file to the newest schema, one numbered step after the other, all of them or none."""
    steps = all_steps()
    if steps_done(db) == len(steps):
        return  # a file that is up to date must not wait for a writer
    with db:
        db.execute("BEGIN IMMEDIATE")
        done = steps_done(db)  # check again, because another program may have migrated it while we waited
        if done > len(steps):
            raise Trouble("database.newer", file=name, step=done, known=len(steps))
        run_steps(db, steps[done:])
        db.execute(f"PRAGMA user_version = {len(steps)}")


def all_steps() -> list[str]:
    """The scripts that lead from nothing to the newest schema."""
    folder = files(__package__).joinpath("migrations")
    named = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return [file.read_text(encoding="utf-8") for file in named]


def run_steps(db: sqlite3.Connection, steps: Sequence[str]) -> None:
    add_functions(db)
    for step in steps:
        for statement in _statements(step):
            db.execute(statement)


def add_functions(db: sqlite3.Connection) -> None:
    """Functions that the steps need and SQL does not have."""
    db.create_function("searchable", 1, lambda name: json.dumps(searchable(name)), deterministic=True)
    db.create_function("brief", 1, lambda options: json.dumps(brief(json.loads(options))), deterministic=True)


def steps_done(db: sqlite3.Connection) -> int:
    (done,) = db.execute("PRAGMA user_version").fetchone()
    return int(done)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: ``executescript`` would end the transaction that they must be part of."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement
