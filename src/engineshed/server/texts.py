"""Names and chat lines that people type: normalised, without deceptive characters, within limits."""

from __future__ import annotations

import unicodedata

from engineshed.server.refusals import ServiceError

LONGEST_NAME = 32
LONGEST_TITLE = 60
LONGEST_CHAT = 500

FORBIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control, format (direction overrides among them), surrogates, private, unassigned, line separators."""

VISIBLE = ("L", "N", "P", "S")
"""Letters, numbers, punctuation and symbols; marks and joiners alone would make an invisible name."""

JOINER = "\u200d"
"""A format character, but one that emoji need."""


def clean(text: str, field: str, longest: int) -> str:
    """One line of text in normal form; raises ``ServiceError`` naming the field."""
    text = unicodedata.normalize("NFC", text).strip()
    if not any(unicodedata.category(character)[0] in VISIBLE for character in text):
        raise ServiceError("bad-request", "text-empty", field=f"@field.{field}")
    if len(text) > longest:
        raise ServiceError("bad-request", "text-long", field=f"@field.{field}", most=longest, length=len(text))
    for character in text:
        if unicodedata.category(character) in FORBIDDEN and character != JOINER:
            raise ServiceError("bad-request", "text-character", field=f"@field.{field}", code=f"U+{ord(character):04X}")
    return text


def clean_name(text: str) -> str:
    return clean(text, "name", LONGEST_NAME)


def clean_title(text: str) -> str:
    return clean(text, "title", LONGEST_TITLE)


def clean_chat(text: str) -> str:
    return clean(text, "chat", LONGEST_CHAT)
