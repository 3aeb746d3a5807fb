"""Scenario files: they are compared with the game, and mistakes in them are reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engineshed.core.errors import BadFileError
from engineshed.core.registry import find_game
from engineshed.lab.scenario import Difference, run_scenario, scenario_files
from tests.cli.conftest import Run

GAME = find_game("steam-power")

MONEY = """
id = "money-and-water"
game = "steam-power"
title = "Money and water"
text = "Red takes $3 from the bank, but nobody builds track on water."
rules = ["R15", "R53"]
expect = { to_act = "red", scores = { red = 0, blue = { money = 1 } } }

[position]
map = "ireland"
players = 2
money = { red = 1 }

[[steps]]
seat = "red"
move = "money"
offers = ["money", "contracts"]
offers_not = ["track L3 n-s", "done"]
[steps.expect]
money = { red = 4 }

[[steps]]
seat = 0
move = "track L3 n-s"
refused = "R15"
[steps.expect]
money = { red = 4 }
to_act = "red"
"""


def differences(old: str, new: str) -> list[Difference]:
    """What differs after changing the file."""
    assert old in MONEY
    return run_scenario(MONEY.replace(old, new), "file")


def test_a_scenario_that_holds_has_no_differences() -> None:
    assert run_scenario(MONEY, "file") == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("red = 4", "red = 5", "file, step 1: money.red: expected 5, found 4"),
        ("money = { red = 4", "mony = { red = 4", "mony: expected {'red': 4}, found nothing; did you mean money?"),
        ('refused = "R15"', 'refused = "R16"', "expected refused by R16, found refused by R15: L3 is water"),
        ('refused = "R15"', "", "file, step 2: move 'track L3 n-s': expected accepted, found refused by R15"),
        ('move = "money"', 'move = "money"\nrefused = "R12"', "move 'money': expected refused by R12, found accepted"),
        ('move = "money"', 'move = "mony"', "move 'mony': expected accepted, found no move"),
        ('offers = ["money"', 'offers = ["done"', "offers: expected 'done', found no offer"),
        ('"done"]', '"money"]', "offers_not: expected 'money', found an offer"),
        ('"done"]', '"dance"]', "offers_not: expected 'dance', found no move"),
        ('to_act = "red", ', 'to_act = "blue", ', "file, position: to_act: expected 'blue', found 'red'"),
        ("red = 0", "red = 1", "scores.red: expected 1, found 0"),
        ("{ money = 1 }", "{ money = 2 }", "scores.blue.money: expected 2, found 1"),
        ("red = 0", "red = 0 }, result = { winners = []", "result: expected {'winners': []"),
        ('to_act = "red", ', "to_act = { red = 1 }, ", "to_act: expected {'red': 1}, found 'red'"),
    ],
)
def test_every_difference_from_the_game_is_reported(old: str, new: str, said: str) -> None:
    assert any(said in str(difference) for difference in differences(old, new))


def test_after_an_unexpected_refusal_the_rest_is_not_played() -> None:
    assert len(differences('move = "money"', 'move = "done"')) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("id =", "[[", "this is not TOML"),
        ("text =", "txt =", "there is no key 'txt'; did you mean text?"),
        ('title = "Money and water"', "", "'title' is missing"),
        ("refused", "refusd", "step 2: there is no key 'refusd'; did you mean refused?"),
        ("offers = [", "offers = 5 #", "step 1"),
        ("players", "playrs", "position: a position has no key 'playrs'; did you mean players?"),
        ('"R53"', '"R99"', "there is no rule 'R99'"),
        ('game = "steam-power"', 'game = "steam-pwer"', "did you mean steam-power or steam?"),
        ('seat = "red"', 'seat = "rd"', "step 1: there is no seat 'rd'; did you mean red?"),
        ("seat = 0", "seat = 2", "step 2: seat is a number from 0 to 1, not 2"),
        ('move = "track L3 n-s"', "", "step 2: refused names the rule that refuses a move, but there is no move"),
    ],
)
def test_a_mistake_in_a_scenario_file_is_reported(old: str, new: str, said: str) -> None:
    with pytest.raises(BadFileError) as trouble:
        differences(old, new)
    assert said in str(trouble.value)


def scenario_doc(**keys: Any) -> dict[str, Any]:
    head = {"id": "x", "game": "steam-power", "title": "X", "text": "X.", "rules": ["R4"]}
    return {**head, **keys}


def test_natures_moves_are_steps_too() -> None:
    doc = scenario_doc(
        position={"players": 2, "stage": "draw", "draws": 1, "bag": ["A1", "A2"], "hands": {"red": [], "blue": []}},
        by_hand=True,
        steps=[
            {"seat": "chance", "offers": ["draw A1"], "offers_not": ["draw B1"], "expect": {"to_act": "chance"}},
            {"move": "draw A2", "expect": {"hands": {"red": ["A2"]}, "bag": ["A1"]}},
        ],
    )
    assert run_scenario(doc, "doc") == []


def test_a_scenario_can_begin_after_the_end_of_the_game() -> None:
    over = {"to_act": "over", "result": {"winners": ["red", "blue"], "ranks": [1, 1], "reason": "end.contracts"}}
    position = {"players": 2, "stage": "over", "by_hand": True}
    assert run_scenario(scenario_doc(position=position, expect=over), "doc") == []
    with pytest.raises(BadFileError, match="the game is over, so the step must say whose move it is"):
        run_scenario(scenario_doc(position=position, steps=[{"move": "money"}]), "doc")
    late = {"seat": "red", "move": "money", "refused": "R55"}
    assert run_scenario(scenario_doc(position=position, steps=[late]), "doc") == []


def test_the_command_plays_files_and_folders(engineshed: Run, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "good.toml").write_text(MONEY)
    assert engineshed("scenario", tmp_path) == (0, "1 scenario, as expected\n", "")
    differing = tmp_path / "differing.toml"
    differing.write_text(MONEY.replace("red = 4", "red = 5"))
    outcome = engineshed("scenario", tmp_path)
    assert outcome.code == 1
    assert "expected 5, found 4" in " ".join(outcome.out.split())
    outcome = engineshed("scenario", tmp_path, tmp_path / "nowhere.toml")
    assert outcome.code == 2
    assert "nowhere.toml cannot be read" in outcome.err
    assert "3 scenarios, not all as expected" in outcome.out


def test_a_folder_without_scenarios_is_reported(engineshed: Run, tmp_path: Path) -> None:
    assert "there is no scenario" in engineshed("scenario", tmp_path).sentence()


def test_without_files_the_packaged_scenarios_are_played(
    engineshed: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    packages = {"engineshed.games.steam_power": tmp_path}
    scenarios = tmp_path / "data" / "scenarios"
    scenarios.mkdir(parents=True)
    (scenarios / "one.toml").write_text(MONEY)
    (scenarios / "notes.txt").write_text("not a scenario")
    monkeypatch.setattr(
        "engineshed.lab.scenario.reading.files", lambda package: packages.get(package, tmp_path / "nothing")
    )
    assert [file.name for file in scenario_files(GAME)] == ["one.toml"]
    assert engineshed("scenario").out == "1 scenario, as expected\n"
    (scenarios / "one.toml").unlink()
    assert "no scenarios come with the games" in engineshed("scenario").sentence()
    (scenarios / "notes.txt").unlink()
    scenarios.rmdir()
    assert scenario_files(GAME) == []


def test_a_game_outside_any_package_has_no_scenarios() -> None:
    assert scenario_files(replace(GAME, package="")) == []
