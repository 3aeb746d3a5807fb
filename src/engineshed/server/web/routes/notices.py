"""Notices: by which ways I am told what happens at my tables, and the links in mails."""

from __future__ import annotations

import msgspec
from litestar import HttpMethod, MediaType
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse

from engineshed.server.messages import MyNotices, MyWay, WayTest
from engineshed.server.notices import ways
from engineshed.server.refusals import ServiceError
from engineshed.server.web.bodies import NewWay, WayChange, WayLink
from engineshed.server.web.context import Context
from engineshed.server.web.operation import operation
from engineshed.server.web.request import AnyRequest, ApiRequest


@operation("GET", "/api/me/notices", refuses=["unknown-guest", "too-many"])
async def get_ways(request: ApiRequest) -> MyNotices:
    """The ways by which I am told what happens at my tables, and those that this server offers."""
    guest = await request.guest()
    await request.spend_question(guest)
    return await ways.mine(request.service, request.context.channels, guest)


@operation("POST", "/api/me/notices", status=201, refuses=["unknown-guest", "conflict", "too-many"])
async def add_way(request: ApiRequest, body: NewWay) -> MyWay:
    """Tell me by this way, too. The owner of a mail address is asked first, by mail."""
    guest = await request.player()
    await request.context.ways.spend(guest.id)

    async def may_ask() -> None:
        for who in (guest.id, request.address, body.address.lower()):
            await request.context.asked_by_mail.spend(who)

    wish = ways.Wish(**msgspec.structs.asdict(body))
    return await ways.add(request.service, request.context.channels, guest, wish, may_ask)


@operation("PATCH", "/api/me/notices/{way:str}", refuses=["unknown-guest", "conflict", "too-many"])
async def change_way(request: ApiRequest, body: WayChange) -> MyWay:
    """How often, and of what; or switch it off or on."""
    guest = await request.guest()
    await request.context.ways.spend(guest.id)
    return await ways.change(request.service, guest, request.way, body.label, body.every, body.about, body.on)


@operation("DELETE", "/api/me/notices/{way:str}", status=204, refuses=["unknown-guest", "too-many"])
async def remove_way(request: ApiRequest) -> None:
    """Forget this way."""
    guest = await request.guest()
    await request.spend_question(guest)
    await ways.remove(request.service, guest, request.way)


@operation("POST", "/api/me/notices/{way:str}/test", refuses=["unknown-guest", "conflict", "too-many"])
async def test_way(request: ApiRequest) -> WayTest:
    """Send something by this way now, to see whether it arrives."""
    guest = await request.player()
    await request.context.ways.spend(guest.id)
    return await ways.tried(request.service, request.context.channels, guest, request.way)


@operation("POST", "/api/notices/yes", status=204, refuses=["not-found", "too-many"])
async def agree_to_notices(request: ApiRequest, body: WayLink) -> None:
    """The owner of a mail address wants notices. The link in the mail is enough."""
    await request.spend_question(None)
    await ways.agree(request.service, body.token)


@operation("POST", "/api/notices/off", status=204, refuses=["not-found", "too-many"])
async def stop_notices(request: ApiRequest, body: WayLink) -> None:
    """Whoever reads a mail wants no more of them. The link in the mail is enough."""
    await request.spend_question(None)
    await ways.stop(request.service, body.token)


async def stop_at_one_click(request: AnyRequest) -> ASGIResponse:
    """What mail programs send for their readers (RFC 8058); whatever it contains, the address says everything."""
    context: Context = request.app.state.context
    try:
        await ways.stop(context.service, str(request.path_params["token"]))
    except ServiceError as error:
        if error.code != "not-found":
            raise
    return ASGIResponse(body=b"stopped\n", media_type=MediaType.TEXT)


OPERATIONS = [get_ways, add_way, change_way, remove_way, test_way, agree_to_notices, stop_notices]
ONE_CLICK = [HTTPRouteHandler(["/notices/off/{token:str}"], http_method=HttpMethod.POST)(stop_at_one_click)]
