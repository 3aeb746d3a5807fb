"""Guests with whom somebody does not want to play or talk.

Whoever is blocked cannot sit down at a table where the other one sits or whose owner they are, and what they write is
hidden from them. They are not told by whom they are blocked.
"""

from __future__ import annotations

from collections.abc import Iterable

from engineshed.server.chat import may_listen
from engineshed.server.live import Live
from engineshed.server.player_messages import Blocked
from engineshed.server.refusals import ServiceError
from engineshed.server.results import BlockRow
from engineshed.server.rows import Guest
from engineshed.server.secrets import new_id
from engineshed.server.service import Service

MOST = 200
"""How many guests one may block."""


async def block_at(service: Service, guest: Guest, table_id: str, seat: int | None, line: int | None) -> None:
    """Block whoever sits on a seat of a table, or has written a line there."""
    live = (await service.table(table_id)).live
    if not may_listen(live, guest):
        raise ServiceError("forbidden", "not-at-table")
    target = _sitting(live, seat) if seat is not None else await _writing(service, table_id, line)
    if target is None or target == guest.id:
        raise ServiceError("not-found", "nobody-to-block")
    block = BlockRow(new_id(), guest.id, target, service.clock())
    if not await service.store.add_block(block, MOST):
        raise ServiceError("conflict", "too-many-blocks", most=MOST)
    service.hidden.forget(guest.id)
    service.news.guest_changed(guest.id)


def _sitting(live: Live, seat: int) -> str | None:
    return live.seats[seat].guest if 0 <= seat < len(live.seats) else None


async def _writing(service: Service, table_id: str, line: int | None) -> str | None:
    if line is None:
        raise ServiceError("bad-request", "seat-or-line")
    found = await service.store.chat(table_id, line - 1, line + 1)
    return found[0].guest if found else None


async def mine(service: Service, guest: Guest) -> list[Blocked]:
    """Those whom this guest has blocked."""
    rows = await service.store.blocks_of(guest.id)
    names = await service.names(row.blocked for row in rows)
    return [Blocked(row.id, names.get(row.blocked) or "", row.at) for row in rows]


async def unblock(service: Service, guest: Guest, block_id: str) -> None:
    if not await service.store.remove_block(guest.id, block_id):
        raise ServiceError("not-found", "no-block")
    service.hidden.forget(guest.id)
    service.news.guest_changed(guest.id)


# -- what follows from it ---------------------------------------------------------------------------------------------


async def must_get_on(service: Service, guest: Guest, live: Live, *, anyway: bool) -> None:
    """Refuse a seat to somebody who is blocked at the table; whoever has blocked somebody there is asked first."""
    others = {live.row.owner, *(seat.guest for seat in live.seats if seat.guest is not None)} - {guest.id}
    found = await service.store.blocks_between(guest.id, sorted(others))
    if any(block.blocked == guest.id for block in found):
        raise ServiceError("forbidden", "blocked")
    if found and not anyway:
        names = await service.names(block.blocked for block in found)
        raise ServiceError("conflict", "blocked-here", names=", ".join(sorted(filter(None, names.values()))))


async def apart(service: Service, guest: Guest, others: Iterable[str]) -> set[str]:
    """Those of the others who have blocked this guest, or whom this guest has blocked."""
    found = await service.store.blocks_between(guest.id, sorted({*others} - {guest.id}))
    return {block.blocked if block.guest == guest.id else block.guest for block in found}
