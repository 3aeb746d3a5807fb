"""Seats: taking and leaving them, and the links that invite others."""

from __future__ import annotations

import msgspec

from engineshed.server import absence, again, tables
from engineshed.server.rows import Guest
from engineshed.server.web.bodies import ClaimBody, JoinQuery, LeaveQuery, PauseBody, RematchBody, VoteBody
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


class Taken(msgspec.Struct, frozen=True):
    """The seat that is mine now."""

    seat: int


class Link(msgspec.Struct, frozen=True):
    """The part of a seat's link after the #."""

    token: str


async def _changing(request: ApiRequest) -> Guest:
    guest = await request.player()
    await request.context.moves.spend(guest.id)
    return guest


@operation("POST", "/api/tables/{table:str}/claim", refuses=["unknown-guest", "conflict", "stale", "too-many"])
async def claim_seat(request: ApiRequest, body: ClaimBody) -> Taken:
    """Take a seat by its link, which is then used up; at a public table, only if I have none yet."""
    guest = await _changing(request)
    return Taken(await tables.claim(request.service, guest, request.table, body.token, anyway=body.anyway))


@operation(
    "POST", "/api/tables/{table:str}/seats/{seat:int}/join", refuses=["unknown-guest", "conflict", "stale", "too-many"]
)
async def join_table(request: ApiRequest, query: JoinQuery) -> Taken:
    """Take a seat that is kept for me or, at a public table, one that is open or that latecomers may have."""
    guest, seat = await _changing(request), request.number("seat")
    return Taken(await tables.join(request.service, guest, request.table, seat, anyway=query.anyway))


@operation(
    "POST",
    "/api/tables/{table:str}/seats/{seat:int}/leave",
    status=204,
    refuses=["unknown-guest", "conflict", "stale", "too-many"],
)
async def leave_seat(request: ApiRequest, query: LeaveQuery) -> None:
    """Leave my seat. During the game a bot plays until I come back, or until somebody new takes it if I never will."""
    seat = request.number("seat")
    guest = await _changing(request)
    await absence.leave(request.service, guest, request.table, seat, query.bot, for_good=query.for_good)


@operation(
    "POST",
    "/api/tables/{table:str}/seats/{seat:int}/back",
    status=204,
    refuses=["unknown-guest", "conflict", "stale", "too-many"],
)
async def come_back(request: ApiRequest) -> None:
    """Take my seat back from the bot, or say that I am here if the others vote about me."""
    await absence.come_back(request.service, await _changing(request), request.table, request.number("seat"))


@operation(
    "POST",
    "/api/tables/{table:str}/seats/{seat:int}/vote",
    status=204,
    refuses=["unknown-guest", "conflict", "stale", "too-many"],
)
async def cast_vote(request: ApiRequest, body: VoteBody) -> None:
    """Vote about a player whose time is up, or for whom a table without a clock has waited for ten minutes."""
    seat = request.number("seat")
    guest = await _changing(request)
    await absence.vote(request.service, guest, request.table, seat, body.about, body.choice)


@operation(
    "POST",
    "/api/tables/{table:str}/seats/{seat:int}/pause",
    status=204,
    refuses=["unknown-guest", "conflict", "stale", "too-many"],
)
async def pause_clocks(request: ApiRequest, body: PauseBody) -> None:
    """Ask for a pause, which begins when everybody has asked; take a holiday; or make the clocks go again."""
    await absence.pause(request.service, await _changing(request), request.table, request.number("seat"), body.wish)


@operation(
    "POST",
    "/api/tables/{table:str}/seats/{seat:int}/link",
    status=201,
    refuses=["unknown-guest", "conflict", "stale", "too-many"],
)
async def make_link(request: ApiRequest) -> Link:
    """Only for the owner: a new link for an open seat, or for a bot's that may be taken; older ones stop working."""
    return Link(await tables.new_link(request.service, await _changing(request), request.table, request.number("seat")))


@operation(
    "DELETE",
    "/api/tables/{table:str}/seats/{seat:int}/link",
    status=204,
    refuses=["unknown-guest", "stale", "too-many"],
)
async def revoke_link(request: ApiRequest) -> None:
    """Only for the owner: revoke the link of a seat."""
    await tables.revoke_link(request.service, await _changing(request), request.table, request.number("seat"))


class Rematch(msgspec.Struct, frozen=True):
    """The table where we play again."""

    id: str


@operation("POST", "/api/tables/{table:str}/rematch", refuses=["unknown-guest", "conflict", "stale", "too-many"])
async def play_again(request: ApiRequest, body: RematchBody) -> Rematch:
    """Play this finished game again: the first player who asks makes the table, and everybody's seat is kept there."""
    guest = await _changing(request)
    await request.context.tables.spend(request.address)
    return Rematch(await again.rematch(request.service, guest, request.table, body.order, anyway=body.anyway))


OPERATIONS = [
    claim_seat,
    join_table,
    leave_seat,
    come_back,
    cast_vote,
    pause_clocks,
    make_link,
    revoke_link,
    play_again,
]
