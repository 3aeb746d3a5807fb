"""A game's rules in our own words: each with an id, its source in the printed rulebook, and a sentence or two.

The English file is the book. A translation is a separate file that contains only texts: it cannot add or drop a rule,
or move one to another section.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from engineshed.core.datafile import read_toml
from engineshed.core.errors import BadFileError, UnknownNameError, advice, shown
from engineshed.core.words import ENGLISH, Message


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    section: str
    title: str
    where: str
    """Which printed rulebook, and under which heading."""
    basis: Literal["printed", "derived", "reading"]
    """Printed: the rulebook says so. Derived: it follows from it. Reading: the rulebook is silent, and we decided."""
    text: str
    tells: bool = False
    """It only explains (a goal, a definition, advice), so there is nothing for the code to enforce."""


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    title: str
    designer: str
    publisher: str
    sections: tuple[Section, ...]
    rules: tuple[Rule, ...]
    illustrator: str = ""
    """Who illustrated the printed game, if the rulebook names anybody."""
    system: str = ""
    """Whose system the game is built on, if it is not the designer's own."""
    language: str = ENGLISH

    def rule(self, rule_id: str) -> Rule:
        for rule in self.rules:
            if rule.id.lower() == rule_id.lower():
                return rule
        raise UnknownNameError("rule", rule_id, _ids(self.rules))


def read_rulebook(text: str, source: str) -> Rulebook:
    """Parse a ``rulebook.toml`` and check that ids are unique and sections exist."""
    book = read_toml(text, source, Rulebook)
    for rule in book.rules:
        if rule.section not in _ids(book.sections):
            raise BadFileError(source, _place("rule", rule.id), "no.section", name=shown(rule.section))
    _check_once("rule", _ids(book.rules), source)
    _check_said(book.rules, source)
    return book


class _RuleWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    where: str
    text: str


class _Translation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    language: str
    sections: tuple[Section, ...]
    rules: tuple[_RuleWords, ...]


def translate_rulebook(book: Rulebook, text: str, source: str) -> Rulebook:
    """The same rules in another language; the translation has every section and every rule exactly once."""
    words = read_toml(text, source, _Translation)
    _check_same("section", _ids(book.sections), _ids(words.sections), source)
    _check_same("rule", _ids(book.rules), _ids(words.rules), source)
    _check_said(words.rules, source)
    titles = {section.id: section for section in words.sections}
    said = {rule.id: rule for rule in words.rules}
    return msgspec.structs.replace(
        book,
        sections=tuple(titles[section.id] for section in book.sections),
        rules=tuple(_translated(rule, said[rule.id]) for rule in book.rules),
        language=words.language,
    )


_Part = Literal["section", "rule"]


def _ids(parts: Sequence[Section | Rule | _RuleWords]) -> list[str]:
    return [part.id for part in parts]


def _translated(rule: Rule, words: _RuleWords) -> Rule:
    return msgspec.structs.replace(rule, title=words.title, where=words.where, text=words.text)


def _place(what: _Part, id_: str) -> Message:
    return Message(f"place.{what}", {"id": shown(id_)})


def _check_same(what: _Part, wanted: Sequence[str], found: Sequence[str], source: str) -> None:
    _check_once(what, found, source)
    for id_ in found:
        if id_ not in wanted:
            unknown = BadFileError(source, _place(what, id_), f"rulebook.no-{what}")
            raise unknown.advised(advice(id_, wanted))
    for id_ in wanted:
        if id_ not in found:
            raise BadFileError(source, "", f"rulebook.{what}-missing", id=id_)


def _check_once(what: _Part, ids: Sequence[str], source: str) -> None:
    for place, id_ in enumerate(ids):
        if id_ in ids[:place]:
            raise BadFileError(source, _place(what, id_), "rulebook.id-twice")


def _check_said(rules: Sequence[Rule | _RuleWords], source: str) -> None:
    for rule in rules:
        if not rule.text.strip() or not rule.where.strip():
            raise BadFileError(source, _place("rule", rule.id), "rulebook.empty")
