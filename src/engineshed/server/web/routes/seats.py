"""Seats: sitting down, getting up, and the links by which others are invited."""

from __future__ import annotations

import msgspec

from engineshed.server import tables
from engineshed.server.rows import Guest
from engineshed.server.web.bodies import ClaimBody
from engineshed.server.web.operation import operation
from engineshed.server.web.visit import Visit


class Taken(msgspec.Struct, frozen=True):
    """The seat that is mine now."""

    seat: int


class Link(msgspec.Struct, frozen=True):
    """What goes behind the # of a seat's link; told only once."""

    token: str


async def _changing(visit: Visit) -> Guest:
    guest = await visit.guest()
    visit.reception.moves.spend(guest.id)
    return guest


@operation("POST", "/api/tables/{table:str}/claim", refuses=["unknown-guest", "stale", "too-many"])
async def claim_seat(visit: Visit, body: ClaimBody) -> Taken:
    """Sit down by a seat's link, which is then used up."""
    return Taken(await tables.claim(visit.house, await _changing(visit), visit.table, body.token))


@operation("POST", "/api/tables/{table:str}/seats/{seat:int}/join", refuses=["unknown-guest", "stale", "too-many"])
async def join_table(visit: Visit) -> Taken:
    """Sit down on an open seat of a public table."""
    return Taken(await tables.join(visit.house, await _changing(visit), visit.table, visit.number("seat")))


@operation(
    "POST", "/api/tables/{table:str}/seats/{seat:int}/leave", status=204, refuses=["unknown-guest", "stale", "too-many"]
)
async def leave_seat(visit: Visit) -> None:
    """Get up. During the game a bot plays on until I come back."""
    await tables.leave(visit.house, await _changing(visit), visit.table, visit.number("seat"))


@operation(
    "POST", "/api/tables/{table:str}/seats/{seat:int}/back", status=204, refuses=["unknown-guest", "stale", "too-many"]
)
async def come_back(visit: Visit) -> None:
    """Take my seat back from the bot."""
    await tables.come_back(visit.house, await _changing(visit), visit.table, visit.number("seat"))


@operation(
    "POST",
    "/api/tables/{table:str}/seats/{seat:int}/link",
    status=201,
    refuses=["unknown-guest", "conflict", "stale", "too-many"],
)
async def make_link(visit: Visit) -> Link:
    """The owner's: a new link for a seat; older ones are dead."""
    return Link(await tables.new_link(visit.house, await _changing(visit), visit.table, visit.number("seat")))


@operation(
    "DELETE",
    "/api/tables/{table:str}/seats/{seat:int}/link",
    status=204,
    refuses=["unknown-guest", "stale", "too-many"],
)
async def revoke_link(visit: Visit) -> None:
    """The owner's: the link of a seat is dead."""
    await tables.revoke_link(visit.house, await _changing(visit), visit.table, visit.number("seat"))


OPERATIONS = [claim_seat, join_table, leave_seat, come_back, make_link, revoke_link]
