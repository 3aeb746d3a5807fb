"""Tables: the lobby, laying one, looking at one."""

from __future__ import annotations

from engineshed.server import tables
from engineshed.server.messages import Lobby, NewLinks, NewTable, TableGround, TableView
from engineshed.server.viewing import look
from engineshed.server.web.bodies import Looking, Room
from engineshed.server.web.operation import operation
from engineshed.server.web.visit import Visit


@operation("GET", "/api/lobby", refuses=["too-many"])
async def get_lobby(visit: Visit) -> Lobby:
    """My tables, those where it is my turn first, and the public ones."""
    guest = await visit.visitor()
    visit.spend_question(guest)
    return await tables.lobby(visit.house, guest)


@operation("POST", "/api/tables", status=201, refuses=["unknown-guest", "too-many"])
async def create_table(visit: Visit, body: NewTable) -> NewLinks:
    """A new table. The tokens of its open seats are told only here."""
    guest = await visit.guest()
    visit.reception.tables.spend(visit.address)
    return await tables.lay(visit.house, guest, body)


@operation("GET", "/api/tables/{table:str}", refuses=["forbidden", "too-many"])
async def get_table(visit: Visit, query: Looking) -> TableView:
    """The table as one of my seats sees it (or as a spectator does), and the log after `since`."""
    guest = await visit.visitor()
    visit.spend_question(guest)
    return await look(visit.house, await visit.house.table(visit.table), guest, query.seat, query.since)


@operation("GET", "/api/tables/{table:str}/ground", refuses=["too-many"])
async def get_ground(visit: Visit, query: Room) -> TableGround:
    """What does not change while this table is played at: where everything lies, and the picture under it."""
    visit.spend_question(await visit.visitor())
    live = (await visit.house.table(visit.table)).live
    ground = live.game.boards.draw_ground(live.options, dark=query.look == "dark")
    return TableGround(live.game.boards.layout(live.options), ground)


OPERATIONS = [get_lobby, create_table, get_table, get_ground]
