"""Chat at a table: for its players, and at public tables for spectators."""

from __future__ import annotations

from collections.abc import Collection

from engineshed.server.hidden import NOBODY
from engineshed.server.live import Live, seats_of
from engineshed.server.messages import Chat
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import ChatLine, Guest
from engineshed.server.service import Service
from engineshed.server.spectators import behind
from engineshed.server.texts import clean_chat

ON_A_PAGE = 50
"""The most lines that are shown at once."""
TOO_LARGE = 1 << 31
"""For the number of a line."""


async def say(service: Service, guest: Guest, table_id: str, text: str) -> Chat:
    loaded = await service.table(table_id)
    if not may_listen(loaded.live, guest):
        raise ServiceError("forbidden", "not-at-table")
    if loaded.live.row.state == "closed":
        raise ServiceError("conflict", "closed")
    await service.penalties.must_not_be("mute", guest.id)
    line = await service.store.add_chat(table_id, guest.id, guest.name, clean_chat(text), service.clock())
    loaded.chat = line.number
    service.tell(loaded)
    service.news.said(table_id, line.number)
    return _shown(line, guest)


async def lines(
    service: Service, guest: Guest | None, table_id: str, since: int, before: int | None = None
) -> list[Chat]:
    """The last lines of the chat after ``since`` and before ``before``; spectators of private tables get none."""
    live = (await service.table(table_id)).live
    if not may_listen(live, guest):
        return []
    late = await behind(service, live, guest)
    until = None if late is None else late.time
    hidden = NOBODY if guest is None else await service.hidden.from_guest(guest.id)
    ignored = await service.ignoring.by(guest)
    found = await service.store.chat(table_id, since, before, ON_A_PAGE, until)
    return [_shown(line, guest, hidden, ignored) for line in found]


async def ignore(service: Service, guest: Guest, table_id: str, number: int, *, wish: bool) -> None:
    """Whether this guest wants to read any more of whoever wrote this line, at any table."""
    live = (await service.table(table_id)).live
    if not may_listen(live, guest) or not 0 < number < TOO_LARGE:
        raise ServiceError("not-found", "no-line")
    lines = await service.store.chat(table_id, number - 1, number + 1)
    if not lines:
        raise ServiceError("not-found", "no-line")
    if wish:
        await service.ignoring.begin(guest, lines[0].guest)
    else:
        await service.ignoring.end(guest, lines[0].guest)
    service.news.guest_changed(guest.id)


def may_listen(live: Live, guest: Guest | None) -> bool:
    return live.row.public or (guest is not None and (live.row.owner == guest.id or bool(seats_of(live, guest))))


def _shown(
    line: ChatLine, guest: Guest | None, hidden: Collection[str] = NOBODY, ignored: Collection[str] = NOBODY
) -> Chat:
    """Lines are counted without a gap, so one of somebody who is blocked or ignored is there, but empty."""
    if line.guest in hidden:
        return Chat(line.number, "", mine=False, text="", at=line.at, blocked=True)
    if line.guest in ignored:
        return Chat(line.number, line.name, mine=False, text="", at=line.at, ignored=True)
    return Chat(line.number, line.name, guest is not None and line.guest == guest.id, line.text, line.at)
