"""Building track and connecting ferries (R22 to R28, A20, A24)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import Illegal
from engineshed.core.errors import UnreadableMoveError
from engineshed.games.dampf_and_rails.rules.moves import Build, Connect, Lay
from tests.games.dampf_and_rails.play import GAME, RED, facts, offered, play, position, price, refusal, refusal_of, told


def building(**doc: Any) -> Any:
    return position(stage="build", **doc)


# -- money ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R22")
def test_up_to_twenty_million_are_spent_in_a_turn() -> None:
    state = play(building(outlay=18), "build Odense O27", "build O27 O28")
    assert (told(state)["outlay"], told(state)["cash"]["red"], told(state)["derived"]["budget"]) == (20, 48, 0)
    assert offered(state) == ["end"]


@pytest.mark.refuses("dampf-and-rails", "R22")
def test_neither_more_than_the_limit_nor_than_the_cash() -> None:
    assert refusal(building(outlay=20), "build Odense O27") == (
        "R22",
        "That costs 1 million, and 0 may still be spent in this turn",
    )
    assert refusal(building(cash={"red": 2}), "build Odense M27") == ("R22", "That costs 3 million, and you have 2")
    assert refusal(building(cash={"red": 2}), "lay Nyborg") == ("R22", "No way to Nyborg can be built for 2 million")
    assert refusal(building(cash={"red": 2}), "train B9").rule == "R22"
    assert offered(building(cash={"red": 0})) == ["end"]


def test_the_limit_begins_anew_in_every_turn() -> None:
    state = play(building(outlay=20, round=5), "end", "stop", "end", "stop")
    assert told(state)["derived"]["budget"] == 20


# -- where ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R23")
def test_neighbouring_mileposts_are_joined() -> None:
    state = play(building(), "build Odense O27", "build O28 O27", "build O28 Nyborg")
    assert told(state)["track"]["red"] == ["Odense O27 O28 Nyborg"]
    assert told(state)["derived"]["connected"] == {"Odense": ["red", "blue"], "Nyborg": ["red"]}


@pytest.mark.refuses("dampf-and-rails", "R23")
def test_nothing_is_built_where_no_section_is() -> None:
    assert refusal_of(building(), Build(5000)) == ("R23", "There is no such section")
    assert refusal_of(building(), Build(-1)).rule == "R23"
    assert refusal_of(building(), Lay(30)) == ("R23", "There is no such town or port")
    with pytest.raises(UnreadableMoveError, match=r"Odense and Kiel are not neighbours.*R23"):
        GAME.speech.read(building(), "build Odense Kiel")


@pytest.mark.refuses("dampf-and-rails", "R23")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "There is open water between J8 and Ålborg"),
        ("de", "Zwischen J8 und Ålborg liegt offenes Wasser"),
        ("pl", "Między J8 a Ålborg jest otwarta woda"),
    ],
)
def test_open_water_is_refused_by_its_rule_typed_and_asked(language: str, said: str) -> None:
    """J8 lies across the Limfjord from Ålborg, and nothing else of it touches the network."""
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
def test_not_elsewhere_not_inside_kobenhavn_and_not_three_times_out_of_a_big_city() -> None:
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


def test_the_two_sections_count_for_each_city_and_turn() -> None:
    state = building(track={"red": ["Århus M19"]}, exits={"Odense": 2})
    assert "build L18 Århus" in offered(state)
    again = play(position(exits={"Odense": 2}, stage="build", round=5), "end", "stop", "end", "stop")
    assert "build Odense O27" in offered(again)


def test_coming_into_a_big_city_is_not_building_out_of_it() -> None:
    state = play(building(track={"red": ["Odense O27", "M17 M16"]}), "build M17 Århus")
    assert told(state)["exits"] == {}
    assert told(play(state, "build Århus M19"))["exits"] == {"Århus": 1}


@pytest.mark.allows("dampf-and-rails", "R24")
def test_from_a_dot_of_the_network_one_builds_into_a_big_city_and_not_out_of_it() -> None:
    """Both ends are connected: however often the city was left in this turn, this is not another way out."""
    state = building(starts={"red": "København"}, track={"red": ["Y21 Y22", "Y21 X22"]}, exits={"København": 2})
    assert "build X22 Y22" in offered(state)
    assert told(play(state, "build X22 Y22"))["exits"] == {"København": 2}
    assert refusal(state, "build X23 Y23").rule == "R24"


HEXAGON: dict[str, Any] = {"options": {"big_cities": "hexagon"}}


@pytest.mark.allows("dampf-and-rails", "A20")
def test_with_another_reading_only_kobenhavn_is_a_big_city() -> None:
    state = building(**HEXAGON, exits={"København": 2}, starts={"blue": "København"})
    state = play(state, "build Odense O27", "build Odense N28", "build Odense M28")
    assert told(state)["exits"] == {"København": 2}


@pytest.mark.refuses("dampf-and-rails", "A20")
def test_out_of_which_there_are_still_two_ways_in_a_turn() -> None:
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
    assert told(state)["track"] == {"red": ["Odense N28 O28 Nyborg"], "blue": ["Odense O27 O28"]}


@pytest.mark.refuses("dampf-and-rails", "R25")
def test_two_mileposts_are_joined_once() -> None:
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
def test_the_milepost_is_paid_and_the_water(track: str, section: str, cost: int) -> None:
    state = building(track={"red": [track]})
    assert price(state, f"build {section}") == cost
    assert told(play(state, f"build {section}"))["cash"]["red"] == 50 - cost


@pytest.mark.refuses("dampf-and-rails", "R26")
def test_the_start_town_is_not_paid_and_between_own_mileposts_the_cheaper_one_is() -> None:
    assert price(building(), "build Odense O27") == 1
    assert price(building(track={"red": ["Odense O27 N28"]}), "build Odense N28") == 1
    assert refusal(building(cash={"red": 2}, track={"red": ["O28 O27"]}), "build O28 Nyborg").rule == "R22"


# -- ferries -------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R27")
def test_a_ferry_is_connected_from_a_town_and_both_ends_belong_to_the_network() -> None:
    state = building(starts={"red": "Århus"})
    assert price(state, "connect Århus-Kalundborg") == 10
    state = play(state, "connect Århus-Kalundborg")
    assert told(state)["cash"]["red"] == 40
    assert told(state)["derived"]["connected"]["Kalundborg"] == ["red"]
    assert "build R23 S23" in [text.replace("Kalundborg", "R23") for text in offered(state)]


@pytest.mark.allows("dampf-and-rails", "R27")
def test_a_lone_port_comes_with_its_ferry_from_land_and_from_across() -> None:
    by_land = play(building(track={"red": ["Odense O27 O28"]}), "build O28 Knudshoved")
    assert told(by_land)["ferries"]["red"] == ["Storebælt"]
    assert told(by_land)["derived"]["connected"]["Korsør"] == ["red"]
    across = play(building(starts={"red": "København"}), "connect Kattegat")
    assert (told(across)["cash"]["red"], told(across)["derived"]["connected"]["Hals"]) == (34, ["red"])
    assert price(across, "build M8 Hals") == 1


@pytest.mark.refuses("dampf-and-rails", "R27")
def test_a_connected_port_town_has_not_connected_its_ferry() -> None:
    state = building(track={"red": ["Korsør S28"]})
    assert told(state)["ferries"]["red"] == []
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
def test_with_another_reading_the_far_end_is_paid_as_well() -> None:
    assert price(building(**FAR_END, starts={"red": "Århus"}), "connect Århus-Kalundborg") == 13
    assert price(building(**FAR_END, track={"red": ["Odense O27"]}), "build O27 Knudshoved") == 6 + 3 + 3
    assert price(building(**FAR_END, starts={"red": "København"}), "connect Kattegat") == 16
    connected = building(**FAR_END, track={"red": ["Odense O27", "Korsør S27"]})
    assert price(connected, "build O27 Knudshoved") == 6 + 3


@pytest.mark.refuses("dampf-and-rails", "A24")
def test_without_the_money_for_the_far_end_there_is_no_ferry() -> None:
    poor = building(**FAR_END, track={"red": ["Odense O27"]}, cash={"red": 11})
    assert "build O27 Knudshoved" not in offered(poor)
    assert refusal(poor, "build O27 Knudshoved").rule == "R22"


# -- places in towns and ports -------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "R28")
def test_two_connect_a_small_town_and_three_a_medium_one() -> None:
    state = building(players=3, track={"blue": ["O28 Nyborg"], "red": ["O29 P29"]})
    assert "build Nyborg P29" in offered(state)
    medium = building(players=3, track={"blue": ["L18 Århus"], "green": ["M17 Århus"], "red": ["M19 L19"]})
    assert "build Århus M19" in offered(medium)


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_a_third_player_finds_no_place_in_a_small_town_or_on_a_ferry() -> None:
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


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_nobody_fills_the_last_ways_into_a_town() -> None:
    """Korsør has two ways in. Red, who has one, may not take the other as long as somebody else can come."""
    for players in (2, 3):
        state = building(players=players, track={"red": ["S27 Korsør"]})
        assert refusal(state, "build Korsør S28") == (
            "R28",
            "That would block the way into Korsør for others who may still connect it",
        )
        assert "build Korsør S28" not in offered(state)


@pytest.mark.allows("dampf-and-rails", "R28")
def test_when_all_places_are_taken_the_last_ways_are_free_to_all() -> None:
    nyborg = {"red": ["Nyborg O28"], "blue": ["Nyborg P29", "Odense N28"]}
    state = building(players=3, track=nyborg, ferries={"red": ["Storebælt"]})
    assert "build Knudshoved Nyborg" in offered(state)
    two = building(track={"red": ["S27 Korsør"]}, ferries={"blue": ["Storebælt"]})
    assert "build Korsør S28" in offered(two)


def test_the_way_into_a_lone_port_is_kept_open_too() -> None:
    """Hals has two ways in; both are kept for others as long as places are free."""
    state = building(ferries={"red": ["Kattegat"]})
    assert "build M8 Hals" in offered(state)
    assert refusal(play(state, "build M8 Hals"), "build M9 Hals").rule == "R28"


def test_kobenhavn_keeps_as_many_ways_as_players_can_still_come() -> None:
    """It has eight ways in, all of them counted together, whichever milepost they lead to."""
    taken = ["X22 Y22 Y21", "X22 Y23 X23", "X24 Y23", "Y22 Z21"]
    state = building(players=3, starts={"red": "København"}, track={"red": taken})
    assert refusal(state, "build X24 Y24").rule == "R28"
    state = building(players=2, starts={"red": "København"}, track={"red": taken})
    assert "build X24 Y24" in offered(state)
    assert refusal(play(state, "build X24 Y24"), "build Z21 Z22").rule == "R28"


GREENS = {"red": ["Nyborg O28"], "blue": ["Nyborg P29"], "green": ["Odense O27"]}


@pytest.mark.refuses("dampf-and-rails", "R28")
def test_no_way_is_built_to_where_no_room_is() -> None:
    """Whatever it would cost: the town itself is full, or the ferry that a lone port comes with."""
    nyborg = building(players=3, turn="green", track=GREENS)
    assert refusal(nyborg, "lay Nyborg") == ("R28", "2 players have connected Nyborg, and there is no room for more")
    korsor = {"red": ["Korsør S27"], "blue": ["Korsør S28"], "green": ["Odense O27"]}
    full = building(players=3, turn="green", track=korsor)
    assert refusal(full, "lay Knudshoved") == ("R28", "2 players have connected Korsør, and there is no room for more")
    gale = building(round=5, track={"red": ["Odense O27"]}, running=["kattegat-gale blue begun"])
    assert refusal(gale, "lay Knudshoved").rule == "E1"
    assert refusal(gale, "lay Korsør").rule == "R22"


# -- whole ways ----------------------------------------------------------------------------------------------------


def test_a_way_is_the_same_as_its_sections() -> None:
    state = building()
    assert price(state, "lay Nyborg") == 5
    after = play(state, "lay Nyborg")
    assert told(after)["cash"]["red"] == 45
    by_sections = state
    for section in ("Odense O27", "O27 O28", "O28 Nyborg"):
        by_sections = play(by_sections, f"build {section}")
    assert told(by_sections)["cash"] == told(after)["cash"]
    assert len(told(after)["track"]["red"][0].split()) == 4


def test_a_way_leads_round_what_is_taken_and_over_ferries() -> None:
    state = building(track={"blue": ["Odense O27 O28 Nyborg", "N28 O28"]})
    assert price(state, "lay Nyborg") == 6
    over = building(track={"red": ["Odense O27 O28"]})
    assert price(over, "lay Korsør") == 9
    assert told(play(over, "lay Korsør"))["ferries"]["red"] == ["Storebælt"]


def test_what_is_told_of_a_way_counts_sections_and_names_every_ferry() -> None:
    assert facts(building(), "lay Nyborg") == ["Red builds to Nyborg, 3 sections for 5 million"]
    state = building(track={"red": ["Odense O27 O28"]})
    ferry = "Red connects the ferry Storebælt with it"
    assert facts(state, "build O28 Knudshoved") == ["Red builds Knudshoved–O28 for 9 million", ferry]
    assert facts(state, "lay Knudshoved") == ["Red builds to Knudshoved, 1 section for 9 million", ferry]
    assert facts(state, "lay Korsør") == ["Red builds to Korsør, 1 section for 9 million", ferry]
    assert facts(state, "build O28 Nyborg") == ["Red builds O28–Nyborg for 3 million"]


def test_a_way_over_the_water_alone_has_no_section() -> None:
    assert facts(building(starts={"red": "Århus"}), "lay Kalundborg") == [
        "Red connects Kalundborg by ferry for 10 million",
        "Red connects the ferry Århus-Kalundborg with it",
    ]


def test_what_could_be_reached_does_not_depend_on_what_was_asked_before() -> None:
    """Ways that were found earlier in a turn are remembered; a position that was loaded remembers nothing."""
    state = building()
    while offered(state, "build"):
        fresh = GAME.rules.load(GAME.rules.dump(state))
        assert offered(state) == offered(fresh)
        texts = offered(state, "build")
        state = play(state, texts[len(texts) // 2])
