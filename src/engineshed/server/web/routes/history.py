"""The past: positions, records, and new tables that begin there."""

from __future__ import annotations

from engineshed.core.record import Record
from engineshed.server import replay
from engineshed.server.messages import Milestone, NewLinks, TableView
from engineshed.server.web.bodies import Eyes, ForkBody
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest

LARGEST_RECORD = 2 * 1024 * 1024


@operation("GET", "/api/tables/{table:str}/at/{ply:int}", refuses=["forbidden", "too-many"])
async def get_position(request: ApiRequest, query: Eyes) -> TableView:
    """The table as it was after this many entries of the log."""
    guest = await request.visitor()
    request.spend_question(guest)
    return await replay.position_at(request.service, guest, request.table, query.seat, request.number("ply"))


@operation("GET", "/api/tables/{table:str}/course", refuses=["conflict", "too-many"])
async def get_history(request: ApiRequest) -> list[Milestone]:
    """How a finished game went: everybody's score at the end of each round."""
    request.spend_question(await request.visitor())
    return await replay.course(request.service, request.table)


@operation("GET", "/api/tables/{table:str}/record", refuses=["conflict", "too-many"])
async def get_record(request: ApiRequest) -> Record:
    """The record of the game; while it goes on, without its seed and the draws that I may not know."""
    guest = await request.visitor()
    request.spend_question(guest)
    return await replay.record(request.service, guest, request.table)


@operation("POST", "/api/records", status=201, refuses=["unknown-guest", "too-many"], largest=LARGEST_RECORD)
async def import_record(request: ApiRequest, body: Record) -> NewLinks:
    """A table made from a record, to look at or to play on."""
    guest = await request.guest()
    request.context.tables.spend(request.address)
    return await replay.import_record(request.service, guest, body)


@operation("POST", "/api/tables/{table:str}/fork/{ply:int}", status=201, refuses=["unknown-guest", "too-many"])
async def fork_table(request: ApiRequest, body: ForkBody) -> NewLinks:
    """A new table that begins from a position of this one."""
    guest = await request.guest()
    request.context.tables.spend(request.address)
    return await replay.fork(request.service, guest, request.table, request.number("ply"), body.seat, body.seats)


OPERATIONS = [get_position, get_history, get_record, import_record, fork_table]
