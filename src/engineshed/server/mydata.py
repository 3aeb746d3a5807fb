"""A guest's own data: another device, a copy of everything, and deleting it."""

from __future__ import annotations

import math

import msgspec

from engineshed.server.guests import Cookie, admit
from engineshed.server.messages import (
    DeviceCode,
    MyChat,
    MyData,
    MyNotice,
    MyPlanned,
    MyReport,
    MyResult,
    MySession,
    MyStudy,
    MyTable,
    MyTally,
)
from engineshed.server.moderation import MOST_TABLES, leave_everything
from engineshed.server.notices.ways import shown
from engineshed.server.refusals import ServiceError
from engineshed.server.results import ALL, ALONE, BOT, ResultRow, Tally
from engineshed.server.rows import WHOLE_GAME, ChatLine, Guest, Listing, Search, StudyRow
from engineshed.server.secrets import hash_of, new_token
from engineshed.server.service import Service

MOST_RESULTS = 100_000
"""More than anybody has played; a copy of one's data is not a page of a list."""
MINUTES = 10
"""How long a code for another device works."""


async def new_device(service: Service, guest: Guest) -> DeviceCode:
    """A code that signs this guest in on another device; it works only once."""
    code, expires = new_token(), service.clock() + MINUTES * 60
    await service.store.add_device_code(hash_of(code), guest.id, expires)
    return DeviceCode(code, expires)


async def join_device(service: Service, code: str) -> tuple[Guest, Cookie]:
    guest_id = await service.store.take_device_code(hash_of(code), service.clock())
    guest = None if guest_id is None else (await service.store.guests([guest_id])).get(guest_id)
    if guest is None or not guest.name:
        raise ServiceError("forbidden", "dead-code")
    return guest, await admit(service, guest.id)


async def everything(service: Service, guest: Guest) -> MyData:
    """Everything that is kept about a guest."""
    store = service.store
    found = await store.listings(Search(guest=guest.id, most=MOST_TABLES))
    known = (await store.players([guest.id])).get(guest.id)
    return MyData(
        id=guest.id,
        name=guest.name,
        language=guest.language,
        created=guest.created,
        sessions=[MySession(one.created, one.expires) for one in await store.sessions_of(guest.id)],
        tables=[_table(guest, listing) for listing in found.tables],
        chat=[_written(table, line) for table, line in await store.chat_of(guest.id)],
        reports=[MyReport(one.table, one.text, one.at) for one in await store.reports_of(guest.id)],
        studies=[_studied(one) for one in await store.studies_of(guest.id)],
        ways=[shown(way) for way in await store.ways_of([guest.id])],
        notices=[MyNotice(one.table, one.kind, one.at) for one in await store.notices_for(guest.id)],
        ignored=await _ignored(service, guest),
        results=[_result(one) for one in await store.results_of(guest.id, (math.inf, ""), MOST_RESULTS)],
        tallies=[_tally(one) for one in await store.tallies_of(guest.id, MOST_RESULTS)],
        ratings=await store.ratings([guest.id]),
        player=None if known is None else known.handle,
        recovery=await store.recovery_code(guest.id),
        blocked=[one.at for one in await store.blocks_of(guest.id)],
        plans=[MyPlanned(one.table, one.seat, one.plan, one.made) for one in await store.plans_of(guest.id)],
        penalties=[one for one in await store.penalties() if one.target == guest.id],
    )


async def _ignored(service: Service, guest: Guest) -> list[str]:
    others = await service.store.ignored_by(guest.id)
    known = await service.store.guests(others)
    return [known[other].name for other in others if other in known]


def _result(one: ResultRow) -> MyResult:
    return MyResult(one.table, one.game, one.map, one.at, one.place, one.seats, one.score, one.gone, one.rating)


def _tally(one: Tally) -> MyTally:
    """Who the others are is their own affair."""
    known = one.opponent == ALL or one.opponent.startswith((ALONE, BOT))
    against = f"alone {one.opponent.strip()}" if one.opponent.startswith(ALONE) else one.opponent if known else "guest"
    return MyTally(one.game, against, one.games, one.won, one.lost, one.streak, one.longest, one.best)


def _studied(study: StudyRow) -> MyStudy:
    return MyStudy(study.table, study.asked, None if study.ply == WHOLE_GAME else study.ply)


def _written(table_id: str, line: ChatLine) -> MyChat:
    return MyChat(table_id, line.number, line.name, line.text, line.at)


def _table(guest: Guest, listing: Listing) -> MyTable:
    row, owner = listing.row, listing.row.owner == guest.id
    seats = [seat.seat for seat in listing.seats if seat.guest == guest.id]
    away = [seat.seat for seat in listing.seats if seat.guest == guest.id and seat.away]
    clock = None if row.clock.kind == "none" else row.clock
    return MyTable(row.id, row.game, row.title, row.state, row.created, row.updated, owner, seats, away, clock)


async def delete(service: Service, guest: Guest) -> None:
    """Delete the name, the cookies and everything the guest wrote; their moves stay in their games, without a name."""
    await leave_everything(service, guest)
    await service.store.erase_guest(guest.id)
    service.news.guest_changed(guest.id)
    service.remember_name(msgspec.structs.replace(guest, name=""))
