"""The past: positions, records, and new tables that begin there."""

from __future__ import annotations

import msgspec

from engineshed.core.record import Record
from engineshed.core.review import Review
from engineshed.server import replay, viewing
from engineshed.server.messages import LogLine, NewLinks, TableView
from engineshed.server.web.bodies import Before, ForkBody, Viewpoint
from engineshed.server.web.operation import operation
from engineshed.server.web.problems import field_error
from engineshed.server.web.request import ApiRequest

LARGEST_RECORD = 2 * 1024 * 1024


@operation("GET", "/api/tables/{table:str}/at/{ply:int}", refuses=["forbidden", "too-many"])
async def get_position(request: ApiRequest, query: Viewpoint) -> TableView:
    """The table as it was after this many entries of the log."""
    guest = await request.visitor()
    await request.spend_question(guest)
    return await replay.position_at(
        request.service, guest, request.table, query.seat, request.number("ply"), covered=query.covered
    )


@operation("GET", "/api/tables/{table:str}/log", refuses=["forbidden", "too-many"])
async def get_log(request: ApiRequest, query: Before) -> list[LogLine]:
    """The last entries of the log, at most 200; `before` an entry, those before it."""
    guest = await request.visitor()
    await request.spend_question(guest)
    loaded = await request.service.table(request.table)
    return await viewing.log_page(request.service, loaded, guest, query.seat, query.before, covered=query.covered)


@operation("GET", "/api/tables/{table:str}/review", refuses=["conflict", "too-many"])
async def get_review(request: ApiRequest) -> Review:
    """How a finished game went: scores and money after each round, what everybody earned and spent, highlights."""
    await request.spend_question(await request.visitor())
    return await replay.review(request.service, request.table)


@operation("GET", "/api/tables/{table:str}/record", refuses=["conflict", "too-many"])
async def get_record(request: ApiRequest) -> Record:
    """The record of the game; while it goes on, without its seed and the draws that I may not know."""
    guest = await request.visitor()
    await request.spend_question(guest)
    return await replay.record(request.service, guest, request.table)


@operation(
    "POST", "/api/records", status=201, refuses=["unknown-guest", "too-many"], largest=LARGEST_RECORD, sent=Record
)
async def import_record(request: ApiRequest, body: bytes) -> NewLinks:
    """A table made from a record, to look at or to play on."""
    guest = await request.player()
    await request.context.tables.spend(request.address)
    try:
        return await replay.import_record(request.service, guest, body)
    except msgspec.DecodeError as error:
        raise field_error(error) from None


@operation("POST", "/api/tables/{table:str}/fork/{ply:int}", status=201, refuses=["unknown-guest", "too-many"])
async def fork_table(request: ApiRequest, body: ForkBody) -> NewLinks:
    """A new table that begins from a position of this one."""
    guest = await request.player()
    await request.context.tables.spend(request.address)
    return await replay.fork(request.service, guest, request.table, request.number("ply"), body.seat, body.seats)


OPERATIONS = [get_position, get_log, get_review, get_record, import_record, fork_table]
