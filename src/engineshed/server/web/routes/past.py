"""The past: positions, records, and new tables that begin there."""

from __future__ import annotations

from engineshed.core.record import Record
from engineshed.server import replay
from engineshed.server.messages import Milestone, NewLinks, TableView
from engineshed.server.web.bodies import Eyes, ForkBody
from engineshed.server.web.operation import operation
from engineshed.server.web.visit import Visit

LARGEST_RECORD = 2 * 1024 * 1024


@operation("GET", "/api/tables/{table:str}/at/{ply:int}", refuses=["forbidden", "too-many"])
async def get_position(visit: Visit, query: Eyes) -> TableView:
    """The table as it stood after so many entries of the log."""
    guest = await visit.visitor()
    visit.spend_question(guest)
    return await replay.position_at(visit.house, guest, visit.table, query.seat, visit.number("ply"))


@operation("GET", "/api/tables/{table:str}/course", refuses=["conflict", "too-many"])
async def get_history(visit: Visit) -> list[Milestone]:
    """How a finished game went: what everybody had at the end of each round."""
    visit.spend_question(await visit.visitor())
    return await replay.course(visit.house, visit.table)


@operation("GET", "/api/tables/{table:str}/record", refuses=["conflict", "too-many"])
async def get_record(visit: Visit) -> Record:
    """The game on paper. While it goes on, without its seed and without the draws that I may not know."""
    guest = await visit.visitor()
    visit.spend_question(guest)
    return await replay.record(visit.house, guest, visit.table)


@operation("POST", "/api/records", status=201, refuses=["unknown-guest", "too-many"], largest=LARGEST_RECORD)
async def import_record(visit: Visit, body: Record) -> NewLinks:
    """A table made from a record, to look at or to play on."""
    guest = await visit.guest()
    visit.reception.tables.spend(visit.address)
    return await replay.bring(visit.house, guest, body)


@operation("POST", "/api/tables/{table:str}/fork/{ply:int}", status=201, refuses=["unknown-guest", "too-many"])
async def fork_table(visit: Visit, body: ForkBody) -> NewLinks:
    """A new table that begins from a position of this one."""
    guest = await visit.guest()
    visit.reception.tables.spend(visit.address)
    return await replay.fork(visit.house, guest, visit.table, visit.number("ply"), body.seat, body.seats)


OPERATIONS = [get_position, get_history, get_record, import_record, fork_table]
