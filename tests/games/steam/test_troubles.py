"""Mistakes in typed moves, maps and positions are explained in the reader's language."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from engineshed.core.errors import Trouble
from engineshed.games.steam.rules.board import read_board
from tests.games.steam.play import GAME, position, row

CODE = Path(str(files("engineshed.games.steam")))
NAMED = re.compile(r'"steam:((?:trouble|place)\.[a-z-]+)"')
COMPOSED = "place.river", "place.canal", "place.black-edge"


def trouble_with(doc: dict[str, Any]) -> Trouble:
    with pytest.raises(Trouble) as caught:
        position(**doc)
    return caught.value


def test_every_trouble_has_words_and_no_words_are_unused() -> None:
    sources = [path.read_text("utf-8") for path in CODE.rglob("*.py")]
    named = {key for source in sources for key in NAMED.findall(source)} | set(COMPOSED)
    assert named == {key for key in GAME.speech.words.templates if key.startswith(("trouble.", "place."))}


def test_a_mistake_in_a_position_is_explained_in_three_languages() -> None:
    trouble = trouble_with({"map": row("ASH", "BIRCH"), "links": {"orange": ["Ash nowhere"]}})
    assert trouble.told("en") == "position, links: 'Ash nowhere' should be a place and then edges, as in 'Albany s s'"
    assert trouble.told("de").endswith("„Ash nowhere“ sollte ein Ort sein und danach Kanten, etwa „Albany s s“")
    assert trouble.told("pl").endswith("powinno być miejscem, a potem krawędziami, na przykład „Albany s s”")


def test_a_mistake_in_a_map_is_explained_in_three_languages() -> None:
    northeast = (CODE / "data" / "maps" / "northeast.toml").read_text("utf-8")
    text = northeast.replace("black_edges = [", 'black_edges = ["A1",', 1)
    with pytest.raises(Trouble) as caught:
        read_board(text, "my.toml")
    assert caught.value.told("en").startswith("my.toml, black_edges, edge 1: 'A1' should be a hex and one of its edges")
    assert caught.value.told("de").startswith("my.toml, black_edges, Kante 1: „A1“ sollte ein Feld und")
    assert caught.value.told("pl").startswith("my.toml, black_edges, krawędź 1: „A1” powinno być polem")
