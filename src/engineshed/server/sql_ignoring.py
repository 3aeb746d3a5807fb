"""What a store keeps of whom guests do not want to read in the chat.

Written in SQL that SQLite and Postgres both understand, with ``?`` as the placeholder.
"""

from __future__ import annotations

from engineshed.server.statements import Database, Statement
from engineshed.server.store import TakenError


class IgnoringSQL(Database):
    """A part of a store."""

    async def ignore(self, guest_id: str, other: str, at: float, most: int) -> bool:
        known = await self.ignored_by(guest_id)
        if other in known:
            return True
        sql = """INSERT INTO ignored (guest, other, at) SELECT ?, ?, ?
            WHERE (SELECT count(*) FROM ignored WHERE guest = ?) < ? ON CONFLICT DO NOTHING"""
        try:
            await self._change(guest_id, Statement(sql, (guest_id, other, at, guest_id, most), needed=True))
        except TakenError:
            return False
        return True

    async def heed(self, guest_id: str, other: str) -> None:
        sql = "DELETE FROM ignored WHERE guest = ? AND other = ?"
        await self._change(guest_id, Statement(sql, (guest_id, other)))

    async def ignored_by(self, guest_id: str) -> list[str]:
        rows = await self._ask("SELECT other FROM ignored WHERE guest = ? ORDER BY at, other", guest_id)
        return [row[0] for row in rows]
