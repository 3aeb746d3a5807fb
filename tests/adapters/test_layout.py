"""The documents of the encodings are those that the encodings make."""

from __future__ import annotations

import pytest

from engineshed.adapters.layout import layout
from tests.adapters.walking import GAMES
from tests.documents import ROOT


@pytest.mark.parametrize("game", GAMES)
def test_the_document_is_up_to_date(game: str) -> None:
    """``python -m engineshed.adapters.layout GAME`` makes it. Raise the version of the encoding when it has changed."""
    assert (ROOT / "docs" / "encodings" / f"{game}.md").read_text("utf-8") == layout(game)
