"""Guests: whoever comes gets a cookie, and with it a name and a language of their own."""

from __future__ import annotations

import msgspec

from engineshed.core.words import PLURALS
from engineshed.server.house import House
from engineshed.server.refusals import HouseError
from engineshed.server.rows import Guest
from engineshed.server.secrets import hash_of, new_id, new_token
from engineshed.server.texts import clean_name


async def who(house: House, token: str | None) -> Guest | None:
    """The guest who holds this cookie; None if it is missing or not ours."""
    if not token:
        return None
    return await house.store.guest_by_token(hash_of(token))


async def welcome(house: House, name: str, language: str) -> tuple[Guest, str]:
    """A new guest, and the cookie that identifies them."""
    token = new_token()
    guest = Guest(new_id(), hash_of(token), clean_name(name), _known(language), house.clock())
    await house.store.add_guest(guest)
    return guest, token


async def change(house: House, guest: Guest, name: str | None, language: str | None) -> Guest:
    changed = msgspec.structs.replace(
        guest,
        name=guest.name if name is None else clean_name(name),
        language=guest.language if language is None else _known(language),
    )
    await house.store.save_guest(changed)
    house.remember_name(changed)
    return changed


def _known(language: str) -> str:
    if language not in PLURALS:
        raise HouseError("bad-request", "no-language", language=language[:20])
    return language
