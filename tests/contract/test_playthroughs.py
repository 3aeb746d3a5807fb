"""Whole games as texts: any change in how a game plays shows up as a diff.

After an intended change: ``python -m engineshed.testing.playthrough --update``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engineshed.core.options import choices
from engineshed.core.registry import find_game, game_ids
from engineshed.testing import Case
from engineshed.testing.playthrough import (
    all_cases,
    difference,
    file_name,
    main,
    played,
    playthrough_cases,
    replayed,
    transcript,
)
from tests.core.toy import GAME as TOY

FOLDER = Path(__file__).parents[1] / "playthroughs"
CASES = all_cases()


def test_every_board_has_a_playthrough_and_no_file_is_left_over() -> None:
    assert sorted(file.name for file in FOLDER.glob("*.txt")) == sorted(file_name(case) for case in CASES)
    boards = [(game_id, board) for game_id in game_ids() for board in find_game(game_id).boards.maps() or (None,)]
    assert boards == [(case.game.id, case.board) for case in CASES if not case.options]


def test_every_variant_has_a_playthrough() -> None:
    variants = [(game_id, name) for game_id in game_ids() for name in variants_of(find_game(game_id).rules.options)]
    assert variants
    assert variants == [(case.game.id, case.options["variant"]) for case in CASES if case.options]


def variants_of(options: type[Any]) -> list[str]:
    """The variants other than the default."""
    if "variant" not in options.__struct_fields__:
        return []
    return [name for name in choices(options, "variant") if name != options().variant]


@pytest.mark.parametrize("case", CASES, ids=file_name)
def test_the_game_plays_as_its_playthrough_says(case: Case) -> None:
    changed = difference(case, FOLDER)
    assert not changed, f"\n{changed}"


@pytest.mark.parametrize("case", CASES, ids=file_name)
def test_a_playthrough_is_short_enough_to_read(case: Case) -> None:
    lines = (FOLDER / file_name(case)).read_text("utf-8").splitlines()
    assert len(lines) < 400
    assert lines[-1].startswith("digest ")


def test_a_transcript_has_turns_draws_scores_and_the_result() -> None:
    text = transcript(played(playthrough_cases(TOY)[1]))
    assert text.startswith("handcar-race on main, 3 seats, the printed rules, seed 'playthrough'\n")
    assert (
        "\nround 1: red 0, blue 0, green 0\nnature: [deal 13 13 12]\nred: pick 3 (3), advance (2), [draw 2]\n" in text
    )
    assert "\nBlue is home\n1. blue 16 = line 16 + cards 0; tie-break 0\n2. green 15 = " in text


def test_replaying_the_moves_of_a_playthrough_gives_the_same_game(tmp_path: Path) -> None:
    case = playthrough_cases(TOY)[0]
    game = played(case)
    (tmp_path / file_name(case)).write_text(transcript(game), "utf-8")
    assert replayed(case, tmp_path).states == game.states


def test_a_missing_or_changed_file_is_reported_as_a_difference(tmp_path: Path) -> None:
    case = playthrough_cases(TOY)[0]
    assert "+handcar-race on branch" in difference(case, tmp_path)
    file, written = tmp_path / file_name(case), transcript(played(case))
    file.write_text(written, "utf-8")
    assert difference(case, tmp_path) == ""
    file.write_text(written.replace(" (3)", " (4)", 1), "utf-8")
    assert " (4)" in difference(case, tmp_path)
    file.write_text(written.replace("advance", "jump"), "utf-8")
    assert "+The game cannot be played on as it was" in difference(case, tmp_path)


def test_the_script_finds_the_playthroughs_it_wrote_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engineshed.testing.playthrough.game_ids", lambda: [TOY.id])
    monkeypatch.setattr("engineshed.testing.playthrough.find_game", lambda _: TOY)
    assert main(folder=tmp_path) == 1
    assert "+handcar-race on main" in capsys.readouterr().out
    assert main(update=True, folder=tmp_path) == 0
    assert main(folder=tmp_path) == 0
    assert len(list(tmp_path.iterdir())) == 2
