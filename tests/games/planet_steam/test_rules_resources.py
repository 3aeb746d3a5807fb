"""Phase 3, the resource phase: R57 to R74."""

from __future__ import annotations

import pytest

from tests.games.planet_steam.play import (
    BLACK,
    GAME,
    GREEN,
    acting,
    credits_of,
    described,
    goods_of,
    offered,
    play,
    position,
    refusal,
    said,
    zones,
)

ROW = zones(black=["A1", "B1", "D1", "E1"])
"""Two adjacent zones on each side of an unclaimed river zone."""


@pytest.mark.allows("planet-steam", "R57")
@pytest.mark.refuses("planet-steam", "R57")
def test_everybody_extracts_before_anybody_trades() -> None:
    state = position(stage="extract", zones=zones(green=["F1", "F2"]), tanks={"A1": "ore", "F1": "ore"},
                     goods={"black": {"energy": 1}, "green": {"energy": 1}})  # fmt: skip
    waiting = play(state, "extract")
    assert refusal(waiting, "buy 1") == ("R58", "Resources are being extracted: pay for tanks, then extract")
    traded = play(waiting, "work F1")
    assert (described(traded)["stage"], acting(traded)) == ("trade", BLACK)


# -- extraction ------------------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R58")
@pytest.mark.refuses("planet-steam", "R58", "R62")
def test_a_tank_without_energy_extracts_nothing() -> None:
    state = position(stage="extract", zones=ROW, tanks={"A1": "ore", "D1": "water"}, goods={"black": {"energy": 2}})
    assert offered(state) == ["work A1", "work D1", "extract"]
    assert goods_of(play(state, "work D1", "extract")) == (0, 0, 1, 1)
    assert goods_of(play(state, "extract")) == (0, 0, 0, 2)
    assert refusal(state, "work B1") == ("R58", "There is no tank in B1")
    assert refusal(state, "work F1") == ("R58", "F1 is not yours")
    assert refusal(play(state, "work D1"), "work D1") == ("R58", "You have paid for the tank in D1 already")


@pytest.mark.allows("planet-steam", "R59", "R62", "R63")
@pytest.mark.refuses("planet-steam", "R59", "R63")
def test_tanks_that_need_no_energy_always_work() -> None:
    own = zones(black=["C1", "C2", "E1"])
    state = position(stage="certificate", turn="purple", zones=own, tanks={"C1": "water", "C2": "ore", "E1": "energy"})
    tanks = {"C1": "water", "C2": "ore", "E1": "energy"}
    broke = position(stage="extract", zones=own, tanks=tanks, goods={"black": {}})
    assert offered(broke) == ["extract"]
    assert refusal(broke, "work E1") == ("R63", "The tank in E1 works without energy")
    assert refusal(broke, "work C2") == ("R59", "You have no energy")
    assert goods_of(play(broke, "extract")) == (0, 0, 1, 1)
    assert described(state)["derived"]["yields"]["black"] == {"quartz": 0, "ore": 0, "water": 1, "energy": 1}


@pytest.mark.allows("planet-steam", "R60")
@pytest.mark.refuses("planet-steam", "R60")
def test_resources_without_room_are_lost() -> None:
    state = position(stage="extract", zones=ROW, tanks={"A1": "ore supercharged"},
                     goods={"black": {"ore": 3, "energy": 1}})  # fmt: skip
    after = play(state, "work A1")
    assert (goods_of(after), after.supplies) == ((0, 4, 0, 0), state.supplies)
    assert "Black has no room for 1 ore, which goes to the general supply" in said(state, "work A1")
    market = position(stage="trade", resource="ore", goods={"black": {"ore": 3}})
    assert said(market, "buy 3")[:2] == [
        "Black buys 3 ore at 8 credits each",
        "Black has no room for 2 ore, which go to the general supply",
    ]


@pytest.mark.allows("planet-steam", "R64", "R66")
@pytest.mark.refuses("planet-steam", "R64", "R66", "R68")
def test_bonuses_need_a_working_tank_and_give_the_same_resource() -> None:
    state = position(stage="extract", zones=ROW, tanks={"A1": "ore supercharged", "B1": "quartz"}, airship=1,
                     goods={"black": {"energy": 2}})  # fmt: skip
    assert goods_of(play(state, "work A1", "extract")) == (0, 3, 0, 1)
    assert goods_of(play(state, "work B1", "extract")) == (2, 0, 0, 1)
    elsewhere = position(stage="extract", zones=ROW, tanks={"A1": "ore supercharged"}, airship=2,
                         goods={"black": {"energy": 1}})  # fmt: skip
    assert goods_of(play(elsewhere, "work A1")) == (0, 2, 0, 0)


@pytest.mark.allows("planet-steam", "R65", "R67")
@pytest.mark.refuses("planet-steam", "R65", "R67")
def test_synergy_needs_neighbours_of_one_kind_and_owner() -> None:
    tanks = dict.fromkeys(("A1", "B1", "D1", "E1"), "energy")
    apart = position(zones=ROW, tanks=tanks)
    assert described(apart)["derived"]["yields"]["black"]["energy"] == 4 + 1 + 1
    joined = position(zones=zones(black=["A1", "B1", "C1", "D1", "E1"]), tanks={**tanks, "C1": "energy"}, airship=1)
    assert described(joined)["derived"]["yields"]["black"]["energy"] == 5 + 4 + 5
    foreign = position(zones=zones(black=["A1", "B1", "D1", "E1"], green=["C1"]), tanks={**tanks, "C1": "energy"})
    assert described(foreign)["derived"]["yields"]["black"]["energy"] == 4 + 1 + 1
    other_kind = position(zones=zones(black=["C1", "C2"]), tanks={"C1": "water", "C2": "energy"})
    assert described(other_kind)["derived"]["yields"]["black"] == {"quartz": 0, "ore": 0, "water": 1, "energy": 1}
    diagonal = position(zones=zones(black=["A1", "B2"]), tanks={"A1": "energy", "B2": "energy"})
    assert described(diagonal)["derived"]["yields"]["black"]["energy"] == 2


@pytest.mark.allows("planet-steam", "R61")
@pytest.mark.refuses("planet-steam", "R61")
def test_a_tank_on_its_side_does_not_work() -> None:
    state = position(stage="extract", round=2, options={"sabotage": True}, zones=ROW, tanks={"A1": "ore", "B1": "ore"},
                     fallen="A1", goods={"black": {"energy": 2}})  # fmt: skip
    assert offered(state) == ["work B1", "extract"]
    assert refusal(state, "work A1") == ("R61", "The tank in A1 lies on its side")
    assert goods_of(play(state, "work B1")) == (0, 1, 0, 1)


# -- trade -----------------------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R69")
@pytest.mark.refuses("planet-steam", "R69")
def test_each_player_trades_each_resource_once() -> None:
    state = position(players=2, stage="trade", goods={"black": {}, "green": {}})
    seen = []
    while described(state)["stage"] == "trade":
        seen.append((described(state)["resource"], described(state)["turn"]))
        assert refusal(state, "done").rule == "R69"
        state = play(state, "pass")
    assert seen == [(name, who) for name in ("quartz", "ore", "water", "energy") for who in ("black", "green")]


def test_a_player_who_can_neither_buy_nor_sell_is_not_asked() -> None:
    state = position(stage="trade", supplies={"quartz": 0}, goods={"black": {"quartz": 1}, "green": {}, "orange": {}})
    after = play(state, "pass")
    assert described(after)["turn"] == "purple"
    assert after.prices[0] == state.prices[0] + 3 * 2
    last = play(position(stage="trade", resource="energy", turn="orange", supplies={"energy": 0},
                         goods={"orange": {"energy": 1}, "purple": {}}), "sell 1")  # fmt: skip
    assert described(last)["stage"] == "trade"


@pytest.mark.allows("planet-steam", "R70")
@pytest.mark.refuses("planet-steam", "R70")
def test_buying_is_limited_by_supply_and_credits() -> None:
    state = position(stage="trade", resource="water", prices={"water": 5}, supplies={"water": 3}, credits={"black": 14},
                     goods={"black": {}})  # fmt: skip
    assert offered(state) == ["buy 1", "buy 2", "pass"]
    assert refusal(state, "buy 3") == ("R70", "This costs 15 credits; you have 14")
    assert refusal(state, "buy 4") == ("R70", "The market has only 3 water")
    assert refusal(state, "buy 0") == ("R70", "Buy or sell at least 1, or pass")
    assert [GAME.speech.price(state, move) for move in GAME.rules.legal(state, BLACK)] == [5, 10, 0]


@pytest.mark.allows("planet-steam", "R71")
@pytest.mark.refuses("planet-steam", "R71")
def test_selling_is_limited_by_what_the_player_has() -> None:
    state = position(stage="trade", resource="ore", supplies={"ore": 18}, prices={"ore": 8},
                     goods={"black": {"ore": 2}}, credits={"black": 0})  # fmt: skip
    assert offered(state) == ["sell 1", "sell 2", "pass"]
    assert refusal(state, "sell 3") == ("R71", "You have only 2 ore")
    assert refusal(state, "sell 0") == ("R71", "Buy or sell at least 1, or pass")
    sold = play(state, "sell 2")
    assert (credits_of(sold), sold.supplies[1], sold.prices[1]) == (16, 18, 5)


@pytest.mark.allows("planet-steam", "R72", "R73")
@pytest.mark.refuses("planet-steam", "R72", "R73")
@pytest.mark.parametrize(
    ("supply", "shift"),
    [(0, 2), (1, 2), (2, 1), (3, 1), (4, 0), (6, 0), (7, -1), (9, -1), (10, -2), (13, -3), (18, -3)],
)
def test_passing_only_changes_the_price_according_to_the_colour(supply: int, shift: int) -> None:
    state = position(stage="trade", resource="ore", supplies={"ore": supply}, prices={"ore": 8})
    after = play(state, "pass")
    assert after.prices == (12, 8 + shift, 5, 3)
    assert (after.credits, after.goods, after.supplies) == (state.credits, state.goods, state.supplies)


def test_the_hint_of_a_trade_shows_the_price_for_the_next_player() -> None:
    """This holds even if the supply would leave its scale. Other moves have no such hint."""
    goods = {"black": {"ore": 3}}
    for supply in (0, 2, 17, 18):
        state = position(stage="trade", resource="ore", supplies={"ore": supply}, goods=goods)
        for text in offered(state):
            foreseen = GAME.boards.hint(state, GAME.speech.read(state, text))
            assert foreseen.price == play(state, text).prices[1], (supply, text)
    buying = position()
    assert {GAME.boards.hint(buying, move) for move in GAME.rules.legal(buying, BLACK)} == {None}


# -- certificates ----------------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R74")
@pytest.mark.refuses("planet-steam", "R74")
def test_certificates_are_bought_and_sold() -> None:
    goods = {"black": {"quartz": 1, "ore": 1, "water": 1}, "green": {}}
    state = position(stage="certificate", goods=goods, licences={"black": 1}, credits={"black": 0})
    assert offered(state) == ["buylicence", "selllicence", "buyquarters", "pass"]
    bought = play(state, "buylicence")
    assert (goods_of(bought), bought.licences[0], bought.licence_stock) == ((0, 1, 0, 0), 2, 5)
    sold = play(state, "selllicence")
    assert (credits_of(sold), sold.licences[0], sold.licence_stock) == (15, 0, 6)
    housed = play(state, "buyquarters")
    assert (goods_of(housed), housed.quarters[0], housed.quarters_stock) == ((0, 0, 1, 0), 1, 5)
    assert refusal(state, "buy 1") == ("R74", "Certificates are being traded: buy one, sell one, or pass")
    poor = position(stage="certificate", goods=goods, turn="green")
    for move in ("buylicence", "selllicence", "buyquarters"):
        assert refusal(poor, move).rule == "R74"
    assert refusal(bought, "buyquarters", BLACK).rule == "R8"
    assert GREEN not in bought.queue
