"""What a store keeps of notices: how guests want to be told something, and what they are still to be told.

Written in SQL that SQLite and Postgres both understand, with ``?`` as the placeholder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from engineshed.server.rows import Notice, NoticeWay
from engineshed.server.statements import Database, Row, Statement, marks
from engineshed.server.store import TakenError

WAY = "id, guest, kind, address, keys, label, every, about, state, created, used, rest, failures"
NOTICE = "way, table_id, kind, ply, at, due"
PUT_NOTICE = f"INSERT INTO notices ({NOTICE}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
OF_NOBODY = "NOT EXISTS (SELECT 1 FROM notice_ways WHERE notice_ways.id = notices.way)"


class NoticesSQL(Database):
    """A part of a store."""

    # -- keys of the house ------------------------------------------------------------------------------------------

    async def house_key(self, name: str) -> bytes | None:
        rows = await self._ask("SELECT value FROM house_keys WHERE name = ?", name)
        return bytes(rows[0][0]) if rows else None

    async def keep_house_key(self, name: str, value: bytes) -> None:
        sql = "INSERT INTO house_keys (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
        await self._change(name, Statement(sql, (name, value)))

    # -- ways -------------------------------------------------------------------------------------------------------

    async def add_way(self, way: NoticeWay, most: int) -> bool:
        values = _way_values(way)
        sql = f"""INSERT INTO notice_ways ({WAY}) SELECT {marks(values)}
            WHERE (SELECT count(*) FROM notice_ways WHERE guest = ?) < ?"""
        try:
            await self._change(way.guest, Statement(sql, (*values, way.guest, most), needed=True))
        except TakenError:
            return False
        return True

    async def way(self, way_id: str) -> NoticeWay | None:
        rows = await self._ask(f"SELECT {WAY} FROM notice_ways WHERE id = ?", way_id)
        return _way(rows[0]) if rows else None

    async def ways_of(self, guests: Sequence[str]) -> list[NoticeWay]:
        if not guests:
            return []
        sql = f"SELECT {WAY} FROM notice_ways WHERE guest IN ({marks(guests)}) ORDER BY created, id"
        return [_way(row) for row in await self._ask(sql, *guests)]

    async def ways_to(self, address: str) -> list[NoticeWay]:
        rows = await self._ask(f"SELECT {WAY} FROM notice_ways WHERE address = ? ORDER BY created, id", address)
        return [_way(row) for row in rows]

    async def save_way(self, way: NoticeWay) -> None:
        sql = "UPDATE notice_ways SET label = ?, every = ?, about = ?, state = ?, rest = 0, failures = 0 WHERE id = ?"
        values = (way.label, way.every, json.dumps(way.about), way.state, way.id)
        await self._change(way.guest, Statement(sql, values))

    async def settle_way(self, way_id: str, used: float | None, rest: float, failures: int, *, broken: bool) -> None:
        sql = """UPDATE notice_ways SET used = ?, rest = ?, failures = ?, state = CASE WHEN ? = 1 THEN 'broken'
            ELSE state END WHERE id = ?"""
        await self._change(way_id, Statement(sql, (used, rest, failures, int(broken), way_id)))

    async def remove_way(self, way: NoticeWay) -> None:
        await self._change(
            way.guest,
            Statement("DELETE FROM notices WHERE way = ?", (way.id,)),
            Statement("DELETE FROM notice_ways WHERE id = ?", (way.id,)),
        )

    async def drop_waiting_ways(self, before: float) -> None:
        sql = "DELETE FROM notice_ways WHERE state = 'waiting' AND created < ?"
        await self._change("", Statement(sql, (before,)), Statement(f"DELETE FROM notices WHERE {OF_NOBODY}", ()))

    # -- notices ----------------------------------------------------------------------------------------------------

    async def due_ways(self, now: float, most: int) -> list[str]:
        sql = """SELECT notices.way FROM notices JOIN notice_ways ON notice_ways.id = notices.way
            WHERE notices.due <= ? AND notices.holder IS NULL AND notice_ways.rest <= ?
            GROUP BY notices.way ORDER BY min(notices.due) LIMIT ?"""
        return [row[0] for row in await self._ask(sql, now, now, most)]

    async def claim_notices(self, way_id: str, holder: str, now: float) -> list[Notice]:
        sql = f"UPDATE notices SET holder = ?, claimed = ? WHERE way = ? AND holder IS NULL RETURNING {NOTICE}"
        rows = await self._change(way_id, Statement(sql, (holder, now, way_id)))
        return sorted((Notice(*row) for row in rows), key=lambda notice: (notice.at, notice.table))

    async def drop_notices(self, way_id: str, holder: str) -> None:
        sql = "DELETE FROM notices WHERE way = ? AND holder = ?"
        await self._change(way_id, Statement(sql, (way_id, holder)))

    async def return_notices(self, way_id: str, holder: str) -> None:
        sql = "UPDATE notices SET holder = NULL, claimed = NULL WHERE way = ? AND holder = ?"
        await self._change(way_id, Statement(sql, (way_id, holder)))

    async def drop_left_notices(self, before: float) -> int:
        sql = "DELETE FROM notices WHERE claimed < ? RETURNING way"
        return len(await self._change("", Statement(sql, (before,))))

    async def notices_for(self, guest_id: str) -> list[Notice]:
        sql = f"""SELECT {NOTICE} FROM notices WHERE way IN (SELECT id FROM notice_ways WHERE guest = ?)
            ORDER BY at, way, table_id"""
        return [Notice(*row) for row in await self._ask(sql, guest_id)]


def put_notices(notices: Sequence[Notice]) -> Iterator[Statement]:
    for one in notices:
        yield Statement(PUT_NOTICE, (one.way, one.table, one.kind, one.ply, one.at, one.due))


def _way_values(way: NoticeWay) -> tuple[object, ...]:
    keys, about = json.dumps(way.keys), json.dumps(way.about)
    return (
        *(way.id, way.guest, way.kind, way.address, keys, way.label, way.every, about),
        *(way.state, way.created, way.used, way.rest, way.failures),
    )


def _way(row: Row) -> NoticeWay:
    way_id, guest, kind, address, keys, label, every, about, *rest = row
    return NoticeWay(way_id, guest, kind, address, json.loads(keys), label, every, tuple(json.loads(about)), *rest)
