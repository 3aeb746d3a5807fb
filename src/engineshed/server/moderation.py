"""What operators do about trouble at tables: close one, silence or ban somebody, read reports.

Every action goes into the audit log. Guests are only told that their table is closed, or that they are silenced or
banned.
"""

from __future__ import annotations

import msgspec

from engineshed.server import tables
from engineshed.server.chat import may_listen
from engineshed.server.guests import DAY
from engineshed.server.loaded import LoadedTable
from engineshed.server.messages import TableUnderReview, UnderReview
from engineshed.server.metrics import REPORTS
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Act, Guest, Penalty, PenaltyKind, Report, Search, SeatRow, TableState
from engineshed.server.service import Service, by_operators
from engineshed.server.store import StoreDownError
from engineshed.server.texts import clean_note, clean_report

LINES = 20
"""How many lines of chat are kept with a report: the latest ones."""
SHOWN = 200
"""How many reports or acts are shown, the latest ones."""
MOST_TABLES = 1000
"""The most tables of a guest that are handled when they leave for good."""


# -- guests ---------------------------------------------------------------------------------------------------------


async def report(service: Service, guest: Guest, table_id: str, text: str) -> int:
    """Tell the operators about a table. The chat is saved as it is now, even if it is deleted later."""
    live = (await service.table(table_id)).live
    if not may_listen(live, guest):
        raise ServiceError("forbidden", "not-at-table")
    lines = await service.store.chat(table_id, most=LINES)
    number = await service.store.add_report(table_id, guest.id, clean_report(text), lines, service.clock())
    REPORTS.inc()
    return number


async def leave_everything(service: Service, guest: Guest) -> None:
    """Bots play on for somebody who will not come back; before the game begins, their seats open again."""
    found = await service.store.listings(Search(guest=guest.id, most=MOST_TABLES))
    for row in (listing.row for listing in found.tables):
        if row.state in ("open", "running"):
            await _leave(service, guest, row.id)


async def _leave(service: Service, guest: Guest, table_id: str) -> None:
    """Leave one table. One whose rules are not installed here cannot be played anyway."""
    try:
        for seat in (await service.table(table_id)).live.seats:
            if guest.id in (seat.guest, seat.kept_for):
                await tables.leave(service, guest, table_id, seat.seat)
    except StoreDownError:
        raise
    except ServiceError as error:
        if error.code != "unavailable":
            raise


# -- operators ------------------------------------------------------------------------------------------------------


@by_operators
async def close(service: Service, table_id: str, note: str) -> None:
    loaded = await service.table(table_id)
    async with loaded.lock:
        if loaded.live.row.state == "closed":
            raise ServiceError("conflict", "closed")
        await _change_state(service, loaded, "closed")
    await _note(service, "close", table_id, note)


@by_operators
async def reopen(service: Service, table_id: str, note: str) -> None:
    """The game goes on where it was."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        if loaded.live.row.state != "closed":
            raise ServiceError("conflict", "not-closed")
        begun = all(seat.kind != "open" for seat in loaded.live.seats)
        await _change_state(service, loaded, "running" if begun else "open")
    await _note(service, "reopen", table_id, note)


async def _change_state(service: Service, loaded: LoadedTable, state: TableState) -> None:
    after = loaded.live.copy()
    after.row = msgspec.structs.replace(after.row, state=state)
    await service.commit(loaded, after, (), ())


async def punish(service: Service, kind: PenaltyKind, target: str, days: float | None, note: str) -> None:
    """Silence or ban a guest, or ban an address, for some days or until it is lifted."""
    now = service.clock()
    guest = (await service.store.guests([target])).get(target)
    until = None if days is None else now + days * DAY
    await service.store.put_penalty(Penalty(kind, target, now, until, clean_note(note)))
    service.news.guest_changed(target)
    if kind == "ban" and guest is not None:
        await leave_everything(service, guest)
    await _note(service, kind, target, note)


async def lift(service: Service, kind: PenaltyKind, target: str, note: str) -> None:
    if not await service.store.lift_penalty(kind, target):
        raise ServiceError("not-found", "no-penalty")
    service.news.guest_changed(target)
    await _note(service, f"un{kind}", target, note)


async def settle(service: Service, number: int, note: str) -> None:
    if not await service.store.settle_report(number, service.clock()):
        raise ServiceError("not-found", "no-report")
    await _note(service, "settle", str(number), note)


async def look(service: Service, table_id: str) -> TableUnderReview:
    """Who sits at a table and who wrote what, with the ids that the other actions need."""
    live = (await service.table(table_id)).live
    lines = await service.store.chat(table_id)
    ids = [live.row.owner, *(seat.guest for seat in live.seats if seat.guest is not None)]
    names = {guest.id: guest.name for guest in (await service.store.guests(ids)).values()}
    row = live.row
    return TableUnderReview(
        id=row.id,
        game=row.game,
        title=row.title,
        state=row.state,
        public=row.public,
        owner=UnderReview(row.owner, names.get(row.owner, "")),
        seats=[_sitting(seat, names) for seat in live.seats],
        chat=lines[-SHOWN:],
    )


def _sitting(seat: SeatRow, names: dict[str, str]) -> UnderReview | None:
    return None if seat.guest is None else UnderReview(seat.guest, names.get(seat.guest, ""))


async def penalties(service: Service) -> list[Penalty]:
    return await service.store.penalties()


async def reports(service: Service, *, settled: bool) -> list[Report]:
    return await service.store.reports(SHOWN, settled=settled)


async def acts(service: Service) -> list[Act]:
    return await service.store.acts(SHOWN)


async def _note(service: Service, act: str, target: str, note: str) -> None:
    await service.store.add_act(act, target, clean_note(note), service.clock())
