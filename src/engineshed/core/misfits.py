"""Values that do not fit their type: what msgspec says about them, in the words of the house."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from engineshed.core.errors import Trouble, shown
from engineshed.core.words import Message, Param, Thing

KINDS = ("str", "int", "float", "bool", "array", "object", "null")
"""What msgspec calls the types of data; each has a word under ``kind``."""

ANY = "[...]"
"""How msgspec refers to some entry of a table without saying which one."""

MESSAGES = tuple(
    (re.compile(pattern), message)
    for pattern, message in (
        (r"Object missing required field `(?P<key>.*)`", "value.missing"),
        (r"Object contains unknown field `(?P<key>.*)`", "value.unknown"),
        (r"Expected `(?P<wanted>[\w |]+)`, got `(?P<found>\w+)`", "value.kind"),
        (r"Expected `(?P<wanted>\w+)` (?P<bound>[<>]=? \S+)", "value.bound"),
        (r"Expected `(?P<wanted>\w+)` of length (?P<length>\d+), got (?P<found>\d+)", "value.length"),
        (r"Expected `(?P<wanted>\w+)` of length (?P<bound>[<>]=? \d+)", "value.length-bound"),
        (r"Invalid (?:enum )?value '?(?P<value>.*?)'?", "value.choice"),
        (r".* out of range", "value.range"),
        (r"Input data was truncated", "value.truncated"),
        (r"JSON is malformed: .* \(byte (?P<byte>\d+)\)", "value.malformed"),
    )
)


class Misfit(NamedTuple):
    path: str
    """The place as msgspec writes it: ``$.stock[0].count``."""
    problem: Trouble

    @property
    def place(self) -> str | Message:
        """The path for people: keys, and numbers counted from 1."""
        keys = re.sub(r"\[(\d+)\]", lambda found: f" {int(found[1]) + 1}", self.path.removeprefix("$"))
        before, any_, after = (part.strip(".").replace(ANY, ".…").replace(".", ", ") for part in keys.partition(ANY))
        if not any_:
            return before
        return (
            Message("place.within", {"table": before, "key": after})
            if after
            else Message("place.of", {"table": before})
        )


def misfit(error: msgspec.DecodeError) -> Misfit:
    """msgspec says "Expected `int`, got `str` - at `$.stock[0].count`"; this separates the place from the problem."""
    sentence, _, place = str(error).partition(" - at ")
    return Misfit(place.strip("`") or "$", _problem(sentence))


def _problem(sentence: str) -> Trouble:
    for pattern, message in MESSAGES:
        found = pattern.fullmatch(sentence)
        if found:
            return Trouble(message, **{name: _param(name, text) for name, text in found.groupdict().items()})
    return Trouble("value.other", problem=sentence)


def _param(name: str, text: str) -> Param:
    if name == "wanted":
        return tuple(Thing("kind", kind, _kind(kind)) for kind in text.split(" | "))
    return _kind(text) if name == "found" else shown(text)


def _kind(text: str) -> str:
    return f"@kind.{text}" if text in KINDS else text
