"""Guests: who I am here."""

from __future__ import annotations

import msgspec

from engineshed.server import guests
from engineshed.server.refusals import HouseError
from engineshed.server.rows import Guest
from engineshed.server.web.bodies import GuestChange, NewGuest
from engineshed.server.web.operation import operation
from engineshed.server.web.visit import Visit


class Me(msgspec.Struct, frozen=True):
    """What guests are told about themselves; no page can read the cookie that identifies them."""

    name: str
    language: str


def _me(guest: Guest) -> Me:
    return Me(guest.name, guest.language)


@operation("GET", "/api/me")
async def get_me(visit: Visit) -> Me | None:
    """Who I am, and the cookie lasts as long again; nothing for a stranger."""
    guest = await visit.visitor()
    if guest is None:
        return None
    visit.remember(guest)
    return _me(guest)


@operation("POST", "/api/me", status=201, refuses=["conflict", "too-many"])
async def create_me(visit: Visit, body: NewGuest) -> Me:
    """Become a guest: the answer sets the cookie. Whoever is one already keeps their name and seats."""
    if await visit.visitor() is not None:
        raise HouseError("conflict", "known-guest")
    visit.reception.guests.spend(visit.address)
    guest, token = await guests.welcome(visit.house, body.name, body.language)
    visit.remember(guest, token)
    return _me(guest)


@operation("PATCH", "/api/me", refuses=["unknown-guest", "too-many"])
async def change_me(visit: Visit, body: GuestChange) -> Me:
    """Another name or language."""
    guest = await visit.guest()
    visit.reception.moves.spend(guest.id)
    changed = await guests.change(visit.house, guest, body.name, body.language)
    visit.remember(changed)
    return _me(changed)


OPERATIONS = [get_me, create_me, change_me]
