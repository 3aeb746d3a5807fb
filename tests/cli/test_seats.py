"""The number of players if none is given: every game gets one that it allows, with every command."""

from __future__ import annotations

import json
import re

import pytest

from engineshed.cli.arguments import seats_or_usual
from engineshed.core.registry import find_game, game_ids
from tests.cli.conftest import Run

AT_SIMULATIONS = {"dampf-and-rails": 3, "planet-steam": 4, "steam": 4, "steam-power": 4}
AT_THE_TERMINAL = dict.fromkeys(AT_SIMULATIONS, 3)


def test_every_game_is_named_here() -> None:
    assert sorted(AT_SIMULATIONS) == game_ids()


@pytest.mark.parametrize(("usual", "seats"), [(1, 2), (2, 2), (3, 3), (4, 3), (9, 3)])
def test_the_nearest_number_that_the_game_allows_is_taken(usual: int, seats: int) -> None:
    assert seats_or_usual(find_game("dampf-and-rails"), None, usual) == seats


def test_a_number_that_was_asked_for_is_never_changed(engineshed: Run) -> None:
    assert seats_or_usual(find_game("dampf-and-rails"), 5, 4) == 5
    for command in ("simulate", "play", "bench"):
        sentence = engineshed(command, "dampf-and-rails", "--seats", "5").sentence()
        assert "Dampf & Rails is for 2 to 3 players, not for 5" in sentence


@pytest.mark.parametrize("game", AT_SIMULATIONS)
def test_simulate(engineshed: Run, game: str) -> None:
    outcome = engineshed("simulate", game, "--games", "1", "--bots", "random", "--limit", "3", "--json")
    assert outcome.code == 0
    assert len(json.loads(outcome.out)["bots"]) == AT_SIMULATIONS[game]


@pytest.mark.parametrize("game", AT_THE_TERMINAL)
def test_play(engineshed: Run, game: str) -> None:
    outcome = engineshed("play", game, "--bots", "random", "--seed", "s")
    assert outcome.code == 0
    assert re.match(rf".*, {AT_THE_TERMINAL[game]} seats: ", outcome.out)


@pytest.mark.parametrize("game", AT_SIMULATIONS)
def test_bench(engineshed: Run, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engineshed.lab.bench.CHUNK", 0.001)
    monkeypatch.setattr("engineshed.lab.bench.CALIBRATION", 0.001)
    monkeypatch.setattr("engineshed.cli.bench.latencies", lambda *_: {"early": {}, "late": {}})
    outcome = engineshed("bench", game, "--seconds", "0.001", "--json")
    assert outcome.code == 0
    assert json.loads(outcome.out)["seats"] == AT_SIMULATIONS[game]
