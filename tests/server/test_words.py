"""The words of the house: every message in the code has a sentence, and no sentence is unused."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from engineshed import server
from engineshed.core.house import house_words
from engineshed.core.words import ENGLISH, PLURALS, Message
from engineshed.server import texts
from engineshed.server.refusals import ServiceError

WORDS = house_words(ENGLISH)
TRANSLATIONS = [language for language in PLURALS if language != ENGLISH]

# -- messages in the code -------------------------------------------------------------------------------------------

ERRORS = ("ServiceError", "FieldError", "WebError", "super().__init__")
"""The functions that make errors of the service: their second argument is the id, without ``house.``."""

WHOLE_ID = re.compile(r"house\.[a-z0-9-]+")
"""Ids of other messages are written in full."""


class Said(NamedTuple):
    id: str
    params: tuple[str, ...]


def said_in(module: ast.Module) -> Iterator[Said]:
    for node in ast.walk(module):
        match node:
            case ast.Call(args=[_, ast.Constant(value=str(message)), *_]) if ast.unparse(node.func) in ERRORS:
                yield Said(message, tuple(sorted(keyword.arg or "**" for keyword in node.keywords)))
            case ast.Call(args=[ast.Constant(value=str(text)), ast.Dict(keys=keys)]) if WHOLE_ID.fullmatch(text):
                yield Said(text.removeprefix("house."), tuple(sorted(ast.literal_eval(key) for key in keys if key)))


def named_in(module: ast.Module) -> Iterator[str]:
    """All ids that are written in full."""
    for node in ast.walk(module):
        match node:
            case ast.Constant(value=str(text)) if WHOLE_ID.fullmatch(text):
                yield text.removeprefix("house.")


def passed_on_in(module: ast.Module) -> Iterator[str]:
    """Errors whose id cannot be read from the code; only constructors may take it as an argument."""
    beginnings = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    own = [call for beginning in beginnings for call in ast.walk(beginning)]
    for node in ast.walk(module):
        match node:
            case ast.Call(args=[_, ast.Constant(), *_]):
                continue
            case ast.Call() if ast.unparse(node.func) in ERRORS and node not in own:
                yield f"line {node.lineno}: {ast.unparse(node)}"


FOLDER = Path(server.__file__).parent
MODULES = {str(file.relative_to(FOLDER)): ast.parse(file.read_text("utf-8")) for file in sorted(FOLDER.rglob("*.py"))}
WITH_PARAMS = {said for module in MODULES.values() for said in said_in(module)}
ALONE = {name for module in MODULES.values() for name in named_in(module)} - {said.id for said in WITH_PARAMS}
SAID = sorted([*WITH_PARAMS, *(Said(name, ()) for name in ALONE)])


def test_every_message_in_the_code_has_a_sentence_and_every_sentence_is_used() -> None:
    sentences = [key.removeprefix("house.") for key in WORDS.templates if key.startswith("house.")]
    assert sorted({said.id for said in SAID}) == sorted(sentences)


def test_every_error_is_raised_with_a_literal_id() -> None:
    assert not [f"{name}, {line}" for name, module in MODULES.items() for line in passed_on_in(module)]


@pytest.mark.parametrize("said", SAID, ids=lambda said: said.id)
def test_a_message_has_the_parameters_that_its_sentence_needs(said: Said) -> None:
    parsed = Formatter().parse(WORDS.word(f"house.{said.id}"))
    assert sorted({name for _, name, _, _ in parsed if name is not None}) == list(said.params)


def test_every_checked_text_has_a_name_and_every_name_is_used() -> None:
    calls = [node for node in ast.walk(MODULES["texts.py"]) if isinstance(node, ast.Call)]
    fields = [ast.literal_eval(call.args[1]) for call in calls if ast.unparse(call.func) == "clean"]
    named = [key.removeprefix("field.") for key in WORDS.templates if key.startswith("field.")]
    assert sorted(fields) == sorted(named)


# -- in every language ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_sentence_is_translated(language: str) -> None:
    words = house_words(language)
    for key in WORDS.templates:
        if re.search(r"\w", re.sub(r"{\w+}", "", WORDS.word(key))):  # some only pass on other messages
            assert words.word(key) != WORDS.word(key), key


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The name is too long: 40 characters, where 32 are allowed"),
        ("de", "Der Name ist zu lang: 40 Zeichen, erlaubt sind 32"),
        ("pl", "Imię ma 40 znaków, a może mieć najwyżej 32"),
    ],
)
def test_a_refused_text_is_explained_in_the_readers_language(language: str, said: str) -> None:
    with pytest.raises(ServiceError) as caught:
        texts.clean_name("x" * 40)
    assert house_words(language).say(caught.value.message) == said


@pytest.mark.parametrize(
    ("language", "seconds", "said"),
    [
        ("en", 1, "Too many requests; try again in 1 second"),
        ("de", 2, "Das war zu oft; versuch es in 2 Sekunden wieder"),
        ("pl", 1, "To było zbyt często; spróbuj ponownie za 1 sekundę"),
        ("pl", 3, "To było zbyt często; spróbuj ponownie za 3 sekundy"),
        ("pl", 12, "To było zbyt często; spróbuj ponownie za 12 sekund"),
    ],
)
def test_plural_forms_agree_with_their_numbers(language: str, seconds: int, said: str) -> None:
    assert house_words(language).say(Message("house.too-many", {"seconds": seconds})) == said
