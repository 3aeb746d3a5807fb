"""The map as a picture, and the layout of the table."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from xml.etree import ElementTree

import pytest

from engineshed.core.errors import UnknownNameError
from engineshed.games.dampf_and_rails.boards.coast import coast
from engineshed.games.dampf_and_rails.boards.drawing import at, rivers_of
from engineshed.games.dampf_and_rails.boards.rivers import MOUTH, SPRING, crosses, tapering
from engineshed.games.dampf_and_rails.rules.board import BAY, DRY, RIVER
from engineshed.games.dampf_and_rails.rules.box import box_of
from tests.games.dampf_and_rails.play import GAME

BOX = box_of(())
BOARD = BOX.board

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_has_land_water_mileposts_towns_and_names() -> None:
    root = ElementTree.fromstring(GAME.boards.draw_map(BOARD, GAME.speech.words))  # noqa: S314  (our own drawing)
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


def test_every_milepost_is_inside_the_picture() -> None:
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


def test_rivers_cross_the_sections_that_the_map_says_and_no_dry_one() -> None:
    rivers = rivers_of(BOARD)
    courses = list(rivers.courses())
    for section, ends in enumerate(rivers.ends):
        crossed = any(crosses(course, ends) for course in courses)
        if BOARD.water[section] == RIVER:
            assert crossed, [BOARD.names[post] for post in BOARD.ends[section]]
        if BOARD.water[section] == DRY:
            assert not crossed, [BOARD.names[post] for post in BOARD.ends[section]]


def test_a_river_is_one_line_that_ends_in_the_sea_or_a_lake() -> None:
    rivers = rivers_of(BOARD)
    courses = list(rivers.courses())
    assert len(courses) == len(BOARD.rivers) + 1, "the lakes of Plön divide the Trave into two courses"
    bays = {rivers.middle(section) for section, water in enumerate(BOARD.water) if water == BAY}
    mouths = bays | {at(point) for land in coast() for point in land}
    assert all(course[-1] in mouths for course in courses)
    assert max(dist(a, b) for course in courses for a, b in pairwise(course)) < 20  # no jumps


def test_a_river_widens_from_its_source_to_its_mouth() -> None:
    points = [(10.0 * step, 0.0) for step in range(101)]
    banks = [float(pair.split()[1]) for pair in tapering(points).strip("MZ").split("L")]
    widths = [below - above for above, below in zip(banks[:101], reversed(banks[101:]), strict=True)]
    assert widths == sorted(widths)
    assert (widths[0], widths[-1]) == (SPRING, MOUTH)
