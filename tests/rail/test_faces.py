"""Track on a hex: ways, turns, and all rotations of a tile."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engineshed.rail.faces import WAY_MASK, WAY_NAMES, WAY_OF, WAYS, Face, far_edge, parse_way, turn

ALL_WAYS = st.integers(0, len(WAYS) - 1)


def face(name: str, *ways: str) -> Face:
    numbers = [parse_way(way) for way in ways]
    return Face(name, tuple(number for number in numbers if number is not None))


SIX_FACES = {
    "straight": (face("straight", "n-s"), 3),
    "wide": (face("wide", "n-se"), 6),
    "tight": (face("tight", "n-ne"), 6),
    "straight-crossing": (face("straight-crossing", "n-s", "ne-sw"), 3),
    "curve-crossing": (face("curve-crossing", "n-sw", "ne-nw"), 6),
    "mixed-crossing": (face("mixed-crossing", "n-sw", "se-nw"), 6),
}


def test_there_are_fifteen_ways() -> None:
    assert len(WAYS) == len(WAY_NAMES) == len(WAY_MASK) == 15
    assert WAY_NAMES[WAY_OF[0, 3]] == WAY_NAMES[WAY_OF[3, 0]] == "n-s"
    assert all(mask.bit_count() == 2 for mask in WAY_MASK)


@pytest.mark.parametrize("name", list(SIX_FACES))
def test_how_many_rotations_a_face_has(name: str) -> None:
    laid, count = SIX_FACES[name]
    assert len(laid.rotations()) == count
    assert list(laid.rotations()) == sorted(laid.rotations())


def test_there_are_thirty_rotations_and_each_belongs_to_one_face() -> None:
    placements = [rotation for laid, _ in SIX_FACES.values() for rotation in laid.rotations()]
    assert len(placements) == len(set(placements)) == 30
    simple = [rotation[0] for rotation in placements if len(rotation) == 1]
    assert sorted(simple) == list(range(15)), "every single way has a simple tile"


def test_crossings_have_four_different_edges_and_no_tight_curve() -> None:
    crossings = [rotation for laid, _ in SIX_FACES.values() for rotation in laid.rotations() if len(rotation) == 2]
    tight = [rotation[0] for rotation in SIX_FACES["tight"][0].rotations()]
    for one, other in crossings:
        assert WAY_MASK[one] & WAY_MASK[other] == 0
        assert one not in tight
        assert other not in tight


@pytest.mark.parametrize(
    ("existing", "new"),
    [
        ("n-s", ["ne-sw", "ne-nw", "se-sw", "se-nw"]),
        ("n-se", ["ne-s", "ne-sw", "ne-nw"]),
        ("n-ne", []),
    ],
)
def test_which_ways_may_cross_each_other(existing: str, new: list[str]) -> None:
    """A straight can be crossed in four ways; a wide curve in three, all through the edge inside it."""
    way = parse_way(existing)
    crossing = [
        WAY_NAMES[other]
        for laid, _ in SIX_FACES.values()
        for rotation in laid.rotations()
        for other in rotation
        if len(rotation) == 2 and way in rotation and other != way
    ]
    assert sorted(crossing) == sorted(new)


def test_the_rotation_in_which_a_face_is_given_does_not_matter() -> None:
    for laid, _ in SIX_FACES.values():
        for steps in range(6):
            turned = Face(laid.name, tuple(turn(way, steps) for way in laid.ways))
            assert turned.rotations() == laid.rotations()


@given(ALL_WAYS, st.integers(-12, 12))
@settings(deadline=None, derandomize=True)
def test_six_turns_bring_a_way_back(way: int, steps: int) -> None:
    assert turn(turn(way, steps), -steps) == way
    assert turn(way, 6) == way
    a, b = WAYS[way]
    gap = (b - a) % 6
    c, d = WAYS[turn(way, steps)]
    assert (d - c) % 6 in {gap, 6 - gap}


@given(ALL_WAYS)
@settings(deadline=None, derandomize=True)
def test_a_way_has_two_ends(way: int) -> None:
    a, b = WAYS[way]
    assert (far_edge(way, a), far_edge(way, b)) == (b, a)


@given(ALL_WAYS)
@settings(deadline=None, derandomize=True)
def test_names_are_read_in_either_order_and_case(way: int) -> None:
    first, _, second = WAY_NAMES[way].partition("-")
    assert parse_way(f"{first}-{second}") == parse_way(f"{second}-{first}".upper()) == way


@pytest.mark.parametrize("text", ["", "n", "n-", "-n", "n-n", "n-x", "n s", "n-s-ne", "north-south"])
def test_other_texts_are_not_ways(text: str) -> None:
    assert parse_way(text) is None
