"""TOML data files (maps, cards, numbers) read into structs, with sentences for whoever wrote the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from importlib.resources import files
from reprlib import Repr
from typing import Any, Literal, TypeVar

import msgspec

from engineshed.core.errors import BadFileError, suggest

T = TypeVar("T", bound=msgspec.Struct)

Basis = Literal["certain", "derived", "reconstructed", "own"]
"""How we know a block of data: printed or seen, following from that, our best guess, or our own design."""

BYTE_ORDER_MARK = "\ufeff"
"""What some editors put before a text."""

_QUOTE = Repr()
_QUOTE.maxstring = 60

_KINDS = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


def packaged_text(package: str, *path: str) -> str:
    """The text of a file that lies in a package."""
    return files(package).joinpath(*path).read_text(encoding="utf-8")


def quote(text: str) -> str:
    """What somebody wrote, as it may stand in a sentence: on one line and not endless."""
    return _QUOTE.repr(text)


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """The file's tables as they stand, or ``BadFileError`` with the line that is no TOML."""
    try:
        return tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except RecursionError:
        raise BadFileError(source, "", "tables or lists are nested too deeply") from None
    except ValueError as error:  # a TOMLDecodeError, or a whole number of thousands of digits
        problem, _, place = str(error).partition(" (at ")
        raise BadFileError(source, place.rstrip(")"), f"this is not TOML: {problem}") from None


def read_toml(text: str, source: str, kind: type[T]) -> T:
    return convert(parse_toml(text, source), kind, source)


def convert(doc: dict[str, Any], kind: type[T], source: str) -> T:
    """The tables as a struct; an unknown, missing or ill-typed key is named, with what would be right."""
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    for key in doc:
        if key not in known:
            raise BadFileError(source, "", f"there is no key {quote(key)}{suggest(key[:60], known)}")
    try:
        return msgspec.convert(doc, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadFileError(source, *_place_and_problem(str(error))) from None


class _Block(msgspec.Struct, frozen=True):
    basis: Basis


def flat_blocks(doc: dict[str, Any], source: str, whole: Collection[str] = ()) -> dict[str, Any]:
    """The keys of all blocks together, each block with its basis; those named in ``whole`` stay blocks."""
    flat: dict[str, Any] = {}
    for name, block in doc.items():
        values = _without_basis(name, block, source)
        for key, value in ({name: values} if name in whole else values).items():
            if key in flat:
                raise BadFileError(source, f"block {name}", f"the key {key!r} stands in another block, too")
            flat[key] = value
    return flat


def _without_basis(name: str, block: object, source: str) -> dict[str, Any]:
    if not isinstance(block, dict):
        raise BadFileError(source, name, "every number stands in a block, under a [heading] of its own")
    mark = {"basis": block["basis"]} if "basis" in block else {}
    try:
        convert(mark, _Block, source)
    except BadFileError as error:
        raise BadFileError(source, f"block {name}", error.message.id, **error.message.params) from None
    return {key: value for key, value in block.items() if key != "basis"}


def _place_and_problem(text: str) -> tuple[str, str]:
    """msgspec says "Expected `int`, got `str` - at `$.stock[0].count`"; a person reads the place first."""
    problem, _, path = text.partition(" - at ")
    path = re.sub(r"\[(\d+)\]", lambda match: f" {int(match[1]) + 1}", path.strip("`").removeprefix("$"))
    place = ", ".join(filter(None, path.replace("[...]", ".one of them").split(".")))
    missing = re.fullmatch(r"Object missing required field `(.*)`", problem)
    if missing:
        return place, f"the key {missing[1]!r} is missing"
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", problem)
    if unknown:
        return place, f"there is no key {quote(unknown[1])}"
    return place, re.sub(r"`(\w+)`", lambda match: _KINDS.get(match[1], match[0]), problem[:1].lower() + problem[1:])
