"""The store's questions and changes in SQL that SQLite and Postgres both understand, so that each is written once."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from engineshed.server import listing
from engineshed.server.clocks import Clock, Timing
from engineshed.server.rows import (
    NO_PLANS,
    ChatLine,
    Described,
    Event,
    Guest,
    Head,
    Latest,
    Listing,
    Listings,
    Notice,
    PartRow,
    PlanChange,
    Search,
    SeatRow,
    Snapshot,
    TableRow,
    brief,
)
from engineshed.server.sql_ignoring import IgnoringSQL
from engineshed.server.sql_notices import NoticesSQL, put_notices
from engineshed.server.sql_operating import OperatingSQL
from engineshed.server.sql_plans import PlansSQL, put_plans
from engineshed.server.sql_results import ResultsSQL, put_looks
from engineshed.server.sql_studies import StudiesSQL
from engineshed.server.statements import Row, Statement, marks
from engineshed.server.store import TakenError
from engineshed.server.texts import looks, searchable

LAST = 1 << 60
"""A ply that no log reaches."""
ANSWERED_AT_ONCE = 8
"""The number of changes confirmed before the event loop does something else: each makes work for it."""
CHAT_TRIES = 10
"""How many times a chat line tries to get a number if other servers take the same one."""


class SQLStore(OperatingSQL, NoticesSQL, PlansSQL, IgnoringSQL, StudiesSQL, ResultsSQL):
    """Everything that a ``Store`` does, except how its database is reached."""

    # -- guests -----------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest) -> None:
        values = (guest.id, guest.token_hash, guest.name, guest.language, guest.created)
        await self._change(
            guest.id,
            Statement(f"INSERT INTO guests ({GUEST}) VALUES ({marks(values)})", values),
            *_put_words("guest_words", "guest", guest.id, guest.name),
        )

    async def save_guest(self, guest: Guest) -> None:
        values = (guest.name, guest.language, guest.id)
        await self._change(
            guest.id,
            Statement("UPDATE guests SET name = ?, language = ? WHERE id = ?", values),
            Statement("DELETE FROM guest_words WHERE guest = ?", (guest.id,)),
            put_looks(guest.id, looks(guest.name)),
            *_put_words("guest_words", "guest", guest.id, guest.name),
        )

    async def guests(self, ids: Sequence[str]) -> dict[str, Guest]:
        wanted = list(dict.fromkeys(ids))
        if not wanted:
            return {}
        rows = await self._ask(f"SELECT {GUEST} FROM guests WHERE id IN ({marks(wanted)})", *wanted)
        return {row[0]: Guest(*row) for row in rows}

    # -- tables -----------------------------------------------------------------------------------------------------

    async def add_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        events: Sequence[Event],
        snapshot: Snapshot | None = None,
        parts: Sequence[PartRow] = (),
    ) -> None:
        values = _table_values(table)
        await self._change(
            table.id,
            Statement(f"INSERT INTO tables ({TABLE}) VALUES ({marks(values)})", values),
            *_put_own_options(table),
            *_put_words("table_words", "table_id", table.id, table.title),
            *_put_seats(table.id, seats),
            *_put_events(table.id, events),
            *_put_snapshot(table.id, snapshot),
            *_put_parts(table.id, parts),
        )

    async def table(self, table_id: str) -> TableRow | None:
        row = await self._ask_one(f"SELECT {WHOLE_TABLE} WHERE id = ?", table_id)
        return None if row is None else _table_row(row)

    async def seats(self, table_id: str) -> list[SeatRow]:
        rows = await self._ask(f"SELECT {SEAT} FROM seats WHERE table_id = ? ORDER BY seat", table_id)
        return [_seat_row(row) for row in rows]

    # -- the log ----------------------------------------------------------------------------------------------------

    async def append(
        self,
        table_id: str,
        events: Sequence[Event],
        head: Head,
        snapshot: Snapshot | None = None,
        seats: Sequence[SeatRow] = (),
        revision: int | None = None,
        notices: Sequence[Notice] = (),
        plans: PlanChange = NO_PLANS,
    ) -> None:
        await self._change(
            table_id,
            _put_head(table_id, head, revision),
            *_put_events(table_id, events),
            *_put_seats(table_id, seats),
            *_put_snapshot(table_id, snapshot),
            *put_notices(notices),
            *put_plans(table_id, head, seats, plans),
        )

    async def events(self, table_id: str, after: int = 0, upto: int | None = None) -> list[Event]:
        sql = f"SELECT {EVENT} FROM events WHERE table_id = ? AND ply > ? AND ply <= ? ORDER BY ply"
        return [Event(*row) for row in await self._ask(sql, table_id, after, LAST if upto is None else upto)]

    async def ply_at(self, table_id: str, at: float) -> int:
        sql = "SELECT ply FROM events WHERE table_id = ? AND at <= ? ORDER BY ply DESC LIMIT 1"
        row = await self._ask_one(sql, table_id, at)
        return 0 if row is None else int(row[0])

    async def event_by_key(self, table_id: str, key: str) -> Event | None:
        row = await self._ask_one(f"SELECT {EVENT} FROM events WHERE table_id = ? AND key = ?", table_id, key)
        return None if row is None else Event(*row)

    async def snapshot(self, table_id: str, upto: int | None = None) -> Snapshot | None:
        sql = "SELECT ply, moves, data FROM snapshots WHERE table_id = ? AND ply <= ? ORDER BY ply DESC LIMIT 1"
        row = await self._ask_one(sql, table_id, LAST if upto is None else upto)
        return None if row is None else Snapshot(*row)

    # -- chat -------------------------------------------------------------------------------------------------------

    async def add_chat(self, table_id: str, guest_id: str, name: str, text: str, at: float) -> ChatLine:
        sql = f"""INSERT INTO chat (table_id, {CHAT})
            SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM chat WHERE table_id = ? RETURNING number"""
        line = Statement(sql, (table_id, guest_id, name, text, at, table_id))
        for left in reversed(range(CHAT_TRIES)):
            try:
                ((number,),) = await self._change(table_id, line)
                break
            except TakenError:
                if not left:
                    raise
        return ChatLine(number, guest_id, name, text, at)

    async def chat(
        self,
        table_id: str,
        after: int = 0,
        before: int | None = None,
        most: int | None = None,
        until: float | None = None,
    ) -> list[ChatLine]:
        sql = f"""SELECT {CHAT} FROM chat WHERE table_id = ? AND number > ? AND number < ? AND at <= ?
            ORDER BY number DESC LIMIT ?"""
        end, limit = (LAST if given is None else given for given in (before, most))
        time = math.inf if until is None else until
        return [ChatLine(*row) for row in reversed(await self._ask(sql, table_id, after, end, time, limit))]

    # -- versions of the rules --------------------------------------------------------------------------------------

    async def parts(self, table_id: str) -> list[PartRow]:
        rows = await self._ask(f"SELECT {PART} FROM parts WHERE table_id = ? ORDER BY ply", table_id)
        return [PartRow(*row) for row in rows]

    async def put_parts(self, table_id: str, parts: Sequence[PartRow]) -> None:
        await self._change(table_id, *_put_parts(table_id, parts))

    async def change_version(self, table: TableRow, events: Sequence[Event], parts: Sequence[PartRow]) -> None:
        await self._change(
            table.id,
            _put_head(table.id, table.head(), None),
            *_put_events(table.id, events),
            Statement("UPDATE tables SET version = ? WHERE id = ?", (table.version, table.id)),
            *_put_parts(table.id, parts),
        )

    async def described(self, table_id: str) -> list[Described]:
        rows = await self._ask(f"SELECT {DESCRIBED} FROM described WHERE table_id = ? ORDER BY ply DESC", table_id)
        return [Described(*row) for row in rows]

    async def describe(self, table_id: str, positions: Sequence[Described]) -> None:
        latest = max(position.ply for position in positions)
        none_later = "NOT EXISTS (SELECT 1 FROM described AS later WHERE later.table_id = ? AND later.ply > ?)"
        put = f"INSERT INTO described (table_id, {DESCRIBED}) SELECT ?, ?, ?, ?, ? WHERE {none_later}"
        await self._change(
            table_id,
            Statement(f"DELETE FROM described WHERE table_id = ? AND {none_later}", (table_id, table_id, latest)),
            *(
                Statement(put, (table_id, *msgspec.structs.astuple(position), table_id, latest))
                for position in positions
            ),
        )

    async def undescribed(self, most: int, after: str = "") -> list[str]:
        sql = """SELECT id FROM tables AS t WHERE id > ? AND (
                ply > 0 AND NOT EXISTS (SELECT 1 FROM described AS d WHERE d.table_id = t.id AND d.ply = t.ply)
                OR EXISTS (SELECT 1 FROM parts AS p WHERE p.table_id = t.id AND p.dump IS NOT NULL)
            ) ORDER BY id LIMIT ?"""
        return [row[0] for row in await self._ask(sql, after, most)]

    # -- lists and pages --------------------------------------------------------------------------------------------

    async def listings(self, search: Search) -> Listings:
        rows, rest = await listing.find(self._ask, TABLE, search)
        tables = [_table_row(row[: len(TABLE_COLUMNS)]) for row in rows]
        seats = await self._seats_of([table.id for table in tables])
        return Listings([Listing(table, seats[table.id]) for table in tables], rest)

    async def _seats_of(self, tables: Sequence[str]) -> dict[str, list[SeatRow]]:
        """The seats of several tables at once."""
        found: dict[str, list[SeatRow]] = {table_id: [] for table_id in tables}
        if tables:
            sql = f"SELECT table_id, {SEAT} FROM seats WHERE table_id IN ({marks(tables)}) ORDER BY table_id, seat"
            for table_id, *row in await self._ask(sql, *tables):
                found[table_id].append(_seat_row(row))
        return found

    async def keep_snapshots(self, table_id: str, snapshots: Sequence[Snapshot]) -> None:
        if snapshots:
            await self._change(table_id, *(step for one in snapshots for step in _put_snapshot(table_id, one)))

    # -- several servers on one store -------------------------------------------------------------------------------

    async def latest(self, table_ids: Sequence[str]) -> dict[str, Latest]:
        if not table_ids:
            return {}
        sql = f"""SELECT id, revision, (SELECT max(number) FROM chat WHERE table_id = tables.id)
            FROM tables WHERE id IN ({marks(table_ids)})"""
        return {row[0]: Latest(row[1], row[2] or 0) for row in await self._ask(sql, *table_ids)}

    async def tables_for_bots(self, now: float, since: float = 0.0) -> list[str]:
        sql = f"""SELECT id FROM tables WHERE state = 'running' AND updated >= ? AND EXISTS (
                SELECT * FROM seats AS theirs
                WHERE theirs.table_id = tables.id AND (theirs.kind = 'bot' OR theirs.away) AND {_to_act("theirs")}
            ) AND NOT EXISTS (
                SELECT * FROM leases
                WHERE leases.table_id = tables.id AND leases.revision = tables.revision AND leases.until >= ?
            ) ORDER BY updated"""
        return [row[0] for row in await self._ask(sql, since, now)]

    async def due(self, before: float | None = None) -> list[tuple[str, float]]:
        sql = "SELECT id, due FROM tables WHERE due IS NOT NULL AND due <= ? ORDER BY due, id"
        return [(table, due) for table, due in await self._ask(sql, LAST if before is None else before)]

    async def lease(self, table_id: str, revision: int, holder: str, now: float, until: float) -> bool:
        sql = """INSERT INTO leases (table_id, revision, holder, until) VALUES (?, ?, ?, ?)
            ON CONFLICT (table_id) DO UPDATE
            SET revision = excluded.revision, holder = excluded.holder, until = excluded.until
            WHERE leases.revision < excluded.revision OR leases.until < ? OR leases.holder = excluded.holder"""
        try:
            await self._change(table_id, Statement(sql, (table_id, revision, holder, until, now), needed=True))
        except TakenError:
            return False
        return True


# -- rows and columns -----------------------------------------------------------------------------------------------

GUEST = "id, token_hash, name, language, created"
SEAT = "seat, kind, guest, bot, away, link_hash, link, kept_for, sat"
EVENT = "ply, seat, kind, text, key, at"
CHAT = "number, guest, name, text, at"
PART = "ply, moves, version, start, dump"
DESCRIBED = "ply, moves, version, description"
TABLE_COLUMNS = TableRow.__struct_fields__
TABLE = ", ".join(TABLE_COLUMNS)
WHOLE = TABLE.replace("options", "coalesce(own_options.options, tables.options)")
WHOLE_TABLE = f"{WHOLE} FROM tables LEFT JOIN own_options ON own_options.table_id = tables.id"
HEAD_COLUMNS = Head.__struct_fields__
HEAD = ", ".join(f"{column} = ?" for column in HEAD_COLUMNS)
PUT_HEAD = f"""UPDATE tables SET {HEAD},
    revision = CASE WHEN revision = coalesce(?, revision) THEN revision + 1 END WHERE id = ?"""
PUT_EVENT = f"INSERT INTO events (table_id, {EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?)"
AS_JSON = ("options", "to_act", "result")
AS_STRUCT: dict[str, Any] = {"clock": Clock, "timing": Timing}
"""Columns with a struct as JSON."""


def _written(struct: msgspec.Struct) -> str:
    return msgspec.json.encode(struct).decode()


WRITTEN: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(AS_JSON, json.dumps),
    **dict.fromkeys(AS_STRUCT, _written),
    "to_act": lru_cache(json.dumps),
}
"""How to write the columns that a database cannot write as they are. Each move writes one of few ``to_act``."""


def _to_act(seats: str) -> str:
    """Whether the seat is in the table's ``to_act``, which is stored as a JSON list: ``[0, 12]``."""
    return f"',' || replace(trim(tables.to_act, '[]'), ' ', '') || ',' LIKE '%,' || {seats}.seat || ',%'"


def _table_values(table: TableRow) -> list[Any]:
    return _values(msgspec.structs.replace(table, options=brief(table.options)))


def _values(row: TableRow | Head) -> list[Any]:
    """The values of all columns, which are in the order of the fields."""
    return [
        value if value is None or column not in WRITTEN else WRITTEN[column](value)
        for column, value in zip(row.__struct_fields__, msgspec.structs.astuple(row), strict=True)
    ]


def _table_row(row: Row) -> TableRow:
    values = dict(zip(TABLE_COLUMNS, row, strict=True))
    for column in AS_JSON:
        values[column] = None if values[column] is None else json.loads(values[column])
    for column, kind in AS_STRUCT.items():
        values[column] = None if values[column] is None else msgspec.json.decode(values[column], type=kind)
    values["to_act"] = tuple(values["to_act"])
    for column in ("public", "shared", "hints", "hurried", "latecomers", "rated", "brought"):
        values[column] = bool(values[column])
    return TableRow(**values)


def _seat_row(row: Sequence[Any]) -> SeatRow:
    seat, kind, guest, bot, away, *rest = row
    return SeatRow(seat, kind, guest, bot, bool(away), *rest)


def _put_own_options(table: TableRow) -> Iterator[Statement]:
    """Write a table's full options, but only if its row has them in brief."""
    if brief(table.options) != table.options:
        sql = "INSERT INTO own_options (table_id, options) VALUES (?, ?)"
        yield Statement(sql, (table.id, json.dumps(table.options)))


def _put_words(words: str, column: str, owner: str, name: str) -> Iterator[Statement]:
    """The words by which a table or a guest is found."""
    for word in searchable(name):
        yield Statement(f"INSERT INTO {words} (word, {column}) VALUES (?, ?)", (word, owner))


def _put_parts(table_id: str, parts: Sequence[PartRow]) -> Iterator[Statement]:
    sql = f"""INSERT INTO parts (table_id, {PART}) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (table_id, ply) DO UPDATE SET moves = excluded.moves, version = excluded.version,
        start = excluded.start, dump = excluded.dump"""
    for part in parts:
        yield Statement(sql, (table_id, *msgspec.structs.astuple(part)))


def _put_head(table_id: str, head: Head, revision: int | None) -> Statement:
    """Comes first in a change, because it locks the table for other servers.

    If the table has another revision, the new one becomes NULL, which the schema forbids, so the change fails.
    """
    return Statement(PUT_HEAD, (*_values(head), revision, table_id), needed=True)


def _put_events(table_id: str, events: Sequence[Event]) -> Iterator[Statement]:
    for event in events:
        yield Statement(PUT_EVENT, (table_id, event.ply, event.seat, event.kind, event.text, event.key, event.at))


def _put_seats(table_id: str, seats: Sequence[SeatRow]) -> Iterator[Statement]:
    sql = f"""INSERT INTO seats (table_id, {SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (table_id, seat) DO UPDATE SET kind = excluded.kind, guest = excluded.guest, bot = excluded.bot,
        away = excluded.away, link_hash = excluded.link_hash, link = excluded.link, kept_for = excluded.kept_for,
        sat = excluded.sat"""
    for seat in seats:
        yield Statement(sql, (table_id, *msgspec.structs.astuple(seat)))


def _put_snapshot(table_id: str, snapshot: Snapshot | None) -> Iterator[Statement]:
    sql = """INSERT INTO snapshots (table_id, ply, moves, data) VALUES (?, ?, ?, ?)
        ON CONFLICT (table_id, ply) DO UPDATE SET moves = excluded.moves, data = excluded.data"""
    if snapshot is not None:
        yield Statement(sql, (table_id, snapshot.ply, snapshot.moves, snapshot.data))
