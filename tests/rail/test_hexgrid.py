"""Hexes: neighbours, distances, names."""

from __future__ import annotations

from math import dist, isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engineshed.rail.hexgrid import EDGES, NOWHERE, HexGrid, cell_name, opposite, parse_cell

RECTANGLE = HexGrid([(column, row) for column in range(7) for row in range(6)])
HEXES = st.integers(0, len(RECTANGLE) - 1)


@st.composite
def grids(draw: st.DrawFn) -> HexGrid:
    """Hexes anywhere, with holes and islands."""
    cells = st.tuples(st.integers(0, 8), st.integers(0, 8))
    return HexGrid(draw(st.lists(cells, min_size=1, max_size=40, unique=True)))


def test_opposite_edges_face_each_other() -> None:
    assert [EDGES[opposite(edge)] for edge in range(6)] == ["s", "sw", "nw", "n", "ne", "se"]


@given(grids())
@settings(deadline=None, derandomize=True)
def test_neighbours_are_symmetric(grid: HexGrid) -> None:
    for hex_, around in enumerate(grid.neighbours):
        for edge, other in enumerate(around):
            if other != NOWHERE:
                assert grid.neighbours[other][opposite(edge)] == hex_
                assert grid.distance(hex_, other) == 1


@given(grids())
@settings(deadline=None, derandomize=True)
def test_no_hex_has_the_same_neighbour_twice(grid: HexGrid) -> None:
    for hex_, around in enumerate(grid.neighbours):
        there = [other for other in around if other != NOWHERE]
        assert len(there) == len(set(there))
        assert hex_ not in there


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("C3", ["C2", "D2", "D3", "C4", "B3", "B2"]),  # an even column counted from 0
        ("D3", ["D2", "E3", "E4", "D4", "C4", "C3"]),  # an odd one is half a hex lower
    ],
)
def test_neighbours_by_name(name: str, around: list[str]) -> None:
    hex_ = RECTANGLE.find(name)
    assert hex_ is not None
    assert [RECTANGLE.names[other] for other in RECTANGLE.neighbours[hex_]] == around


def test_there_is_nothing_beyond_the_edge() -> None:
    corner = RECTANGLE.index[0, 0]
    beyond = [EDGES[edge] for edge, other in enumerate(RECTANGLE.neighbours[corner]) if other == NOWHERE]
    assert beyond == ["n", "ne", "sw", "nw"]


@given(HEXES, HEXES, HEXES)
@settings(deadline=None, derandomize=True)
def test_distance_is_a_metric(a: int, b: int, c: int) -> None:
    distance = RECTANGLE.distance
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_distance_is_the_number_of_steps() -> None:
    """Compared with a search from the middle of a field that is large enough for every shortest route."""
    field = HexGrid([(column, row) for column in range(15) for row in range(15)])
    start = field.index[7, 7]
    steps, wave = {start: 0}, [start]
    for count in range(1, 6):
        around = dict.fromkeys(other for hex_ in wave for other in field.neighbours[hex_])
        wave = [hex_ for hex_ in around if hex_ not in steps]
        steps |= dict.fromkeys(wave, count)
    assert len(steps) == 1 + 6 * (1 + 2 + 3 + 4 + 5)
    assert all(field.distance(start, hex_) == count for hex_, count in steps.items())


@given(HEXES, st.integers(0, 5))
@settings(deadline=None, derandomize=True)
def test_neighbours_are_drawn_one_hex_apart(hex_: int, edge: int) -> None:
    other = RECTANGLE.neighbours[hex_][edge]
    if other != NOWHERE:
        assert isclose(dist(RECTANGLE.centre(hex_), RECTANGLE.centre(other)), sqrt(3))


def test_edges_are_drawn_clockwise_from_the_top() -> None:
    hex_ = RECTANGLE.index[3, 3]
    x, y = RECTANGLE.centre(hex_)
    ways = [RECTANGLE.centre(other) for other in RECTANGLE.neighbours[hex_]]
    signs = [(round(ox - x, 6) > 0) - (round(ox - x, 6) < 0) for ox, _ in ways]
    assert signs == [0, 1, 1, 0, -1, -1]
    assert [oy < y for _, oy in ways] == [True, True, False, False, False, True]


@given(st.integers(0, 26 * 27 - 1), st.integers(0, 998))
@settings(deadline=None, derandomize=True)
def test_names_are_read_back(column: int, row: int) -> None:
    name = cell_name(column, row)
    assert parse_cell(name) == (column, row)
    assert parse_cell(name.lower()) == (column, row)


def test_names_of_wide_maps_have_two_letters() -> None:
    assert [cell_name(column, 0) for column in (0, 25, 26, 27, 51, 52)] == ["A1", "Z1", "AA1", "AB1", "AZ1", "BA1"]


@pytest.mark.parametrize("name", ["", "A", "7", "A0", "A01", "A-1", "7D", "D 7", "AAA1", "A1000", "\u00c41", "D\u0667"])
def test_other_texts_are_not_names_of_hexes(name: str) -> None:
    assert parse_cell(name) is None
    assert RECTANGLE.find(name) is None


def test_hexes_are_numbered_in_reading_order() -> None:
    grid = HexGrid([(1, 1), (0, 0), (1, 0), (0, 1)])
    assert grid.names == ("A1", "B1", "A2", "B2")
    assert len(grid) == 4
    assert grid.find("b2") == 3
    assert grid.find("C1") is None
