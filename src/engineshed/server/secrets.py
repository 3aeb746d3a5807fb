"""Everything that must not be guessable, and the hashes under which it is stored."""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_id() -> str:
    """An id for a guest or a table; long, because anybody with a table's id may watch it."""
    return secrets.token_urlsafe(15)


def new_token() -> str:
    """192 bits, for cookies and seat links. The store never sees it, only its hash."""
    return secrets.token_urlsafe(24)


def new_seed() -> str:
    return secrets.token_hex(16)


def hash_of(token: str) -> bytes:
    return sha256(token.encode()).digest()
