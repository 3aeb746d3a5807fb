"""Every scenario comes out as its file says."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import pytest

from engineshed.lab.scenario import read_scenario, run_scenario, scenario_files
from tests.games.dampf_and_rails.play import GAME

PACKAGED = scenario_files(GAME)


@pytest.mark.parametrize("file", PACKAGED, ids=lambda file: file.name)
def test_a_scenario_comes_out_as_its_file_says(file: Traversable) -> None:
    assert run_scenario(file.read_text(encoding="utf-8"), file.name) == []


def test_scenarios_are_numbered_without_a_gap() -> None:
    scenarios = [read_scenario(file.read_text(encoding="utf-8"), file.name) for file in PACKAGED]
    assert [scenario.id for scenario in scenarios] == [f"DR-{number:02}" for number in range(1, len(PACKAGED) + 1)]
    assert all(file.name.startswith(s.id) for file, s in zip(PACKAGED, scenarios, strict=True))
