"""Links to a table: for spectators and, if it is mine, for its free seats. They can be shown again and again."""

from __future__ import annotations

import msgspec

from engineshed.server import tables
from engineshed.server.refusals import ServiceError
from engineshed.server.web.address import Reach, qr_code, reach_of
from engineshed.server.web.bodies import PictureQuery
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


class SeatLink(msgspec.Struct, frozen=True):
    """The link of a free seat, or of a bot's that may be taken."""

    seat: int
    link: str | None
    """Null if it was made by an earlier version of the program, which did not keep it."""


class TableLinks(msgspec.Struct, frozen=True):
    """The links to a table, with the address by which others reach this server."""

    address: str
    reach: Reach
    """Where they work: on this machine only, in its network, or anywhere."""
    watch: str
    """For spectators."""
    seats: list[SeatLink]
    """Only the owner of the table is told."""


class LinkPicture(msgspec.Struct, frozen=True):
    """A link as a QR code (SVG)."""

    picture: str


@operation("GET", "/api/tables/{table:str}/links", refuses=["too-many"])
async def get_links(request: ApiRequest) -> TableLinks:
    """The links to a table: for spectators and, if it is mine, for its seats."""
    return await _links(request)


async def _links(request: ApiRequest) -> TableLinks:
    guest = await request.visitor()
    await request.spend_question(guest)
    address = request.public_address
    page = f"{address}/t/{request.table}"
    found = await tables.links(request.service, guest, request.table)
    seats = [SeatLink(seat, token and f"{page}#seat={token}") for seat, token in found.items()]
    return TableLinks(address, reach_of(address), page, seats)


@operation("GET", "/api/tables/{table:str}/links/picture", refuses=["too-many"])
async def draw_link(request: ApiRequest, query: PictureQuery) -> LinkPicture:
    """One of these links as a QR code: that of a seat, or that for spectators."""
    links = await _links(request)
    wanted = links.watch if query.seat is None else {one.seat: one.link for one in links.seats}.get(query.seat)
    if wanted is None:
        raise ServiceError("not-found", "no-link")
    return LinkPicture(qr_code(wanted))


OPERATIONS = [get_links, draw_link]
