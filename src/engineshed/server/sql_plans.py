"""What a store keeps of players' plans. A plan is carried out in the same change as its move, and only once.

Written in SQL that SQLite and Postgres both understand, with ``?`` as the placeholder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engineshed.server.rows import Head, PlanChange, PlanRow, SeatRow
from engineshed.server.statements import Database, Statement

PLAN = "table_id, seat, slot, id, guest, kind, plan, stopped, made"
WHICH = "table_id = ? AND seat = ? AND slot = ?"
PUT_PLAN = f"""INSERT INTO plans ({PLAN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (table_id, seat, slot) DO UPDATE SET id = excluded.id, guest = excluded.guest, kind = excluded.kind,
    plan = excluded.plan, stopped = excluded.stopped, made = excluded.made"""
MUST_BE_THERE = f"""INSERT INTO plans (table_id, seat, slot, id) SELECT ?, ?, ?, NULL
    WHERE NOT EXISTS (SELECT 1 FROM plans WHERE {WHICH} AND id = ?)"""
"""Fails if the plan was taken back or changed meanwhile: the schema forbids a plan without an id."""
OF_NOBODY_HERE = """NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_id = plans.table_id AND seats.seat = plans.seat
    AND seats.guest = plans.guest AND NOT seats.away)"""


class PlansSQL(Database):
    """A part of a store."""

    async def plans(self, table_id: str) -> list[PlanRow]:
        rows = await self._ask(f"SELECT {PLAN} FROM plans WHERE table_id = ? ORDER BY seat, slot", table_id)
        return [PlanRow(*row) for row in rows]

    async def plans_of(self, guest_id: str) -> list[PlanRow]:
        rows = await self._ask(f"SELECT {PLAN} FROM plans WHERE guest = ? ORDER BY made, table_id, slot", guest_id)
        return [PlanRow(*row) for row in rows]

    async def put_plan(self, plan: PlanRow) -> None:
        await self._change(plan.table, _put(plan))

    async def stop_plan(self, plan: PlanRow, revision: int, why: str) -> bool:
        sql = f"""UPDATE plans SET stopped = ? WHERE {WHICH} AND id = ? AND plan = ?
            AND EXISTS (SELECT 1 FROM tables WHERE id = ? AND revision = ?) RETURNING id"""
        values = (why, *_which(plan), plan.id, plan.plan, plan.table, revision)
        return bool(await self._change(plan.table, Statement(sql, values)))

    async def drop_plan(self, table_id: str, seat: int, slot: str) -> bool:
        sql = f"DELETE FROM plans WHERE {WHICH} RETURNING id"
        return bool(await self._change(table_id, Statement(sql, (table_id, seat, slot))))

    async def planned_tables(self) -> list[str]:
        sql = """SELECT DISTINCT plans.table_id FROM plans JOIN tables ON tables.id = plans.table_id
            WHERE plans.stopped IS NULL AND tables.state = 'running' AND tables.held IS NULL
            AND ',' || replace(trim(tables.to_act, '[]'), ' ', '') || ',' LIKE '%,' || plans.seat || ',%'
            ORDER BY plans.table_id"""
        return [row[0] for row in await self._ask(sql)]


def put_plans(table_id: str, head: Head, seats: Sequence[SeatRow], change: PlanChange) -> Iterator[Statement]:
    """What a change to a table means for plans: see ``PlanChange``. No plan outlives its game, or its player's stay."""
    if change.carried is not None:
        yield from _carried(change.carried, change.left)
    if change.by_hand is not None:
        sql = "DELETE FROM plans WHERE table_id = ? AND seat = ? AND kind = 'moves'"
        yield Statement(sql, (table_id, change.by_hand))
    if change.undone is not None:
        yield Statement("DELETE FROM plans WHERE table_id = ? AND seat = ?", (table_id, change.undone))
    if head.state in ("over", "closed"):
        yield Statement("DELETE FROM plans WHERE table_id = ?", (table_id,))
    elif seats:
        yield Statement(f"DELETE FROM plans WHERE table_id = ? AND {OF_NOBODY_HERE}", (table_id,))


def _carried(plan: PlanRow, left: str | None) -> Iterator[Statement]:
    """The first statement locks the plan, so that it cannot be taken back while it is carried out."""
    yield Statement(f"UPDATE plans SET made = made WHERE {WHICH}", _which(plan))
    yield Statement(MUST_BE_THERE, (*_which(plan), *_which(plan), plan.id))
    if left is None:
        yield Statement(f"DELETE FROM plans WHERE {WHICH}", _which(plan))
    elif left != plan.plan:
        yield Statement(f"UPDATE plans SET plan = ? WHERE {WHICH}", (left, *_which(plan)))


def _put(plan: PlanRow) -> Statement:
    values = (*_which(plan), plan.id, plan.guest, plan.kind, plan.plan, plan.stopped, plan.made)
    return Statement(PUT_PLAN, values)


def _which(plan: PlanRow) -> tuple[object, ...]:
    return plan.table, plan.seat, plan.slot
