"""Scenarios: a position, moves, and what must come of them, in a file that a player can read and write.

The same files explain a rule to a person and hold the engine to it.
"""

from engineshed.lab.scenario.playing import Difference, Scene, run_scenario, scenario_course, scenario_scenes
from engineshed.lab.scenario.reading import Scenario, read_scenario, scenario_files

__all__ = [
    "Difference",
    "Scenario",
    "Scene",
    "read_scenario",
    "run_scenario",
    "scenario_course",
    "scenario_files",
    "scenario_scenes",
]
