"""Every scenario comes out as its file says."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import pytest

from engineshed.lab.scenario import read_scenario, run_scenario, scenario_files
from tests.games.steam.play import GAME

PACKAGED = scenario_files(GAME)
EXAMPLES = {"SC": 25, "SD": 39}
"""The numbers of worked examples and of cases derived from the rules."""


@pytest.mark.parametrize("file", PACKAGED, ids=lambda file: file.name)
def test_a_scenario_comes_out_as_its_file_says(file: Traversable) -> None:
    assert run_scenario(file.read_text(encoding="utf-8"), file.name) == []


def test_every_scenario_has_a_unique_id_that_begins_its_file_name() -> None:
    ids: dict[str, str] = {}
    for file in PACKAGED:
        scenario = read_scenario(file.read_text(encoding="utf-8"), file.name)
        kind, number, _ = file.name.split("-", 2)
        assert scenario.id == f"{kind}-{number.lstrip('0')}"
        assert ids.setdefault(scenario.id, file.name) == file.name


@pytest.mark.parametrize("kind", EXAMPLES)
def test_no_scenario_number_is_missing(kind: str) -> None:
    numbers = {int(file.name[3:5]) for file in PACKAGED if file.name.startswith(kind)}
    assert sorted(numbers) == list(range(1, EXAMPLES[kind] + 1))
