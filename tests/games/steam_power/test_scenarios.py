"""Every scenario comes out as its file says: those of the game, and those in this folder."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from engineshed.lab.scenario import read_scenario, run_scenario, scenario_files
from tests.games.steam_power.play import GAME

PACKAGED = scenario_files(GAME)
IN_THIS_FOLDER = sorted(Path(__file__).with_name("scenarios").glob("*.toml"))


@pytest.mark.parametrize("file", [*PACKAGED, *IN_THIS_FOLDER], ids=lambda file: file.name)
def test_a_scenario_comes_out_as_its_file_says(file: Traversable) -> None:
    assert run_scenario(file.read_text(encoding="utf-8"), file.name) == []


def test_every_scenario_has_a_unique_id_that_begins_its_file_name() -> None:
    ids: dict[str, str] = {}
    for file in (*PACKAGED, *IN_THIS_FOLDER):
        scenario = read_scenario(file.read_text(encoding="utf-8"), file.name)
        number, _, _ = file.name.partition("-")
        assert ids.setdefault(scenario.id, file.name) == file.name
        assert scenario.id.startswith(number[0] + number[1:].lstrip("0"))


def test_the_examples_of_the_rules_are_all_there() -> None:
    numbers = [file.name[1:3] for file in PACKAGED]
    assert sorted(set(numbers)) == [f"{number:02}" for number in range(1, 23)]
