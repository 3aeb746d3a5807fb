"""Walls round towns and ports, built move by move: the move that closes one is refused and says who is left outside
(R28).
"""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import Illegal
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.moves import Build
from engineshed.games.dampf_and_rails.rules.state import State
from tests.games.dampf_and_rails.play import GAME, RED, offered, play, position, refusal, refusal_of
from tests.games.dampf_and_rails.test_blocking import BOARD, next_turn


def building(**doc: Any) -> Any:
    return position(stage="build", **doc)


# -- with two players, from the start ------------------------------------------------------------------------------


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_nobody_can_lock_the_others_out_of_arhus_in_the_first_two_rounds() -> None:
    state = play(position(stage="start", players=2), "start Århus", "start Odense")
    state = play(state, "build Århus M17", "build Århus L18", "build M17 N17", "build N17 M16", "build N17 N16", "end")
    state = play(state, "end", "stop", "build Århus M19", "connect Århus-Kalundborg")
    state = play(state, "build Kalundborg S23", "build S23 R24", "build R24 S24")
    assert refusal(state, "build R24 S25") == ("R28", "That would leave Blue with no way into Århus")
    assert "build R24 S25" not in offered(state)


# -- by land -------------------------------------------------------------------------------------------------------


def wall_round(town: str, far: int) -> list[int]:
    """The sections between the mileposts this near to a town and all others."""
    inside = set(BOARD.places[BOARD.place_names.index(town)].mileposts)
    for _ in range(far):
        inside |= {there for post in inside for there, _ in BOARD.around[post]}
    return [section for section, ends in enumerate(BOARD.ends) if len(inside.intersection(ends)) == 1]


def build_all(s: State, wall: list[int]) -> tuple[State, list[str]]:
    """Red builds as much of a wall as they may, in a random order; also says why they may not build the rest."""
    left, refused = Rng("wall").shuffled(wall), []
    while near := [section for section in left if section in s.networks[RED].front]:
        left.remove(near[0])
        try:
            GAME.rules.check(s, RED, Build(near[0]))
        except Illegal:
            rule, sentence = refusal_of(s, Build(near[0]))
            refused.append(f"{rule}: {sentence}")
        else:
            s = next_turn(next_turn(GAME.rules.apply(s, RED, Build(near[0])).state))
    assert left == []
    return s, refused


IN_ODENSE = {"red": "Odense", "blue": "København"}
IN_KOBENHAVN = {"red": "København", "blue": "Odense"}


@pytest.mark.refuses("dampf-and-rails", "R28")
@pytest.mark.parametrize(
    ("town", "far", "starts", "track"),
    [
        ("Odense", 0, IN_ODENSE, []),
        ("Odense", 1, IN_ODENSE, ["Odense N28"]),
        ("Helsingør", 0, IN_KOBENHAVN, ["Y22 Y21 Y20"]),
        ("Helsingør", 1, IN_KOBENHAVN, ["Y22 Y21"]),
    ],
)
def test_the_last_section_of_a_wall_is_refused(town: str, far: int, starts: dict[str, str], track: list[str]) -> None:
    state = building(players=2, starts=starts, track={"red": track})
    _, refused = build_all(state, wall_round(town, far))
    assert refused == [f"R28: That would leave Blue with no way into {town}"]


@pytest.mark.refuses("dampf-and-rails", "R28")
@pytest.mark.parametrize(("far", "track"), [(0, []), (1, ["Y22 Y21"])])
def test_a_town_walled_in_by_land_is_shut_when_the_other_port_of_its_ferry_is(far: int, track: list[str]) -> None:
    """Blue can still take the ferry to København, as long as they can get to Hals."""
    state = building(players=2, starts=IN_KOBENHAVN, track={"red": track}, ferries={"red": ["Kattegat"]})
    walled, refused = build_all(state, wall_round("København", far))
    assert refused == []
    closed, refused = build_all(walled, wall_round("Hals", 0))
    assert refused == ["R28: That would leave Blue with no way into København"]
    _, refused = build_all(state, wall_round("Hals", 0))
    assert refused == []
    assert closed.rails.count(RED + 1) == walled.rails.count(RED + 1) + 1


# -- with three players --------------------------------------------------------------------------------------------

BOTH_INTO_ARHUS = "That would leave only one way into Århus for Blue and Green, although there is room for both"
FROM_ODENSE_TO_M17 = "Odense M26 L26 K26 K25 J24 J23 I22 I21 I20 J19 J18 K17 K16 L16 M17"
VARIANTS = pytest.mark.parametrize("variant", ["standard", "fast"])


def walled_ports(variant: str, *track: str) -> Any:
    return building(
        players=3,
        options={"variant": variant},
        starts={"red": "Århus"},
        track={"red": list(track)},
        ferries={"red": ["Århus-Kalundborg"]},
    )


@VARIANTS
@pytest.mark.refuses("dampf-and-rails", "R28")
def test_a_wall_on_one_shore_and_a_gap_on_the_other_are_one_way_for_two(variant: str) -> None:
    """One section leads through the wall round Århus. Another player can come there from Kalundborg, by ferry."""
    arhus, kalundborg = ["M17 Århus L18", "Århus M19", "M17 N17 N16"], "Kalundborg S23 R24 S24"
    state = walled_ports(variant, *arhus, kalundborg)
    assert refusal(state, "build R24 S25") == ("R28", BOTH_INTO_ARHUS)
    with_two_gaps = walled_ports(variant, *arhus[:1], arhus[2], kalundborg)
    closed = play(with_two_gaps, "build R24 S25")
    assert refusal(closed, "build Århus M19") == ("R28", BOTH_INTO_ARHUS)
    assert refusal(closed, "build M16 N17") == ("R28", BOTH_INTO_ARHUS)


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_a_way_past_a_gap_on_own_track_is_not_cut_off() -> None:
    """Blue has come past the wall by their own track, to M17. Green needs the gap between M16 and N17."""
    wall = ["Århus L18 M17 L17", "N17 M17 M16 N16 N17"]
    track = {"red": [*wall, "Århus M19", "Kalundborg S23 R24 S24", "R24 S25"], "blue": [FROM_ODENSE_TO_M17]}
    table: dict[str, Any] = {"players": 3, "starts": {"red": "Århus"}, "ferries": {"red": ["Århus-Kalundborg"]}}
    assert refusal(building(track=track, **table), "build M17 Århus") == ("R28", BOTH_INTO_ARHUS)
    track["red"].remove("Århus M19")
    assert "build M17 Århus" in offered(building(track=track, **table))


PORT_IN_THE_WALL = ["O27 Knudshoved", "Odense O27 O28", "Odense N28 O28", "N28 O29 O28", "O29 P29"]
"""With P29–O30, these sections surround Nyborg, except for those beyond the port."""


def port_in_the_wall(red: list[str], *, blue: str = "", green: str = "", **doc: Any) -> Any:
    track = {"red": ["O29 O30", *red], "blue": [blue] if blue else [], "green": [green] if green else []}
    return building(players=3, track=track, **doc)


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_two_cannot_come_in_through_a_port_that_has_room_for_one() -> None:
    """Several sections lead to Knudshoved from outside the wall and from inside, and so does the Storebælt ferry."""
    both = "That would leave only one way into Nyborg for Blue and Green, although there is room for both"
    state = port_in_the_wall(PORT_IN_THE_WALL, ferries={"red": ["Storebælt"]})
    assert refusal(state, "build P29 O30") == ("R28", both)
    by_land = PORT_IN_THE_WALL[1:]
    assert "build P29 O30" in offered(port_in_the_wall(by_land, ferries={}))
    walled = port_in_the_wall([*by_land, "P29 O30"], ferries={})
    assert refusal(walled, "build O27 Knudshoved") == ("R28", both)


ACROSS_ZEALAND = "Y23 X24 W24 V24 U24 T24 T25 S26 S27 Korsør"


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_nobody_comes_in_through_a_full_port() -> None:
    """O26 leads into Knudshoved from outside, O28 from inside. Red has come there by ferry, Blue from Nyborg."""
    red, blue = [ACROSS_ZEALAND, "Knudshoved O27 O28 O29 P29"], "Odense N28 O28 Nyborg"
    starts, ferries = {"red": "København"}, {"red": ["Storebælt"]}
    with_room = port_in_the_wall(red, blue=blue, starts=starts, ferries=ferries)
    assert "build P29 O30" in offered(with_room)
    ferries["blue"] = ["Storebælt"]
    full = port_in_the_wall(red, blue=f"{blue} Knudshoved", starts=starts, ferries=ferries)
    assert refusal(full, "build P29 O30") == ("R28", "That would leave Green with no way into Nyborg")


@pytest.mark.allows("dampf-and-rails", "R28")
def test_whoever_has_connected_a_full_port_in_a_wall_is_in() -> None:
    red, blue = ["O28 Knudshoved", "Odense N28 O28", "N28 O29 O28", "O29 P29"], "Odense O27 O28 Nyborg"
    ferries = {"red": ["Storebælt"], "green": ["Storebælt"]}
    state = port_in_the_wall(red, blue=blue, green="Odense N26 O26 Knudshoved", ferries=ferries)
    assert "build P29 O30" in offered(state)
