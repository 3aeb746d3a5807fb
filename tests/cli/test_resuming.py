"""A saved game whose rules are gone continues under the current ones if they allow it; else people are told why not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engineshed.core.record import Record, parts_of, read_record
from tests.cli.conftest import Run
from tests.core.toy import GAME_ID
from tests.server.newer import FIRST, OTHER_WORDS, SECOND, UNREADABLE, Versions

THREE = ("play", GAME_ID, "--seats", "3", "--humans", "3", "--seed", "s")


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> Versions:
    found = Versions(monkeypatch)
    found.install(FIRST)
    return found


def saved(file: Path) -> Record:
    return read_record(file.read_text())


def parts(file: Path) -> list[tuple[int, int]]:
    return [(part.version, part.moves) for part in parts_of(saved(file))]


def test_a_game_continues_under_the_current_rules_if_these_allow_its_moves(
    engineshed: Run, versions: Versions, tmp_path: Path
) -> None:
    first, second, third = (tmp_path / name for name in ("first.json", "second.json", "third.json"))
    assert engineshed(*THREE, typed=f"roll\nroll\nsave {first}\n").code == 0
    versions.install(SECOND)
    outcome = engineshed("play", "--resume", first, typed=f"roll\nsave {second}\n")
    assert (outcome.code, outcome.err) == (0, "")
    begun = len(saved(first).moves)
    assert parts(second) == [(1, begun), (2, len(saved(second).moves) - begun)]
    assert saved(second).moves[:begun] == saved(first).moves
    assert engineshed("verify", second).code == 1, "what the old rules said cannot be proved, but nothing is false"

    versions.install(OTHER_WORDS)  # now the last part begins from a described position, in the words of that version
    assert engineshed("play", "--resume", second, typed=f"roll\nsave {third}\n").code == 0
    assert [version for version, _ in parts(third)] == [1, 2, 3]
    assert engineshed("verify", third).code == 1


def test_a_move_that_is_no_longer_legal_is_named_with_its_rule_and_what_still_works(
    engineshed: Run, versions: Versions, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    hand = engineshed(*THREE, typed="moves\n").out
    picked = next(line.split()[1] for line in hand.splitlines() if line.strip().startswith("pick"))
    engineshed(*THREE, typed=f"pick {picked}\ndrop\nsave {file}\n")
    versions.install(SECOND)
    said = engineshed("play", "--resume", file).sentence()
    for words in ("version 1", "version 2", "('drop') is refused by H3", "engineshed replay", "engineshed verify"):
        assert words in said
    assert "wird nach H3 abgelehnt" in engineshed("play", "--resume", file, "--language", "de").sentence()
    assert "nie da się jej kontynuować" in engineshed("play", "--resume", file, "--language", "pl").sentence()
    assert engineshed("verify", file).code == 1
    shown = engineshed("replay", file)
    assert shown.code == 0
    assert "drop" in shown.out


def test_a_described_position_that_cannot_be_read_is_reported(
    engineshed: Run, versions: Versions, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    engineshed(*THREE, typed=f"roll\nsave {first}\n")
    versions.install(SECOND)
    engineshed("play", "--resume", first, typed=f"roll\nsave {second}\n")
    versions.install(UNREADABLE)
    said = engineshed("play", "--resume", second).sentence()
    assert "version 3 cannot continue it: the record's table cannot be set up" in said
    assert "engineshed replay" in said


def test_a_game_that_is_over_has_nothing_to_continue(engineshed: Run, versions: Versions, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    engineshed(*THREE, typed="roll\n" * 40 + f"save {file}\n")
    assert json.loads(file.read_text())["result"] is not None
    versions.install(SECOND)
    assert "is a finished game" in engineshed("play", "--resume", file).sentence()


def test_a_game_of_newer_rules_is_refused(engineshed: Run, versions: Versions, tmp_path: Path) -> None:
    versions.install(SECOND)
    file = tmp_path / "game.json"
    engineshed(*THREE, typed=f"roll\nsave {file}\n")
    versions.install(FIRST)
    assert "recorded with version 2" in engineshed("play", "--resume", file).sentence()
