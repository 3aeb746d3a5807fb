"""Scenario files: what can be in them, and where a game keeps its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from msgspec.structs import replace

from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts as CorrectedTexts
from engineshed.core.datafile import convert, parse_toml
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError
from engineshed.core.options import usual_map
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH, PLURALS, known_language

Texts = str | dict[str, str]
"""One English text, or a table of texts by language; English is always among them."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: a move, a move that is refused, a move taken back, or only a look at the position.

    It is checked in this order: the offers in the position before, then the move or its refusal, then the rest in the
    position after.
    """

    seat: int | str | None = None
    move: str | None = None
    undo: bool = False
    refused: str | bool = False
    """The rule that refuses the move, or true for any rule; a refused ``undo`` has no rule."""
    says: Texts = ""
    """The sentence of the refusal."""
    offers: tuple[str, ...] = ()
    offers_not: tuple[str, ...] = ()
    offers_exactly: tuple[str, ...] | None = None
    log: tuple[str | dict[str, Any], ...] = ()
    log_not: tuple[str | dict[str, Any], ...] = ()
    sees: dict[str, dict[str, Any]] = {}
    expect: dict[str, Any] = {}


class Continuation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way in which play may continue after the steps of the file."""

    title: Texts = ""
    text: Texts = ""
    steps: tuple[dict[str, Any], ...] = ()


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file. Its steps are read one by one later, so that a mistake can name its step."""

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
    """The text in this language, or in English if it is missing."""
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
    """A scenario from the text of its file, or from its tables; the rules it names must exist."""
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


def with_corrections(scenario: Scenario, texts: CorrectedTexts) -> Scenario:
    """The scenario played with corrected files of the box; options and a map of its own stay as they are."""
    game, position = find_game(scenario.game), scenario.position
    options = position.get("options", {})
    if not texts or not isinstance(options, Mapping):
        return scenario
    board = position.get("map", usual_map(game.rules.options))
    found = game.corrections.applied(texts, {} if board is None else {"map": board}, None)
    own_map = {"map": found.pop("map")} if "map" in found else {}
    return replace(scenario, position={**position, **own_map, "options": {**found, **options}})


def placed(trouble: Trouble, source: str, place: str) -> BadFileError:
    """The same trouble, with the file and the place in the file."""
    return BadFileError(source, place, "file.misfit", problem=trouble)


def _check_texts(scenario: Scenario, source: str) -> None:
    check_texts(scenario.title, source, "title")
    check_texts(scenario.text, source, "text")
    for number, continuation in enumerate(scenario.continuations, start=1):
        check_texts(continuation.title, source, f"continuation {number}, title")
        check_texts(continuation.text, source, f"continuation {number}, text")


def check_texts(texts: Texts, source: str, place: str) -> None:
    """Texts for people, in one or several languages."""
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
