"""Drawing hexes: where they are, and how regions, rivers and tracks run across them."""

from __future__ import annotations

import math
import re

import pytest

from engineshed.rail.drawing import Geometry, cased, curve_path, hex_path, label, num, tag, way_path
from engineshed.rail.faces import WAY_NAMES
from engineshed.rail.hexgrid import NOWHERE, HexGrid

ROW = HexGrid([(0, 0), (1, 0), (2, 0)])


def numbers(path: str) -> list[float]:
    return [float(text) for text in re.findall(r"-?\d+(?:\.\d+)?", path)]


def points(path: str) -> list[tuple[float, float]]:
    """Every pair of numbers in path data that has no arcs."""
    return list(zip(numbers(path)[::2], numbers(path)[1::2], strict=True))


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (1 / 3, "0.33"), (-2.5, "-2.5")])
def test_numbers_are_written_briefly(value: float, text: str) -> None:
    assert num(value) == text


def test_texts_and_attributes_are_escaped() -> None:
    assert tag("path", d="M0 0", stroke_width=2) == '<path d="M0 0" stroke-width="2"/>'
    assert tag("g", "<path/>", id='"<&') == '<g id="&quot;&lt;&amp;"><path/></g>'
    assert "&lt;b&gt; &amp; co" in label((0, 0), "<b> & co", 10)


def test_a_label_is_centred_unless_told_otherwise() -> None:
    assert label((10, 20), "x", 10) == '<text x="10" y="23.5" font-size="10" text-anchor="middle">x</text>'
    assert 'text-anchor="start"' in label((0, 0), "x", 10, text_anchor="start")


def test_the_drawing_is_as_large_as_its_hexes() -> None:
    geometry = Geometry(HexGrid([(3, 5), (4, 5)]), 10)
    assert geometry.width == pytest.approx(35)
    assert geometry.height == pytest.approx(10 * 3**0.5 * 1.5)
    assert geometry.centre(0) == pytest.approx((10, 10 * 3**0.5))
    assert geometry.centre(1) == pytest.approx((25, 5 * 3**0.5))


def test_columns_and_rows_are_labelled() -> None:
    geometry = Geometry(HexGrid([(25, 8), (26, 9)]), 10)
    assert [text for _, text in geometry.columns()] == ["Z", "AA"]
    assert [text for _, text in geometry.rows()] == ["9", "10"]
    assert [x for x, _ in geometry.columns()] == pytest.approx([10, 25])


def test_a_connected_region_has_one_closed_outline() -> None:
    geometry = Geometry(ROW, 10)
    assert geometry.outline([0, 1, 2]).count("M") == 1
    assert geometry.outline([0, 2]).count("M") == 2
    assert geometry.outline([0, 1, 2]).count("Z") == 1
    assert geometry.outline([]) == ""


def test_a_ring_has_two_outlines() -> None:
    ring = [(1, 0), (0, 1), (2, 1), (0, 2), (2, 2), (1, 2), (1, 1)]
    geometry = Geometry(HexGrid(ring), 10)
    middle = geometry.grid.index[1, 1]
    around = [hex_ for hex_ in range(len(geometry.grid)) if hex_ != middle]
    assert geometry.outline(around).count("Z") == 2


def test_a_border_between_regions_is_an_open_line() -> None:
    geometry = Geometry(ROW, 10)
    coast = geometry.smooth(geometry.border([0], [1]))
    assert coast.count("M") == 1
    assert "Z" not in coast
    assert geometry.border([0], [2]) == []
    assert len(geometry.border([0], [NOWHERE])) == 5


def test_a_straight_track_is_a_line() -> None:
    assert points(way_path((0, 0), 10, WAY_NAMES.index("n-s"))) == [(0, -8.66), (0, 8.66)]


@pytest.mark.parametrize("name", WAY_NAMES)
def test_every_way_joins_the_midpoints_of_its_edges(name: str) -> None:
    drawn = numbers(way_path((0, 0), 10, WAY_NAMES.index(name)))
    for end in (drawn[:2], drawn[-2:]):
        assert math.hypot(*end) == pytest.approx(8.66, abs=0.01)


@pytest.mark.parametrize("name", [way for way in WAY_NAMES if way not in {"n-s", "ne-sw", "se-nw"}])
def test_a_curve_bends_away_from_the_corner_it_cuts(name: str) -> None:
    """If its ends are in clockwise order around the centre of the hex, the arc is drawn anticlockwise."""
    x1, y1, radius, _, _, _, sweep, x2, y2 = numbers(way_path((0, 0), 10, WAY_NAMES.index(name)))
    assert radius in {5, 15}
    assert (x1 * y2 - y1 * x2 > 0) == (sweep == 0)


def test_the_casing_of_a_line_is_wider_than_the_line() -> None:
    wide, narrow = re.findall(r'stroke-width="([\d.]+)"', cased("M0 0L1 1", 4, "white", "black"))
    assert float(wide) > float(narrow) == 4


def test_a_hex_has_six_corners() -> None:
    assert len(points(hex_path((5, 5), 10))) == 6


def test_a_river_starts_in_a_hex_and_joins_another_river_on_an_edge() -> None:
    geometry = Geometry(HexGrid([(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)]), 10)
    find = geometry.grid.find
    main = [hex_ for name in ("A1", "B1", "C2") if (hex_ := find(name)) is not None]
    branch = [hex_ for name in ("B2", "B1", "C2") if (hex_ := find(name)) is not None]
    assert points(geometry.river_path(main))[0] == pytest.approx(geometry.centre(main[0]), abs=0.01)
    assert points(geometry.river_path(main))[-1] == points(geometry.river_path(branch))[-1]


def test_a_curve_passes_through_its_points() -> None:
    drawn = points(curve_path([(0, 0), (10, 5), (20, 0)]))
    assert drawn[::3] == [(0, 0), (10, 5), (20, 0)]


def test_a_river_can_enter_and_leave_the_map() -> None:
    geometry = Geometry(ROW, 10)
    inside = geometry.river([0, 1])
    through = geometry.river([0, 1], enters=5, leaves=3)
    assert (len(inside), len(through)) == (3, 5)
    assert inside[0] == geometry.centre(0)
    assert inside[-1] == geometry.centre(1)
    assert through[2] == inside[1]
    for point, hex_, edge in ((through[0], 0, 5), (through[-1], 1, 3)):
        (ax, ay), (bx, by) = geometry.edge(hex_, edge)
        assert point == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
    assert len(geometry.river([0])) == 1


def test_edges_of_a_hex_run_clockwise() -> None:
    geometry = Geometry(HexGrid([(0, 0)]), 10)
    for edge in range(6):
        assert geometry.edge(0, edge)[1] == pytest.approx(geometry.edge(0, (edge + 1) % 6)[0])
    assert geometry.edge(0, 0) == ((5, 0), (15, 0))
