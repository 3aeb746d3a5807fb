"""Steam's words do not collide with those of the page."""

from __future__ import annotations

import json

from tests.documents import ROOT
from tests.games.steam.play import GAME


def test_no_word_of_the_game_hides_one_of_the_page() -> None:
    """At a table, the page looks up the game's words first."""
    files = (ROOT / "client" / "src" / "words" / "en").glob("*.json")
    page = {key for file in files for key in json.loads(file.read_text(encoding="utf-8"))}
    assert page
    assert page & set(GAME.speech.words.templates) == set()
