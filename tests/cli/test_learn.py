"""``engineshed learn``: a lesson in the terminal, and what is remembered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engineshed.cli.datafolder import VARIABLE
from engineshed.cli.progress import FILE, Progress
from tests.cli.conftest import Run
from tests.lab.test_lessons import GUIDED_GAME

LESSON = ("learn", "steam-power", "track")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    return tmp_path / "own"


def test_a_lesson_is_taken_and_remembered(engineshed: Run, own_folder: Path) -> None:
    typed = "\nmoney\ntrack C2 n-s\ntrack B1 ne-nw\nmoves track C1\nomit\ntrack D2 n-s\n"
    outcome = engineshed(*LESSON, typed=typed)
    assert outcome.code == 0
    for said in (
        "Press Enter to go on.",
        "Red: Lay a tile on B1",
        "That is an action, too, but not this one.",
        "Refused by R16, The first tile.",
        "Nothing of yours is there yet.",
        "A train of yours now marks this link.",
        "track C1 se-sw",
        "The link is finished",
        "Learnt: Building track",
    ):
        assert said in " ".join(outcome.out.split())
    assert json.loads((own_folder / FILE).read_text("utf-8")) == {"steam-power": ["track"]}
    assert "✓ 3 track Building track" in " ".join(engineshed("learn", "steam-power").out.split())


def test_a_lesson_speaks_the_readers_language(engineshed: Run) -> None:
    outcome = engineshed(*LESSON, "--language", "de", typed="\nwiederholen\nüberspringen\nende\n")
    assert outcome.out.count("Weiter mit Enter.") == 2
    assert "Rot: Leg ein Plättchen auf B1" in outcome.out
    assert "Gelernt" not in outcome.out


def test_what_is_said_where_nothing_else_is(engineshed: Run) -> None:
    outcome = engineshed(*LESSON, typed="track\nboard\nrule R16\nexplain Ashford\n?\n\nnonsense\ncontracts\n")
    assert outcome.out.count("Press Enter to go on.") >= 2
    assert "there is no move 'nonsense'" in outcome.out
    assert "leave this step out" in outcome.out


def test_a_guided_game_ends_after_its_rounds(engineshed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(GUIDED_GAME, encoding="utf-8")
    outcome = engineshed("learn", "steam-power", "--file", file, typed="money\n" * 6)
    assert "Begin with track" in outcome.out
    assert outcome.out.count("A good move:") == 3
    assert "That is how it goes." in outcome.out
    assert "Learnt: A first game" in outcome.out


def test_mistakes(engineshed: Run, own_folder: Path) -> None:
    assert "there is no lesson 'trak'; did you mean track?" in engineshed("learn", "steam-power", "trak").sentence()
    own_folder.mkdir()
    (own_folder / FILE).write_text("nonsense", encoding="utf-8")
    assert Progress(own_folder).of("steam-power") == set()
