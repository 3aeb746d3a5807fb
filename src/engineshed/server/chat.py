"""Talk at the table: for those who sit there, and for those who watch a public one."""

from __future__ import annotations

from engineshed.server.house import House, seats_of
from engineshed.server.live import Live
from engineshed.server.messages import Chat
from engineshed.server.refusals import HouseError
from engineshed.server.rows import ChatLine, Guest
from engineshed.server.texts import clean_chat


async def say(house: House, guest: Guest, table_id: str, text: str) -> Chat:
    seated = await house.table(table_id)
    if not may_listen(seated.live, guest):
        raise HouseError("forbidden", "not-at-table")
    line = await house.store.add_chat(table_id, guest.id, guest.name, clean_chat(text), house.clock())
    house.tell(seated)
    return _shown(line, guest)


async def lines(house: House, guest: Guest | None, table_id: str, since: int) -> list[Chat]:
    """What was said; at a table that is not public, nothing for those who only watch."""
    if not may_listen((await house.table(table_id)).live, guest):
        return []
    return [_shown(line, guest) for line in await house.store.chat(table_id, since)]


def may_listen(live: Live, guest: Guest | None) -> bool:
    return live.row.public or (guest is not None and (live.row.owner == guest.id or bool(seats_of(live, guest))))


def _shown(line: ChatLine, guest: Guest | None) -> Chat:
    return Chat(line.number, line.name, guest is not None and line.guest == guest.id, line.text, line.at)
