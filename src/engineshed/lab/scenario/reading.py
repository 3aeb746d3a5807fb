"""Scenario files: what can stand in them, and where a game's own lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.datafile import convert, parse_toml
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH, PLURALS, known_language

Texts = str | dict[str, str]
"""In English alone, or in each language by its name; English is always there."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: a move, a move that is refused, a move taken back, or only a look at the position.

    What it says is checked in this order: the offers in the position before, then the move or its refusal, then the
    rest in the position after.
    """

    seat: int | str | None = None
    move: str | None = None
    undo: bool = False
    refused: str | bool = False
    """By which rule, or true if by any; a refused ``undo`` has no rule."""
    says: Texts = ""
    """The sentence with which it is refused."""
    offers: tuple[str, ...] = ()
    offers_not: tuple[str, ...] = ()
    offers_exactly: tuple[str, ...] | None = None
    log: tuple[str | dict[str, Any], ...] = ()
    log_not: tuple[str | dict[str, Any], ...] = ()
    sees: dict[str, dict[str, Any]] = {}
    expect: dict[str, Any] = {}


class Continuation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way in which it may go on after the steps of the file."""

    title: Texts = ""
    text: Texts = ""
    steps: tuple[dict[str, Any], ...] = ()


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file as it stands; its steps are read one by one, so that a mistake names its step."""

    id: str
    game: str
    title: Texts
    text: Texts
    rules: tuple[str, ...]
    by_hand: bool = False
    position: dict[str, Any] = {}
    expect: dict[str, Any] = {}
    sees: dict[str, dict[str, Any]] = {}
    steps: tuple[dict[str, Any], ...] = ()
    continuations: tuple[Continuation, ...] = ()

    def title_in(self, language: str) -> str:
        return in_language(self.title, language)

    def all_steps(self) -> Iterator[dict[str, Any]]:
        yield from self.steps
        for continuation in self.continuations:
            yield from continuation.steps


def in_language(texts: Texts, language: str) -> str:
    """In English where the language is missing."""
    return texts if isinstance(texts, str) else texts.get(language, texts[ENGLISH])


def scenario_files(game: AnyGame) -> list[Traversable]:
    """The scenarios that are packaged with a game: ``data/scenarios/*.toml`` in its package."""
    if not game.package:
        return []
    folder = files(game.package) / "data" / "scenarios"
    if not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def read_scenario(given: str | Mapping[str, Any], source: str) -> Scenario:
    """A scenario from the text of its file, or from its tables; the game's rules must know what it names."""
    doc = parse_toml(given, source) if isinstance(given, str) else dict(given)
    scenario = convert(doc, Scenario, source)
    try:
        book = find_game(scenario.game).speech.rulebook
        for rule in scenario.rules:
            book.rule(rule)
    except UnknownNameError as error:
        raise placed(error, source, error.what) from None
    _check_texts(scenario, source)
    return scenario


def placed(trouble: Trouble, source: str, place: str) -> BadFileError:
    """The same trouble, with the file and the place in it where it is."""
    return BadFileError(source, place, "file.misfit", problem=trouble)


def _check_texts(scenario: Scenario, source: str) -> None:
    check_texts(scenario.title, source, "title")
    check_texts(scenario.text, source, "text")
    for number, continuation in enumerate(scenario.continuations, start=1):
        check_texts(continuation.title, source, f"continuation {number}, title")
        check_texts(continuation.text, source, f"continuation {number}, text")


def check_texts(texts: Texts, source: str, place: str) -> None:
    """Texts that people are to read, in whatever language they ask for."""
    check_languages(texts, source, place)
    if isinstance(texts, dict) and ENGLISH not in texts:
        raise BadFileError(source, place, "scenario.no-english")


def check_languages(texts: Texts, source: str, place: str) -> None:
    if isinstance(texts, str):
        return
    try:
        for language in texts:
            known_language(language, PLURALS)
    except UnknownNameError as error:
        raise placed(error, source, place) from None
