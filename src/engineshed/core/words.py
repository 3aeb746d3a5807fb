"""Everything a person reads is a message: an id with parameters, which a catalogue turns into a sentence.

A catalogue is a TOML file of templates with ``{placeholders}``. A text parameter that starts with ``@`` is itself
looked up (``"@good.black"`` becomes "black"), so that colours and goods appear in the reader's language while city
names, hexes and amounts stay as they are. A number chooses between the forms of a word, ``{goods} {goods:good|goods}``:
as many forms, and in that order, as the language has in ``PLURALS``.

A word that is looked up may have forms for the grammatical cases of its language, each a separate entry next to it
(``red = "czerwony"``, ``"red:gen" = "czerwonego"``), and a template says which one it needs: ``{good:gen}``.

What is on the table is a ``Thing``: the sentence uses its name, and the page can find the thing itself. Several things
are listed, ``{stops}``, or joined by what the placeholder says, ``{stops:–}``. A thing whose name says little, like
the code of a milepost, is named with a place ``near`` it, by the template ``thing.near``; in a list, only where the
other names do not say it already. The browser reads the same templates (``client/src/words/formatting.ts``), and a test
compares the two.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, NamedTuple

import msgspec

ENGLISH = "en"
"""The language that every game has; translations are compared with it."""


class Plural(NamedTuple):
    """How a language counts: how many forms a word has, and which of them goes with a (possibly negative) number."""

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


SEPARATORS = {ENGLISH: (",", "."), "de": (".", ","), "pl": ("\N{NO-BREAK SPACE}", ",")}
"""The characters between thousands and before a fraction."""


def figure(value: float, places: int, language: str) -> str:
    """A number as people write it: 1,234.5, or 1.234,5."""
    thousands, point = SEPARATORS[language]
    return f"{value:,.{places}f}".translate({ord(","): thousands, ord("."): point})


CASES = ("gen", "dat", "acc", "ins", "loc")
"""Genitive, dative, accusative, instrumental, locative; a word without a form for a case stays as it is."""


def known_language(language: str, known: Iterable[str]) -> str:
    """The language itself; raises ``UnknownNameError`` with the known ones for any other."""
    from engineshed.core.errors import UnknownNameError  # noqa: PLC0415  (its sentence is made of words)

    known = list(known)
    if language not in known:
        raise UnknownNameError("language", language, known)
    return language


class Thing(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something on the table that a sentence is about: this hex, this city, this order."""

    kind: str
    id: int | str
    """Which one of its kind, by the number or name that views and layouts use."""
    name: str
    """Its name in a sentence: a text, or an @ and the id of a word."""
    near: str = ""
    """A place that people know, if its own name does not tell them where it is."""


Param = str | int | Thing | tuple[Thing, ...]


class Message(msgspec.Struct, frozen=True, gc=False):
    """Something to say, in no language yet."""

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
        """The message as a whole sentence, with a capital letter."""
        return capital(self.text(message))

    def text(self, message: Message) -> str:
        known = {key: self._param(value) for key, value in message.params.items()}
        return self.templates[message.id].format_map(known)

    def word(self, key: str) -> str:
        return self.templates[key]

    def _param(self, value: Param) -> _Name | _Number | _Names:
        match value:
            case int():
                return _Number(value, PLURALS[self.language])
            case Thing():
                return _Name(value.name, self.templates, value.near)
            case tuple():
                return _Names([_Name(thing.name, self.templates, thing.near) for thing in value])
        return _Name(value, self.templates)


MINUS = "−"
"""The minus sign of negative numbers, which is not a hyphen."""


class _Number(NamedTuple):
    """A parameter that appears as digits, or picks the form of the word that goes with it."""

    value: int
    plural: Plural

    def __format__(self, forms: str) -> str:
        return forms.split("|")[self.plural.choose(self.value)] if forms else str(self.value).replace("-", MINUS)


class _Name(NamedTuple):
    """A name as it is, or a word that is looked up, in the case that the placeholder asks for.

    Sentences also quote what people typed, and that may begin with an @ without being an id.
    """

    name: str
    templates: Mapping[str, str]
    near: str = ""

    def __format__(self, case: str) -> str:
        if case and case not in CASES:
            raise ValueError(f"{case!r} is no case: {self.name!r} cannot be put in it")
        if self.near:
            return self.templates["thing.near"].format(name=self.name, place=self.near)
        if not self.name.startswith("@"):
            return self.name
        key = self.name[1:]
        return self.templates.get(f"{key}:{case}") or self.templates.get(key, self.name)


class _Names(list[_Name]):
    """Several things, in a list or joined as the placeholder says."""

    def __format__(self, way: str) -> str:
        case, joint = (way, "") if way in CASES else ("", way)
        return (joint or ", ").join(format(self._said(number), case) for number in range(len(self)))

    def _said(self, number: int) -> _Name:
        """A name without the place near it, if the list has that place too or the next thing is near the same one."""
        name = self[number]
        known = [other.name for other in self] + [other.near for other in self[number + 1 : number + 2]]
        return name._replace(near="") if name.near in known else name


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
    """Where ``other`` cannot say what ``reference`` says, in sentences; empty if it can say it all."""
    faults = [f"{key} is missing" for key in _sentences(reference) if key not in other.templates]
    faults += _case_faults(other)
    for key in _sentences(other):
        template = other.templates[key]
        if key not in reference.templates:
            faults.append(f"{key} is unknown in {reference.language!r}")
        else:
            faults += [f"{key}: {fault}" for fault in _faults(reference.templates[key], template, other.language)]
    return [f"{other.language}: {fault}" for fault in faults]


def _sentences(words: Words) -> list[str]:
    """All ids except those of case forms, in which languages differ."""
    return [key for key in words.templates if ":" not in key]


def _case_faults(words: Words) -> list[str]:
    """A template cannot know which word of a family it will get, so all words of a family have the same cases."""
    cases: dict[str, set[str]] = {}
    faults = []
    for key in words.templates:
        word, colon, case = key.partition(":")
        if colon and (case not in CASES or word not in words.templates):
            faults.append(f"{key} is the form of no word in no known case")
        elif colon:
            cases.setdefault(_family(word), set()).add(case)
    for word in _sentences(words):
        missing = sorted(case for case in cases.get(_family(word), ()) if f"{word}:{case}" not in words.templates)
        faults += [f"{word}:{case} is missing, though its neighbours have it" for case in missing]
    return faults


def _family(word: str) -> str:
    return word.rpartition(".")[0]


def _faults(reference: str, template: str, language: str) -> list[str]:
    wanted, used = _names(reference), _names(template)
    faults = [] if used == wanted else [f"the placeholders are {', '.join(used)} instead of {', '.join(wanted)}"]
    right = PLURALS[language].forms
    for name, forms in _placeholders(template):
        count = forms.count("|") + 1
        if forms not in CASES and any(map(str.isalnum, forms)) and count != right:
            faults.append(f"{forms!r} are {count} forms for {name}; there should be {right}")
    return faults


def _names(template: str) -> list[str]:
    return sorted({name for name, _ in _placeholders(template)})


def _placeholders(template: str) -> list[tuple[str, str]]:
    """Names, each with the forms that it chooses between, if any."""
    return [(name, forms or "") for _, name, forms, _ in Formatter().parse(template) if name is not None]
