"""The compiled rules play the same games as the sources: playthroughs, perft counts, the contract, digests, and what
a compiled bot chooses.

They are compiled without optimising, which takes a third of the time, and are kept under ``build/`` until a source
changes. It is all one test, so that the other tests run beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import hatch_rules

ROOT = hatch_rules.ROOT
TESTS = (
    "tests/contract/test_playthroughs.py::test_the_game_plays_as_its_playthrough_says",
    "tests/contract/test_perft.py::test_the_counts_are_right",
    "tests/bots/test_greedy_1.py::test_the_first_greedy_bot_chooses_as_before[steam-power-0]",
    "tests/bots/test_greedy_1.py::test_the_first_greedy_bot_chooses_as_before[steam-power-1]",
)


def run(program: list[str], folder: Path) -> str:
    """Run a program in a separate process, with the package in this folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, *program], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_compiled_rules_play_the_same_games() -> None:
    folder = hatch_rules.compiled_package("0")
    run(["-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *TESTS], folder)
    program = ["-m", "tests.contract.compiled"]
    plain, compiled = json.loads(run(program, ROOT / "src")), json.loads(run([*program, "check"], folder))
    assert is_compiled_in(plain) == set()
    assert len(is_compiled_in(compiled)) == len(hatch_rules.modules(folder / "engineshed"))
    for what in ("structs", "games"):
        assert plain[what] == compiled[what], what
    assert len(plain["structs"]) > 100


def is_compiled_in(report: dict[str, Any]) -> set[str]:
    return {name for name, file in report["modules"].items() if not file.endswith(".py")}
