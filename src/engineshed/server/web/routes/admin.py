"""For operators: closing tables, silencing and banning, reports, the audit log. Every request needs the token."""

from __future__ import annotations

import re

from engineshed.server import moderation
from engineshed.server.messages import TableUnderReview
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Act, Penalty, Report
from engineshed.server.web.bodies import LiftBody, NoteBody, PenaltyBody, Settled
from engineshed.server.web.limits import network_of
from engineshed.server.web.operation import operation
from engineshed.server.web.operator import Operators
from engineshed.server.web.request import ApiRequest

ADDRESS = re.compile(r"[0-9a-fA-F.:]*[.:][0-9a-fA-F.:]*")
"""An id of a guest has neither dots nor colons."""


async def _must_be_operator(request: ApiRequest) -> None:
    """Guessing tokens is slow, because every wrong one counts against the address."""
    operators: Operators = request.connection.app.state.operators
    if not operators.may_act(request.connection):
        await request.context.guests.spend(f"operator {request.address}")
        raise ServiceError("forbidden", "operators-only")


def _target(named: str) -> str:
    return network_of(named) if ADDRESS.fullmatch(named) else named


@operation("GET", "/api/admin/tables/{table:str}", refuses=["forbidden", "too-many"])
async def review_table(request: ApiRequest) -> TableUnderReview:
    """Who sits at a table and who wrote what, with their ids."""
    await _must_be_operator(request)
    return await moderation.look(request.service, request.table)


@operation("POST", "/api/admin/tables/{table:str}/close", status=204, refuses=["conflict", "stale", "too-many"])
async def close_any_table(request: ApiRequest, body: NoteBody) -> None:
    """Close a table: nothing more can be played or written there."""
    await _must_be_operator(request)
    await moderation.close(request.service, request.table, body.note)


@operation("POST", "/api/admin/tables/{table:str}/reopen", status=204, refuses=["conflict", "stale", "too-many"])
async def reopen_any_table(request: ApiRequest, body: NoteBody) -> None:
    """Open a closed table again; the game goes on where it was."""
    await _must_be_operator(request)
    await moderation.reopen(request.service, request.table, body.note)


@operation("GET", "/api/admin/penalties", refuses=["forbidden", "too-many"])
async def list_penalties(request: ApiRequest) -> list[Penalty]:
    """Who is silenced or banned."""
    await _must_be_operator(request)
    return await moderation.penalties(request.service)


@operation("POST", "/api/admin/penalties", status=204, refuses=["not-found", "conflict", "stale", "too-many"])
async def add_penalty(request: ApiRequest, body: PenaltyBody) -> None:
    """Silence (`mute`) or ban a guest by id, or ban an address, for some days or until it is lifted."""
    await _must_be_operator(request)
    await moderation.punish(request.service, body.kind, _target(body.target), body.days, body.note)


@operation("POST", "/api/admin/penalties/lift", status=204, refuses=["not-found", "too-many"])
async def lift_penalty(request: ApiRequest, body: LiftBody) -> None:
    """Let somebody write or play again."""
    await _must_be_operator(request)
    await moderation.lift(request.service, body.kind, _target(body.target), body.note)


@operation("GET", "/api/admin/reports", refuses=["forbidden", "too-many"])
async def list_reports(request: ApiRequest, query: Settled) -> list[Report]:
    """What guests have reported, the latest first."""
    await _must_be_operator(request)
    return await moderation.reports(request.service, settled=query.settled)


@operation("POST", "/api/admin/reports/{number:int}/settle", status=204, refuses=["too-many"])
async def settle_report(request: ApiRequest, body: NoteBody) -> None:
    """Mark a report as dealt with."""
    await _must_be_operator(request)
    await moderation.settle(request.service, request.number("number"), body.note)


@operation("GET", "/api/admin/audit", refuses=["forbidden", "too-many"])
async def read_audit(request: ApiRequest) -> list[Act]:
    """What operators did, the latest first."""
    await _must_be_operator(request)
    return await moderation.acts(request.service)


OPERATIONS = [
    review_table,
    close_any_table,
    reopen_any_table,
    list_penalties,
    add_penalty,
    lift_penalty,
    list_reports,
    settle_report,
    read_audit,
]
