"""Typed hexes, ways and places are read, and mistakes are explained in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engineshed.core.errors import UnreadableMoveError
from engineshed.rail.hexgrid import HexGrid
from engineshed.rail.notation import read_edge, read_hex, read_place, read_way

GRID = HexGrid([(0, 0), (1, 0)])
PLACES = ("Essen", "St. Étienne")


def test_capitals_accents_and_dots_do_not_matter() -> None:
    assert read_hex(GRID, "b1") == 1
    assert read_way("SE-n") == read_way("n-se")
    assert read_edge("NE") == 1
    assert read_place(PLACES, "st etienne", "city") == 1


@pytest.mark.parametrize(
    ("read", "english", "german"),
    [
        (
            lambda: read_hex(GRID, "Z9"),
            "there is no hex 'Z9' on this map; a hex is a column's letter and a row's number, as in D7",
            (
                "auf dieser Karte gibt es kein Feld „Z9“; "
                "ein Feld ist der Buchstabe einer Spalte und die Zahl einer Reihe, zum Beispiel D7"
            ),
        ),
        (
            lambda: read_edge("x"),
            "'x' is not an edge; the edges are n, ne, se, s, sw, nw",
            "„x“ ist keine Kante; die Kanten sind n, ne, se, s, sw, nw",
        ),
        (
            lambda: read_place(PLACES, "Esen", "city"),
            "there is no city 'Esen' on this map; did you mean Essen?",
            "„Esen“ (Stadt) gibt es auf dieser Karte nicht; meinst du Essen?",
        ),
        (
            lambda: read_place(PLACES, "Esen", "steam:city"),
            "there is no city 'Esen' on this map; did you mean Essen?",
            "„Esen“ (Großstadt) gibt es auf dieser Karte nicht; meinst du Essen?",
        ),
    ],
)
def test_mistakes_are_explained(read: Callable[[], int], english: str, german: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        read()
    assert (caught.value.told("en"), caught.value.told("de")) == (english, german)
