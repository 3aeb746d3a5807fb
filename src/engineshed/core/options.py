"""Table options: a game's struct of choices, read from plain data; every mistake gets a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from engineshed.core.errors import Trouble, UnknownNameError, shown
from engineshed.core.misfits import misfit

O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741

AT_RANDOM = "at_random"
"""Marks an option without which random play might never end; its value is the one to use for random play."""


def read_options(kind: type[O], given: Any) -> O:
    """An instance of ``kind`` from itself, from a mapping, or from None (all defaults)."""
    if isinstance(given, kind):
        return given
    if given is None:
        return kind()
    if not isinstance(given, Mapping):
        raise Trouble("option.no-table", given=_written(given))
    for name in given:
        if name not in kind.__struct_fields__:
            raise UnknownNameError("option", str(name), kind.__struct_fields__)
    for name, value in given.items():
        _convert(kind, name, value, strict=True)
    return msgspec.convert(dict(given), kind)


def usual_map(kind: type[msgspec.Struct]) -> str | None:
    """The board that is used if nobody chooses one; None if the game has only one."""
    found: str | None = getattr(kind(), "map", None)
    return found


def write_options(options: msgspec.Struct) -> dict[str, Any]:
    """Only what differs from the defaults, so that records stay short and show what is special."""
    plain: dict[str, Any] = msgspec.to_builtins(options)
    defaults: dict[str, Any] = msgspec.to_builtins(type(options)())
    return {name: value for name, value in plain.items() if value != defaults[name]}


def random_play_settings(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The options for games in which nobody plays to win."""
    settings = {}
    for field in msgspec.structs.fields(kind):
        found = msgspec.inspect.type_info(field.type)
        if isinstance(found, msgspec.inspect.Metadata) and found.extra and AT_RANDOM in found.extra:
            settings[field.name] = found.extra[AT_RANDOM]
    return settings


def parse_setting(kind: type[msgspec.Struct], text: str) -> tuple[str, Any]:
    """``name=value`` as typed on a command line; the value becomes what the option's type wants."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Trouble("option.no-setting", text=shown(text))
    if name not in kind.__struct_fields__:
        raise UnknownNameError("option", name, kind.__struct_fields__)
    if isinstance(_type_of(kind, name), msgspec.inspect.BoolType):
        value = _SWITCHES.get(value.lower(), value)
    if several(kind, name):
        return name, _convert(kind, name, [word.strip() for word in value.split(",") if word.strip()], strict=False)
    return name, _convert(kind, name, value, strict=False)


_SWITCHES = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def choices(kind: type[msgspec.Struct], name: str) -> tuple[Any, ...]:
    """The values that an option can have, sorted; () if they cannot be listed."""
    match _type_of(kind, name):
        case msgspec.inspect.LiteralType(values=values):
            return tuple(values)
        case msgspec.inspect.BoolType():
            return (False, True)
        case msgspec.inspect.IntType(ge=int(low), le=int(high)) if high - low < 100:
            return tuple(range(low, high + 1))
    return ()


def several(kind: type[msgspec.Struct], name: str) -> tuple[Any, ...]:
    """The values of an option that takes any number of them, the default first; () if it takes only one."""
    match _type_of(kind, name):
        case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.LiteralType(values=values)):
            default = getattr(kind(), name)
            return (*default, *(value for value in values if value not in default))
    return ()


def _type_of(kind: type[msgspec.Struct], name: str) -> msgspec.inspect.Type:
    field = next(field for field in msgspec.structs.fields(kind) if field.name == name)
    found = msgspec.inspect.type_info(field.type)
    return found.type if isinstance(found, msgspec.inspect.Metadata) else found


def _convert(kind: type[msgspec.Struct], name: str, value: Any, *, strict: bool) -> Any:
    wanted = next(field.type for field in msgspec.structs.fields(kind) if field.name == name)
    try:
        return msgspec.convert(value, wanted, strict=strict)
    except msgspec.ValidationError as error:
        listed = ", ".join(_written(choice) for choice in choices(kind, name) or several(kind, name))
        if listed:
            raise Trouble("option.choices", name=name, value=_written(value), choices=listed) from None
        raise Trouble("option.misfit", name=name, value=_written(value), problem=misfit(error).problem) from None


def _written(value: Any) -> str:
    """The value as a file would have it, with quotes around a text: "5" is not 5."""
    return json.dumps(value, ensure_ascii=False, default=repr)[:80]
