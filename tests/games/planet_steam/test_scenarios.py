"""Every scenario comes out as its file says."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import pytest

from engineshed.lab.scenario import read_scenario, run_scenario, scenario_files
from tests.games.planet_steam.play import GAME

PACKAGED = scenario_files(GAME)
EXAMPLES = {"T": 18, "D": 23}
"""The numbers of worked examples and of cases derived from the rules."""


@pytest.mark.parametrize("file", PACKAGED, ids=lambda file: file.name)
def test_a_scenario_comes_out_as_its_file_says(file: Traversable) -> None:
    assert run_scenario(file.read_text(encoding="utf-8"), file.name) == []


def test_every_scenario_has_a_unique_id_that_begins_its_file_name() -> None:
    ids = []
    for file in PACKAGED:
        scenario = read_scenario(file.read_text(encoding="utf-8"), file.name)
        start = file.name.partition("-")[0]
        assert scenario.id == start[0] + start[1:].lstrip("0")
        ids.append(scenario.id)
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_no_scenario_number_is_missing(kind: str) -> None:
    numbers = {int(file.name[1:3]) for file in PACKAGED if file.name.startswith(kind)}
    assert sorted(numbers) == list(range(1, EXAMPLES[kind] + 1))
