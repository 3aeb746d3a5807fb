"""``engineshed replay`` and ``engineshed verify``: recorded games are shown again and checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.core.contract import Seat
from engineshed.core.record import open_record, read_record, record_of, write_record, written
from engineshed.core.registry import find_game
from engineshed.core.table import Before, Part, Table
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


def test_replay_shows_the_position_at_a_ply(engineshed: Run, finished_game: Path) -> None:
    out = engineshed("replay", finished_game, "--at", "4").out
    assert "The position after ply 4" in out
    assert [f"\n{ply:>4}  " in out for ply in (1, 4, 5)] == [True, True, False]
    assert "The game is over" not in out


def test_replay_shows_the_position_after_every_ply(engineshed: Run, finished_game: Path) -> None:
    out = engineshed("replay", finished_game, "--at", "6", "--all").out
    assert [f"The position after ply {ply}" in out for ply in range(8)] == [False, *[True] * 6, False]


def test_a_ply_that_does_not_exist_is_reported(engineshed: Run, running_game: Path) -> None:
    assert "but no ply 9999" in engineshed("replay", running_game, "--at", "9999").sentence()
    assert "but no ply −1" in engineshed("replay", running_game, "--at", "-1").sentence()


def test_verify_says_what_is_proved(engineshed: Run, finished_game: Path, running_game: Path) -> None:
    outcome = engineshed("verify", finished_game, running_game)
    assert outcome.code == 0
    finished, running = outcome.out.splitlines()
    assert finished.startswith(f"ok   {finished_game}: ")
    assert finished.endswith("the game is over, the seed proves every draw")
    assert "the game is not over" in running


def test_verify_cannot_prove_the_draws_without_the_seed(engineshed: Run, finished_game: Path) -> None:
    assert "the draws cannot be checked" in engineshed("verify", changed(finished_game, seed=None)).out


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"digest": "0" * 64}, "the digest does not match"),
        ({"seed": "other"}, "the seed does not match the hash"),
        ({"result": None}, "the result in the record"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"version": 99}, "the digest does not match"),
        ({"moves": [[0, "money"]]}, "move 1"),
        ({"moves": [[-1, "nonsense"]]}, "move 1"),
        ({"moves": "none"}, "changed.json"),
        ({"surplus": 1}, "surplus"),
    ],
)
def test_verify_finds_every_false_statement(
    engineshed: Run, finished_game: Path, keys: dict[str, Any], said: str
) -> None:
    outcome = engineshed("verify", changed(finished_game, **keys))
    assert outcome.code == 2
    assert outcome.err.startswith("BAD  ")
    assert said in outcome.err


def test_verify_checks_all_files_even_if_one_is_bad(engineshed: Run, finished_game: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.json"
    cut.write_text(finished_game.read_text()[:2000])
    outcome = engineshed("verify", tmp_path / "nowhere.json", cut, finished_game)
    assert outcome.code == 2
    assert outcome.out.startswith("ok   ")
    missing, broken = outcome.err.splitlines()
    assert missing.endswith("nowhere.json cannot be read: No such file or directory")
    assert "may have been cut off" in broken


# -- a game that went on under another version of the rules ---------------------------------------------------------


@pytest.fixture
def in_parts(finished_game: Path) -> Path:
    """The same game, as if its first 40 moves had been played under version 1 of the rules."""
    whole = read_record(finished_game.read_text())
    game = find_game(whole.game)
    halfway = open_record(whole, game, upto=40)
    assert halfway.seed is not None
    before = Before((Part(1, 40),), whole.moves[:40])
    start = json.loads(msgspec.json.encode(game.speech.describe(halfway.state)))
    table: Table[Any, Any, Any] = Table(
        game, whole.seats, whole.options, seed=None, name=whole.table, start=start, before=before
    )
    for seat, text in whole.moves[40:]:
        table.replay(Seat(seat), table.read(text))
    table.seed, table.commitment = whole.seed, whole.commitment
    file = finished_game.with_name("parts.json")
    file.write_text(write_record(record_of(table, whole.players)))
    return file


def test_verify_says_which_part_cannot_be_replayed_here(engineshed: Run, in_parts: Path) -> None:
    outcome = engineshed("verify", in_parts)
    assert outcome.code == 1, "neither proved nor false"
    first, second = outcome.out.splitlines()
    assert first.startswith(f"part {in_parts}: ")
    assert "nothing false found, but not all could be replayed; the game is over" in first
    assert second.strip() == "moves 1 to 40 were played under version 1 of the rules and cannot be replayed here"
    assert engineshed("verify", in_parts, in_parts.with_name("nowhere.json")).code == 2


def test_verify_finds_what_is_false_in_the_part_it_can_replay(engineshed: Run, in_parts: Path) -> None:
    doc = json.loads(in_parts.read_text())
    last = doc["moves"].pop()
    outcome = engineshed("verify", changed(in_parts, moves=[*doc["moves"], [last[0], "money"]]))
    assert outcome.code == 2
    assert f"move {len(doc['moves']) + 1}" in outcome.err


@pytest.mark.parametrize(
    ("language", "told", "change"),
    [
        ("en", "Played under version 1 of the rules", "From here on: version 2 of the rules"),
        ("de", "Gespielt unter Version 1 der Regeln", "Von hier an: Version 2 der Regeln"),
        ("pl", "Grano według wersji 1 zasad", "Od tego miejsca: wersja 2 zasad"),
    ],
)
def test_both_parts_are_shown(engineshed: Run, in_parts: Path, language: str, told: str, change: str) -> None:
    out = engineshed("replay", in_parts, "--language", language).out
    doc = json.loads(in_parts.read_text())
    assert out.index(told) < out.index("\n   1  ") < out.index(change) < out.index("\n  41  ")
    assert all(f": {text}" in out for _, text in doc["moves"][:40])
    assert f"{len(doc['moves'])}" in out


def test_a_position_of_a_part_without_rules_cannot_be_shown(engineshed: Run, in_parts: Path) -> None:
    assert "version 1 of Steam Power" in engineshed("replay", in_parts, "--at", "20").sentence()
    assert "The position after ply 40" in engineshed("replay", in_parts, "--at", "40").out


def test_a_record_of_an_earlier_version_is_shown_as_moves_only(engineshed: Run, finished_game: Path) -> None:
    whole = read_record(finished_game.read_text())
    game = find_game(whole.game)
    fields = {name: getattr(whole, name) for name in ("seats", "options", "table", "players", "commitment", "moves")}
    old = written(game=game, parts=(Part(1, len(whole.moves)),), seed=whole.seed, result=whole.result, **fields)
    file = finished_game.with_name("old.json")
    file.write_text(write_record(old))
    assert engineshed("verify", file).code == 1
    out = engineshed("replay", file).out
    assert all(f": {text}" in out for _, text in whole.moves)
    assert "The position after" not in out
