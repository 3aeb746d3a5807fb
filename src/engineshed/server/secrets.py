"""Everything that must not be guessable, and the hashes under which it is stored."""

from __future__ import annotations

import secrets
import string
from hashlib import sha256

LETTERS = string.ascii_letters + string.digits
"""No hyphen: a command would take an id that begins with one for an option."""


def new_id() -> str:
    """An id for a guest or a table, of 119 bits: anybody with a table's id may watch it."""
    return _letters(20)


def new_token() -> str:
    """190 bits, for cookies and seat links. The store keeps the hash of a cookie, never the cookie itself."""
    return _letters(32)


def new_seed() -> str:
    return secrets.token_hex(16)


def hash_of(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _letters(count: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(count))
