"""What shows a rule at work: scenarios and marked tests.

What counts as evidence:

* a scenario file: each step with ``refused = "R20"`` shows R20 refusing; the ``rules`` at its top are shown
  allowing, provided that the scenario accepts a move or expects something;
* a test under ``tests/games`` marked ``@pytest.mark.allows("steam-power", "R2")`` or ``refuses(...)``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble
from engineshed.lab.scenario import Scenario, read_scenario, scenario_files

TESTS = Path("tests/games")

Side = Literal["allows", "refuses"]
SIDES: tuple[Side, ...] = ("allows", "refuses")


class Evidence(msgspec.Struct, frozen=True):
    game: str
    rule: str
    side: Side
    source: str
    """The name of the file, and the line of a test."""
    file: str
    scenario: Scenario | None = None


def from_scenarios(game: AnyGame, tests: Path | None = TESTS) -> Iterator[Evidence]:
    """The scenarios packaged with the game, and those next to its tests if this is a checkout."""
    beside = sorted((tests / game.id.replace("-", "_") / "scenarios").glob("*.toml")) if tests else []
    for file in (*scenario_files(game), *beside):
        scenario = read_scenario(file.read_text("utf-8"), file.name)
        for rule, side in _shown_by(scenario):
            yield Evidence(scenario.game, rule, side, file.name, str(file), scenario)


def _shown_by(scenario: Scenario) -> Iterator[tuple[str, Side]]:
    for step in scenario.all_steps():
        if isinstance(step.get("refused"), str):
            yield step["refused"], "refuses"
    if scenario.expect or any(not step.get("refused") for step in scenario.all_steps()):
        for rule in scenario.rules:
            yield rule, "allows"


def from_markers(tests: Path = TESTS) -> Iterator[Evidence]:
    """Every ``pytest.mark.allows(game, rules...)`` and ``refuses`` in the tests' source."""
    for file in sorted(tests.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"), file.name)):
            side = _marker(node)
            if side is not None and isinstance(node, ast.Call):
                source = f"{file.name}:{node.lineno}"
                for game, rule in _marked(node, side, source):
                    yield Evidence(game, rule, side, source, str(file))


def _marker(node: ast.AST) -> Side | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        for side in SIDES:
            if node.func.attr == side and ast.unparse(node.func.value) == "pytest.mark":
                return side
    return None


def _marked(call: ast.Call, side: Side, source: str) -> Iterator[tuple[str, str]]:
    given = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if call.keywords or len(given) != len(call.args) or len(given) < 2:
        raise Trouble("trouble.marker", source=source, side=side)
    for rule in given[1:]:
        yield given[0], rule


def evidence_for(game: AnyGame, tests: Path | None) -> list[Evidence]:
    """Everything that shows a rule of this game at work; without the tests' folder, only its packaged scenarios."""
    marked = from_markers(tests) if tests else ()
    return [shown for shown in (*from_scenarios(game, tests), *marked) if shown.game == game.id]
