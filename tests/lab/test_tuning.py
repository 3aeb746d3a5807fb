"""Tuning weights: what is turned, that a run can be interrupted and repeated, and what it writes."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from engineshed.core.errors import BadFileError, UnknownNameError
from engineshed.core.registry import find_game
from engineshed.lab.tuning.dials import dials_of, with_dials
from engineshed.lab.tuning.history import FILE
from engineshed.lab.tuning.trials import MARGIN, Outcome, Trials, outcome
from tests.cli.conftest import Run

WEIGHTS = {"price": 2.0, "few": 3, "none": 0, "each": [0.5, -1.0], "search": {"gain": 0.1, "on": True}}


# -- dials ----------------------------------------------------------------------------------------------------------


def test_every_number_is_a_dial_but_zero_and_what_is_none() -> None:
    assert [dial.name for dial in dials_of(WEIGHTS)] == ["price", "few", "each.0", "each.1", "search.gain"]
    assert [dial.name for dial in dials_of(WEIGHTS, ["each", "search.gain"])] == ["each.0", "each.1", "search.gain"]


def test_a_dial_is_turned_in_proportion() -> None:
    turned = with_dials(WEIGHTS, dials_of(WEIGHTS), [1, 0.4, -1, 1, 99])
    assert turned == {
        "price": 4.0,
        "few": 4,
        "none": 0,
        "each": [0.25, -2.0],
        "search": {"gain": 1.6, "on": True},
    }
    assert WEIGHTS["price"] == 2.0


def test_an_unknown_weight_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="weight") as trouble:
        dials_of(WEIGHTS, ["pric"])
    assert "price" in str(trouble.value)


def test_a_bot_gets_other_weights_only_if_they_fit() -> None:
    bots = find_game("steam-power").bots
    weights = bots.weights_of("greedy")
    bots.with_weights("greedy", weights)
    with pytest.raises(BadFileError, match="action"):
        bots.with_weights("greedy", {**weights, "action": "much"})


# -- trials ---------------------------------------------------------------------------------------------------------


def test_winning_counts_most_and_the_lead_a_little() -> None:
    assert outcome((1, 2), (30, 10), 0) == Outcome(1, 0.5)
    assert outcome((1, 2), (30, 10), 1) == Outcome(0, -0.5)
    assert outcome((1, 1, 3), (9, 9, 0), 0).won == 0.5
    assert outcome(None, (9, 0), 0).won == 0
    assert Outcome(1, -0.9).merit > Outcome(0, 0.9).merit
    assert Outcome(0, 1).merit == MARGIN


def test_every_set_plays_the_same_games_on_every_seat() -> None:
    weights = find_game("steam-power").bots.weights_of("greedy")
    trials = Trials(
        game="steam-power",
        seats=2,
        options={"map": "ireland"},
        level="greedy",
        weights=(weights, {**weights, "action": 40.0}),
        opponents=("random",),
        games=2,
        seed="s",
    )
    sensible, idle = ([trials.do(number) for number in numbers] for numbers in (range(2), range(2, 4)))
    assert [won for won, _ in sensible] == [1, 1]
    assert sensible != idle


# -- a run ----------------------------------------------------------------------------------------------------------


def command(out: Path, *more: str, jobs: int = 1) -> Sequence[str]:
    asked = ["tune", "planet-steam", "--bot", "greedy-1", "--against", "random", "--weights", "usual,slump"]
    counts = ["--population", "4", "--games", "2", "--check-games", "2"]
    return [*asked, *counts, "--generations", "2", "--jobs", str(jobs), "--out", str(out), *more]


def test_a_run_that_was_interrupted_finds_the_same(engineshed: Run, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert engineshed(*command(whole, jobs=2)).code == 0
    start, first, second = (whole / FILE).read_text().splitlines()
    parts.mkdir()
    (parts / FILE).write_text(f"{start}\n{first}\n{second[:30]}")  # as if it had been killed while writing
    assert engineshed(*command(parts)).code == 0
    for name in (FILE, "weights.toml", "report.md"):
        assert (parts / name).read_bytes() == (whole / name).read_bytes()
    made, result, *_ = (whole / "weights.toml").read_text().splitlines()
    assert made.startswith("# Made by: engineshed tune planet-steam")
    assert result.startswith("# In 2 new games of 2 players against random, the numbers as they were won ")
    found = tomllib.loads((whole / "weights.toml").read_text())
    assert found["like"] == "greedy-1"
    assert set(found) <= {"like", "usual", "slump"}
    refused = engineshed(*command(whole, "--seed", "other"))
    assert (refused.code, FILE in refused.err) == (2, True)


@pytest.mark.parametrize("wrong", [("--bot", "random,greedy"), ("--bot", "playouts-9"), ("--weights", "usua,slump")])
def test_what_cannot_be_tuned_is_refused(engineshed: Run, tmp_path: Path, wrong: tuple[str, str]) -> None:
    typed = [*command(tmp_path)]
    typed[typed.index(wrong[0]) + 1] = wrong[1]
    refused = engineshed(*typed)
    assert refused.code == 2
    assert "Traceback" not in refused.err
    assert not (tmp_path / FILE).exists()
