"""Many moves in two statements: a statement costs the server more time than its rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engineshed.server.sql import EVENT, HEAD_COLUMNS, PUT_EVENT, PUT_HEAD
from engineshed.server.statements import Statement

HEADS = f"""WITH new AS MATERIALIZED (SELECT * FROM json_populate_recordset(NULL::tables, ?::json)),
    locked AS MATERIALIZED (SELECT id FROM tables WHERE id IN (SELECT id FROM new) ORDER BY id FOR NO KEY UPDATE)
    UPDATE tables SET {", ".join(f"{column} = new.{column}" for column in HEAD_COLUMNS)},
    revision = CASE WHEN tables.revision = coalesce(new.revision, tables.revision) THEN tables.revision + 1 END
    FROM new JOIN locked ON locked.id = new.id WHERE tables.id = new.id RETURNING tables.id"""
"""Like ``PUT_HEAD`` for each row; all servers lock the rows in the same order, so that they never wait for each other
in a circle."""
EVENTS = f"""INSERT INTO events (table_id, {EVENT})
    SELECT table_id, {EVENT} FROM json_populate_recordset(NULL::events, ?::json)"""
OF_A_HEAD = (*HEAD_COLUMNS, "revision", "id")
OF_AN_EVENT = ("table_id", *EVENT.split(", "))


class Merged(NamedTuple):
    """The changes of a group: what could be merged, and what is left of each change."""

    heads: Statement | None
    events: Statement | None
    rest: list[list[Statement]]


def merged(subjects: Sequence[str], changes: Sequence[Sequence[Statement]]) -> Merged:
    """``subjects``: what each change is about. If two are about the same table, nothing is merged."""
    moves = [steps for steps in changes if steps[0].sql is PUT_HEAD]
    if len(moves) < 2 or len(set(subjects)) < len(subjects):
        return Merged(None, None, [list(steps) for steps in changes])
    events = [step for steps in moves for step in steps if step.sql is PUT_EVENT]
    return Merged(
        _all(HEADS, OF_A_HEAD, [steps[0] for steps in moves]),
        _all(EVENTS, OF_AN_EVENT, events) if events else None,
        [_without_merged(steps) if steps[0].sql is PUT_HEAD else list(steps) for steps in changes],
    )


def _without_merged(steps: Sequence[Statement]) -> list[Statement]:
    return [step for step in steps if step.sql is not PUT_HEAD and step.sql is not PUT_EVENT]


def _all(sql: str, columns: Sequence[str], steps: Sequence[Statement]) -> Statement:
    rows = [dict(zip(columns, step.values, strict=True)) for step in steps]
    return Statement(sql, (msgspec.json.encode(rows).decode(),))
