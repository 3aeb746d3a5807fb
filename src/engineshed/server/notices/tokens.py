"""Links in mails that work without signing in: they name a way, what they do to it, and our signature."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Literal

from engineshed.server.store import Store

Purpose = Literal["off", "yes"]
"""To stop notices, or to agree to them."""
SIGNING = "notice-links"
"""The name of the key that signs these links."""
LONGEST = 100


async def kept_key(store: Store, name: str, draw: Callable[[], bytes]) -> bytes:
    """A key of this server: drawn when it is first needed, and the same for all processes ever after."""
    kept = await store.house_key(name)
    if kept is None:
        await store.keep_house_key(name, draw())
        kept = await store.house_key(name)
    assert kept is not None
    return kept


async def signed(store: Store, purpose: Purpose, way_id: str) -> str:
    return f"{way_id}-{await _signature(store, purpose, way_id)}"


async def way_named_by(store: Store, purpose: Purpose, token: str) -> str | None:
    """The way that a link of this purpose names; None if we have not made it."""
    way_id, _, signature = token.partition("-")
    if len(token) > LONGEST or not token.isascii():
        return None
    return way_id if hmac.compare_digest(await _signature(store, purpose, way_id), signature) else None


async def _signature(store: Store, purpose: Purpose, way_id: str) -> str:
    key = await kept_key(store, SIGNING, lambda: secrets.token_bytes(32))
    return urlsafe_b64encode(hmac.digest(key, f"{purpose} {way_id}".encode(), sha256)[:24]).decode()
