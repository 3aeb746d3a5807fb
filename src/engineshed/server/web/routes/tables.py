"""Tables: the lobby, creating one, looking at one."""

from __future__ import annotations

import asyncio

import msgspec

from engineshed.server import depicting, lobby, tables
from engineshed.server.live import Live, has_text
from engineshed.server.messages import LobbyPage, NewLinks, NewTable, TableGround, TableOptions, TableView
from engineshed.server.viewing import look
from engineshed.server.web.bodies import LobbyQuery, Looking, SettingsBody, Theme
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


@operation("GET", "/api/lobby", refuses=["too-many"])
async def get_lobby(request: ApiRequest, query: LobbyQuery) -> LobbyPage:
    """Public tables by the latest change, or mine, with those where it is my turn first; page by page."""
    guest = await request.visitor()
    await request.spend_question(guest)
    return await lobby.page(request.service, guest, **msgspec.structs.asdict(query))


@operation("POST", "/api/tables", status=201, refuses=["unknown-guest", "too-many"])
async def create_table(request: ApiRequest, body: NewTable) -> NewLinks:
    """Create a table; the answer has the tokens of its open seats, as `get_links` does later."""
    guest = await request.player()
    await request.context.tables.spend(request.address)
    return await tables.create(request.service, guest, body)


@operation("GET", "/api/tables/{table:str}", refuses=["forbidden", "too-many"])
async def get_table(request: ApiRequest, query: Looking) -> TableView:
    """The table as one of my seats sees it (or as a spectator does), and the log after `since`."""
    guest = await request.visitor()
    await request.spend_question(guest)
    loaded = await tables.open_for(request.service, guest, request.table)
    return await look(request.service, loaded, guest, query.seat, query.since, covered=query.covered)


@operation("GET", "/api/tables/{table:str}/ground", refuses=["too-many"])
async def get_ground(request: ApiRequest, query: Theme) -> TableGround:
    """What does not change during the game: the layout, and the picture under the pieces."""
    await request.spend_question(await request.visitor())
    live = (await request.service.table(request.table)).live
    if has_text(live.row.options):  # a custom map is drawn for the first time, and may be large
        return await asyncio.to_thread(_ground, live, query)
    return _ground(live, query)


def _ground(live: Live, query: Theme) -> TableGround:
    ground = live.game.boards.draw_ground(live.options, dark=query.look == "dark")
    return TableGround(live.game.boards.layout(live.options), ground)


class TablePicture(msgspec.Struct, frozen=True):
    """The board and what lies on it as SVG."""

    picture: str


@operation("GET", "/api/tables/{table:str}/picture", refuses=["forbidden", "too-many"])
async def draw_table(request: ApiRequest) -> TablePicture:
    """The table as a picture, as spectators see it; pages that show the whole table draw it themselves."""
    guest = await request.visitor()
    await request.spend_question(guest)
    loaded = await tables.open_for(request.service, guest, request.table)
    return TablePicture(await depicting.picture_of(request.service, loaded, guest))


@operation("GET", "/api/tables/{table:str}/options", refuses=["too-many"])
async def get_options(request: ApiRequest) -> TableOptions:
    """All options of a table, with the texts of its own map and corrected files."""
    await request.spend_question(await request.visitor())
    return TableOptions((await request.service.table(request.table)).live.row.options)


@operation(
    "PATCH",
    "/api/tables/{table:str}/settings",
    status=204,
    refuses=["unknown-guest", "forbidden", "stale", "too-many"],
)
async def change_settings(request: ApiRequest, body: SettingsBody) -> None:
    """Only for the owner: how long bots wait before they move, and how turns end."""
    guest = await request.player()
    await request.context.moves.spend(guest.id)
    await tables.change_settings(request.service, guest, request.table, body.pace, body.end_turn)


@operation(
    "POST",
    "/api/tables/{table:str}/close",
    status=204,
    refuses=["unknown-guest", "forbidden", "conflict", "too-many"],
)
async def close_table(request: ApiRequest) -> None:
    """Only for the owner: close a table that cannot go on under the current version of the rules."""
    guest = await request.player()
    await request.context.moves.spend(guest.id)
    await tables.close(request.service, guest, request.table)


OPERATIONS = [get_lobby, create_table, get_table, get_ground, draw_table, get_options, change_settings, close_table]
