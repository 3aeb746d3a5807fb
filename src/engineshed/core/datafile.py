"""TOML data files (maps, cards, numbers) read into structs, with a sentence for every mistake in them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from importlib.resources import files
from reprlib import Repr
from typing import Any, Literal, TypeVar

import msgspec

from engineshed.core.errors import BadFileError, Trouble, advice, shown
from engineshed.core.measures import check_measures
from engineshed.core.misfits import misfit
from engineshed.core.words import Message

T = TypeVar("T", bound=msgspec.Struct)

Basis = Literal["certain", "derived", "reconstructed", "own"]
"""How we know the data of a block: printed in the rulebook; derived from that, or reported by owners of the box;
our best guess; or our own design."""

BYTE_ORDER_MARK = "\ufeff"
"""Some editors write it at the start of a file."""

_QUOTE = Repr()
_QUOTE.maxstring = 60


def packaged_text(package: str, *path: str) -> str:
    """The text of a file in a package."""
    return files(package).joinpath(*path).read_text(encoding="utf-8")


def quote(text: str) -> str:
    """A person's input, made suitable for quoting in a sentence: on one line, and shortened."""
    return _QUOTE.repr(text)


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """The file's tables as they are; raises ``BadFileError`` with the line that is too long or is not TOML."""
    check_measures(text, source)
    try:
        return tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except RecursionError:
        raise BadFileError(source, "", "file.nested") from None
    except ValueError as error:  # a TOMLDecodeError, or a whole number with thousands of digits
        problem, _, place = str(error).partition(" (at ")
        raise BadFileError(source, _line(place), "file.not-toml", problem=_against_toml(problem)) from None


AGAINST_TOML = (
    (r"Invalid (statement|initial).*|Expected '=' .*", "toml.pair"),
    (r"Invalid (value|date|hex).*", "toml.value"),
    (r"Expected '\]+' .*", "toml.heading"),
    (r"Expected newline .*", "toml.newline"),
    (r"Cannot (declare|overwrite|mutate) .*|Duplicate .*", "toml.twice"),
    (r"Unclosed .*|Unterminated .*", "toml.unclosed"),
    (r"(Found invalid|Illegal) character .*", "toml.character"),
)
"""What tomllib says, and what we say instead."""


def _against_toml(sentence: str) -> Trouble | str:
    for pattern, message in AGAINST_TOML:
        if re.fullmatch(pattern, sentence, re.DOTALL):
            return Trouble(message)
    return shown(sentence)


def _line(place: str) -> str | Message:
    """tomllib says "line 3, column 7)" or "end of document)"."""
    found = re.match(r"line (\d+), column (\d+)", place)
    if found:
        return Message("place.line", {"line": int(found[1]), "column": int(found[2])})
    return Message("place.end") if place else ""


def read_toml(text: str, source: str, kind: type[T]) -> T:
    return convert(parse_toml(text, source), kind, source)


def convert(doc: dict[str, Any], kind: type[T], source: str) -> T:
    """The tables as a struct; an unknown, missing or mistyped key is named, with what would be right."""
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    for key in doc:
        if key not in known:
            raise BadFileError(source, "", "value.unknown", key=shown(key)).advised(advice(key, known))
    try:
        return msgspec.convert(doc, kind, str_keys=True)
    except msgspec.ValidationError as error:
        found = misfit(error)
        raise BadFileError(source, found.place, "file.misfit", problem=found.problem) from None


class _Block(msgspec.Struct, frozen=True):
    basis: Basis


def flat_blocks(doc: dict[str, Any], source: str, whole: Collection[str] = ()) -> dict[str, Any]:
    """The keys of all blocks together, each block with its basis; those named in ``whole`` stay blocks."""
    flat: dict[str, Any] = {}
    for name, block in doc.items():
        values = _without_basis(name, block, source)
        for key, value in ({name: values} if name in whole else values).items():
            if key in flat:
                raise BadFileError(source, _block(name), "file.key-twice", key=shown(key))
            flat[key] = value
    return flat


def _without_basis(name: str, block: object, source: str) -> dict[str, Any]:
    if not isinstance(block, dict):
        raise BadFileError(source, name, "file.no-block")
    mark = {"basis": block["basis"]} if "basis" in block else {}
    try:
        convert(mark, _Block, source)
    except BadFileError as error:
        error.place = _block(name)
        raise
    return {key: value for key, value in block.items() if key != "basis"}


def _block(name: str) -> Message:
    return Message("place.block", {"name": name})
