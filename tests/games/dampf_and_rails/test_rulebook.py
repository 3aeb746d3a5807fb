"""The rulebook and the words, in every language."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engineshed.core.errors import BadFileError, UnreadableMoveError
from engineshed.games import dampf_and_rails
from engineshed.games.dampf_and_rails.boards.coast import read_coast
from tests.games.dampf_and_rails.play import GAME, RED, position

SOURCE = Path(dampf_and_rails.__file__).parent
PAGE = Path(__file__).parents[3] / "client" / "src" / "games" / "dampf-and-rails" / "words"
IDS = [rule.id for rule in GAME.speech.rulebook.rules]


def test_there_is_a_rule_for_every_id() -> None:
    wanted = [f"R{n}" for n in range(1, 33)] + [f"V{n}" for n in range(1, 6)] + [f"E{n}" for n in range(1, 11)]
    assert sorted(IDS) == sorted([*wanted, *(f"A{n}" for n in (10, 20, 24, 29, 30, 34, 36, 38, 39, 40))])


CHANGED_BY = {
    "turn_back": ["A10"],
    "big_cities": ["A20"],
    "far_end": ["A24"],
    "finish_round": ["A29"],
    "open_hands": ["A30"],
    "second_train_goal": ["A34"],
    "deals": ["A36", "A39", "A40"],
    "idle_rounds": ["A38"],
}
"""The rules that say what an option changes; the variant has its own section."""


def test_every_option_has_a_rule_that_says_what_it_changes() -> None:
    assert {*CHANGED_BY, "variant", "data"} == set(GAME.rules.options.__struct_fields__)
    changed = sorted(rule for rules in CHANGED_BY.values() for rule in rules)
    assert changed == sorted(rule.id for rule in GAME.speech.rulebook.rules if rule.section == "agreed")


@pytest.mark.parametrize("language", GAME.languages)
def test_numbers_are_the_same_in_every_language(language: str) -> None:
    """A translation with other numbers than the English text must be wrong."""
    for rule, other in zip(GAME.speech.rulebook.rules, GAME.speech.rulebook_in(language).rules, strict=True):
        assert rule.id == other.id
        assert _numbers(rule.text) == _numbers(other.text), rule.id


def _numbers(text: str) -> list[int]:
    """The numbers in a text, each once, because languages repeat them differently."""
    return sorted({int(number) for number in re.findall(r"\d+", text)})


@pytest.mark.parametrize("language", GAME.languages)
def test_every_good_event_and_option_has_a_word(language: str) -> None:
    words, layout = GAME.speech.words_in(language), GAME.boards.layout(GAME.rules.options())
    for key in (*(f"good.{good.id}" for good in layout.goods), *(f"event.{event.id}" for event in layout.events)):
        assert words.word(key)
    assert all(words.word(f"option.{name}") for name in GAME.rules.options.__struct_fields__)


# -- one word for one thing, on the page as in the rules -----------------------------------------------------------


def page_words(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((PAGE / f"{language}.json").read_text("utf-8"))
    return words


@pytest.mark.parametrize(
    "stray", [r"\babsprache", r"\bgleis", r"\babsetz", r"\babgesetzt", r"\bsetzt (?!aus\b)[^.;]* ab\b"]
)
def test_german_uses_the_words_abmachung_strecke_and_abladen(stray: str) -> None:
    rules = [f"{rule.title}: {rule.text}" for rule in GAME.speech.rulebook_in("de").rules]
    texts = [*page_words("de").values(), *GAME.speech.words_in("de").templates.values(), *rules]
    assert [text for text in texts if re.search(stray, text, re.IGNORECASE)] == []


def test_german_writes_money_as_in_the_rulebook() -> None:
    templates = [*page_words("de").values(), *GAME.speech.words_in("de").templates.values()]
    assert [text for text in templates if re.search(r"Million|Mio\.(?! Kr)", text)] == []
    state = position(stage="build")
    built = GAME.rules.apply(state, RED, GAME.speech.read(state, "build Odense O27")).facts[0]
    assert GAME.speech.words_in("de").say(built) == "Rot baut Odense–O27 für 1 Mio. Kr"


@pytest.mark.parametrize(("language", "big_city"), [("en", "big cit"), ("de", "Großst"), ("pl", "wielki")])
def test_only_the_rules_about_leaving_them_mention_big_cities(language: str, big_city: str) -> None:
    """The page calls only København a big city, because it is one with every option."""
    texts = {rule.id: rule.text for rule in GAME.speech.rulebook_in(language).rules}
    assert [rule for rule, text in texts.items() if big_city in text] == ["R24", "A20"]
    assert [key for key, text in page_words(language).items() if big_city in text] == ["dampf-and-rails.kind.hexagon"]


@pytest.mark.parametrize(
    ("language", "forbidden"),
    [
        ("en", ("builds no track", "connects no ferry")),
        ("de", ("baut keine Strecke", "schließt keine Fähre an")),
        ("pl", ("nie buduje torów", "nie podłącza promów")),
    ],
)
def test_page_and_rule_agree_on_what_a_walkout_forbids(language: str, forbidden: tuple[str, str]) -> None:
    (rule,) = [rule for rule in GAME.speech.rulebook_in(language).rules if rule.id == "E6"]
    for text in (rule.text, page_words(language)["dampf-and-rails.event.walkout"]):
        assert all(part in text for part in forbidden), text


# -- refusals ------------------------------------------------------------------------------------------------------


def refusals() -> Iterator[tuple[str, str]]:
    """Every rule and message of a refusal in the source, as far as both are literals."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse":
                rule, message = node.args[:2]
                if isinstance(message, ast.Constant):
                    for constant in ast.walk(rule):
                        if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                            yield constant.value, str(message.value)


def test_every_refusal_names_a_rule_and_has_words() -> None:
    found = list(refusals())
    assert len(found) > 50
    for rule, message in found:
        assert rule in IDS
        assert f"refuse.{message}" in GAME.speech.words.templates


# -- troubles ------------------------------------------------------------------------------------------------------

MADE_OF_PARTS = ("trouble.no-", "trouble.count-", "trouble.needs-", "trouble.demanded-")
"""Prefixes of ids that are composed, as in f"no-{what}"."""


def texts_in_code() -> Iterator[str]:
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_trouble_is_used_in_the_code() -> None:
    written = {f"trouble.{text.removeprefix('trouble.')}" for text in texts_in_code()}
    keys = [key for key in GAME.speech.words.templates if key.startswith("trouble.")]
    assert [key for key in keys if key not in written and not key.startswith(MADE_OF_PARTS)] == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "there is no milepost 'A1'; a milepost is a column's letter and a row's number, as in K14"),
        (
            "de",
            "es gibt keine Geländemarke „A1“; eine Geländemarke ist der Buchstabe einer Spalte und",
        ),
        ("pl", "nie ma słupka „A1”; słupek to litera kolumny i numer rzędu"),
    ],
)
def test_a_typed_mistake_is_reported_in_the_language_of_the_reader(language: str, sentence: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        GAME.speech.read(position(), "step A1")
    assert caught.value.told(language).startswith(sentence)


def test_a_mistake_in_a_file_is_reported_with_its_place_in_german() -> None:
    with pytest.raises(BadFileError) as caught:
        read_coast('basis = "own"\nlands = ["x 1, 2 2"]', "coast.toml")
    assert caught.value.told("de") == "coast.toml, Land 1: „x 1“ sollten zwei Zahlen sein, Ost und Nord"
