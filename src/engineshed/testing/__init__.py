"""Tests for any game: check that it keeps the contract, and keep a written record of how it plays.

Nothing here needs a test framework, so that any package with a game can test it with one call.
"""

from engineshed.testing.case import Case, Playout
from engineshed.testing.scenarios import ScenarioCase, scenario_cases
from engineshed.testing.suite import Report, check_case, check_game, check_playout, check_scenario
from engineshed.testing.variants import cases, covering_cases, default_option_sets

__all__ = [
    "Case",
    "Playout",
    "Report",
    "ScenarioCase",
    "cases",
    "check_case",
    "check_game",
    "check_playout",
    "check_scenario",
    "covering_cases",
    "default_option_sets",
    "scenario_cases",
]
