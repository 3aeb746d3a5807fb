"""Talk at the table: for those who sit there, and for those who watch a public one."""

from __future__ import annotations

from engineshed.server.house import House, seats_of
from engineshed.server.messages import Chat
from engineshed.server.refusals import HouseError
from engineshed.server.rows import ChatLine, Guest
from engineshed.server.texts import clean_chat


async def say(house: House, guest: Guest, table_id: str, text: str) -> Chat:
    seated = await house.table(table_id)
    live = seated.live
    if not live.row.public and not seats_of(live, guest) and live.row.owner != guest.id:
        raise HouseError("forbidden", "not-at-table")
    line = await house.store.add_chat(table_id, guest.id, guest.name, clean_chat(text), house.clock())
    house.tell(seated)
    return _shown(line, guest)


async def lines(house: House, guest: Guest | None, table_id: str, since: int) -> list[Chat]:
    await house.table(table_id)  # there must be one
    return [_shown(line, guest) for line in await house.store.chat(table_id, since)]


def _shown(line: ChatLine, guest: Guest | None) -> Chat:
    return Chat(line.number, line.name, guest is not None and line.guest == guest.id, line.text, line.at)
