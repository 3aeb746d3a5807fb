"""Recorded games: shown again, and verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

DUEL = ("play", "steam-power", "--seats", "2", "--bots", "random", "--seed", "s", "--option", "start_player=red")


@pytest.fixture
def running_game(engineshed: Run, tmp_path: Path) -> Path:
    file = tmp_path / "running.json"
    engineshed(*DUEL, typed=f"money\nmoney\nsave {file}\n")
    return file


def changed(file: Path, **keys: Any) -> Path:
    other = file.with_name("changed.json")
    other.write_text(json.dumps({**json.loads(file.read_text()), **keys}))
    return other


def test_a_finished_game_is_shown_with_all_hands(engineshed: Run, finished_game: Path) -> None:
    outcome = engineshed("replay", finished_game)
    assert outcome.code == 0
    assert "Steam Power, red random, blue random" in outcome.out
    assert "Blue is dealt" in outcome.out
    assert "Red's contracts:" in outcome.out
    assert "Blue's contracts:" in outcome.out
    assert "The game is over. A player completed 14 contracts" in outcome.out
    assert "The seed was '0/0'" in outcome.out


def test_a_running_game_keeps_its_secrets(engineshed: Run, running_game: Path) -> None:
    out = engineshed("replay", running_game).out
    assert "Red takes $3" in out
    for secret in ("is dealt", "'s contracts:", "The seed"):
        assert secret not in out


def test_the_position_at_a_ply(engineshed: Run, finished_game: Path) -> None:
    out = engineshed("replay", finished_game, "--at", "4").out
    assert "The position after ply 4" in out
    assert [f"\n{ply:>4}  " in out for ply in (1, 4, 5)] == [True, True, False]
    assert "The game is over" not in out


def test_the_position_after_every_ply(engineshed: Run, finished_game: Path) -> None:
    out = engineshed("replay", finished_game, "--at", "6", "--all").out
    assert [f"The position after ply {ply}" in out for ply in range(8)] == [False, *[True] * 6, False]


def test_there_is_no_such_ply(engineshed: Run, running_game: Path) -> None:
    assert "but no ply 9999" in engineshed("replay", running_game, "--at", "9999").sentence()
    assert "but no ply −1" in engineshed("replay", running_game, "--at", "-1").sentence()


def test_verify_says_what_is_proved(engineshed: Run, finished_game: Path, running_game: Path) -> None:
    outcome = engineshed("verify", finished_game, running_game)
    assert outcome.code == 0
    finished, running = outcome.out.splitlines()
    assert finished.startswith(f"ok   {finished_game}: ")
    assert finished.endswith("the game is over, the seed proves every draw")
    assert "the game is not over" in running


def test_without_the_seed_the_draws_are_not_proved(engineshed: Run, finished_game: Path) -> None:
    assert "the draws cannot be checked" in engineshed("verify", changed(finished_game, seed=None)).out


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"digest": "0" * 64}, "the digest does not match"),
        ({"seed": "other"}, "the seed does not match the hash"),
        ({"result": None}, "the result in the record"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"version": 99}, "version 99"),
        ({"moves": [[0, "money"]]}, "move 1"),
        ({"moves": [[-1, "nonsense"]]}, "move 1"),
        ({"moves": "none"}, "changed.json"),
        ({"surplus": 1}, "surplus"),
    ],
)
def test_verify_finds_what_is_false(engineshed: Run, finished_game: Path, keys: dict[str, Any], said: str) -> None:
    outcome = engineshed("verify", changed(finished_game, **keys))
    assert outcome.code == 2
    assert outcome.err.startswith("BAD  ")
    assert said in outcome.err


def test_all_files_are_checked_even_if_one_is_bad(engineshed: Run, finished_game: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.json"
    cut.write_text(finished_game.read_text()[:2000])
    outcome = engineshed("verify", tmp_path / "nowhere.json", cut, finished_game)
    assert outcome.code == 2
    assert outcome.out.startswith("ok   ")
    missing, broken = outcome.err.splitlines()
    assert missing.endswith("nowhere.json cannot be read: No such file or directory")
    assert "may have been cut off" in broken
