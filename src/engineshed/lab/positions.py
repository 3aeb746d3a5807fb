"""Positions in files, in the words of a game's ``describe``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


def pairs(doc: Mapping[str, Any]) -> list[str]:
    """The lines of a table in TOML."""
    return [f"{_key(key)} = {_value(value)}" for key, value in doc.items() if value is not None]


def _value(value: Any) -> str:
    """JSON's texts, numbers, booleans and lists are TOML's as well; only its tables are not."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None)
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return msgspec.json.encode(value).decode()


def _key(key: Any) -> str:
    text = str(key)
    return text if text.replace("-", "").replace("_", "").isalnum() and text.isascii() else _value(text)
