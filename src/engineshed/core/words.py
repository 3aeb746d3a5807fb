"""Everything a person reads is a message id with parameters; a catalogue turns it into a sentence.

A catalogue is a TOML file of templates with ``{placeholders}``. A parameter that is a text starting with
``@`` is itself looked up (``"@good.black"`` becomes "black"), so that names of colours and goods follow the
reader's language while city names, hexes and sums stay as they are. A number chooses between the forms of a
word, ``{goods} {goods:good|goods}``: as many forms, and in that order, as the language has in ``PLURALS``.

What lies on the table is a ``Thing``: the sentence has its name, and the page finds the thing itself. Several things
are listed, ``{stops}``, or joined by what the placeholder says, ``{stops:–}``. The browser reads the same templates
(``client/src/words/formatting.ts``), and a test holds the two against each other.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, NamedTuple

import msgspec

ENGLISH = "en"
"""The language that every game speaks; translations are held against it."""


class Plural(NamedTuple):
    """How a language counts: how many forms a word has, and which of them goes with a number, above 0 or below."""

    forms: int
    choose: Callable[[int], int]


def _one_or_more(number: int) -> int:
    return 0 if abs(number) == 1 else 1


def _one_few_or_many(number: int) -> int:
    """1 zasób, 2 zasoby, 5 zasobów, 12 zasobów, 22 zasoby."""
    number = abs(number)
    if number == 1:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


PLURALS = {ENGLISH: Plural(2, _one_or_more), "de": Plural(2, _one_or_more), "pl": Plural(3, _one_few_or_many)}
"""The languages that catalogues can be written in."""


def known_language(language: str, known: Iterable[str]) -> str:
    """The language itself, or ``UnknownNameError`` with those there are."""
    from engineshed.core.errors import UnknownNameError  # noqa: PLC0415  (its sentence is made of words)

    known = list(known)
    if language not in known:
        raise UnknownNameError("language", language, known)
    return language


class Thing(msgspec.Struct, frozen=True, gc=False):
    """Something on the table that a sentence speaks of: this hex, this city, this order."""

    kind: str
    id: int | str
    """Which one of its kind; views and layouts count and call it the same."""
    name: str
    """What a sentence calls it: as it stands, or the id of a word after an @."""


Param = str | int | Thing | tuple[Thing, ...]


class Message(msgspec.Struct, frozen=True, gc=False):
    """What is to be said, in no language yet."""

    id: str
    params: dict[str, Param] = {}  # msgspec copies defaults


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


class Words:
    """One language's catalogue."""

    def __init__(self, language: str, templates: Mapping[str, str]) -> None:
        self.language = known_language(language, PLURALS)
        self.templates = dict(templates)

    @classmethod
    def parse(cls, language: str, text: str) -> Words:
        return cls(language, dict(_flatten("", tomllib.loads(text))))

    def say(self, message: Message) -> str:
        """As a sentence of its own, with a capital."""
        return capital(self.text(message))

    def text(self, message: Message) -> str:
        known = {key: self._param(value) for key, value in message.params.items()}
        return self.templates[message.id].format_map(known)

    def word(self, key: str) -> str:
        return self.templates[key]

    def _param(self, value: Param) -> str | _Number | _Names:
        match value:
            case int():
                return _Number(value, PLURALS[self.language])
            case Thing():
                return self._named(value.name)
            case tuple():
                return _Names([self._named(thing.name) for thing in value])
        return self._named(value)

    def _named(self, name: str) -> str:
        """What people typed stands in sentences as well, and may begin with an @ without meaning anything."""
        return self.templates.get(name[1:], name) if name.startswith("@") else name


MINUS = "−"
"""Numbers are written with it, not with a hyphen."""


class _Number(NamedTuple):
    """A parameter that stands in a sentence as digits, or picks the form of a word that goes with it."""

    value: int
    plural: Plural

    def __format__(self, forms: str) -> str:
        return forms.split("|")[self.plural.choose(self.value)] if forms else str(self.value).replace("-", MINUS)


class _Names(list[str]):
    """Several things, in a list or joined as the placeholder says."""

    def __format__(self, joint: str) -> str:
        return (joint or ", ").join(self)


def _flatten(prefix: str, tree: Mapping[str, Any]) -> list[tuple[str, str]]:
    flat: list[tuple[str, str]] = []
    for key, value in tree.items():
        if isinstance(value, dict):
            flat += _flatten(f"{prefix}{key}.", value)
        else:
            flat.append((prefix + key, str(value)))
    return flat


# -- checking a catalogue -------------------------------------------------------------------------------------------


def check_catalogues(reference: Words, other: Words) -> list[str]:
    """What keeps ``other`` from saying all that ``reference`` says, as sentences; none when nothing does."""
    faults = [f"{key} is missing" for key in reference.templates if key not in other.templates]
    for key, template in other.templates.items():
        if key not in reference.templates:
            faults.append(f"{key} is unknown in {reference.language!r}")
        else:
            faults += [f"{key}: {fault}" for fault in _faults(reference.templates[key], template, other.language)]
    return [f"{other.language}: {fault}" for fault in faults]


def _faults(reference: str, template: str, language: str) -> list[str]:
    wanted, used = _names(reference), _names(template)
    faults = [] if used == wanted else [f"the placeholders are {', '.join(used)} instead of {', '.join(wanted)}"]
    right = PLURALS[language].forms
    for name, forms in _placeholders(template):
        count = forms.count("|") + 1
        if any(map(str.isalnum, forms)) and count != right:
            faults.append(f"{forms!r} are {count} forms for {name}; there should be {right}")
    return faults


def _names(template: str) -> list[str]:
    return sorted({name for name, _ in _placeholders(template)})


def _placeholders(template: str) -> list[tuple[str, str]]:
    """Names with the forms between which they choose, if they do."""
    return [(name, forms or "") for _, name, forms, _ in Formatter().parse(template) if name is not None]
