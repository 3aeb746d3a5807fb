"""The rulebook: every rule is there, is short, is shown by tests, and is the same rule in every language."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from engineshed.core.rulebook import Rule
from engineshed.testing.coverage import gaps
from tests.games.planet_steam.play import GAME

TRANSLATIONS = ("de", "pl")
PRINTED_NAMES = ("Lady Steam", "Banker", "Sabotage")
"""Titles that are the same in several languages, because the cards have these names."""
IDS = [f"R{number}" for number in (*range(1, 79), *range(92, 106), *range(110, 124))]
"""The numbers in between are not used."""


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


def sentences(rule: Rule) -> int:
    return len(re.findall(r"(?<!\d)[.](?: |$)", rule.text))


def test_every_rule_is_there_in_order() -> None:
    assert [rule.id for rule in GAME.speech.rulebook.rules] == IDS


def test_sections_are_in_the_order_of_their_rules() -> None:
    assert [section for section, _ in groupby(rule.section for rule in GAME.speech.rulebook.rules)] == [
        section.id for section in GAME.speech.rulebook.sections
    ]


def test_every_rule_is_shown_allowing_and_refusing() -> None:
    missing = gaps(GAME, Path(__file__).parents[1])
    assert not missing, "\n" + "\n".join(missing)


@pytest.mark.parametrize("language", GAME.languages)
def test_rules_are_short(language: str) -> None:
    """A rule has at most two sentences, so that a refusal can quote it."""
    for rule in GAME.speech.rulebook_in(language).rules:
        assert rule.text.endswith("."), rule.id
        assert sentences(rule) <= 2, rule.id
        assert len(rule.title) <= 32, rule.id


@pytest.mark.parametrize("language", GAME.languages)
def test_every_rule_that_is_mentioned_exists(language: str) -> None:
    named = {name for rule in GAME.speech.rulebook_in(language).rules for name in re.findall(r"R\d+", rule.text)}
    assert named
    assert named <= set(IDS)


@pytest.mark.parametrize("language", GAME.languages)
def test_no_two_rules_have_the_same_title(language: str) -> None:
    titles = sorted(rule.title for rule in GAME.speech.rulebook_in(language).rules)
    assert [a for a, b in pairwise(titles) if a == b] == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_translated_rule_has_the_same_basis_and_numbers(language: str) -> None:
    for english, other in zip(GAME.speech.rulebook.rules, GAME.speech.rulebook_in(language).rules, strict=True):
        assert (other.id, other.section, other.basis) == (english.id, english.section, english.basis)
        for mine, theirs in ((english.title, other.title), (english.text, other.text), (english.where, other.where)):
            assert mine != theirs or mine in PRINTED_NAMES, english.id
            assert numbers(mine) == numbers(theirs), english.id


READING = {"en": "our reading", "de": "unsere Lesart", "pl": "nasza interpretacja"}
GENERAL_SUPPLY = {"en": "general supply", "de": r"allgemeine\w* Vorrat", "pl": r"[zZ]asob\w* ogóln\w*"}
OF_THE_VICTIMS_CHOICE = {"en": "of their choice", "de": "eigener Wahl", "pl": "wybrany przez siebie"}


@pytest.mark.parametrize("language", GAME.languages)
def test_our_readings_are_marked_in_every_language(language: str) -> None:
    """For example, the rulebook does not say who chooses what goes back if there is no room."""
    ours = [rule.id for rule in GAME.speech.rulebook_in(language).rules if READING[language] in rule.where]
    assert ours == [rule.id for rule in GAME.speech.rulebook.rules if READING["en"] in rule.where]
    assert {"R39", "R123"} <= set(ours)


@pytest.mark.parametrize("language", GAME.languages)
def test_the_general_supply_has_one_name(language: str) -> None:
    mentioning = [rule.id for rule in GAME.speech.rulebook.rules if GENERAL_SUPPLY["en"] in rule.text]
    named = [
        rule.id for rule in GAME.speech.rulebook_in(language).rules if re.search(GENERAL_SUPPLY[language], rule.text)
    ]
    assert named == mentioning
    assert "R3" in named


@pytest.mark.parametrize("language", GAME.languages)
def test_the_victim_of_sabotage_chooses_the_tank(language: str) -> None:
    (rule,) = [rule for rule in GAME.speech.rulebook_in(language).rules if rule.id == "R116"]
    assert OF_THE_VICTIMS_CHOICE[language] in rule.text


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_section_title_is_translated(language: str) -> None:
    sections = GAME.speech.rulebook_in(language).sections
    for english, other in zip(GAME.speech.rulebook.sections, sections, strict=True):
        assert other.title != english.title
