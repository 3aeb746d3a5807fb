"""Guests: every visitor gets a cookie, and with it a name and a language of their own."""

from __future__ import annotations

import msgspec

from engineshed.core.words import PLURALS
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest
from engineshed.server.secrets import hash_of, new_id, new_token
from engineshed.server.service import Service
from engineshed.server.texts import clean_name


async def who(service: Service, token: str | None) -> Guest | None:
    """The guest with this cookie; None if it is missing or not ours."""
    if not token:
        return None
    return await service.store.guest_by_token(hash_of(token))


async def welcome(service: Service, name: str, language: str) -> tuple[Guest, str]:
    """A new guest, and the cookie that identifies them."""
    token = new_token()
    guest = Guest(new_id(), hash_of(token), clean_name(name), _known(language), service.clock())
    await service.store.add_guest(guest)
    return guest, token


async def change(service: Service, guest: Guest, name: str | None, language: str | None) -> Guest:
    changed = msgspec.structs.replace(
        guest,
        name=guest.name if name is None else clean_name(name),
        language=guest.language if language is None else _known(language),
    )
    await service.store.save_guest(changed)
    service.remember_name(changed)
    return changed


def _known(language: str) -> str:
    if language not in PLURALS:
        raise ServiceError("bad-request", "no-language", language=language[:20])
    return language
