"""Rulebook coverage: every rule has a test in which it allows something and one in which it refuses.

What counts as evidence:

* a scenario file: each step with ``refused = "R20"`` shows R20 refusing; the ``rules`` at its top are shown
  allowing, provided that the scenario accepts a move or expects something;
* a test under ``tests/games`` marked ``@pytest.mark.allows("steam-power", "R2")`` or ``refuses(...)``.

    python -m engineshed.testing.coverage steam-power
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
from cyclopts import run

from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game
from engineshed.lab.scenario import Scenario, read_scenario, scenario_files

TESTS = Path("tests/games")

Side = Literal["allows", "refuses"]
SIDES: tuple[Side, ...] = ("allows", "refuses")


class Evidence(msgspec.Struct, frozen=True):
    game: str
    rule: str
    side: Side
    source: str


def from_scenarios(game: AnyGame, tests: Path = TESTS) -> Iterator[Evidence]:
    """The scenarios packaged with the game, and those kept beside its tests."""
    beside = sorted((tests / game.id.replace("-", "_") / "scenarios").glob("*.toml"))
    for file in (*scenario_files(game), *beside):
        yield from _shown_by(read_scenario(file.read_text("utf-8"), file.name), file.name)


def _shown_by(scenario: Scenario, source: str) -> Iterator[Evidence]:
    for step in scenario.steps:
        if "refused" in step:
            yield Evidence(scenario.game, step["refused"], "refuses", source)
    if scenario.expect or any("refused" not in step for step in scenario.steps):
        for rule in scenario.rules:
            yield Evidence(scenario.game, rule, "allows", source)


def from_markers(tests: Path = TESTS) -> Iterator[Evidence]:
    """Every ``pytest.mark.allows(game, rules...)`` in the tests' source, wherever it stands."""
    for file in sorted(tests.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"), file.name)):
            side = _marker(node)
            if side is not None and isinstance(node, ast.Call):
                yield from _marked(node, side, f"{file.name}:{node.lineno}")


def _marker(node: ast.AST) -> Side | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        for side in SIDES:
            if node.func.attr == side and ast.unparse(node.func.value) == "pytest.mark":
                return side
    return None


def _marked(call: ast.Call, side: Side, source: str) -> Iterator[Evidence]:
    given = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if call.keywords or len(given) != len(call.args) or len(given) < 2:
        raise Trouble("trouble.marker", source=source, side=side)
    for rule in given[1:]:
        yield Evidence(given[0], rule, side, source)


def evidence_of(game: AnyGame, tests: Path = TESTS) -> dict[str, dict[Side, list[str]]]:
    """By rule and side, the tests that show it; raises ``UnknownNameError`` for a rule that does not exist."""
    book = game.speech.rulebook
    table: dict[str, dict[Side, list[str]]] = {rule.id: {side: [] for side in SIDES} for rule in book.rules}
    for shown in (*from_scenarios(game, tests), *from_markers(tests)):
        if shown.game == game.id:
            table[book.rule(shown.rule).id][shown.side].append(shown.source)
    return table


def gaps(game: AnyGame, tests: Path = TESTS) -> list[str]:
    """A sentence for every rule that lacks a test."""
    missing = []
    for rule, sides in evidence_of(game, tests).items():
        lacking = [side for side in SIDES if not sides[side]]
        if lacking:
            missing.append(f"{rule} ({game.speech.rulebook.rule(rule).title}): no test that it {' or '.join(lacking)}")
    return missing


def main(game: str, *, tests: Path = TESTS) -> int:
    """Print which tests show each rule."""
    found = find_game(game)
    book = found.speech.rulebook
    for rule, sides in evidence_of(found, tests).items():
        print(f"{rule} {book.rule(rule).title}")
        for side in SIDES:
            print(f"  {side:8} {', '.join(sides[side]) or '-'}")
    missing = gaps(found, tests)
    print(f"{len(book.rules) - len(missing)} of {len(book.rules)} rules are shown on both sides")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(run(main))
