"""Scenarios: a position, moves, and what they must lead to, in a file that a player can read and write.

The same file explains a rule to people and tests that the game keeps it.
"""

from engineshed.lab.scenario.playing import (
    Difference,
    Scene,
    run_scenario,
    scenario_course,
    scenario_differences,
    scenario_scenes,
)
from engineshed.lab.scenario.reading import Scenario, read_scenario, scenario_files, with_corrections

__all__ = [
    "Difference",
    "Scenario",
    "Scene",
    "read_scenario",
    "run_scenario",
    "scenario_course",
    "scenario_differences",
    "scenario_files",
    "scenario_scenes",
    "with_corrections",
]
