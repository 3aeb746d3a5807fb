"""Table options: a game's struct of choices, read from plain data with sentences for mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from engineshed.core.errors import Trouble, UnknownNameError

O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741


def read_options(kind: type[O], given: Any) -> O:
    """An instance of ``kind`` from itself, from a mapping, or from None (all defaults)."""
    if isinstance(given, kind):
        return given
    if given is None:
        return kind()
    if not isinstance(given, Mapping):
        raise Trouble(f"options are a table of names and values, not {given!r}")
    names = [field.name for field in msgspec.structs.fields(kind)]
    for name in given:
        if name not in names:
            raise UnknownNameError("option", str(name), names)
    try:
        return msgspec.convert(dict(given), kind)
    except msgspec.ValidationError as error:
        raise Trouble(f"option {_place(error)}") from None


def write_options(options: msgspec.Struct) -> dict[str, Any]:
    """Only what differs from the defaults, so that records stay short and say what is special."""
    plain: dict[str, Any] = msgspec.to_builtins(options)
    defaults: dict[str, Any] = msgspec.to_builtins(type(options)())
    return {name: value for name, value in plain.items() if value != defaults[name]}


def parse_setting(kind: type[msgspec.Struct], text: str) -> tuple[str, Any]:
    """``name=value`` as typed on a command line; the value becomes what the option's type wants."""
    name, equals, value = text.partition("=")
    names = {field.name: field for field in msgspec.structs.fields(kind)}
    if not equals:
        raise Trouble(f"an option is given as name=value, not {text!r}")
    if name not in names:
        raise UnknownNameError("option", name, list(names))
    try:
        return name, msgspec.convert(_plain(value), names[name].type, strict=False)
    except msgspec.ValidationError as error:
        raise Trouble(f"option {name}: {_place(error)}") from None


def _plain(value: str) -> str | int | bool:
    if value.lower() in {"true", "yes", "on"}:
        return True
    if value.lower() in {"false", "no", "off"}:
        return False
    return int(value) if value.lstrip("-").isdigit() else value


def _place(error: msgspec.ValidationError) -> str:
    """msgspec says "... - at `$.name`"; a person reads the name first."""
    text, _, place = str(error).partition(" - at `$.")
    return f"{place.rstrip('`')}: {text}" if place else text
