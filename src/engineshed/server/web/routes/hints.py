"""Asking a bot: what it would do in my place, and what somebody's moves have changed."""

from __future__ import annotations

from engineshed.server import hints
from engineshed.server.messages import Happened, Hints
from engineshed.server.web.bodies import HappenedQuery, HintsBody
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


@operation("POST", "/api/tables/{table:str}/hints", refuses=["unknown-guest", "stale", "conflict", "too-many"])
async def ask_hints(request: ApiRequest, body: HintsBody) -> Hints:
    """Good moves at my decision, and what speaks for each. At a public table the log says that I asked."""
    guest = await request.player()
    await request.context.hints.spend(guest.id)
    return await hints.hints(request.service, guest, request.table, body.seat, body.bot)


@operation("GET", "/api/tables/{table:str}/happened", refuses=["unknown-guest", "forbidden", "too-many"])
async def what_happened(request: ApiRequest, query: HappenedQuery) -> Happened:
    """What a player's moves have changed for them and for me, as far as I may know."""
    guest = await request.guest()
    await request.context.hints.spend(guest.id)
    return await hints.happened(request.service, guest, request.table, query.seat, query.since, query.ply)


OPERATIONS = [ask_hints, what_happened]
