"""Tables: the lobby, creating one, looking at one."""

from __future__ import annotations

from engineshed.server import tables
from engineshed.server.messages import Lobby, NewLinks, NewTable, TableGround, TableView
from engineshed.server.viewing import look
from engineshed.server.web.bodies import Looking, Theme
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


@operation("GET", "/api/lobby", refuses=["too-many"])
async def get_lobby(request: ApiRequest) -> Lobby:
    """My tables, with those where it is my turn first, and the public ones."""
    guest = await request.visitor()
    request.spend_question(guest)
    return await tables.lobby(request.service, guest)


@operation("POST", "/api/tables", status=201, refuses=["unknown-guest", "too-many"])
async def create_table(request: ApiRequest, body: NewTable) -> NewLinks:
    """Create a table. Only this answer has the tokens of its open seats."""
    guest = await request.guest()
    request.context.tables.spend(request.address)
    return await tables.create(request.service, guest, body)


@operation("GET", "/api/tables/{table:str}", refuses=["forbidden", "too-many"])
async def get_table(request: ApiRequest, query: Looking) -> TableView:
    """The table as one of my seats sees it (or as a spectator does), and the log after `since`."""
    guest = await request.visitor()
    request.spend_question(guest)
    return await look(request.service, await request.service.table(request.table), guest, query.seat, query.since)


@operation("GET", "/api/tables/{table:str}/ground", refuses=["too-many"])
async def get_ground(request: ApiRequest, query: Theme) -> TableGround:
    """What does not change during the game: the layout, and the picture under the pieces."""
    request.spend_question(await request.visitor())
    live = (await request.service.table(request.table)).live
    ground = live.game.boards.draw_ground(live.options, dark=query.look == "dark")
    return TableGround(live.game.boards.layout(live.options), ground)


OPERATIONS = [get_lobby, create_table, get_table, get_ground]
