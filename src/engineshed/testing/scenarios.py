"""A short cut to late positions: a game's packaged scenarios, and random play from there.

Random play alone may never reach what good play leads to: random bidders go bankrupt before the first train runs.
Scenarios with positions that could not arise (``by_hand``) are left out.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engineshed.core.contract import AnyGame, Seat
from engineshed.core.loop import play
from engineshed.core.rng import Rng
from engineshed.core.table import Ply, ply_of
from engineshed.lab.scenario import Scenario, read_scenario, scenario_course, scenario_files
from engineshed.testing.case import LIMIT, Walk, some_move


class ScenarioCase(msgspec.Struct, frozen=True):
    """A scenario as the start of a walk."""

    game: AnyGame
    file: str
    scenario: Scenario

    def __str__(self) -> str:
        return f"{self.game.id}, scenario {self.file}"

    def walk(self, limit: int = LIMIT) -> ScenarioWalk:
        """Raises ``AssertionError`` if the game is not over after ``limit`` plies."""
        states, plies = scenario_course(self.scenario, self.file)
        told = len(plies)
        game, last = self.game, states[-1]
        for turn in play(game.rules, last, self._some_move, seed=self.file, moves=told):
            plies.append(ply_of(game, turn))
            states.append(turn.step.state)
            if len(plies) >= limit:
                break
        if game.rules.to_act(states[-1]):
            raise AssertionError(f"random play has not ended after {limit} plies")
        return ScenarioWalk(self, told, states, plies)

    def _some_move(self, state: Any, _acting: tuple[Seat, ...], ply: int) -> tuple[Seat, Any]:
        return some_move(self.game, state, self.file, ply)


class ScenarioWalk(Walk):
    """The positions of the scenario, and random play from the last one to the end of the game."""

    def __init__(self, case: ScenarioCase, told: int, states: list[Any], plies: list[Ply]) -> None:
        super().__init__(str(case), case.game, len(case.game.rules.scores(states[0])), case.file, states, plies)
        self.told = told

    def marked(self, rng: Rng) -> list[int]:
        """The first and last positions of the scenario; the rest is random play, and there are many scenarios."""
        return list(dict.fromkeys((0, self.told, rng.below(len(self.states)))))


def scenario_cases(game: AnyGame) -> list[ScenarioCase]:
    found = [(file.name, read_scenario(file.read_text("utf-8"), file.name)) for file in scenario_files(game)]
    return [ScenarioCase(game, name, scenario) for name, scenario in found if not scenario.by_hand]
