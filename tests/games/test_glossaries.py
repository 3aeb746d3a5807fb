"""One word for one thing: every text of a game is checked against its glossary, in every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from engineshed.core.glossary import Term, glossary_of
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import PLURALS
from engineshed.lab.examples import examples
from engineshed.lab.lessons import all_lesson_texts, lessons
from engineshed.lab.scenario.reading import in_language
from tests.documents import ROOT


def terms(game_id: str) -> tuple[Term, ...]:
    return glossary_of(find_game(game_id).package)


GAMES = [name for name in game_ids() if terms(name)]


def texts(game_id: str, language: str) -> Iterator[tuple[str, str]]:
    """Everything that a person may read about a game: where it is, and the text without places for breaking words."""
    for place, text in all_texts(game_id, language):
        yield place, text.replace("\u00ad", "")


def all_texts(game_id: str, language: str) -> Iterator[tuple[str, str]]:
    speech = find_game(game_id).speech
    for key, template in speech.words_in(language).templates.items():
        yield f"words {key}", template
    book = speech.rulebook_in(language)
    for rule in book.rules:
        yield f"rule {rule.id}", f"{rule.title}: {rule.text}"
    for section in book.sections:
        yield f"section {section.id}", section.title
    for scenario in examples(find_game(game_id)):
        parts = (
            scenario.title,
            scenario.text,
            *(text for more in scenario.continuations for text in (more.title, more.text)),
        )
        yield f"scenario {scenario.id}", "\n".join(in_language(text, language) for text in parts)
    for lesson in lessons(find_game(game_id)):
        yield f"lesson {lesson.id}", "\n".join(texts[language] for _, _, texts in all_lesson_texts(lesson))
    page = ROOT / "client" / "src" / "games" / game_id / "words" / f"{language}.json"
    for key, template in json.loads(page.read_text(encoding="utf-8")).items():
        yield f"page {key}", template


@pytest.mark.parametrize("game_id", GAMES)
def test_every_term_has_a_rule_that_explains_it(game_id: str) -> None:
    known = {rule.id for rule in find_game(game_id).speech.rulebook.rules}
    assert [term.id for term in terms(game_id) if term.rule not in known] == []


@pytest.mark.parametrize("language", list(PLURALS))
@pytest.mark.parametrize("game_id", GAMES)
def test_every_term_of_the_glossary_is_used(game_id: str, language: str) -> None:
    said = "\n".join(text for _, text in texts(game_id, language)).casefold()
    assert [term.id for term in terms(game_id) if term.in_language(language).casefold() not in said] == []


@pytest.mark.parametrize("language", list(PLURALS))
@pytest.mark.parametrize("game_id", GAMES)
def test_words_to_avoid_are_not_used(game_id: str, language: str) -> None:
    avoided = [word for term in terms(game_id) for word in term.avoid.get(language, ())]
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, avoided)) + ")", re.IGNORECASE) if avoided else None
    found = pattern and [f"{place}: {text}" for place, text in texts(game_id, language) if pattern.search(text)]
    assert not found
