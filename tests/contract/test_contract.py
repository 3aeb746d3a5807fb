"""Every registered game keeps the contract: at tables of every kind, in whole games, and after its scenarios.

Every board with every option and every number of seats would take too long here; ``make soak`` plays them all.
"""

from __future__ import annotations

from math import ceil
from pathlib import Path

import pytest

from engineshed.core.registry import find_game, game_ids
from engineshed.testing import (
    Case,
    ScenarioCase,
    check_case,
    check_playout,
    check_scenario,
    covering_cases,
    scenario_cases,
)
from engineshed.testing.playthrough import all_cases, file_name, replayed

FOLDER = Path(__file__).parents[1] / "playthroughs"
REFUSALS = 10_000
"""The number of illegal moves tried per game."""

TABLES = [case for game_id in game_ids() for case in covering_cases(find_game(game_id))]
SCENARIOS = [case for game_id in game_ids() for case in scenario_cases(find_game(game_id))]


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_every_kind_of_table_keeps_the_contract(case: Case) -> None:
    tables = [other for other in TABLES if other.game is case.game]
    report = check_case(case, positions=5, refusals=ceil(REFUSALS / len(tables)))
    assert report.refusals * len(tables) >= REFUSALS


@pytest.mark.parametrize("case", all_cases(), ids=file_name)
def test_whole_games_keep_the_contract(case: Case) -> None:
    """The random games of the other tests are cut short; these go to the end."""
    assert check_playout(replayed(case, FOLDER)).refusals >= 100


@pytest.mark.parametrize("case", SCENARIOS, ids=str)
def test_play_after_a_scenario_keeps_the_contract(case: ScenarioCase) -> None:
    assert check_scenario(case, positions=3).plies > 0
