"""A game's rules in our own words: each with an id, the place where it stands and one sentence."""

from __future__ import annotations

import tomllib
from typing import Literal

import msgspec

from engineshed.core.errors import BadFileError, UnknownNameError


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
    """Printed: it stands there. Derived: it follows. Reading: the books are silent, this is how we play it."""
    text: str


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    title: str
    designer: str
    publisher: str
    sections: tuple[Section, ...]
    rules: tuple[Rule, ...]

    def rule(self, rule_id: str) -> Rule:
        for rule in self.rules:
            if rule.id.lower() == rule_id.lower():
                return rule
        raise UnknownNameError("rule", rule_id, [rule.id for rule in self.rules])


def read_rulebook(text: str, source: str) -> Rulebook:
    """Parse a ``rulebook.toml`` and check that ids are unique and sections exist."""
    try:
        book = msgspec.convert(tomllib.loads(text), Rulebook)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadFileError(source, "", str(error)) from None
    sections = [section.id for section in book.sections]
    seen: dict[str, Rule] = {}
    for rule in book.rules:
        if rule.id in seen:
            raise BadFileError(source, f"rule {rule.id}", "this id stands twice")
        if rule.section not in sections:
            raise BadFileError(source, f"rule {rule.id}", f"there is no section {rule.section!r}")
        if not rule.text.strip() or not rule.where.strip():
            raise BadFileError(source, f"rule {rule.id}", "text and where must not be empty")
        seen[rule.id] = rule
    return book
