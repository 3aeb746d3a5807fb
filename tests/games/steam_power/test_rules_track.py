"""Rules about track that need more than one move to show (R18, R19, R22, R23, R26, R27, R29, R31, R32)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import Trouble
from engineshed.games.steam_power.rules.moves import Remove
from tests.games.steam_power.play import (
    EDGES,
    GAME,
    STAR_CITIES,
    described,
    offered,
    play,
    position,
    refusal,
    refusal_of,
    row,
    star,
)

Way = tuple[int, int]


# -- links and networks ---------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R18")
def test_two_cities_of_one_group_are_two_different_cities() -> None:
    """Kingsbury and Langford are adjacent, but a link may still join them."""
    board = {"terrain": "A . K L\n. . . .\n", "cities": {"A": "Ashford", "K": "Kingsbury", "L": "Langford"}}
    state = play(position(map=board), "track C2 n-ne")
    assert described(state)["links"]["red"] == ["Kingsbury s ne"]
    assert described(state)["derived"]["networks"]["red"] == ["Kingsbury", "Langford"]


FACTORY_ABROAD = {
    "map": row("Slateford", "Midford", "Coalville"),
    "turn": "blue",
    "cities": {"Slateford": "grey", "Midford": "white", "Coalville": "black"},
    "links": {"red": ["Midford se ne"]},
    "factories": {"Coalville": "blue"},
    "hands": {"blue": ["A1"]},
}
"""Blue's only piece on the map is a factory at the end of Red's link."""


@pytest.mark.refuses("steam-power", "R19")
def test_a_factory_alone_is_not_a_network() -> None:
    state = position(**FACTORY_ABROAD)
    assert described(state)["derived"]["networks"]["blue"] == []
    assert refusal(state, "deliver A1") == ("R45", "You need a finished link before you can complete A1")


@pytest.mark.allows("steam-power", "R19")
def test_a_link_brings_its_cities_into_the_network() -> None:
    state = play(position(**FACTORY_ABROAD), "track B1 ne-nw", "done")
    assert described(state)["derived"]["networks"]["blue"] == ["Slateford", "Midford"]
    linked = position(**{**FACTORY_ABROAD, "links": {"blue": ["Midford se ne"]}})
    assert described(linked)["derived"]["networks"]["blue"] == ["Midford", "Coalville"]


# -- trains and room ------------------------------------------------------------------------------------------------


def trains(state: Any) -> int:
    left: int = described(state)["derived"]["trains"]["red"]
    return left


@pytest.mark.allows("steam-power", "R22")
@pytest.mark.refuses("steam-power", "R22")
def test_a_link_of_any_length_takes_one_train() -> None:
    state = position(map={"terrain": "A . . . B\n. . . . .\n", "cities": {"A": "Ashford", "B": "Bedford"}})
    counted = [trains(state)]
    for move in ("track B1 ne-nw", "track C1 se-sw", "track D1 ne-nw"):
        state = play(state, move)
        counted.append(trains(state))
    assert counted == [18, 17, 17, 17]
    assert described(state)["links"]["red"] == ["Ashford se ne se ne"]


@pytest.mark.allows("steam-power", "R22")
def test_the_train_of_a_removed_link_comes_back() -> None:
    state = position(map=row("Ashford", "Bedford"), links={"red": ["Ashford se se"]})
    assert trains(state) == 17
    assert trains(play(state, "remove B1")) == 18


TWO_CITIES = {
    "terrain": ". . . . .\nA . B . C\n. . . . .\n",
    "cities": {"A": "Ashford", "B": "Bedford", "C": "Catford"},
}


@pytest.mark.allows("steam-power", "R23")
def test_several_links_may_join_the_same_two_cities() -> None:
    """Red joins them twice and Blue once, so three links end in each."""
    state = position(map=TWO_CITIES, links={"red": ["Ashford se ne"]})
    state = play(state, "track B1 se-sw", "done", "money")
    state = play(state, "track A3 n-se", "track B3 ne-nw", "track C3 n-sw")
    assert described(state)["links"] == {"red": ["Ashford se ne", "Bedford nw sw"], "blue": ["Ashford s se ne n"]}
    assert described(state)["derived"]["networks"] == {"red": ["Ashford", "Bedford"], "blue": ["Ashford", "Bedford"]}


@pytest.mark.refuses("steam-power", "R23")
def test_each_link_needs_its_own_track() -> None:
    """There is room in the cities, but the plain between them is Red's."""
    state = position(map=TWO_CITIES, turn="blue", links={"red": ["Ashford se ne"]})
    assert refusal(state, "track B2 ne-nw") == ("R26", "There is track in B2 already; it can only be crossed")
    assert "cross B2 ne-nw" not in offered(state)


# -- crossings ------------------------------------------------------------------------------------------------------

CROSSINGS = {
    *((0, 3, 1, 4), (1, 4, 2, 5), (0, 3, 2, 5)),
    *((0, 2, 1, 4), (1, 3, 2, 5), (2, 4, 0, 3), (3, 5, 1, 4), (0, 4, 2, 5), (1, 5, 0, 3)),
    *((0, 2, 1, 3), (1, 3, 2, 4), (2, 4, 3, 5), (3, 5, 0, 4), (0, 4, 1, 5), (1, 5, 0, 2)),
}
"""All rotations of the crossing tiles: two straights, a straight and a wide curve, two wide curves."""

WAYS = [(a, b) for a in range(6) for b in range(a + 1, 6)]
APART = [(old, new) for old in WAYS for new in WAYS if not {*old} & {*new}]


def exists(old: Way, new: Way) -> bool:
    return (*old, *new) in CROSSINGS or (*new, *old) in CROSSINGS


def through_the_middle(way: Way) -> str:
    """A link between two cities of the star by way of D3."""
    start, goal = way
    back = EDGES[(start + 3) % 6]
    return f"{STAR_CITIES[start]} {back} {back} {EDGES[goal]} {EDGES[goal]}"


def towards_the_middle(edge: int) -> str:
    back = EDGES[(edge + 3) % 6]
    return f"{STAR_CITIES[edge]} {back} {back}"


def named(way: Way) -> str:
    return f"{EDGES[way[0]]}-{EDGES[way[1]]}"


@pytest.mark.allows("steam-power", "R26")
@pytest.mark.refuses("steam-power", "R26", "R29")
def test_tracks_cross_exactly_where_a_tile_shows_it() -> None:
    """Red's link runs through D3 in every possible way. Blue's comes from every side and tries every way to cross."""
    tried = 0
    for old in WAYS:
        tight = old[1] - old[0] in (1, 5)
        for entry in (edge for edge in range(6) if edge not in old):
            links = {"red": [through_the_middle(old)], "blue": [towards_the_middle(entry)]}
            state = position(map=star(), turn="blue", links=links)
            wanted = [new for new in WAYS if entry in new and exists(old, new)]
            assert offered(state, "cross") == [f"cross D3 {named(new)}" for new in wanted]
            for new in (way for way in WAYS if entry in way and way not in wanted):
                assert refusal(state, f"cross D3 {named(new)}").rule == ("R29" if tight else "R26")
                tried += 1
    assert tried > 100


@pytest.mark.refuses("steam-power", "R26", "R29")
def test_a_position_with_any_other_crossing_is_refused() -> None:
    for old, new in APART:
        links = {"red": [through_the_middle(old)], "blue": [through_the_middle(new)]}
        if exists(old, new):
            tiles = described(position(map=star(), links=links))["derived"]["tiles"]
            assert tiles["D3"] == "+".join(named(way) for way in sorted((old, new)))
        else:
            with pytest.raises(Trouble, match="no tile has the track that crosses in D3"):
                position(map=star(), links=links)


@pytest.mark.refuses("steam-power", "R29")
def test_a_tight_curve_is_given_as_the_reason() -> None:
    links = {"red": [through_the_middle((0, 1))], "blue": [towards_the_middle(3)]}
    state = position(map=star(), turn="blue", links=links)
    assert refusal(state, "cross D3 s-nw") == ("R29", "The tight curve in D3 cannot be crossed")


def crossed_unfinished() -> Any:
    """Red's unfinished link runs n-s through D3; Blue crosses it there."""
    links = {"red": ["Norton s s s"], "blue": [towards_the_middle(1)]}
    return play(position(map=star(), turn="blue", links=links), "cross D3 ne-sw", "done")


@pytest.mark.allows("steam-power", "R27")
def test_an_unfinished_link_can_be_crossed() -> None:
    doc = described(crossed_unfinished())
    assert doc["derived"]["tiles"]["D3"] == "n-s+ne-sw"
    assert doc["links"] == {"red": ["Norton s s s"], "blue": ["Neston sw sw sw"]}
    assert doc["derived"]["stock"] == [78, 9, 10], "three simple tiles were laid, and one has come back"


@pytest.mark.refuses("steam-power", "R27")
def test_the_owner_of_a_crossed_track_is_paid_nothing() -> None:
    doc = described(crossed_unfinished())
    assert doc["money"] == {"red": 5, "blue": 3}
    assert doc["bank"] == 242


@pytest.mark.refuses("steam-power", "R28")
def test_a_player_whose_track_was_crossed_must_keep_the_other_track() -> None:
    """Red's last tile has become the crossing, so it can only be replaced by another crossing with Blue's track."""
    state = play(crossed_unfinished(), "money")
    assert offered(state, "replace") == ["replace D3 n-se"]
    assert refusal(state, "replace D3 n-nw") == (
        "R28",
        (
            "The other track in D3, from northeast to southwest, must stay, and no crossing adds one from north to "
            "northwest to it"
        ),
    )
    doc = described(play(state, "remove D3"))
    assert doc["links"] == {"red": ["Norton s s"], "blue": ["Neston sw sw sw"]}
    assert doc["derived"]["tiles"]["D3"] == "ne-sw"


@pytest.mark.refuses("steam-power", "R14")
def test_a_crossing_at_a_loose_end_has_to_be_paid_too() -> None:
    links = {"red": ["Norton s s s s"], "blue": [towards_the_middle(1)]}
    state = position(map=star(), turn="blue", links=links, money={"blue": 1})
    assert offered(state, "cross") == []
    assert refusal(state, "cross D3 ne-sw") == ("R14", "Building in D3 costs $2; you have $1")


@pytest.mark.allows("steam-power", "R24")
def test_any_simple_tile_may_replace_the_last_one() -> None:
    """A straight can be replaced by wide and tight curves in every open direction."""
    state = position(map=star(), links={"red": ["Norton s s s"]})
    ways = ["n-ne", "n-se", "n-sw", "n-nw"]
    assert offered(state, "replace") == [f"replace D3 {way}" for way in ways]


@pytest.mark.refuses("steam-power", "R24", "R25")
def test_a_finished_link_is_named_as_the_reason_only_where_it_runs() -> None:
    """Elsewhere, moves are refused because Red has no unfinished link."""
    links = {"red": ["Norton s s s s"], "blue": ["Neston s s"], "green": ["Newton s se"]}
    state = position(map=star(), players=3, links=links)
    nothing = ("R24", "You have no unfinished link; only the last tile of one can be replaced or removed")
    for move in ("remove A1", "replace A1 n-s", "remove B3"):
        assert refusal(state, move) == nothing
    assert refusal_of(state, Remove(999)) == nothing
    for move, hex_ in (("remove D3", "D3"), ("replace D3 n-se", "D3"), ("remove F3", "F3")):
        assert refusal(state, move) == ("R25", f"The link through {hex_} is finished; finished links stay as they are")


# -- starting again -------------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R31")
def test_a_player_who_has_removed_everything_may_start_at_any_city() -> None:
    state = play(position(map=row("Ashford", "Bedford", "Catford"), links={"red": ["Ashford se se"]}), "remove B1")
    assert described(play(state, "track E2 n-nw"))["links"]["red"] == ["Catford s nw"]


@pytest.mark.refuses("steam-power", "R31")
def test_starting_again_follows_the_rule_for_the_first_tile() -> None:
    """It must lead into a city; and once a link is finished, a player can no longer start anywhere."""
    board = row("Ashford", "Bedford", "Catford")
    fresh = play(position(map=board, links={"red": ["Ashford se se"]}), "remove B1")
    sentence = "Your first tile must touch a city; this track in C2 touches none"
    assert refusal(fresh, "track C2 ne-nw") == ("R16", sentence)
    settled = play(position(map=board, links={"red": ["Ashford se ne", "Bedford s se"]}), "remove C2")
    sentence = "This track in E2 does not start from a city of your network"
    assert refusal(settled, "track E2 n-nw") == ("R17", sentence)


# -- city groups ----------------------------------------------------------------------------------------------------

GROUP_CITIES = {"A": "Ashford", "B": "Bedford", "C": "Catford", "D": "Dunford", "E": "Eastford"}
GROUP = {"terrain": "A . B C D . E\n. . . . . . .\n", "cities": GROUP_CITIES}
"""Bedford, Catford and Dunford are adjacent, in the middle."""


def with_group(**more: Any) -> Any:
    """Red's link leads to the group from the west, Blue's from the east."""
    cities = {"Ashford": "grey", "Bedford": "white", "Catford": "black", "Dunford": "orange", "Eastford": "white"}
    links = {"red": ["Ashford se ne"], "blue": ["Dunford se ne"]}
    return position(**{"map": GROUP, "players": 3, "cities": cities, "links": links, **more})


@pytest.mark.allows("steam-power", "R32")
def test_a_network_includes_the_whole_city_group() -> None:
    """Red's link ends in Bedford, but they may build on from Dunford at the other end of the group."""
    state = with_group()
    assert described(state)["derived"]["networks"]["red"] == ["Ashford", "Bedford", "Catford", "Dunford"]
    assert described(play(state, "track E2 n-se"))["links"]["red"] == ["Ashford se ne", "Dunford s se"]


@pytest.mark.allows("steam-power", "R32", "R38")
def test_neutral_links_are_free() -> None:
    """Catford is in the group and therefore in Red's network, so its black goods only cost the factory fee."""
    state = with_group(factories={"Ashford": "red", "Catford": "green"}, hands={"red": ["A1"]})
    assert described(play(state, "deliver A1"))["money"] == {"red": 5 - 2 + 2, "blue": 5, "green": 7}


def beyond_the_group() -> Any:
    """Green's network is east of Blue's link. Two links and the group separate it from Green's factory in Ashford."""
    return with_group(
        turn="green",
        map={"terrain": "A . B C D . E . F\n. . . . . . . . .\n", "cities": {**GROUP_CITIES, "F": "Fulford"}},
        links={
            "red": ["Ashford se ne"],
            "blue": ["Dunford se ne", "Ashford s se ne n"],
            "green": ["Eastford se ne"],
        },
        factories={"Ashford": "green", "Catford": "red"},
        hands={"green": ["A1"]},
        money={"green": 6},
    )


@pytest.mark.refuses("steam-power", "R32")
def test_a_city_group_outside_the_network_is_only_a_passage() -> None:
    """Green's goods pass through the group free of charge, but Green cannot build from there."""
    state = beyond_the_group()
    assert described(state)["derived"]["networks"]["green"] == ["Eastford", "Fulford"]
    assert refusal(state, "track E2 n-se").rule == "R17"
    assert described(play(state, "deliver A1"))["money"] == {"red": 5 + 2 + 1, "blue": 5 + 2 + 1, "green": 6 - 6 + 2}


@pytest.mark.refuses("steam-power", "R32")
def test_a_city_group_on_a_route_is_named_after_its_first_city() -> None:
    """A typed move may name any of its cities; a program must name the first."""
    state = play(beyond_the_group(), "plan A1", "from Ashford")
    assert offered(state, "via") == ["via red Bedford", "via blue Bedford"]
    to_catford = GAME.speech.read(state, "via red Catford")
    assert to_catford == GAME.speech.read(state, "via red Bedford")
    catford = GAME.speech.read(state, "from Catford").city
    assert refusal_of(state, type(to_catford)(to_catford.company, catford)) == (
        "R32",
        "Catford is in the same city group as Bedford; name Bedford",
    )
