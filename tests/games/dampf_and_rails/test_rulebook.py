"""The rulebook and the words, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engineshed.games import dampf_and_rails
from tests.games.dampf_and_rails.play import GAME

SOURCE = Path(dampf_and_rails.__file__).parent
IDS = [rule.id for rule in GAME.rulebook.rules]


def test_the_ids_are_those_of_the_rulebook_the_variant_and_the_event_cards() -> None:
    wanted = [f"R{n}" for n in range(1, 33)] + [f"V{n}" for n in range(1, 6)] + [f"E{n}" for n in range(1, 11)]
    assert sorted(IDS) == sorted([*wanted, "A10", "A36", "A38"])


@pytest.mark.parametrize("language", GAME.languages)
def test_numbers_are_the_same_in_every_language(language: str) -> None:
    """A translation that says another number than the English text is wrong, whichever way it puts it."""
    for rule, other in zip(GAME.rulebook.rules, GAME.rulebook_in(language).rules, strict=True):
        assert rule.id == other.id
        assert _numbers(rule.text) == _numbers(other.text), rule.id


def _numbers(text: str) -> list[int]:
    """Each once: languages repeat them differently."""
    return sorted({int(number) for number in re.findall(r"\d+", text)})


@pytest.mark.parametrize("language", GAME.languages)
def test_every_good_event_and_option_has_a_word(language: str) -> None:
    words, furniture = GAME.words_in(language), GAME.furniture(GAME.options())
    for key in (*(f"good.{good.id}" for good in furniture.goods), *(f"event.{event.id}" for event in furniture.events)):
        assert words.word(key)
    assert all(words.word(f"option.{name}") for name in GAME.options.__struct_fields__)


def refusals() -> Iterator[tuple[str, str]]:
    """Every rule and message that the source refuses with, as far as both are written out."""
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
        assert f"refuse.{message}" in GAME.words.templates
