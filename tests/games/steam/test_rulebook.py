"""The rulebook: every rule is there, is short, and is the same rule in every language."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from itertools import groupby, pairwise

import pytest

from engineshed.core.rulebook import Rule, Rulebook, read_rulebook, translate_rulebook

TRANSLATIONS = ("de", "pl")

FAMILIES = {
    "GEN": 7,
    "SETUP": 9,
    "FIN": 9,
    "ORD": 9,
    "PHASE": 3,
    "ACT": 6,
    "TRACK": 20,
    "COST": 10,
    "TERR": 3,
    "TILE": 5,
    "TOWN": 6,
    "URB": 8,
    "GROW": 3,
    "INC": 6,
    "OWNL": 5,
    "REDIR": 6,
    "UPG": 6,
    "MOVE": 2,
    "LOCO": 4,
    "DEL": 10,
    "PTS": 5,
    "PAY": 4,
    "BANK": 5,
    "TURN": 2,
    "END": 5,
    "XORD": 2,
    "XPHASE": 2,
    "XCAP": 5,
    "XAUC": 6,
    "XACT": 5,
    "XPAY": 3,
}
"""The number of rules in each family; those with an X are for the expert game."""


def text_of(name: str) -> str:
    return files("engineshed.games.steam").joinpath(name).read_text(encoding="utf-8")


@cache
def book(language: str = "en") -> Rulebook:
    if language == "en":
        return read_rulebook(text_of("rulebook.toml"), "rulebook.toml")
    name = f"rulebook.{language}.toml"
    return translate_rulebook(book(), text_of(name), name)


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


def sentences(rule: Rule) -> int:
    return len(re.findall(r"(?<!\d)[.](?: |$)", rule.text))


def test_every_rule_is_there_in_order() -> None:
    wanted = [f"ST-{family}-{number}" for family, count in FAMILIES.items() for number in range(1, count + 1)]
    assert len(wanted) == 181
    assert [rule.id for rule in book().rules] == wanted


def test_sections_are_in_the_order_of_their_rules() -> None:
    assert [section for section, _ in groupby(rule.section for rule in book().rules)] == [
        section.id for section in book().sections
    ]


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_rules_are_short(language: str) -> None:
    """A rule has at most two sentences, so that a refusal can quote it."""
    for rule in book(language).rules:
        assert rule.text.endswith("."), rule.id
        assert sentences(rule) <= 2, rule.id
        assert len(rule.title) <= 32, rule.id


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_every_rule_that_is_mentioned_exists(language: str) -> None:
    ids = {rule.id for rule in book().rules}
    named = {name for rule in book(language).rules for name in re.findall(r"ST-[A-Z]+-\d+", rule.text)}
    assert named
    assert named <= ids


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_no_two_rules_have_the_same_title(language: str) -> None:
    titles = sorted(rule.title for rule in book(language).rules)
    assert [a for a, b in pairwise(titles) if a == b] == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_translated_rule_has_the_same_basis_and_numbers(language: str) -> None:
    assert book(language).language == language
    for english, other in zip(book().rules, book(language).rules, strict=True):
        assert (other.id, other.section, other.basis) == (english.id, english.section, english.basis)
        for mine, theirs in ((english.title, other.title), (english.text, other.text), (english.where, other.where)):
            assert mine != theirs, english.id
            assert numbers(mine) == numbers(theirs), english.id


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_section_title_is_translated(language: str) -> None:
    for english, other in zip(book().sections, book(language).sections, strict=True):
        assert other.title != english.title


def test_every_reading_is_marked_as_our_reading() -> None:
    for rule in book().rules:
        assert (rule.basis == "reading") == ("this is our reading" in rule.where), rule.id
