"""Rulebook coverage: every rule has a test in which it allows something and one in which it refuses something.

python -m engineshed.testing.coverage steam-power
"""

from __future__ import annotations

import sys
from pathlib import Path

from cyclopts import run

from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.lab.evidence import SIDES, TESTS, Side, evidence_for


def evidence_of(game: AnyGame, tests: Path = TESTS) -> dict[str, dict[Side, list[str]]]:
    """The tests that show each rule, by rule and side; raises ``UnknownNameError`` for a rule that does not exist."""
    book = game.speech.rulebook
    table: dict[str, dict[Side, list[str]]] = {rule.id: {side: [] for side in SIDES} for rule in book.rules}
    for shown in evidence_for(game, tests):
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
    """Print the tests that show each rule."""
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
