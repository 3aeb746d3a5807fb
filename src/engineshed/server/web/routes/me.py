"""Guests: who I am."""

from __future__ import annotations

import msgspec

from engineshed.server import guests
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest
from engineshed.server.web.bodies import GuestChange, NewGuest
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


class Me(msgspec.Struct, frozen=True):
    """What guests are told about themselves; no page can read the cookie that identifies them."""

    name: str
    language: str


class NewDevice(msgspec.Struct, frozen=True):
    """What another device needs to become mine too: a link, shown only once, and its QR code (SVG)."""

    link: str
    expires: float
    picture: str


class Reported(msgspec.Struct, frozen=True):
    """The number of my report."""

    number: int


def me_of(guest: Guest) -> Me:
    return Me(guest.name, guest.language)


@operation("GET", "/api/me")
async def get_me(request: ApiRequest) -> Me | None:
    """Who I am; this also renews the cookie. Nothing for a visitor without one."""
    guest = await request.visitor()
    if guest is None:
        return None
    request.remember(guest, await guests.renew(request.service, request.token))
    return me_of(guest)


@operation("POST", "/api/me", status=201, refuses=["conflict", "too-many"])
async def create_me(request: ApiRequest, body: NewGuest) -> Me:
    """Become a guest: the answer sets the cookie. Somebody who is a guest already keeps their name and seats."""
    if await request.visitor() is not None:
        raise ServiceError("conflict", "known-guest")
    await request.service.penalties.must_not_be("ban", request.address)
    await request.context.guests.spend(request.address)
    guest, cookie = await guests.welcome(request.service, body.name, body.language)
    request.remember(guest, cookie)
    return me_of(guest)


@operation("PATCH", "/api/me", refuses=["unknown-guest", "too-many"])
async def change_me(request: ApiRequest, body: GuestChange) -> Me:
    """Change my name or language."""
    guest = await request.guest()
    await request.context.moves.spend(guest.id)
    changed = await guests.change(request.service, guest, body.name, body.language)
    request.remember(changed, await guests.renew(request.service, request.token))
    return me_of(changed)


OPERATIONS = [get_me, create_me, change_me]
