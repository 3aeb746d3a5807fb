"""What a store does for those who run the server: sessions, retirement, a guest's data, moderation.

Written in SQL that SQLite and Postgres both understand, with ``?`` as the placeholder.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from engineshed.server.rows import Act, ChatLine, Guest, Penalty, PenaltyKind, Report, Session, Snapshot, TableState
from engineshed.server.sql_results import UNBOOKED, without_guests
from engineshed.server.statements import Database, Row, Statement, marks

OF_A_TABLE = ("leases", "notices", "plans", "studies", "chat", "snapshots", "described", "parts", "events", "seats")
"""Rows that must be deleted with a table, because the database does not do it by itself."""
EXPIRING = ("sessions", "device_codes")
"""Rows of a guest that are only valid for a time."""
OF_A_GUEST = (*EXPIRING, "notice_ways", "plans", "ignored")
"""Rows that are deleted with a guest."""

GUEST = "guests.id, guests.token_hash, name, language, guests.created"
SESSION = "token_hash, guest, created, expires"
REPORT = "number, table_id, guest, text, lines, at, settled"


class OperatingSQL(Database):
    """A part of a store."""

    # -- sessions ---------------------------------------------------------------------------------------------------

    async def add_session(self, session: Session) -> None:
        values = (session.token_hash, session.guest, session.created, session.expires)
        await self._change(session.guest, Statement(f"INSERT INTO sessions ({SESSION}) VALUES (?, ?, ?, ?)", values))

    async def session(self, token_hash: bytes) -> Session | None:
        rows = await self._ask(f"SELECT {SESSION} FROM sessions WHERE token_hash = ?", token_hash)
        return Session(*rows[0]) if rows else None

    async def sessions_of(self, guest_id: str) -> list[Session]:
        rows = await self._ask(f"SELECT {SESSION} FROM sessions WHERE guest = ? ORDER BY created", guest_id)
        return [Session(*row) for row in rows]

    async def guest_by_token(self, token_hash: bytes, now: float) -> Guest | None:
        sql = f"""SELECT {GUEST} FROM sessions JOIN guests ON guests.id = sessions.guest
            WHERE sessions.token_hash = ? AND expires > ?"""
        rows = await self._ask(sql, token_hash, now)
        return Guest(*rows[0]) if rows else None

    async def extend_session(self, token_hash: bytes, expires: float) -> None:
        sql = "UPDATE sessions SET expires = ? WHERE token_hash = ?"
        await self._change(token_hash.hex(), Statement(sql, (expires, token_hash)))

    async def end_other_sessions(self, guest_id: str, token_hash: bytes) -> None:
        sql = "DELETE FROM sessions WHERE guest = ? AND token_hash <> ?"
        await self._change(guest_id, Statement(sql, (guest_id, token_hash)))

    async def end_session(self, token_hash: bytes) -> None:
        await self._change(token_hash.hex(), Statement("DELETE FROM sessions WHERE token_hash = ?", (token_hash,)))

    async def add_device_code(self, code_hash: bytes, guest_id: str, expires: float) -> None:
        sql = "INSERT INTO device_codes (code_hash, guest, expires) VALUES (?, ?, ?)"
        await self._change(guest_id, Statement(sql, (code_hash, guest_id, expires)))

    async def take_device_code(self, code_hash: bytes, now: float) -> str | None:
        sql = "DELETE FROM device_codes WHERE code_hash = ? AND expires > ? RETURNING guest"
        rows = await self._change(code_hash.hex(), Statement(sql, (code_hash, now)))
        return rows[0][0] if rows else None

    # -- retirement -------------------------------------------------------------------------------------------------

    async def retire_tables(self, states: Sequence[TableState], before: float, most: int) -> list[str]:
        """First finds the tables, then deletes those that have not changed since. Results have to be booked before."""
        old = f"state IN ({marks(states)}) AND updated < ? AND NOT ({UNBOOKED})"
        found = await self._ask(f"SELECT id FROM tables WHERE {old} ORDER BY updated LIMIT ?", *states, before, most)
        ids = [row[0] for row in found]
        if not ids:
            return []
        which = f"(SELECT id FROM tables WHERE id IN ({marks(ids)}) AND {old})"
        values = (*ids, *states, before)
        parts = [Statement(f"DELETE FROM {name} WHERE table_id IN {which}", values) for name in OF_A_TABLE]
        gone = Statement(f"DELETE FROM tables WHERE id IN {which} RETURNING id", values)
        return [row[0] for row in await self._change(ids[0], *parts, gone)]

    async def retire_guests(self, created: float, expires: float, most: int) -> list[str]:
        idle = """guests.created < ?
            AND NOT EXISTS (SELECT * FROM sessions WHERE sessions.guest = guests.id AND sessions.expires > ?)
            AND NOT EXISTS (SELECT * FROM seats WHERE seats.guest = guests.id)
            AND NOT EXISTS (SELECT * FROM tables WHERE tables.owner = guests.id)
            AND NOT EXISTS (SELECT * FROM chat WHERE chat.guest = guests.id)"""
        found = await self._ask(f"SELECT id FROM guests WHERE {idle} LIMIT ?", created, expires, most)
        ids = [row[0] for row in found]
        if not ids:
            return []
        which = f"(SELECT id FROM guests WHERE id IN ({marks(ids)}) AND {idle})"
        values = (*ids, created, expires)
        parts = [
            *without_guests(which, values),
            *(Statement(f"DELETE FROM {name} WHERE guest IN {which}", values) for name in OF_A_GUEST),
        ]
        gone = Statement(f"DELETE FROM guests WHERE id IN {which} RETURNING id", values)
        return [row[0] for row in await self._change(ids[0], *parts, gone)]

    async def drop_expired(self, now: float) -> None:
        dropped = [Statement(f"DELETE FROM {name} WHERE expires <= ?", (now,)) for name in EXPIRING]
        await self._change("", *dropped)

    # -- a guest's own data -----------------------------------------------------------------------------------------

    async def erase_guest(self, guest_id: str) -> None:
        await self._change(
            guest_id,
            Statement("UPDATE guests SET name = '' WHERE id = ?", (guest_id,)),
            Statement("DELETE FROM guest_words WHERE guest = ?", (guest_id,)),
            Statement("UPDATE chat SET name = '', text = '' WHERE guest = ?", (guest_id,)),
            Statement("UPDATE reports SET guest = '' WHERE guest = ?", (guest_id,)),
            Statement("UPDATE studies SET guest = '' WHERE guest = ?", (guest_id,)),
            Statement("DELETE FROM notices WHERE way IN (SELECT id FROM notice_ways WHERE guest = ?)", (guest_id,)),
            *without_guests("(?)", (guest_id,)),
            *(Statement(f"DELETE FROM {name} WHERE guest = ?", (guest_id,)) for name in OF_A_GUEST),
            Statement("DELETE FROM ignored WHERE other = ?", (guest_id,)),
        )

    async def chat_of(self, guest_id: str) -> list[tuple[str, ChatLine]]:
        sql = "SELECT table_id, number, guest, name, text, at FROM chat WHERE guest = ? ORDER BY at"
        return [(row[0], ChatLine(*row[1:])) for row in await self._ask(sql, guest_id)]

    async def reports_of(self, guest_id: str) -> list[Report]:
        rows = await self._ask(f"SELECT {REPORT} FROM reports WHERE guest = ? ORDER BY number", guest_id)
        return [_report(row) for row in rows]

    # -- moderation -------------------------------------------------------------------------------------------------

    async def put_penalty(self, penalty: Penalty) -> None:
        sql = """INSERT INTO penalties (kind, target, at, until, note) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (kind, target) DO UPDATE SET at = excluded.at, until = excluded.until, note = excluded.note"""
        values = (penalty.kind, penalty.target, penalty.at, penalty.until, penalty.note)
        await self._change(penalty.target, Statement(sql, values))

    async def lift_penalty(self, kind: PenaltyKind, target: str) -> bool:
        sql = "DELETE FROM penalties WHERE kind = ? AND target = ? RETURNING kind"
        return bool(await self._change(target, Statement(sql, (kind, target))))

    async def penalties(self) -> list[Penalty]:
        rows = await self._ask("SELECT kind, target, at, until, note FROM penalties ORDER BY at")
        return [Penalty(*row) for row in rows]

    async def add_report(self, table_id: str, guest_id: str, text: str, lines: Sequence[ChatLine], at: float) -> int:
        kept = json.dumps([[line.number, line.guest, line.name, line.text, line.at] for line in lines])
        sql = f"""INSERT INTO reports ({REPORT})
            VALUES ((SELECT coalesce(max(number), 0) + 1 FROM reports), ?, ?, ?, ?, ?, NULL) RETURNING number"""
        rows = await self._change("reports", Statement(sql, (table_id, guest_id, text, kept, at)))
        return int(rows[0][0])

    async def reports(self, most: int, *, settled: bool) -> list[Report]:
        which = "IS NOT NULL" if settled else "IS NULL"
        sql = f"SELECT {REPORT} FROM reports WHERE settled {which} ORDER BY number DESC LIMIT ?"
        return [_report(row) for row in await self._ask(sql, most)]

    async def settle_report(self, number: int, at: float) -> bool:
        sql = "UPDATE reports SET settled = ? WHERE number = ? AND settled IS NULL RETURNING number"
        return bool(await self._change("reports", Statement(sql, (at, number))))

    async def add_act(self, act: str, target: str, note: str, at: float) -> None:
        sql = """INSERT INTO audit (number, at, act, target, note)
            VALUES ((SELECT coalesce(max(number), 0) + 1 FROM audit), ?, ?, ?, ?)"""
        await self._change("audit", Statement(sql, (at, act, target, note)))

    async def acts(self, most: int) -> list[Act]:
        rows = await self._ask("SELECT number, at, act, target, note FROM audit ORDER BY number DESC LIMIT ?", most)
        return [Act(*row) for row in rows]

    # -- checking ---------------------------------------------------------------------------------------------------

    async def table_ids(self, after: str, most: int) -> list[str]:
        rows = await self._ask("SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?", after, most)
        return [row[0] for row in rows]

    async def snapshots(self, table_id: str) -> list[Snapshot]:
        sql = "SELECT ply, moves, data FROM snapshots WHERE table_id = ? ORDER BY ply"
        return [Snapshot(*row) for row in await self._ask(sql, table_id)]


def _report(row: Row) -> Report:
    number, table_id, guest, text, lines, at, settled = row
    return Report(number, table_id, guest, text, tuple(ChatLine(*line) for line in json.loads(lines)), at, settled)
