"""The examples of a rulebook: a game's own scenarios, found by the rules that they show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from engineshed.core.contract import AnyGame
from engineshed.core.errors import UnknownNameError
from engineshed.core.options import read_options
from engineshed.core.registry import find_game
from engineshed.lab.scenario import Scenario, read_scenario, scenario_files


def examples(game: AnyGame) -> Sequence[Scenario]:
    """The examples of a game, in the order of their files."""
    return _examples(game.id)


@cache
def _examples(game_id: str) -> Sequence[Scenario]:
    return [read_scenario(file.read_text("utf-8"), file.name) for file in scenario_files(find_game(game_id))]


def find_example(game: AnyGame, name: str) -> Scenario:
    """The example with this id, in upper or lower case; raises ``UnknownNameError``."""
    for scenario in examples(game):
        if scenario.id.lower() == name.lower():
            return scenario
    raise UnknownNameError("example", name, [scenario.id for scenario in examples(game)])


def options_of(game: AnyGame, state: Any) -> Any:
    """The options of a described position, including its map."""
    doc = game.speech.describe(state)
    chosen = game.boards.map_option(doc["map"]) if "map" in doc else {}
    return read_options(game.rules.options, {**doc.get("options", {}), **chosen})


def examples_of(game: AnyGame, rule: str) -> Sequence[Scenario]:
    """The examples that show this rule."""
    return [scenario for scenario in examples(game) if rule in scenario.rules]
