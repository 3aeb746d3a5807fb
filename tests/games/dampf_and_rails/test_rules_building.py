"""Building track and connecting ferries (R22 to R28, A20, A24)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import Illegal
from engineshed.core.errors import UnreadableMoveError
from engineshed.games.dampf_and_rails.rules.blocking import blocked
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.moves import Build, Connect, Lay
from tests.games.dampf_and_rails.play import (
    GAME,
    RED,
    described,
    facts,
    offered,
    play,
    position,
    price,
    refusal,
    refusal_of,
)


def building(**doc: Any) -> Any:
    return position(stage="build", **doc)


# -- money ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R22")
def test_up_to_twenty_million_can_be_spent_in_a_turn() -> None:
    state = play(building(outlay=18), "build Odense O27", "build O27 O28")
    assert (described(state)["outlay"], described(state)["cash"]["red"], described(state)["derived"]["budget"]) == (
        20,
        48,
        0,
    )
    assert offered(state) == ["end"]


@pytest.mark.refuses("dampf-and-rails", "R22")
def test_nobody_can_spend_more_than_the_limit_or_their_cash() -> None:
    assert refusal(building(outlay=20), "build Odense O27") == (
        "R22",
        "That costs 1 million, and 0 may still be spent in this turn",
    )
    assert refusal(building(cash={"red": 2}), "build Odense M27") == ("R22", "That costs 3 million, and you have 2")
    assert refusal(building(cash={"red": 2}), "lay Nyborg") == ("R22", "No way to Nyborg can be built for 2 million")
    assert refusal(building(cash={"red": 2}), "train B9").rule == "R22"
    assert offered(building(cash={"red": 0})) == ["end"]


def test_the_limit_applies_to_each_turn() -> None:
    state = play(building(outlay=20, round=5), "end", "stop", "end", "stop")
    assert described(state)["derived"]["budget"] == 20


# -- where to build ------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R23")
def test_neighbouring_mileposts_are_joined() -> None:
    state = play(building(), "build Odense O27", "build O28 O27", "build O28 Nyborg")
    assert described(state)["track"]["red"] == ["Odense O27 O28 Nyborg"]
    assert described(state)["derived"]["connected"] == {"Odense": ["red", "blue"], "Nyborg": ["red"]}


@pytest.mark.refuses("dampf-and-rails", "R23")
def test_track_is_refused_where_there_is_no_section() -> None:
    assert refusal_of(building(), Build(5000)) == ("R23", "There is no such section")
    assert refusal_of(building(), Build(-1)).rule == "R23"
    assert refusal_of(building(), Lay(30)) == ("R23", "There is no such town or port")
    with pytest.raises(UnreadableMoveError, match=r"Odense and Kiel are not neighbours.*R23"):
        GAME.speech.read(building(), "build Odense Kiel")


@pytest.mark.refuses("dampf-and-rails", "R23")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "There is open water between J8 (near Ålborg) and Ålborg"),
        ("de", "Zwischen J8 (bei Ålborg) und Ålborg liegt offenes Wasser"),
        ("pl", "Między J8 (koło Ålborg) a Ålborg jest otwarta woda"),
    ],
)
def test_open_water_is_refused_by_its_rule_for_moves_and_questions(language: str, said: str) -> None:
    """J8 is across the Limfjord from Ålborg and not next to any other milepost of the network."""
    state = building(track={"red": ["Ålborg L8"]})
    with pytest.raises(Illegal) as typed:
        GAME.rules.check(state, RED, GAME.speech.read(state, "build Ålborg J8"))
    asked = GAME.speech.why_not(state, RED, "milepost J8")
    assert asked is not None
    for refused in (typed.value, asked):
        assert (refused.rule, GAME.speech.words_in(language).say(refused.message)) == ("R23", said)
    assert GAME.speech.write(state, GAME.speech.read(state, "build Ålborg J8")) == "build J8 Ålborg"


@pytest.mark.allows("dampf-and-rails", "R24")
def test_a_network_grows_from_any_of_its_mileposts() -> None:
    state = building(track={"red": ["Odense O27 O28"]})
    assert {"build Odense N28", "build O27 N28", "build O28 O29"} <= set(offered(state))
    east = building(starts={"red": "København"})
    assert {text for text in offered(east, "build") if "Y2" in text or "Z2" in text} == {
        f"build {ends}"
        for ends in ("Y21 Y22", "Z21 Y22", "Z21 Z22", "X22 Y22", "X22 Y23", "X23 Y23", "Y23 X24", "X24 Y24")
    }


@pytest.mark.refuses("dampf-and-rails", "R24")
def test_track_is_refused_elsewhere_inside_kobenhavn_and_three_times_out_of_a_big_city() -> None:
    state = building()
    assert refusal(state, "build O28 Nyborg") == ("R24", "O28–Nyborg does not touch your network")
    assert refusal(building(starts={"red": "København"}), "build Y22 Z22") == (
        "R24",
        "Inside København no track is needed",
    )
    out = play(state, "build Odense O27", "build Odense N28")
    assert refusal(out, "build Odense M27") == ("R24", "2 sections have already been built out of Odense in this turn")
    assert [text for text in offered(out, "build") if "Odense" in text] == []
    assert refusal(out, "lay Odense") == ("R24", "Odense already belongs to your network")


def test_two_sections_may_be_built_out_of_each_big_city_in_each_turn() -> None:
    state = building(track={"red": ["Århus M19"]}, exits={"Odense": 2})
    assert "build L18 Århus" in offered(state)
    again = play(position(exits={"Odense": 2}, stage="build", round=5), "end", "stop", "end", "stop")
    assert "build Odense O27" in offered(again)


def test_building_into_a_big_city_is_not_building_out_of_it() -> None:
    state = play(building(track={"red": ["Odense O27", "M17 M16"]}), "build M17 Århus")
    assert described(state)["exits"] == {}
    assert described(play(state, "build Århus M19"))["exits"] == {"Århus": 1}


@pytest.mark.allows("dampf-and-rails", "R24")
def test_a_section_from_the_network_to_a_big_city_is_built_into_it() -> None:
    """Both ends belong to the network, so this section does not count as built out of the city."""
    state = building(starts={"red": "København"}, track={"red": ["Y21 Y22", "Y21 X22"]}, exits={"København": 2})
    assert "build X22 Y22" in offered(state)
    assert described(play(state, "build X22 Y22"))["exits"] == {"København": 2}
    assert refusal(state, "build X23 Y23").rule == "R24"


HEXAGON: dict[str, Any] = {"options": {"big_cities": "hexagon"}}


@pytest.mark.allows("dampf-and-rails", "A20")
def test_an_option_makes_kobenhavn_the_only_big_city() -> None:
    state = building(**HEXAGON, exits={"København": 2}, starts={"blue": "København"})
    state = play(state, "build Odense O27", "build Odense N28", "build Odense M28")
    assert described(state)["exits"] == {"København": 2}


@pytest.mark.refuses("dampf-and-rails", "A20")
def test_with_that_option_two_sections_may_be_built_out_of_kobenhavn() -> None:
    state = play(building(**HEXAGON, starts={"red": "København"}), "build Y21 Y22", "build X22 Y22")
    assert refusal(state, "build X23 Y23") == (
        "A20",
        "2 sections have already been built out of København in this turn",
    )
    assert refusal(building(exits={"Odense": 2}), "build Odense O27").rule == "R24"


@pytest.mark.allows("dampf-and-rails", "R25")
def test_tracks_of_several_players_meet_in_a_milepost() -> None:
    state = building(track={"blue": ["Odense O27 O28"], "red": ["Odense N28"]})
    state = play(state, "build N28 O28", "build O28 Nyborg")
    assert described(state)["track"] == {"red": ["Odense N28 O28 Nyborg"], "blue": ["Odense O27 O28"]}


@pytest.mark.refuses("dampf-and-rails", "R25")
def test_two_mileposts_can_be_joined_only_once() -> None:
    state = building(track={"blue": ["Odense O27"], "red": ["Odense N28"]})
    assert refusal(state, "build Odense O27").rule == "R25"
    assert refusal(state, "build Odense N28") == ("R25", "Odense–N28 already has track of Red")


# -- prices --------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R26")
@pytest.mark.parametrize(
    ("track", "section", "cost"),
    [
        ("Odense O27", "O27 O28", 1),
        ("Odense M26", "M26 M27", 1),
        ("Odense O27 O28", "O28 Nyborg", 3),
        ("Odense O27 O28", "O28 Knudshoved", 6 + 3),
        ("M19 L19", "M19 Århus", 3),
        ("X22 X21", "X22 Y22", 5),
        ("Z21 Y21", "Z21 Z22", 5 + 3),
        ("M8 L8", "M8 Hals", 16),
        ("Randers K15", "Randers L16", 1 + 2),
        ("L16 L17", "Randers L16", 3 + 2),
    ],
)
def test_a_section_costs_its_milepost_and_its_water(track: str, section: str, cost: int) -> None:
    state = building(track={"red": [track]})
    assert price(state, f"build {section}") == cost
    assert described(play(state, f"build {section}"))["cash"]["red"] == 50 - cost


@pytest.mark.refuses("dampf-and-rails", "R26")
def test_the_start_town_is_free_and_between_own_mileposts_the_cheaper_one_is_paid() -> None:
    assert price(building(), "build Odense O27") == 1
    assert price(building(track={"red": ["Odense O27 N28"]}), "build Odense N28") == 1
    assert refusal(building(cash={"red": 2}, track={"red": ["O28 O27"]}), "build O28 Nyborg").rule == "R22"


# -- ferries -------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R27")
def test_a_ferry_is_connected_from_a_town_and_both_ends_belong_to_the_network() -> None:
    state = building(starts={"red": "Århus"})
    assert price(state, "connect Århus-Kalundborg") == 10
    state = play(state, "connect Århus-Kalundborg")
    assert described(state)["cash"]["red"] == 40
    assert described(state)["derived"]["connected"]["Kalundborg"] == ["red"]
    assert "build R23 S23" in [text.replace("Kalundborg", "R23") for text in offered(state)]


@pytest.mark.allows("dampf-and-rails", "R27")
def test_a_lone_port_comes_with_its_ferry_from_land_and_from_across() -> None:
    by_land = play(building(track={"red": ["Odense O27 O28"]}), "build O28 Knudshoved")
    assert described(by_land)["ferries"]["red"] == ["Storebælt"]
    assert described(by_land)["derived"]["connected"]["Korsør"] == ["red"]
    across = play(building(starts={"red": "København"}), "connect Kattegat")
    assert (described(across)["cash"]["red"], described(across)["derived"]["connected"]["Hals"]) == (34, ["red"])
    assert price(across, "build M8 Hals") == 1


@pytest.mark.refuses("dampf-and-rails", "R27")
def test_connecting_a_port_town_does_not_connect_its_ferry() -> None:
    state = building(track={"red": ["Korsør S28"]})
    assert described(state)["ferries"]["red"] == []
    assert (
        refusal(position(trains={"red": ["A Korsør"]}, track={"red": ["Korsør S28"]}), "cross Storebælt").rule == "R14"
    )
    assert refusal(building(), "connect Storebælt") == (
        "R27",
        "Neither end of the ferry Storebælt belongs to your network",
    )
    assert refusal(building(ferries={"red": ["Storebælt"]}), "connect Storebælt").rule == "R27"
    assert refusal_of(building(), Connect(9)).rule == "R27"


FAR_END: dict[str, Any] = {"options": {"far_end": "paid"}}


@pytest.mark.allows("dampf-and-rails", "A24")
def test_an_option_makes_players_pay_for_the_far_end_of_a_ferry() -> None:
    assert price(building(**FAR_END, starts={"red": "Århus"}), "connect Århus-Kalundborg") == 13
    assert price(building(**FAR_END, track={"red": ["Odense O27"]}), "build O27 Knudshoved") == 6 + 3 + 3
    assert price(building(**FAR_END, starts={"red": "København"}), "connect Kattegat") == 16
    connected = building(**FAR_END, track={"red": ["Odense O27", "Korsør S27"]})
    assert price(connected, "build O27 Knudshoved") == 6 + 3


@pytest.mark.refuses("dampf-and-rails", "A24")
def test_with_that_option_a_ferry_needs_money_for_its_far_end() -> None:
    poor = building(**FAR_END, track={"red": ["Odense O27"]}, cash={"red": 11})
    assert "build O27 Knudshoved" not in offered(poor)
    assert refusal(poor, "build O27 Knudshoved").rule == "R22"


# -- places in towns and ports -------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R28")
def test_two_players_may_connect_a_small_town_and_three_a_medium_one() -> None:
    state = building(players=3, track={"blue": ["O28 Nyborg"], "red": ["O29 P29"]})
    assert "build Nyborg P29" in offered(state)
    medium = building(players=3, track={"blue": ["L18 Århus"], "green": ["M17 Århus"], "red": ["M19 L19"]})
    assert "build Århus M19" in offered(medium)


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_a_third_player_cannot_connect_a_small_town_or_a_ferry() -> None:
    full = {"blue": ["O28 Nyborg"], "green": ["P29 Nyborg"]}
    belt = {"track": {**full, "red": ["Odense O27 Knudshoved"]}, "ferries": {"red": ["Storebælt"]}}
    state = building(players=3, **belt)
    assert refusal(state, "build Knudshoved Nyborg") == (
        "R28",
        "2 players have connected Nyborg, and there is no room for more",
    )
    assert "lay Nyborg" not in offered(state)
    taken = building(players=3, track={"red": ["Odense O27"]}, ferries={"blue": ["Storebælt"], "green": ["Storebælt"]})
    assert refusal(taken, "build O27 Knudshoved").rule == "R28"
    korsor = {"red": ["Korsør S28"], "blue": ["Korsør S27"]}
    town = building(players=3, track=korsor, ferries={"blue": ["Storebælt"]}, turn="green")
    assert refusal(play(town, "build Odense O27"), "build O27 Knudshoved") == (
        "R28",
        "2 players have connected Korsør, and there is no room for more",
    )


BOARD = box_of(()).board
HELSINGOR = {"red": ["Y22 Y21 Y20 X20 Y19 X19"]}
"""All sections that lead to Helsingør and the mileposts beside it, except for Y20–Z21."""


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_nobody_may_block_the_last_way_into_a_town_not_even_farther_out() -> None:
    state = building(starts={"red": "København"}, track=HELSINGOR)
    assert refusal(state, "build Y20 Z21") == ("R28", "That would leave Blue with no way into Helsingør")
    assert "build Y20 Z21" not in offered(state)


@pytest.mark.allows("dampf-and-rails", "R28")
def test_players_who_are_inside_a_wall_need_no_way_through_it() -> None:
    state = building(starts={"red": "København"}, track={**HELSINGOR, "blue": ["Helsingør Y19"]})
    assert "build Y20 Z21" in offered(state)
    beside = building(starts={"red": "København"}, track={**HELSINGOR, "blue": ["Y19 Y20"]})
    assert "build Y20 Z21" in offered(beside)


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_as_many_players_as_there_are_places_must_have_ways_that_share_no_section() -> None:
    """Helsingør has two places, so Blue and Green need one way each. Once Red has connected it, one is enough."""
    outside = {"red": ["Y22 Y21 Y20 X20 Y19"]}
    state = building(players=3, starts={"red": "København"}, track=outside)
    both = "That would leave only one way into Helsingør for Blue and Green, although there is room for both"
    assert refusal(state, "build X19 Y19") == ("R28", both)
    inside = building(players=3, starts={"red": "København"}, track={"red": [*outside["red"], "Helsingør Y19"]})
    assert "build X19 Y19" in offered(inside)
    assert refusal(play(inside, "build X19 Y19"), "build Y20 Z21") == (
        "R28",
        "That would leave Blue with no way into Helsingør",
    )


@pytest.mark.allows("dampf-and-rails", "R28")
def test_a_ferry_with_room_is_a_way_into_a_port() -> None:
    """Two sections lead to Korsør. Red may build both, because Blue can get there across the Storebælt."""
    state = building(track={"red": ["S27 Korsør"]})
    assert "build Korsør S28" in offered(state)


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_a_ferry_whose_other_port_is_walled_in_is_not_a_way() -> None:
    """Red has walled in Århus on land. Blue can take the ferry from Kalundborg, as long as they can get there."""
    arhus = ["M17 Århus L18", "Århus M19", "M17 N17 N16", "M16 N17", "Kalundborg S23 R24 S24"]
    state = building(starts={"red": "Århus"}, track={"red": arhus}, ferries={"red": ["Århus-Kalundborg"]})
    assert refusal(state, "build R24 S25") == ("R28", "That would leave Blue with no way into Århus")
    open_by_land = [*arhus[:2], arhus[-1]]
    state = building(starts={"red": "Århus"}, track={"red": open_by_land}, ferries={"red": ["Århus-Kalundborg"]})
    assert "build R24 S25" in offered(state)


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_taking_up_the_last_room_on_the_way_blocks_it_too() -> None:
    """Green has connected no port of Zealand yet. If only one of them has room, Red must leave it to Green."""
    ports = {"blue": ["Storebælt", "Kattegat", "Femern Bælt"], "red": ["Storebælt", "Kattegat", "Femern Bælt"]}
    state = building(players=3, ferries=ports, starts={"red": "Århus"}, track={"blue": ["Kalundborg R24"]})
    assert refusal(state, "connect Århus-Kalundborg").rule == "R28"
    ports = {**ports, "red": ["Storebælt", "Kattegat"]}
    state = building(players=3, ferries=ports, starts={"red": "Århus"}, track={"blue": ["Kalundborg R24"]})
    assert "connect Århus-Kalundborg" in offered(state)


def test_a_whole_way_is_not_built_where_it_would_block_somebody() -> None:
    """The cheapest way that blocks nobody is built. If there is no such way, none is offered."""
    state = building(starts={"red": "København"}, track=HELSINGOR)
    way = GAME.speech.price(state, Lay(BOARD.place_names.index("Helsingør")))
    assert way == 3
    walled = building(starts={"red": "København"}, track={"red": ["Y22 Y21 X20 Y20", "X20 Y19", "X19 X20"]})
    assert "lay Helsingør" in offered(walled)
    after = play(walled, "lay Helsingør")
    assert list(blocked(after)) == []


@pytest.mark.allows("dampf-and-rails", "R28")
def test_the_last_ways_into_a_full_town_may_be_used() -> None:
    nyborg = {"red": ["Nyborg O28"], "blue": ["Nyborg P29", "Odense N28"]}
    state = building(players=3, track=nyborg, ferries={"red": ["Storebælt"]})
    assert "build Knudshoved Nyborg" in offered(state)
    two = building(track={"red": ["S27 Korsør"]}, ferries={"blue": ["Storebælt"]})
    assert "build Korsør S28" in offered(two)


@pytest.mark.allows("dampf-and-rails", "R28")
def test_both_sections_of_a_lone_port_may_be_built_on_while_its_ferry_has_room() -> None:
    state = building(ferries={"red": ["Kattegat"]})
    assert "build M9 Hals" in offered(play(state, "build M8 Hals"))


def test_kobenhavn_keeps_ways_in_for_every_other_player() -> None:
    """Its eight sections are counted together, whichever milepost they lead to; the ferry is one more way."""
    taken = ["X22 Y22 Y21", "X22 Y23 X23", "X24 Y23", "Y22 Z21", "X24 Y24", "Hals M8"]
    full = {"red": ["Kattegat"], "blue": ["Kattegat"]}
    state = building(players=3, starts={"red": "København"}, track={"red": taken}, ferries=full)
    assert refusal(state, "build Z21 Z22").rule == "R28"
    state = building(players=2, starts={"red": "København"}, track={"red": taken}, ferries={"red": ["Kattegat"]})
    assert "build Z21 Z22" in offered(state)


GREENS = {"red": ["Nyborg O28"], "blue": ["Nyborg P29"], "green": ["Odense O27"]}


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_no_way_can_be_built_to_a_place_without_room() -> None:
    """The town itself is full, or the ferry that comes with a lone port is; the price does not matter."""
    nyborg = building(players=3, turn="green", track=GREENS)
    assert refusal(nyborg, "lay Nyborg") == ("R28", "2 players have connected Nyborg, and there is no room for more")
    korsor = {"red": ["Korsør S27"], "blue": ["Korsør S28"], "green": ["Odense O27"]}
    full = building(players=3, turn="green", track=korsor)
    assert refusal(full, "lay Knudshoved") == ("R28", "2 players have connected Korsør, and there is no room for more")
    gale = building(round=5, track={"red": ["Odense O27"]}, running=["kattegat-gale blue begun"])
    assert refusal(gale, "lay Knudshoved").rule == "E1"
    assert refusal(gale, "lay Korsør").rule == "R22"


# -- whole ways ----------------------------------------------------------------------------------------------------


def test_building_a_way_is_the_same_as_building_its_sections() -> None:
    state = building()
    assert price(state, "lay Nyborg") == 5
    after = play(state, "lay Nyborg")
    assert described(after)["cash"]["red"] == 45
    by_sections = state
    for section in ("Odense O27", "O27 O28", "O28 Nyborg"):
        by_sections = play(by_sections, f"build {section}")
    assert described(by_sections)["cash"] == described(after)["cash"]
    assert len(described(after)["track"]["red"][0].split()) == 4


def test_a_way_leads_around_taken_sections_and_over_ferries() -> None:
    state = building(track={"blue": ["Odense O27 O28 Nyborg", "N28 O28"]})
    assert price(state, "lay Nyborg") == 6
    over = building(track={"red": ["Odense O27 O28"]})
    assert price(over, "lay Korsør") == 9
    assert described(play(over, "lay Korsør"))["ferries"]["red"] == ["Storebælt"]


def test_the_log_of_a_way_counts_its_sections_and_names_its_ferries() -> None:
    assert facts(building(), "lay Nyborg") == ["Red builds to Nyborg, 3 sections for 5 million"]
    state = building(track={"red": ["Odense O27 O28"]})
    ferry = "Red connects the ferry Storebælt as well"
    assert facts(state, "build O28 Knudshoved") == ["Red builds Knudshoved–O28 (near Nyborg) for 9 million", ferry]
    assert facts(state, "lay Knudshoved") == ["Red builds to Knudshoved, 1 section for 9 million", ferry]
    assert facts(state, "lay Korsør") == ["Red builds to Korsør, 1 section for 9 million", ferry]
    assert facts(state, "build O28 Nyborg") == ["Red builds O28–Nyborg for 3 million"]


def test_the_log_of_a_way_by_ferry_alone_mentions_no_sections() -> None:
    assert facts(building(starts={"red": "Århus"}), "lay Kalundborg") == [
        "Red connects Kalundborg by ferry for 10 million",
        "Red connects the ferry Århus-Kalundborg as well",
    ]


def test_offered_ways_do_not_depend_on_earlier_questions() -> None:
    """Ways found earlier in a turn are cached; a position that was loaded has no cache."""
    state = building()
    while offered(state, "build"):
        fresh = GAME.rules.load(GAME.rules.dump(state))
        assert offered(state) == offered(fresh)
        texts = offered(state, "build")
        state = play(state, texts[len(texts) // 2])
