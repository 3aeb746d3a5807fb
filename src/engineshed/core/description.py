"""Reading a described position: tables, lists, numbers and flags, each mistake told by its place."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engineshed.core.errors import Trouble

Doc = Mapping[str, Any]


def table(doc: Doc, key: str) -> Mapping[str, Any]:
    value = doc.get(key, {})
    if not isinstance(value, Mapping):
        raise Trouble(f"position, {key}: this should be a table, not {value!r}")
    return value


def listed(doc: Doc, key: str) -> list[Any]:
    value = doc.get(key, [])
    if not isinstance(value, list):
        raise Trouble(f"position, {key}: this should be a list, not {value!r}")
    return value


def number(doc: Doc, key: str, default: int, *, least: int = 0, most: int = 10_000, table: str = "") -> int:
    value = doc.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        place = f"{table}, {key}" if table else key
        raise Trouble(f"position, {place}: this should be a whole number from {least} to {most}, not {value!r}")
    return value


def flag(doc: Doc, key: str) -> bool:
    value = doc.get(key, False)
    if not isinstance(value, bool):
        raise Trouble(f"position, {key}: this should be true or false, not {value!r}")
    return value


def map_text(doc: Doc, tables: Sequence[str]) -> str:
    """An inline map as the text of a map file; its tables come last, as they must."""
    lines = [f"{key} = {_written(key, value)}" for key, value in doc.items() if key not in tables]
    for key in tables:
        lines.append(f"[{key}]")
        lines += [f"{_written(key, name)} = {_written(name, entry)}" for name, entry in table(doc, key).items()]
    return "\n".join(lines) + "\n"


def _written(key: str, value: Any) -> str:
    """Texts, numbers and lists of them are written alike in TOML and in JSON; tables are not."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_written(key, name)} = {_written(name, entry)}" for name, entry in value.items())
        return f"{{ {inside} }}"
    try:
        return json.dumps(value, ensure_ascii=False)
    except TypeError:
        raise Trouble(f"position, map, {key}: {value!r} cannot stand in a map") from None
