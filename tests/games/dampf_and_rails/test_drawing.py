"""The map as a picture, and the layout of the table."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from engineshed.core.errors import UnknownNameError
from engineshed.games.dampf_and_rails.rules.box import box_of
from tests.games.dampf_and_rails.play import GAME

BOX = box_of(())
BOARD = BOX.board

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_has_land_water_mileposts_towns_and_names() -> None:
    root = ElementTree.fromstring(GAME.boards.draw_map(BOARD))  # noqa: S314  (our own drawing)
    circles = root.findall(f".//{SVG}circle")
    assert len(circles) == (518 - 24 - 5) + 12
    names = [text.text for text in root.findall(f".//{SVG}text")]
    assert {place.name for place in BOARD.places} <= set(names)
    assert sorted(name for name in names if name and name.isdecimal()) == ["10", "12", "16", "6", "6"]


@pytest.mark.parametrize("dark", [False, True])
def test_the_ground_has_no_names_and_fits_the_layout(dark: bool) -> None:
    root = ElementTree.fromstring(GAME.boards.draw_ground(GAME.rules.options(), dark=dark))  # noqa: S314  (our own drawing)
    layout = GAME.boards.layout(GAME.rules.options())
    assert root.attrib["viewBox"] == f"0 0 {layout.width:g} {layout.height:g}"
    assert all((text.text or "").isdecimal() for text in root.findall(f".//{SVG}text"))


def test_every_milepost_lies_on_the_picture() -> None:
    layout = GAME.boards.layout(GAME.rules.options())
    for post in layout.posts:
        assert 0 < post.at[0] < layout.width
        assert 0 < post.at[1] < layout.height
    assert len(layout.sections) == 1285
    assert layout.ferries[0].path.startswith("M")
    assert [place.name for place in layout.places if place.start] == ["Århus", "Odense", "København"]


def test_the_fast_game_has_its_own_numbers() -> None:
    fast = GAME.boards.layout(GAME.rules.options(variant="fast"))
    assert (fast.pace.limit, GAME.boards.layout(GAME.rules.options()).pace.limit) == (30, 20)


def test_there_is_one_board() -> None:
    assert list(GAME.boards.maps()) == []
    with pytest.raises(UnknownNameError):
        GAME.boards.map_option("Jutland")
