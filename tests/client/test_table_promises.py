"""docs/table.md: every promise names tests that exist, for every question and every game, and has its picture."""

from __future__ import annotations

import re

from tests.browser.gallery import GAMES, RATINGS, SHOTS
from tests.documents import ROOT

PAGE = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
TITLES = {
    "steam-power": "Steam Power",
    "steam": "Steam",
    "planet-steam": "Planet Steam",
    "dampf-and-rails": "Dampf & Rails",
}
LINES = [part for part in PAGE.split("\n## ")[1:] if "| held by |" in part]
"""The parts of the page about one question each."""
NAMED = re.compile(r"`((?:tests/)?[\w/]*test_\w+\.py)(?:::(test_\w+))?`")


def test_every_test_that_the_page_names_exists() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > len(RATINGS) * len(GAMES)
    for file, test in named:
        path = ROOT / (file if "/" in file else f"tests/browser/{file}")
        assert path.is_file(), file
        assert not test or f"\ndef {test}(" in path.read_text(encoding="utf-8"), f"{file}::{test}"


def test_every_question_is_answered_for_every_game_and_by_a_test() -> None:
    assert len(LINES) == len(RATINGS)
    for line in LINES:
        rows = [row.split(" | ") for row in line.splitlines() if row.startswith("| ")]
        answered = {game.removeprefix("| "): held for game, _, held in rows}
        for title in TITLES.values():
            assert NAMED.search(answered[title]), f"{line.splitlines()[0]}: {title}"


def test_every_question_has_a_picture_of_every_game() -> None:
    assert list(SHOTS) == list(RATINGS)
    assert list(TITLES) == list(GAMES)
    for shots in SHOTS.values():
        for shot in shots:
            assert shot.positions is None or set(shot.positions) == set(GAMES)
