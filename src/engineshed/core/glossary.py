"""The terms of a game: what the printed rulebooks call something, and what we call it in each language.

One word for one thing: a test compares the terms with everything that a game says. The rules are read with them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from engineshed.core.datafile import read_toml
from engineshed.core.errors import BadFileError, shown
from engineshed.core.words import PLURALS, Message


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    en: str
    de: str
    pl: str
    rule: str
    """The rule that says what it is, or most about it."""
    printed: dict[str, str] = {}
    """The printed word, by language, if there is a rulebook in that language."""
    avoid: dict[str, tuple[str, ...]] = {}
    """Synonyms that we do not use, by language; each is the beginning of a word, so that it covers all its forms."""
    unlike: dict[str, tuple[str, ...]] = {}
    """Words that look like a form of it and mean something else, by language, in small letters."""
    why: str = ""
    """Why our word is not the printed one, if it is not."""

    def in_language(self, language: str) -> str:
        word: str = getattr(self, language)
        return word


class Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    term: tuple[Term, ...]


def read_glossary(text: str, source: str) -> tuple[Term, ...]:
    """Parse a ``glossary.toml``: each term once, with a reason if our word is not the printed one."""
    terms = read_toml(text, source, Glossary).term
    seen: set[str] = set()
    for term in terms:
        place = Message("place.term", {"id": shown(term.id)})
        if term.id in seen:
            raise BadFileError(source, place, "rulebook.id-twice")
        seen.add(term.id)
        for language in (*term.printed, *term.avoid, *term.unlike):
            if language not in PLURALS:
                raise BadFileError(source, place, "no.language", name=shown(language))
        for language, printed in term.printed.items():
            if not term.why and printed.casefold() != term.in_language(language).casefold():
                raise BadFileError(source, place, "glossary.why", printed=shown(printed), language=language)
    return terms


@cache
def glossary_of(package: str) -> tuple[Term, ...]:
    """The terms of the game in this package; none if it has no glossary."""
    file = files(package).joinpath("glossary.toml") if package else None
    return read_glossary(file.read_text("utf-8"), file.name) if file is not None and file.is_file() else ()
