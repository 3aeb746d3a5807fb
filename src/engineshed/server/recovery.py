"""Coming back without a cookie: a code that a guest has written down, and the devices that know them.

A code works once. A new one replaces it, and only its hash is kept. It has 100 bits, so guessing is hopeless even
without the limit on attempts.
"""

from __future__ import annotations

import secrets

from engineshed.server.guests import IDLE, Cookie, admit
from engineshed.server.player_messages import Device, MyDevices, RecoveryCode
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest
from engineshed.server.secrets import hash_of
from engineshed.server.service import Service

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's alphabet: no letter that could be taken for another or for a digit."""
LENGTH, GROUP = 20, 4
MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


async def new_code(service: Service, guest: Guest) -> RecoveryCode:
    code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
    await service.store.put_recovery_code(guest.id, hash_of(code), service.clock())
    return RecoveryCode("-".join(code[start : start + GROUP] for start in range(0, LENGTH, GROUP)))


async def come_back(service: Service, typed: str) -> tuple[Guest, Cookie]:
    """The guest whose code this is, and a cookie for this device."""
    code = typed.upper().translate(MISREAD)
    guest_id = await service.store.take_recovery_code(hash_of(code)) if len(code) == LENGTH else None
    guest = None if guest_id is None else (await service.store.guests([guest_id])).get(guest_id)
    if guest is None or not guest.name:
        raise ServiceError("forbidden", "dead-recovery")
    return guest, await admit(service, guest.id)


async def devices(service: Service, guest: Guest, token: str) -> MyDevices:
    """Where this guest is signed in, this device first. Sessions are extended when they are used."""
    here, now = hash_of(token), service.clock()
    found = [
        Device(one.created, one.expires - IDLE, one.token_hash == here)
        for one in await service.store.sessions_of(guest.id)
        if one.expires > now
    ]
    found.sort(key=lambda device: (not device.this, -device.seen))
    return MyDevices(found, await service.store.recovery_code(guest.id))


async def sign_out_elsewhere(service: Service, guest: Guest, token: str) -> None:
    """A device that was lost must not go on showing notices. Nobody knows which browser is the one that is used now, so
    all of them have to allow notices again."""
    await service.store.end_other_sessions(guest.id, hash_of(token))
    for way in await service.store.ways_of([guest.id]):
        if way.kind == "browser":
            await service.store.remove_way(way)
    service.news.guest_changed(guest.id)
