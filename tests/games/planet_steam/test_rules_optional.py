"""The optional rules: R110 to R123."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import Trouble
from tests.games.planet_steam.play import (
    GAME,
    GREEN,
    acting,
    credits_of,
    described,
    full_map,
    goods_of,
    offered,
    play,
    position,
    random_game,
    refusal,
    said,
    zones,
)

FREE = {"free_zone_choice": True}
PRICES = {"price_manipulation": True}
SABOTAGE = {"sabotage": True}
CARRIER = {"independent_carrier": True}


@pytest.mark.allows("planet-steam", "R110")
@pytest.mark.refuses("planet-steam", "R110")
def test_zones_are_claimed_without_rolling() -> None:
    state = position(options=FREE, stage="claim", zones=zones(neutral=["C3"]), licences={"black": 1})
    claimed = play(state, "claim D3")
    assert (described(claimed)["zones"]["black"], acting(claimed)) == (["A1", "D3"], GREEN)
    assert refusal(state, "claim C3") == ("R110", "C3 has a neutral claim marker")
    assert described(play(state, "licence C3"))["zones"]["black"] == ["A1", "C3"]


@pytest.mark.refuses("planet-steam", "R110")
def test_free_choice_is_refused_if_no_zone_is_unclaimed() -> None:
    state = position(options=FREE, stage="claim", zones=full_map(), licences={"black": 1})
    assert refusal(state, "claim A7") == ("R110", "There is no unclaimed zone to choose")


@pytest.mark.allows("planet-steam", "R111")
@pytest.mark.refuses("planet-steam", "R111")
def test_cards_that_were_not_chosen_do_not_appear() -> None:
    stages = {"manipulate", "shift", "sabotage", "topple", "carrier-auction", "keep"}
    assert not stages & {described(state)["stage"] for state in random_game(4, "no cards")}
    chosen = random_game(4, "all cards", **PRICES, **SABOTAGE, **CARRIER)
    assert {"manipulate", "carrier-auction", "keep"} <= {described(state)["stage"] for state in chosen}


# -- Price Manipulation ----------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R112")
@pytest.mark.refuses("planet-steam", "R112")
def test_only_the_first_card_brings_price_manipulation() -> None:
    first = play(position(options=PRICES, stage="card", turn="green"), "card 3")
    assert (described(first)["stage"], described(first)["manipulator"]) == ("manipulate", "green")
    second = play(
        position(options=PRICES, stage="card", turn="green", cards={"black": 1}, manipulator="black"), "card 3"
    )
    assert described(second)["stage"] == "auction"


@pytest.mark.refuses("planet-steam", "R113")
def test_price_manipulation_must_be_used_at_once() -> None:
    state = position(options=PRICES, stage="manipulate", cards={"black": 1}, manipulator="black")
    assert refusal(state, "pass") == ("R113", "First choose a way to manipulate prices")
    assert refusal(play(state, "manipulate weak"), "done") == ("R113", "You have to move a price first")


@pytest.mark.allows("planet-steam", "R113", "R114")
@pytest.mark.refuses("planet-steam", "R114")
@pytest.mark.parametrize(("way", "cost", "spaces"), [("weak", 0, 3), ("moderate", 4, 4), ("strong", 8, 5)])
def test_the_three_ways_of_price_manipulation(way: str, cost: int, spaces: int) -> None:
    state = position(options=PRICES, stage="manipulate", cards={"black": 1}, manipulator="black",
                     prices={"quartz": 12, "ore": 8, "water": 7, "energy": 6}, credits={"black": 8})  # fmt: skip
    chosen = play(state, f"manipulate {way}")
    assert credits_of(chosen) == 8 - cost
    names = ["ore", "water", "energy"] if way != "strong" else ["quartz", "ore", "water", "energy"]
    steps = [number for number in range(-spaces, spaces + 1) if number]
    assert offered(chosen) == [f"shift {name} {number:+}" for name in names for number in steps]
    assert refusal(chosen, f"shift ore +{spaces + 1}").rule == "R114"
    if way != "strong":
        assert refusal(chosen, "shift quartz +1") == (
            "R114", "Only strong manipulation moves the price of quartz")  # fmt: skip
    moved = play(chosen, "shift ore -1")
    if way == "weak":
        assert described(moved)["stage"] == "auction"
    else:
        assert refusal(moved, "shift ore +1") == ("R114", "You have moved the price of ore already")
        assert offered(moved)[-2:] == [f"shift energy +{spaces - 1}", "done"]
        assert described(play(moved, "done"))["stage"] == "auction"


@pytest.mark.refuses("planet-steam", "R114")
def test_price_manipulation_is_limited_by_credits_and_scales() -> None:
    state = position(options=PRICES, stage="manipulate", cards={"black": 1}, manipulator="black", credits={"black": 3},
                     prices={"energy": 1, "water": 13})  # fmt: skip
    assert offered(state) == ["manipulate weak"]
    assert refusal(state, "manipulate strong") == ("R114", "This costs 8 credits; you have 3")
    weak = play(state, "manipulate weak")
    assert offered(weak)[-3:] == ["shift energy +1", "shift energy +2", "shift energy +3"]
    assert refusal(weak, "shift water +2") == ("R114", "The price of water can go down by 3 and up by 1")


@pytest.mark.refuses("planet-steam", "R115")
def test_only_the_manipulator_is_rewarded_and_only_once() -> None:
    state = play(position(options=PRICES, stage="certificate", turn="purple", manipulator="green"), "pass")
    assert (state.credits, state.manipulator) == ((120, 122, 120, 120), -1)


# -- Sabotage --------------------------------------------------------------------------------------------------------

CARDS = {"black": 1, "green": 2, "orange": 3, "purple": 4}


def last_card(**doc: Any) -> Any:
    """Orange takes the last bonus resource, which is when sabotage happens, if at all."""
    given = {"options": SABOTAGE, "stage": "bonus", "turn": "orange", "round": 2, "cards": CARDS, "bonus": ["ore"]}
    return play(position(**{**given, **doc}), "take ore")


@pytest.mark.allows("planet-steam", "R116")
@pytest.mark.refuses("planet-steam", "R116")
def test_the_last_player_to_get_a_card_names_an_opponent_with_a_tank() -> None:
    own = zones(green=["F1", "F2"])
    state = last_card(zones=own, tanks={"F1": "ore", "F2": "water", "A7": "ore"})
    assert (described(state)["stage"], offered(state)) == ("sabotage", ["sabotage green"])
    assert refusal(state, "sabotage black") == ("R116", "Black has no tank")
    assert refusal(state, "sabotage orange") == ("R116", "Choose one of your opponents")
    named = play(state, "sabotage green")
    assert (acting(named), offered(named)) == (GREEN, ["topple F1", "topple F2"])
    assert refusal(named, "topple A7") == ("R116", "You have no tank there")
    assert described(play(named, "topple F2"))["fallen"] == "F2"


@pytest.mark.refuses("planet-steam", "R116")
def test_there_is_no_sabotage_in_the_first_round_or_without_tanks() -> None:
    tanks = {"F1": "ore"}
    assert described(last_card(zones=zones(), tanks=tanks, round=1))["stage"] == "name"
    assert described(last_card(zones=zones(), tanks={"A7": "ore"}))["stage"] == "name"
    assert described(last_card(zones=zones(), tanks=tanks, options={}))["stage"] == "name"


@pytest.mark.allows("planet-steam", "R117")
@pytest.mark.refuses("planet-steam", "R117")
def test_a_tank_on_its_side_cannot_be_changed() -> None:
    state = position(options=SABOTAGE, round=2, zones=zones(black=["A1", "A2", "A3"]), fallen="A1",
                     tanks={"A1": "ore supercharged", "A2": "energy"},
                     goods={"black": {"quartz": 2, "ore": 1, "water": 1}})  # fmt: skip
    for move in ("movetank A1 A3", "moveconverter A1 A2", "moveconverter A2 A1", "returnconverter A1",
                 "movesupercharger A1 A2", "supercharger A1", "converter A1 quartz"):  # fmt: skip
        assert refusal(state, move) == ("R117", "The tank in A1 lies on its side")
    assert offered(state, "movetank") == ["movetank A2 A3"]
    assert described(play(state, "movetank A2 A3", "supercharger A3"))["tanks"]["A3"] == "energy supercharged"


@pytest.mark.allows("planet-steam", "R118")
@pytest.mark.refuses("planet-steam", "R118")
@pytest.mark.parametrize("pips", [1, 6])
def test_the_owner_of_the_tank_is_compensated(pips: int) -> None:
    state = position(options=SABOTAGE, stage="certificate", turn="purple", round=2, zones=zones(), tanks={"F1": "ore"},
                     fallen="F1")  # fmt: skip
    rolled = play(play(state, "pass"), f"roll {pips}")
    assert (rolled.credits, rolled.fallen) == ((120, 120 + 2 * pips, 120, 120), -1)
    assert refusal(play(state, "pass"), "roll 0") == ("R118", "The die shows 1 to 6")


@pytest.mark.allows("planet-steam", "R119")
@pytest.mark.refuses("planet-steam", "R119")
def test_a_tank_on_its_side_connects_nothing() -> None:
    own = zones(black=["A1", "A2", "A3"])
    tanks = dict.fromkeys(("A1", "A2", "A3"), "energy supercharged")
    standing = position(zones=own, tanks=tanks, airship=2)
    fallen = position(options=SABOTAGE, round=2, zones=own, tanks=tanks, airship=2, fallen="A2")
    yields = [described(state)["derived"]["yields"]["black"]["energy"] for state in (standing, fallen)]
    assert yields == [6 + 2 + 1, 4]


# -- Independent Carrier ---------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R120")
@pytest.mark.refuses("planet-steam", "R120")
def test_the_carrier_is_auctioned_before_anything_else() -> None:
    state = play(
        position(options=CARRIER, stage="first-upgrade", turn="purple", queue=[], opener="green"), "upgrade ore"
    )
    assert (described(state)["stage"], acting(state)) == ("carrier-auction", GREEN)
    assert refusal(state, "pass") == ("R120", "You open this auction and must bid at least 1 credit")
    assert refusal(state, "bid 121").rule == "R120"
    won = play(state, "bid 7", "pass", "pass", "pass")
    assert (described(won)["carrier"], won.deposit, credits_of(won, GREEN)) == ("green", 7, 113)
    assert described(won)["stage"] == "auction"


@pytest.mark.refuses("planet-steam", "R120")
def test_nobody_gets_a_carrier_that_nobody_can_pay_for() -> None:
    broke = dict.fromkeys(("black", "green", "orange", "purple"), 0)
    state = position(options=CARRIER, stage="carrier-auction", credits=broke)
    asked = play(state, *["pass"] * 3)
    passed = play(asked, "pass")
    assert "carrier" not in described(passed)
    assert passed.credits == (2, 2, 2, 2)
    assert said(asked, "pass")[1] == "Nobody bids for the Independent Carrier, so nobody has it in this round"


@pytest.mark.allows("planet-steam", "R121")
@pytest.mark.refuses("planet-steam", "R121")
def test_the_independent_carrier_holds_three_resources_of_any_kind() -> None:
    held = {"options": CARRIER, "carrier": "black", "deposit": 5}
    state = position(
        stage="trade", resource="ore", **held, goods={"black": {"ore": 4, "water": 6}}, credits={"black": 99}
    )
    assert goods_of(play(state, "buy 3"))[1] == 5
    with pytest.raises(Trouble, match="R24"):
        position(**held, goods={"black": {"ore": 6, "water": 6}})
    assert GAME.rules.view(state, None).players[0].rooms == (5, 1, 1, 5)


@pytest.mark.allows("planet-steam", "R122")
@pytest.mark.refuses("planet-steam", "R122")
@pytest.mark.parametrize("decision", ["expansion", "end"])
def test_the_independent_carrier_can_be_kept_once(decision: str) -> None:
    options = {**CARRIER, "carrier_decision": decision}
    held = {"options": options, "carrier": "green", "deposit": 5}
    state = position(stage="keep", turn="green", **held)
    assert offered(state) == ["keep", "release"]
    kept, released = play(state, "keep"), play(state, "release")
    assert (kept.credits[1], kept.deposit, released.credits[1], released.deposit) == (115, 0, 120, 0)
    assert kept.lease - released.lease == 1
    poor = position(stage="keep", turn="green", credits={"green": 4}, **held)
    assert offered(poor) == ["release"]
    assert refusal(poor, "keep") == ("R122", "This costs 5 credits; you have 4")


@pytest.mark.allows("planet-steam", "R122")
@pytest.mark.parametrize("decision", ["expansion", "end"])
def test_when_keeping_the_independent_carrier_is_decided(decision: str) -> None:
    held: dict[str, Any] = {"options": {**CARRIER, "carrier_decision": decision}, "carrier": "green", "deposit": 5}
    anchored = play(position(stage="anchor", turn="orange", **held), "anchor 1")
    ended = play(position(stage="certificate", turn="purple", **held), "pass")
    assert [described(state)["stage"] for state in (anchored, ended)] == (
        ["keep", "carrier-auction"] if decision == "expansion" else ["activate", "keep"])  # fmt: skip
    last = play(position(stage="anchor", turn="orange", round=5, **held), "anchor 1")
    assert described(last)["stage"] == "activate"


@pytest.mark.refuses("planet-steam", "R122")
def test_the_independent_carrier_cannot_be_kept_for_a_third_round() -> None:
    """A carrier kept in its first round is not asked about in the second, and is then auctioned."""
    state = position(options=CARRIER, stage="certificate", turn="purple", carrier="green", lease=2, round=1)
    second = play(state, "pass")
    assert (described(second)["stage"], second.lease) == ("auction", 1)
    third = play(
        position(options=CARRIER, stage="certificate", turn="purple", carrier="green", lease=1, round=2), "pass"
    )
    assert described(third)["stage"] == "carrier-auction"


def test_the_next_holder_of_the_carrier_does_not_get_its_goods() -> None:
    goods = {"green": {"ore": 6, "water": 3}}
    state = position(options=CARRIER, stage="carrier-auction", round=3, carrier="green", lease=0, goods=goods)
    sold = play(state, "bid 1", "pass", "pass", "pass")
    assert (described(sold)["carrier"], goods_of(sold, GREEN)) == ("black", (0, 4, 3, 0))
    kept = play(state, "bid 1", "bid 2", "pass", "pass", "pass")
    assert (described(kept)["carrier"], goods_of(kept, GREEN)) == ("green", (0, 6, 3, 0))


@pytest.mark.allows("planet-steam", "R123")
@pytest.mark.refuses("planet-steam", "R123")
def test_the_player_chooses_what_goes_back_if_there_is_no_room() -> None:
    own = zones(black=["C1", "C2", "E1"])
    held = {
        "options": CARRIER,
        "carrier": "black",
        "zones": own,
        "tanks": {"C1": "water", "C2": "water", "E1": "energy"},
    }
    state = position(stage="extract", goods={"black": {"quartz": 4, "water": 6, "energy": 4}}, **held)
    stowing = play(state, "extract")
    assert (described(stowing)["stage"], goods_of(stowing)) == ("unload", (4, 0, 9, 5))
    assert offered(stowing) == ["unload water", "unload energy"]
    assert refusal(stowing, "unload quartz") == ("R123", "The quartz carrier has room for all of it")
    assert refusal(stowing, "extract").rule == "R123"
    emptied = play(stowing, "unload energy")
    assert (described(emptied)["stage"], goods_of(emptied)) == ("trade", (4, 0, 7, 4))
    one_kind = position(
        stage="extract", goods={"black": {"water": 6}}, **{**held, "tanks": {"C1": "water", "C2": "water"}}
    )
    assert goods_of(play(one_kind, "extract"))[2] == 7


@pytest.mark.allows("planet-steam", "R123")
@pytest.mark.refuses("planet-steam", "R123")
@pytest.mark.parametrize(
    ("doc", "move", "goes_on"),
    [
        ({"stage": "trade", "resource": "quartz"}, "buy 2", "trade"),
        ({"stage": "bonus", "cards": {"black": 1}, "bonus": ["quartz"]}, "take quartz", "auction"),
        ({"stage": "activate"}, "idle", "activate"),
    ],
)
def test_outside_extraction_new_resources_go_back_if_there_is_no_room(
    doc: dict[str, Any], move: str, goes_on: str
) -> None:
    """Three energy are on the Independent Carrier; nobody is asked whether they should go back instead."""
    full = {"black": {"quartz": 4, "water": 4, "energy": 7}}
    after = play(position(options=CARRIER, carrier="black", deposit=5, goods=full, **doc), move)
    assert (goods_of(after), described(after)["stage"]) == ((4, 0, 4, 7), goes_on)
