"""Guests: every visitor gets a cookie, and with it a name and a language of their own.

A cookie expires half a year after the last visit. Guests who keep coming never lose their seats: a cookie that has been
in use for half a year is replaced by a new one, so that none is older than a year.
"""

from __future__ import annotations

import msgspec

from engineshed.core.words import PLURALS
from engineshed.server.refusals import ServiceError
from engineshed.server.results import SURE
from engineshed.server.rows import Guest, Session
from engineshed.server.secrets import hash_of, new_id, new_token
from engineshed.server.service import Service
from engineshed.server.texts import clean_name, looks

DAY = 24 * 3600.0
IDLE = 180 * DAY
"""Seconds after which a cookie that was not used expires."""
REPLACED = 180 * DAY
"""The age at which a cookie is replaced."""
MOST_BESIDE = 500
"""With how many others at running tables a new name is compared."""
OVERLAP = 3600.0
"""Seconds for which a replaced cookie still works, because other tabs may have requests in flight."""


class Cookie(msgspec.Struct, frozen=True):
    """What identifies a guest on one device, and for how many seconds."""

    token: str
    seconds: int


async def who(service: Service, token: str | None) -> Guest | None:
    """The guest with this cookie; None if it is missing, has expired or is not ours."""
    if not token:
        return None
    return await service.store.guest_by_token(hash_of(token), service.clock())


async def welcome(service: Service, name: str, language: str) -> tuple[Guest, Cookie]:
    """A new guest, and the cookie that identifies them."""
    token = new_token()
    guest = Guest(new_id(), hash_of(token), clean_name(name), known_language(language), service.clock())
    if await service.store.is_known(looks(guest.name), guest.id, SURE):
        raise ServiceError("conflict", "name-known")
    await service.store.add_guest(guest)
    return guest, await _admit(service, guest.id, token)


async def admit(service: Service, guest_id: str) -> Cookie:
    """A cookie for another device of a guest."""
    return await _admit(service, guest_id, new_token())


async def _admit(service: Service, guest_id: str, token: str) -> Cookie:
    now = service.clock()
    await service.store.add_session(Session(hash_of(token), guest_id, now, now + IDLE))
    return Cookie(token, int(IDLE))


async def renew(service: Service, token: str) -> Cookie:
    """Extend the cookie of a guest who is here, or replace an old one. The store is updated once a day."""
    session, now = await service.store.session(hash_of(token)), service.clock()
    if session is None:
        raise ServiceError("unknown-guest", "unknown-guest")
    if now - session.created >= REPLACED:
        await service.store.extend_session(session.token_hash, min(session.expires, now + OVERLAP))
        return await admit(service, session.guest)
    if now + IDLE - session.expires >= DAY:
        await service.store.extend_session(session.token_hash, now + IDLE)
    return Cookie(token, int(IDLE))


async def sign_out(service: Service, guest: Guest, token: str) -> None:
    """Sign out on this device; others stay signed in."""
    await service.store.end_session(hash_of(token))
    service.news.guest_changed(guest.id)


async def change(service: Service, guest: Guest, name: str | None, language: str | None) -> Guest:
    if name is not None and looks(clean_name(name)) != looks(guest.name):
        await _must_be_distinct(service, clean_name(name), guest.id)
    changed = msgspec.structs.replace(
        guest,
        name=guest.name if name is None else clean_name(name),
        language=guest.language if language is None else known_language(language),
    )
    await service.store.save_guest(changed)
    service.news.guest_changed(guest.id)
    service.remember_name(changed)
    return changed


async def _must_be_distinct(service: Service, name: str, guest_id: str) -> None:
    """Refuse a name that could be taken for that of a known player, or of somebody at one of the guest's tables."""
    if await service.store.is_known(looks(name), guest_id, SURE):
        raise ServiceError("conflict", "name-known")
    for other in await service.store.names_beside(guest_id, MOST_BESIDE):
        if looks(other) == looks(name):
            raise ServiceError("conflict", "name-at-table", name=other)


def known_language(language: str) -> str:
    if language not in PLURALS:
        raise ServiceError("bad-request", "no-language", language=language[:20])
    return language
