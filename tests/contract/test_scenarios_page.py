"""``docs/scenarios.md`` names every key, stage and part of every game's positions."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.core.registry import find_game, game_ids
from engineshed.lab.scenario import read_scenario, run_scenario, scenario_course, scenario_files
from engineshed.lab.scenario.reading import Continuation, Scenario, Step
from tests.documents import blocks

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"


def section(title: str) -> str:
    text = PAGE.read_text("utf-8")
    return text.partition(f"## Positions of {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_key_of_a_position_is_explained(game_id: str) -> None:
    game = find_game(game_id)
    text = section(game.title)
    assert text
    arrange = import_module(f"{game.package}.speech.arrange")
    stages = import_module(f"{game.package}.rules.truth").Stage.NAMES
    keys = {*arrange.KEYS, *(key for state in positions(game_id) for key in described(game, state))} - {"by_hand"}
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []
    assert [stage for stage in stages if f'`"{stage}"`' not in text] == []


@pytest.mark.parametrize("game_id", game_ids())
def test_parts_of_scores_and_reasons_for_the_end_are_explained(game_id: str) -> None:
    game = find_game(game_id)
    text = section(game.title)
    states = positions(game_id)
    parts = {part for state in states for score in game.rules.scores(state) for part in score.parts}
    reasons = {key for key in game.speech.words.templates if key.startswith("end.")}
    assert [name for name in sorted(parts | reasons) if f"`{name}`" not in text] == []


def positions(game_id: str) -> list[Any]:
    game = find_game(game_id)
    found = [(file.name, read_scenario(file.read_text("utf-8"), file.name)) for file in scenario_files(game)]
    return [state for name, scenario in found for state in scenario_course(scenario, name)[0]]


def described(game: Any, state: Any) -> list[str]:
    doc = game.speech.describe(state)
    return [*doc, *doc["derived"]]


@pytest.mark.parametrize("kind", [Scenario, Continuation, Step])
def test_every_key_of_a_scenario_file_is_explained(kind: type[msgspec.Struct]) -> None:
    text = PAGE.read_text("utf-8")
    names = [field.name for field in msgspec.structs.fields(kind)]
    assert [name for name in names if not any(f"{a}{name}{b}" in text for a, b in ("``", ("[", "]"), (".", "]")))] == []


def test_the_examples_on_the_page_hold() -> None:
    examples = [code for language, _, code in blocks(PAGE) if language == "toml"]
    assert len(examples) == 2
    for code in examples:
        assert run_scenario(code, PAGE.name) == []
