"""The rulebook loader, and checks that Steam Power's rulebook is complete."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from engineshed.core.errors import BadFileError, UnknownNameError
from engineshed.core.rulebook import Rulebook, read_rulebook, translate_rulebook

HEAD = """
game = "demo"
title = "Demo"
designer = "Somebody"
publisher = "Nobody"
[[sections]]
id = "turn"
title = "A turn"
"""

RULE = """
[[rules]]
id = "R1"
section = "turn"
title = "Turns"
where = "page 1"
basis = "printed"
text = "Each player has a turn."
"""


@pytest.fixture(scope="module")
def steam_power() -> Rulebook:
    source = files("engineshed") / "games" / "steam_power" / "rulebook.toml"
    return read_rulebook(source.read_text(encoding="utf-8"), "rulebook.toml")


def test_a_rule_is_found_by_its_id_in_upper_and_lower_case() -> None:
    book = read_rulebook(HEAD + RULE, "demo.toml")
    assert book.rule("r1") is book.rule("R1") is book.rules[0]


def test_an_unknown_rule_is_refused_with_a_list_of_known_rules() -> None:
    with pytest.raises(UnknownNameError, match=r"there is no rule 'Q7'; choose from R1"):
        read_rulebook(HEAD + RULE, "demo.toml").rule("Q7")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD + RULE + RULE, r"demo\.toml, rule R1: this id occurs twice"),
        (HEAD + RULE.replace('"turn"', '"trun"'), r"demo\.toml, rule R1: there is no section 'trun'"),
        (HEAD + RULE.replace("page 1", " "), r"demo\.toml, rule R1: text and where must not be empty"),
        (HEAD + RULE.replace("Each player has a turn.", ""), r"demo\.toml, rule R1: text and where must not be empty"),
        (HEAD + RULE.replace("printed", "hearsay"), r"demo\.toml, rules 1, basis: .*hearsay"),
        (HEAD + RULE.replace("title", "titel"), r"demo\.toml, rules 1: there is no key 'titel'"),
        ("game = x", r"demo\.toml.*line 1"),
    ],
)
def test_a_mistake_in_a_rulebook_is_refused_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=sentence):
        read_rulebook(text, "demo.toml")


GERMAN_HEAD = """
language = "de"
[[sections]]
id = "turn"
title = "Ein Zug"
"""

GERMAN_RULE = """
[[rules]]
id = "R1"
title = "Züge"
where = "Seite 1"
text = "Alle haben einen Zug."
"""


def translated(text: str) -> Rulebook:
    return translate_rulebook(read_rulebook(HEAD + RULE, "demo.toml"), text, "demo.de.toml")


def test_a_translated_rulebook_changes_the_words_and_nothing_else() -> None:
    original, german = read_rulebook(HEAD + RULE, "demo.toml"), translated(GERMAN_HEAD + GERMAN_RULE)
    assert (original.language, german.language) == ("en", "de")
    assert german.sections[0].title == "Ein Zug"
    assert german.rule("R1").text == "Alle haben einen Zug."
    assert (german.title, german.designer) == (original.title, original.designer)
    assert (german.rule("R1").section, german.rule("R1").basis) == ("turn", "printed")


def test_a_translated_rulebook_keeps_the_order_of_the_rules() -> None:
    second, german_second = RULE.replace("R1", "R2"), GERMAN_RULE.replace("R1", "R2")
    book = read_rulebook(HEAD + RULE + second, "demo.toml")
    german = translate_rulebook(book, GERMAN_HEAD + german_second + GERMAN_RULE, "demo.de.toml")
    assert [rule.id for rule in german.rules] == ["R1", "R2"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rules = []" + GERMAN_HEAD, r"demo\.de\.toml: rule R1 is missing"),
        (
            GERMAN_HEAD.replace("turn", "trun") + GERMAN_RULE,
            r"demo\.de\.toml, section trun: .*no such section; did you mean turn\?",
        ),
        (GERMAN_HEAD + GERMAN_RULE + GERMAN_RULE, r"demo\.de\.toml, rule R1: this id occurs twice"),
        (
            GERMAN_HEAD + GERMAN_RULE + GERMAN_RULE.replace("R1", "R2"),
            r"demo\.de\.toml, rule R2: the rulebook has no such rule",
        ),
        (
            GERMAN_HEAD + GERMAN_RULE.replace("Seite 1", ""),
            r"demo\.de\.toml, rule R1: text and where must not be empty",
        ),
        (GERMAN_HEAD + GERMAN_RULE + 'basis = "printed"', r"demo\.de\.toml, rules 1: there is no key 'basis'"),
        (GERMAN_HEAD.replace('language = "de"', "") + GERMAN_RULE, r"demo\.de\.toml: the key 'language' is missing"),
    ],
)
def test_a_mistake_in_a_translated_rulebook_is_refused_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=sentence):
        translated(text)


def test_steam_power_has_rules_1_to_66_in_order(steam_power: Rulebook) -> None:
    assert [rule.id for rule in steam_power.rules] == [f"R{number}" for number in range(1, 67)]


def test_steam_power_rules_are_ordered_by_section(steam_power: Rulebook) -> None:
    """When the rules are printed section by section, their numbers must not jump back and forth."""
    order = [section.id for section in steam_power.sections]
    places = [order.index(rule.section) for rule in steam_power.rules]
    assert places == sorted(places)
    assert set(places) == set(range(len(order)))


def test_steam_power_refers_only_to_rules_that_exist(steam_power: Rulebook) -> None:
    ids = {rule.id for rule in steam_power.rules}
    for rule in steam_power.rules:
        assert set(re.findall(r"\bR\d+\b", rule.text + rule.where)) <= ids - {rule.id}, rule.id


def test_steam_power_rules_are_short(steam_power: Rulebook) -> None:
    """A title has two to four words and a text at most two sentences, so that a refusal can quote them."""
    for rule in steam_power.rules:
        assert 2 <= len(rule.title.split()) <= 4, rule.id
        assert len(re.findall(r"[.](?: |$)", rule.text)) <= 2, rule.id
        assert rule.text.endswith("."), rule.id
