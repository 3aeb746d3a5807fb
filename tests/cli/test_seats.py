"""The number of players if none is given: every command chooses one that the game allows."""

from __future__ import annotations

import json
import re

import pytest

from engineshed.cli.arguments import seats_or_usual
from engineshed.core.registry import find_game, game_ids
from tests.cli.conftest import Run

IN_SIMULATIONS = {"dampf-and-rails": 3, "planet-steam": 4, "steam": 4, "steam-power": 4}
IN_THE_TERMINAL = dict.fromkeys(IN_SIMULATIONS, 3)


def test_every_game_is_listed_here() -> None:
    assert sorted(IN_SIMULATIONS) == game_ids()


@pytest.mark.parametrize(("usual", "seats"), [(1, 2), (2, 2), (3, 3), (4, 3), (9, 3)])
def test_the_nearest_allowed_number_of_players_is_used(usual: int, seats: int) -> None:
    assert seats_or_usual(find_game("dampf-and-rails"), None, usual) == seats


def test_a_given_number_of_players_is_never_changed(engineshed: Run) -> None:
    assert seats_or_usual(find_game("dampf-and-rails"), 5, 4) == 5
    for command in ("simulate", "play", "bench"):
        sentence = engineshed(command, "dampf-and-rails", "--seats", "5").sentence()
        assert "Dampf & Rails is for 2 to 3 players, not for 5" in sentence


@pytest.mark.parametrize("game", IN_SIMULATIONS)
def test_simulate_chooses_the_number_of_players(engineshed: Run, game: str) -> None:
    outcome = engineshed("simulate", game, "--games", "1", "--bots", "random", "--limit", "3", "--json")
    assert outcome.code == 0
    assert len(json.loads(outcome.out)["bots"]) == IN_SIMULATIONS[game]


@pytest.mark.parametrize("game", IN_THE_TERMINAL)
def test_play_chooses_the_number_of_players(engineshed: Run, game: str) -> None:
    outcome = engineshed("play", game, "--bots", "random", "--seed", "s")
    assert outcome.code == 0
    assert re.match(rf".*, {IN_THE_TERMINAL[game]} seats: ", outcome.out)


@pytest.mark.parametrize("game", IN_SIMULATIONS)
def test_bench_chooses_the_number_of_players(engineshed: Run, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engineshed.lab.bench.CHUNK", 0.001)
    monkeypatch.setattr("engineshed.lab.bench.CALIBRATION", 0.001)
    monkeypatch.setattr("engineshed.cli.bench.latencies", lambda *_: {"early": {}, "late": {}})
    outcome = engineshed("bench", game, "--seconds", "0.001", "--json")
    assert outcome.code == 0
    assert json.loads(outcome.out)["seats"] == IN_SIMULATIONS[game]
