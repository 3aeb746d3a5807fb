"""What is this? The explanations of any game, and those of a game that gives none."""

from __future__ import annotations

from typing import NamedTuple

from engineshed.core.explaining import NOTHING_EXPLAINED, ByKind, Explanation, Kind, named, only, told


class Yard(NamedTuple):
    tracks: int


def _track(v: Yard, number: int) -> Explanation:
    return Explanation(told("track", number=number), (told("tracks", tracks=v.tracks),), ("SY1",))


def _shed(_: Yard, __: str) -> Explanation:
    return Explanation(told("shed"), (), ("SY2",), see=(named("track", 0),))


EXPLAINS = ByKind({"track": Kind(lambda v: range(v.tracks), _track), "shed": Kind(only, _shed)}, lambda _: ["shed"])


def test_things_are_named_by_kind_and_id() -> None:
    assert list(EXPLAINS.things(Yard(2))) == ["track 0", "track 1", "shed"]


def test_a_thing_is_explained_with_the_numbers_of_the_moment() -> None:
    found = EXPLAINS.explain(Yard(3), "track 2")
    assert found is not None
    assert found.name.params == {"number": 2}
    assert found.now[0].params == {"tracks": 3}


def test_what_is_not_on_the_table_is_not_explained() -> None:
    assert [EXPLAINS.explain(Yard(2), thing) for thing in ("track 2", "track", "shed 1", "wagon 0", "")] == [None] * 5


def test_a_game_need_not_explain_anything() -> None:
    assert list(NOTHING_EXPLAINED.things(None)) == []
    assert NOTHING_EXPLAINED.legend(None) == ()
    assert NOTHING_EXPLAINED.explain(None, "hex 1") is None
