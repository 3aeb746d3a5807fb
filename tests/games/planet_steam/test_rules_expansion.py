"""Phase 1, the Expansion phase: R32 to R45."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.games.planet_steam.rules.moves import Bid, Claim
from tests.games.planet_steam.play import (
    BLACK,
    GAME,
    GREEN,
    ORANGE,
    PURPLE,
    acting,
    credits_of,
    described,
    full_map,
    goods_of,
    offered,
    play,
    position,
    refusal,
    refusal_of,
    said,
    zones,
)


@pytest.mark.refuses("planet-steam", "R32")
def test_an_empty_market_provides_no_bonus_resources() -> None:
    empty = dict.fromkeys(("quartz", "ore", "water", "energy"), 0)
    state = play(position(stage="first-upgrade", turn="purple", queue=[], supplies=empty), "upgrade ore")
    assert (state.bonus, state.supplies) == ((0, 0, 0, 0), (0, 0, 0, 0))
    won = play(state, "bid 1", "pass", "pass", "pass", "card 1")
    assert described(won)["stage"] == "auction"


@pytest.mark.refuses("planet-steam", "R33")
def test_only_players_without_credits_get_a_grant() -> None:
    before = position(stage="first-upgrade", turn="purple", queue=[], credits={"black": 1, "green": 0})
    assert play(before, "upgrade ore").credits == (1, 2, 120, 120)


@pytest.mark.allows("planet-steam", "R34")
@pytest.mark.refuses("planet-steam", "R34")
def test_a_player_can_bid_up_to_their_credits() -> None:
    state = position(stage="auction", credits={"black": 5})
    assert offered(state) == ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5"]
    assert refusal(state, "bid 6") == ("R34", "You can bid 5 at most")
    assert refusal_of(state, Bid(0)) == ("R34", "You must bid 1 or more")
    assert refusal(state, "pass") == ("R34", "You open this auction and must bid at least 1 credit")
    asked = play(state, "bid 5")
    assert refusal(asked, "bid 5") == ("R34", "You must bid 6 or more")
    assert refusal(asked, "bid 7", BLACK) == ("R34", "It is Green's turn")


SPECULATING_ORANGE = {"black": 1, "green": 3, "orange": 2, "purple": 4}
SPECULATING_GREEN = {"black": 1, "green": 2, "orange": 3, "purple": 4}


@pytest.mark.refuses("planet-steam", "R34", "R39", "R120")
@pytest.mark.parametrize(
    ("auction", "rule", "sold"),
    [
        ({"stage": "auction"}, "R34", "Specialist cards are"),
        ({"stage": "zone-auction", "zone": "C3", "zones": zones()}, "R39", "A zone is"),
        ({"stage": "carrier-auction", "options": {"independent_carrier": True}}, "R120", "The Independent Carrier is"),
    ],
)
def test_other_moves_are_refused_during_an_auction(auction: dict[str, Any], rule: str, sold: str) -> None:
    """An opener who can pay cannot pass; an opener without credits can only pass."""
    state = position(**auction)
    assert refusal(state, "done") == (rule, f"{sold} being auctioned: open with a bid of at least 1 credit")
    assert refusal(play(state, "bid 1"), "done") == (rule, f"{sold} being auctioned: bid more or pass")
    if rule != "R34":
        broke = position(**auction, credits={"black": 0})
        for move in ("done", "bid 1"):
            assert refusal(broke, move) == (rule, "You have no credits to open the auction with: pass")


@pytest.mark.refuses("planet-steam", "R34", "R39", "R120")
@pytest.mark.parametrize(
    ("auction", "rule", "sold"),
    [
        ({"stage": "auction"}, "R34", "Specialist cards are"),
        ({"stage": "zone-auction", "zone": "C3", "zones": zones(), "cards": SPECULATING_ORANGE}, "R39", "A zone is"),
        ({"stage": "carrier-auction", "options": {"independent_carrier": True}}, "R120", "The Independent Carrier is"),
    ],
)
def test_a_bidder_who_can_only_pass_is_told_so(auction: dict[str, Any], rule: str, sold: str) -> None:
    outbid = play(position(**auction, credits={"green": 2}), "bid 3")
    assert refusal(outbid, "done") == (rule, f"{sold} being auctioned: you cannot bid more, so pass")
    for bid in ("bid 1", "bid 3", "bid 4"):
        assert refusal(outbid, bid) == (rule, "The highest bid is 3, and you can bid 2 at most: you can only pass")


@pytest.mark.refuses("planet-steam", "R39", "R40", "R120")
@pytest.mark.parametrize(
    ("auction", "rule"),
    [
        ({"stage": "zone-auction", "zone": "C3", "zones": zones(), "cards": SPECULATING_ORANGE}, "R39"),
        ({"stage": "zone-auction", "zone": "C3", "zones": zones(), "cards": SPECULATING_GREEN}, "R40"),
        ({"stage": "carrier-auction", "options": {"independent_carrier": True}}, "R120"),
    ],
)
def test_only_the_opener_is_refused_as_an_opener(auction: dict[str, Any], rule: str) -> None:
    """Black has opened the auction; Green has no credits at all, as the Speculator or not."""
    state = play(position(**auction, credits={"green": 0}), "bid 1")
    for bid in ("bid 1", "bid 2"):
        assert refusal(state, bid) == (rule, "The highest bid is 1, and you can bid 0 at most: you can only pass")


@pytest.mark.refuses("planet-steam", "R34", "R39", "R120")
@pytest.mark.parametrize(
    ("auction", "rule"),
    [
        ({"stage": "auction"}, "R34"),
        ({"stage": "zone-auction", "zone": "C3", "zones": zones()}, "R39"),
        ({"stage": "carrier-auction", "options": {"independent_carrier": True}}, "R120"),
    ],
)
def test_a_bid_out_of_turn_is_refused_by_the_rule_of_the_auction(auction: dict[str, Any], rule: str) -> None:
    state = play(position(**auction), "bid 1")
    assert refusal(state, "bid 2", BLACK) == (rule, "It is Green's turn")


@pytest.mark.parametrize("stage", ["auction", "carrier-auction", "zone-auction"])
def test_polish_does_not_ask_the_opener_to_outbid(stage: str) -> None:
    polish = GAME.speech.words_in("pl").templates
    assert "przebij" in polish[f"refuse.time-{stage}"]
    assert "przebij" not in polish[f"refuse.time-{stage}-open"]


@pytest.mark.allows("planet-steam", "R34")
def test_a_pass_is_final() -> None:
    state = play(position(stage="auction"), "bid 1", "pass", "bid 2", "pass", "bid 3")
    assert (acting(state), state.queue) == (ORANGE, (BLACK,))
    assert described(play(state, "pass"))["stage"] == "card"


@pytest.mark.allows("planet-steam", "R35")
def test_the_last_card_is_taken_at_once_for_one_credit() -> None:
    state = position(stage="card", turn="purple", cards={"black": 2, "green": 1})
    after = play(state, "card 4", "engineer credits")
    assert (after.cards, credits_of(after, ORANGE)) == ((2, 1, 3, 4), 119)


@pytest.mark.allows("planet-steam", "R36")
@pytest.mark.refuses("planet-steam", "R36")
def test_a_bonus_resource_may_be_one_that_cannot_be_stored() -> None:
    state = position(stage="bonus", cards={"black": 1}, bonus=["quartz", "water"], supplies={"water": 3},
                     goods={"black": {"water": 4}})  # fmt: skip
    assert offered(state) == ["take quartz", "take water"]
    assert refusal(state, "pass").rule == "R36"
    after = play(state, "take water")
    assert (goods_of(after)[2], after.supplies[2], after.bonus) == (4, 4, (1, 0, 0, 0))


@pytest.mark.refuses("planet-steam", "R37")
def test_unused_bonus_resources_go_back_to_the_market() -> None:
    last = {"black": 2, "green": 1, "orange": 3}
    state = position(players=3, stage="bonus", turn="orange", cards=last, bonus=["quartz", "ore"],
                     supplies={"quartz": 4, "ore": 7})  # fmt: skip
    after = play(state, "take quartz")
    assert (after.bonus, after.supplies[:2]) == ((0, 0, 0, 0), (4, 8))


# -- the auction of a zone -------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R38")
@pytest.mark.refuses("planet-steam", "R38")
def test_neutral_zones_are_auctioned_only_if_no_zone_is_unclaimed() -> None:
    state = position(stage="name", turn="green", zones=full_map("F7"))
    assert offered(state) == ["name F7"]
    assert refusal(state, "name D7") == ("R38", "D7 has a neutral claim marker")
    assert refusal(state, "name A1") == ("R38", "A1 belongs to Black")
    full = position(stage="name", turn="green", zones=full_map())
    assert offered(full) == [f"name {name}" for name in full_map()["neutral"]]
    assert refusal(full, "name A1") == ("R38", "A1 belongs to Black")
    won = play(full, "name F7", "bid 1", "pass", "pass", "pass")
    assert "F7" in described(won)["zones"]["black"]


@pytest.mark.allows("planet-steam", "R39")
@pytest.mark.refuses("planet-steam", "R39")
def test_lady_steam_opens_the_auction_of_a_zone_and_must_bid() -> None:
    cards = {"black": 2, "green": 3, "orange": 1, "purple": 4}
    state = play(position(stage="name", turn="black", cards=cards, zones=zones()), "name C3")
    assert acting(state) == ORANGE
    assert refusal(state, "pass").rule == "R39"
    assert refusal(state, "bid 121") == ("R39", "You can bid 120 at most")


@pytest.mark.allows("planet-steam", "R39")
def test_an_opener_without_a_credit_passes_the_auction_on() -> None:
    broke = {"black": 0, "green": 0, "orange": 1, "purple": 0}
    state = play(position(stage="name", turn="green", zones=zones(), credits=broke), "name C3")
    assert offered(state) == ["pass"]
    asked = play(state, "pass", "pass")
    assert (acting(asked), offered(asked)) == (ORANGE, ["bid 1"])
    assert "C3" in described(play(asked, "bid 1", "pass"))["zones"]["orange"]


@pytest.mark.refuses("planet-steam", "R39")
def test_a_zone_that_nobody_can_pay_for_stays_unclaimed() -> None:
    broke = dict.fromkeys(("black", "green", "orange", "purple"), 0)
    asked = play(position(stage="name", turn="green", zones=zones(), credits=broke), "name C3", *["pass"] * 3)
    state = play(asked, "pass")
    assert (described(state)["stage"], state.bid, len(state.free)) == ("claim", 0, 38)
    assert said(asked, "pass") == [
        "Purple passes and is out of the auction",
        "Nobody bids for C3, so it stays as it is",
    ]


def test_there_is_no_auction_if_players_have_claimed_all_zones() -> None:
    """Nobody claims anything either."""
    own = full_map()
    rest = own.pop("neutral")
    every = {name: own[name] + rest[seat::4] for seat, name in enumerate(own)}
    state = position(stage="bonus", turn="purple", cards={"black": 1, "green": 2, "orange": 3, "purple": 4},
                     bonus=["ore"], zones=every)  # fmt: skip
    assert described(play(state, "take ore"))["stage"] == "anchor"


@pytest.mark.allows("planet-steam", "R40")
def test_the_speculator_pays_half_of_an_even_bid() -> None:
    state = position(stage="zone-auction", turn="green", queue=["black"], bid=3, zone="C3", zones=zones(),
                     credits={"green": 4})  # fmt: skip
    assert credits_of(play(state, "bid 8", "pass"), GREEN) == 0


# -- claiming a zone -------------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R41")
@pytest.mark.refuses("planet-steam", "R41")
def test_each_player_may_claim_one_zone_or_none() -> None:
    state = position(stage="claim", zones=zones(), licences={"black": 1})
    assert {text.split()[0] for text in offered(state)} == {"claim", "licence", "pass"}
    assert refusal(state, "anchor 1") == ("R41", "Zones are being claimed: claim one, use a building licence, or pass")
    assert acting(play(state, "pass")) == GREEN
    assert refusal(play(state, "licence B1"), "claim C1", BLACK) == ("R8", "It is Green's turn")


@pytest.mark.allows("planet-steam", "R42")
@pytest.mark.refuses("planet-steam", "R42")
@pytest.mark.parametrize(("pips", "yours"), [(1, False), (3, False), (4, True), (6, True)])
def test_a_roll_of_four_or_more_claims_the_zone(pips: int, yours: bool) -> None:
    state = play(position(stage="claim", zones=zones()), "claim C3", f"roll {pips}")
    assert ("C3" in described(state)["zones"]["black"]) == yours
    if not yours:
        assert offered(state) == ["claim C2", "claim B3", "claim D3", "claim C4"]
        assert refusal(state, "claim C5") == ("R42", "C5 is not the nearest unclaimed zone in any direction from C3")
        assert refusal(state, "claim C3") == (
            "R42", "The roll for C3 failed: choose one of the nearest unclaimed zones")  # fmt: skip


def test_the_nearest_unclaimed_zone_may_be_beyond_claimed_zones() -> None:
    state = position(players=3, stage="claim", zones={"black": ["C4", "C5"], "green": ["C6"], "orange": ["A1"]})
    failed = play(state, "claim C3", "roll 1")
    assert offered(failed) == ["claim C2", "claim B3", "claim D3"]


def test_a_single_remaining_zone_is_claimed_without_asking() -> None:
    state = play(position(stage="claim", zones=full_map("C3", "F3", "A7")), "claim C3", "roll 2")
    assert "F3" in described(state)["zones"]["black"]
    assert acting(state) == GREEN


@pytest.mark.refuses("planet-steam", "R42")
def test_the_die_has_six_sides() -> None:
    state = play(position(stage="claim", zones=zones()), "claim C3")
    assert refusal(state, "roll 7") == ("R42", "The die shows 1 to 6")


@pytest.mark.allows("planet-steam", "R43")
@pytest.mark.refuses("planet-steam", "R43")
def test_without_an_unclaimed_zone_nobody_rolls() -> None:
    state = position(stage="claim", zones=full_map(), licences={"black": 1})
    assert {text.split()[0] for text in offered(state)} == {"licence", "pass"}
    assert refusal(state, "claim A7") == ("R43", "There is no unclaimed zone, so nobody may roll")
    assert refusal_of(state, Claim(-2)) == ("R20", "There is no such zone on this board")
    assert described(play(state, "pass"))["stage"] == "anchor"


@pytest.mark.allows("planet-steam", "R44")
@pytest.mark.refuses("planet-steam", "R44")
def test_a_licence_claims_without_a_roll() -> None:
    state = position(stage="claim", zones=zones(neutral=["C3"]), licences={"black": 1})
    assert described(play(state, "licence D3"))["zones"]["black"] == ["A1", "D3"]
    used = play(state, "licence C3")
    assert (described(used)["zones"]["neutral"], used.licences, used.licence_stock) == ([], (0, 0, 0, 0), 6)
    assert refusal(state, "licence F1") == ("R44", "F1 belongs to Green")
    assert refusal(used, "licence D3") == ("R44", "You have no building licence")


@pytest.mark.allows("planet-steam", "R45", "R29")
@pytest.mark.refuses("planet-steam", "R45")
def test_the_captain_has_to_anchor_the_airship() -> None:
    state = position(stage="anchor", turn="orange")
    assert offered(state) == [f"anchor {row}" for row in range(1, 8)]
    assert refusal(state, "pass").rule == "R45"
    assert refusal(state, "anchor 1", PURPLE).rule == "R8"
    assert described(play(state, "anchor 7"))["airship"] == 7
    assert GAME.rules.view(play(state, "anchor 1"), None).airship == 0
