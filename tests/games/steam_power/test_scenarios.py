"""Every scenario comes out as its file says: those of the game, and those kept here for its rules."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from engineshed.lab.scenario import read_scenario, run_scenario, scenario_files
from tests.games.steam_power.play import GAME

PACKAGED = scenario_files(GAME)
BESIDE = sorted(Path(__file__).with_name("scenarios").glob("*.toml"))


@pytest.mark.parametrize("file", [*PACKAGED, *BESIDE], ids=lambda file: file.name)
def test_comes_out_as_its_file_says(file: Traversable) -> None:
    assert run_scenario(file.read_text(encoding="utf-8"), file.name) == []


def test_every_scenario_has_an_id_of_its_own_that_begins_its_file_name() -> None:
    ids: dict[str, str] = {}
    for file in (*PACKAGED, *BESIDE):
        scenario = read_scenario(file.read_text(encoding="utf-8"), file.name)
        number, _, _ = file.name.partition("-")
        assert ids.setdefault(scenario.id, file.name) == file.name
        assert scenario.id.startswith(number[0] + number[1:].lstrip("0"))


def test_the_examples_of_the_rules_are_all_there() -> None:
    numbers = [file.name[1:3] for file in PACKAGED]
    assert sorted(set(numbers)) == [f"{number:02}" for number in range(1, 23)]
