"""What a store keeps of studies: what is worked out about finished games.

Written in SQL that SQLite and Postgres both understand, with ``?`` as the placeholder.
"""

from __future__ import annotations

import msgspec

from engineshed.server.rows import StudyRow
from engineshed.server.statements import Database, Row, Statement
from engineshed.server.store import TakenError

COLUMNS = "table_id, ply, guest, asked, state, holder, changed, done, found"
OPEN = "state IN ('waiting', 'running')"


class StudiesSQL(Database):
    """A part of a store."""

    async def study(self, table_id: str, ply: int) -> StudyRow | None:
        rows = await self._ask(f"SELECT {COLUMNS} FROM studies WHERE table_id = ? AND ply = ?", table_id, ply)
        return _study(rows[0]) if rows else None

    async def open_studies(self, table_id: str, since: float) -> list[StudyRow]:
        sql = f"SELECT {COLUMNS} FROM studies WHERE table_id = ? AND {OPEN} AND changed >= ? ORDER BY ply"
        return [_study(row) for row in await self._ask(sql, table_id, since)]

    async def begin_study(self, study: StudyRow, since: float) -> bool:
        begin = f"""INSERT INTO studies ({COLUMNS}) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (
                SELECT 1 FROM studies AS other WHERE other.table_id = ? AND other.{OPEN} AND other.changed >= ?
            ) ON CONFLICT (table_id, ply) DO UPDATE SET guest = excluded.guest, asked = excluded.asked,
            state = excluded.state, holder = excluded.holder, changed = excluded.changed, done = excluded.done,
            found = excluded.found"""
        values = (*msgspec.structs.astuple(study), study.table, since)
        try:
            await self._change(study.table, Statement(begin, values, needed=True))
        except TakenError:
            return False
        return True

    async def save_study(self, study: StudyRow) -> bool:
        save = f"""UPDATE studies SET state = ?, changed = ?, done = ?, found = ?
            WHERE table_id = ? AND ply = ? AND holder = ? AND asked = ? AND {OPEN}"""
        values = (study.state, study.changed, study.done, study.found)
        which = (study.table, study.ply, study.holder, study.asked)
        try:
            await self._change(study.table, Statement(save, (*values, *which), needed=True))
        except TakenError:
            return False
        return True

    async def cancel_study(self, table_id: str, ply: int, at: float) -> bool:
        sql = f"""UPDATE studies SET state = 'cancelled', changed = ?
            WHERE table_id = ? AND ply = ? AND {OPEN} RETURNING ply"""
        return bool(await self._change(table_id, Statement(sql, (at, table_id, ply))))

    async def touch_studies(self, holder: str, at: float) -> None:
        sql = f"UPDATE studies SET changed = ? WHERE holder = ? AND {OPEN}"
        await self._change(holder, Statement(sql, (at, holder)))

    async def abandon_studies(self, holder: str | None, at: float) -> None:
        who, values = ("", (at,)) if holder is None else ("AND holder = ?", (at, holder))
        sql = f"UPDATE studies SET state = 'unfinished', changed = ? WHERE {OPEN} {who}"
        await self._change(holder or "", Statement(sql, values))

    async def studies_of(self, guest_id: str) -> list[StudyRow]:
        rows = await self._ask(f"SELECT {COLUMNS} FROM studies WHERE guest = ? ORDER BY asked", guest_id)
        return [_study(row) for row in rows]


def _study(row: Row) -> StudyRow:
    return StudyRow(*row)
