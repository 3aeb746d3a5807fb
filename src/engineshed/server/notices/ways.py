"""What guests set about notices: by which ways they want to be told, of what, and how often."""

from __future__ import annotations

import re
import secrets
from base64 import b64encode
from collections.abc import Awaitable, Callable
from typing import get_args

import msgspec

from engineshed.server.messages import MyNotices, MyWay, WayTest
from engineshed.server.notices.channels import Channels, Outcome
from engineshed.server.notices.mail import is_address
from engineshed.server.notices.outward import BadAddressError
from engineshed.server.notices.saying import test_letter
from engineshed.server.notices.tokens import Purpose, way_named_by
from engineshed.server.notices.webhooks import BEGINNING
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest, NoticeKind, NoticeWay, WayKind, WayState
from engineshed.server.secrets import new_id
from engineshed.server.service import Service
from engineshed.server.texts import clean_label

MOST_WAYS = 10
"""How many ways one guest may have: their devices, their mail address, and a few chats."""
A_ROOM = re.compile(r"[!#][^\s/?#]{1,180}:[A-Za-z0-9.:\[\]-]{1,100}")


class Wish(msgspec.Struct, frozen=True):
    """A way that a guest wants to add."""

    kind: WayKind
    address: str
    p256dh: str | None = None
    auth: str | None = None
    room: str | None = None
    token: str | None = None
    label: str = ""
    every: int = 0
    about: list[NoticeKind] | None = None
    """None for all."""


def shown(way: NoticeWay) -> MyWay:
    return MyWay(
        way.id,
        way.kind,
        way.address,
        way.label,
        way.every,
        list(way.about),
        way.state,
        way.created,
        way.used,
        way.failures,
        way.keys.get("secret"),
    )


async def mine(service: Service, channels: Channels, guest: Guest) -> MyNotices:
    ways = [shown(way) for way in await service.store.ways_of([guest.id])]
    return MyNotices(ways, await channels.browser_key(), channels.has("mail"), channels.has("json"))


async def add(
    service: Service, channels: Channels, guest: Guest, wish: Wish, may_ask: Callable[[], Awaitable[None]]
) -> MyWay:
    """A way is used at once, except a mail address: its owner is asked first.

    ``may_ask``: refuses if too many mails have asked already.
    """
    if not channels.has(wish.kind):
        raise ServiceError("bad-request", "no-notices")
    keys = _keys(channels, wish)
    await _must_be_new(service, guest, wish)
    if wish.kind == "mail":
        await may_ask()
    way = NoticeWay(
        id=new_id(),
        guest=guest.id,
        kind=wish.kind,
        address=wish.address,
        keys=keys,
        label=clean_label(wish.label),
        every=wish.every,
        about=get_args(NoticeKind) if wish.about is None else tuple(wish.about),
        state="waiting" if wish.kind == "mail" else "on",
        created=service.clock(),
    )
    if not await service.store.add_way(way, MOST_WAYS):
        raise ServiceError("conflict", "too-many-ways", most=MOST_WAYS)
    if wish.kind == "mail":
        await _ask(service, channels, guest, way)
    _changed(service, guest.id)
    return shown(way)


async def _ask(service: Service, channels: Channels, guest: Guest, way: NoticeWay) -> None:
    if (await channels.ask_to_agree(way, guest.name, guest.language)).outcome is Outcome.FAILED:
        await service.store.remove_way(way)
        raise ServiceError("unavailable", "mail-not-sent")


def _keys(channels: Channels, wish: Wish) -> dict[str, str]:
    """What a way needs besides its address; both are checked."""
    if wish.kind == "mail":
        if not is_address(wish.address):
            raise ServiceError("bad-request", "no-mail-address")
        return {}
    try:
        channels.check(wish.address)
    except BadAddressError:
        raise ServiceError("bad-request", "no-web-address") from None
    match wish.kind:
        case "browser":
            return _browser_keys(wish)
        case "matrix":
            if wish.token is None or not A_ROOM.fullmatch(wish.room or ""):
                raise ServiceError("bad-request", "no-matrix-room")
            return {"room": wish.room or "", "token": wish.token}
        case "json":
            return {"secret": BEGINNING + b64encode(secrets.token_bytes(24)).decode()}
    return {} if wish.token is None else {"token": wish.token}


def _browser_keys(wish: Wish) -> dict[str, str]:
    from engineshed.server.notices import push  # noqa: PLC0415  (needs a library that may not be installed)

    keys = {"p256dh": wish.p256dh or "", "auth": wish.auth or ""}
    if not push.is_subscription(**keys):
        raise ServiceError("bad-request", "no-subscription")
    return keys


async def _must_be_new(service: Service, guest: Guest, wish: Wish) -> None:
    """A browser belongs to whoever uses it now; any other address may be given once by each guest."""
    for known in await service.store.ways_to(wish.address):
        if known.kind == "browser":
            await service.store.remove_way(known)
            _changed(service, known.guest)
        elif known.guest == guest.id and (known.kind, known.keys.get("room")) == (wish.kind, wish.room):
            raise ServiceError("conflict", "known-way")


async def change(
    service: Service,
    guest: Guest,
    way_id: str,
    label: str | None,
    every: int | None,
    about: list[NoticeKind] | None,
    on: bool | None,
) -> MyWay:
    way = await _of(service, guest, way_id)
    if on and way.state == "waiting":
        raise ServiceError("conflict", "way-waits")
    state: WayState = way.state if on is None or way.state == "waiting" else "on" if on else "off"
    changed = msgspec.structs.replace(
        way,
        label=way.label if label is None else clean_label(label),
        every=way.every if every is None else every,
        about=way.about if about is None else tuple(about),
        state=state,
    )
    await service.store.save_way(changed)
    _changed(service, guest.id)
    return shown(msgspec.structs.replace(changed, failures=0))


async def remove(service: Service, guest: Guest, way_id: str) -> None:
    await service.store.remove_way(await _of(service, guest, way_id))
    _changed(service, guest.id)


async def tried(service: Service, channels: Channels, guest: Guest, way_id: str) -> WayTest:
    """Send something now, to see whether it arrives."""
    way = await _of(service, guest, way_id)
    if way.state == "waiting":
        raise ServiceError("conflict", "way-waits")
    if not channels.has(way.kind):
        raise ServiceError("bad-request", "no-notices")
    result = await channels.send(way, test_letter(guest.language, channels.address))
    return WayTest(result.outcome.value)


# -- links in mails -------------------------------------------------------------------------------------------------


async def agree(service: Service, token: str) -> None:
    """The owner of a mail address wants notices."""
    way = await _linked(service, "yes", token)
    if way.state == "waiting":
        await _turn(service, way, "on")


async def stop(service: Service, token: str) -> None:
    """Whoever reads a mail wants no more of them; an address that never agreed is forgotten."""
    way = await _linked(service, "off", token)
    if way.state == "waiting":
        await service.store.remove_way(way)
    else:
        await _turn(service, way, "off")


async def _turn(service: Service, way: NoticeWay, state: WayState) -> None:
    await service.store.save_way(msgspec.structs.replace(way, state=state))
    _changed(service, way.guest)


async def _linked(service: Service, purpose: Purpose, token: str) -> NoticeWay:
    way_id = await way_named_by(service.store, purpose, token)
    way = None if way_id is None else await service.store.way(way_id)
    if way is None:
        raise ServiceError("not-found", "dead-way-link")
    return way


async def _of(service: Service, guest: Guest, way_id: str) -> NoticeWay:
    way = await service.store.way(way_id)
    if way is None or way.guest != guest.id:
        raise ServiceError("not-found", "no-way")
    return way


def _changed(service: Service, guest_id: str) -> None:
    """All servers have to ask again how this guest wants to be told things."""
    service.news.guest_changed(guest_id)
