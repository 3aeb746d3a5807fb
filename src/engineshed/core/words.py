"""Everything a person reads is a message id with parameters; a catalogue turns it into a sentence.

A catalogue is a TOML file of templates with ``{placeholders}``. A parameter that is a text starting with
``@`` is itself looked up (``"@good.black"`` becomes "black"), so that names of colours and goods follow the
reader's language while city names, hexes and sums stay as they are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec


class Message(msgspec.Struct, frozen=True, gc=False):
    """What is to be said, in no language yet."""

    id: str
    params: dict[str, str | int] = {}  # msgspec copies defaults


class Words:
    """One language's catalogue."""

    def __init__(self, language: str, templates: Mapping[str, str]) -> None:
        self.language = language
        self.templates = dict(templates)

    @classmethod
    def parse(cls, language: str, text: str) -> Words:
        return cls(language, dict(_flatten("", tomllib.loads(text))))

    def say(self, message: Message) -> str:
        known = {key: self._param(value) for key, value in message.params.items()}
        sentence = self.templates[message.id].format_map(known)
        return sentence[:1].upper() + sentence[1:]

    def word(self, key: str) -> str:
        return self.templates[key]

    def _param(self, value: str | int) -> str:
        if isinstance(value, str) and value.startswith("@"):
            return self.templates[value[1:]]
        return str(value)


def _flatten(prefix: str, tree: Mapping[str, Any]) -> list[tuple[str, str]]:
    flat: list[tuple[str, str]] = []
    for key, value in tree.items():
        if isinstance(value, dict):
            flat += _flatten(f"{prefix}{key}.", value)
        else:
            flat.append((prefix + key, str(value)))
    return flat
