"""Rules of the expert game that need more than one move to show (ST-X...)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.games.steam.play import GAME, GREEN, ORANGE, acting, offered, play, position, refusal


def expert(**doc: Any) -> Any:
    options = {"variant": "expert", **doc.pop("options", {})}
    return position(options=options, **doc)


@pytest.mark.allows("steam", "ST-XCAP-2")
@pytest.mark.refuses("steam", "ST-XCAP-1", "ST-XCAP-2", "ST-XCAP-4")
def test_capital_is_raised_once_a_round_with_points_below_the_lowest_income() -> None:
    """Nobody has to raise the two units that the rulebook recommends."""
    state = expert(stage="capital", income={"orange": -9}, vp={"orange": 5})
    assert offered(state) == ["capital 0", "capital 1", "capital 2", "capital 3"]
    player = play(state, "capital 3").players[ORANGE]
    assert (player.cash, player.income, player.vp) == (15, -10, 1)
    assert refusal(state, "capital 4") == ("ST-XCAP-2", "You can raise $5 at most 3 times")
    assert refusal(play(state, "capital 0"), "capital 1", ORANGE).rule == "ST-XCAP-1"


@pytest.mark.refuses("steam", "ST-XPHASE-2")
@pytest.mark.allows("steam", "ST-XPHASE-2")
def test_the_last_round_ends_after_the_expenses() -> None:
    state = play(expert(stage="move", round=10, turn="black", cash={"orange": 4}), "pass")
    assert GAME.rules.to_act(state) == ()
    assert state.players[ORANGE].cash == 3
    before = play(expert(stage="move", round=9, turn="black", vp={"black": 1, "green": 1}), "pass")
    assert GAME.rules.result(before) is None


def settled(relief: str, figures: tuple[int, int, int, int], **options: Any) -> Any:
    """Orange after income and expenses, starting with this cash, income, VP and range."""
    doc = {key: {"orange": value} for key, value in zip(("cash", "income", "vp", "range"), figures, strict=True)}
    state = play(expert(options={"beginner_relief": relief, **options}, stage="move", turn="black", **doc), "pass")
    return state.players[ORANGE]


@pytest.mark.allows("steam", "ST-XCAP-5")
@pytest.mark.refuses("steam", "ST-XCAP-5", "ST-XCAP-3")
@pytest.mark.parametrize(
    ("relief", "track", "expenses"), [("none", 0, 0), ("track", 1, 0), ("expenses", 0, 1), ("both", 1, 1)]
)
def test_relief_for_beginners_is_an_option(relief: str, track: int, expenses: int) -> None:
    """Relief lets players raise money for track or expenses; otherwise points and income pay the shortfall."""
    state = expert(options={"beginner_relief": relief})
    assert ("track L7 nw-se" in offered(state) or "track L7 se-nw" in offered(state)) == bool(track)
    player = settled(relief, (0, 0, 3, 5))
    assert (player.cash, player.income, player.vp) == ((0, -1, 3) if expenses else (1, 0, 0))


@pytest.mark.allows("steam", "ST-XCAP-5")
@pytest.mark.refuses("steam", "ST-XCAP-5")
@pytest.mark.parametrize(("beginners", "track"), [(["orange"], True), (["green", "black"], False), ([], False)])
def test_relief_is_for_the_beginners_at_the_table(beginners: list[str], track: bool) -> None:
    state = expert(options={"beginner_relief": "both", "beginners": beginners})
    assert bool(offered(state, "track")) == track
    player = settled("both", (0, 0, 3, 5), beginners=beginners)
    assert (player.cash, player.income, player.vp) == ((0, -1, 3) if track else (1, 0, 0))


@pytest.mark.allows("steam", "ST-XCAP-5")
@pytest.mark.parametrize(
    ("figures", "after"),
    [
        ((10, -10, 1, 1), (1, -10, 0)),  # raising money is impossible: 2 VP for $5
        ((9, -10, 3, 1), (0, -10, 2)),  # raising money would cost 2 VP instead of 1
        ((0, 0, 3, 1), (1, 0, 2)),  # a step below 0 would cost 2 VP at the end
        ((0, 4, 3, 5), (4, 3, 3)),  # both cost one point, and raising money leaves more cash
        ((0, 5, 3, 6), (4, 4, 3)),  # income 4 is worth as many points as 5
        ((4, -10, 5, 6), (0, -10, 0)),  # only both together are enough: $10 for 4 VP, and 1 VP for the last $2
    ],
)
def test_relief_never_costs_more_than_the_usual_rule(figures: tuple[int, ...], after: tuple[int, ...]) -> None:
    cash, income, points, reach = figures
    player = settled("expenses", (cash, income, points, reach))
    assert (player.cash, player.income, player.vp, player.fallen) == (*after, 0)


def worth(player: Any) -> tuple[int, int]:
    income = player.income // 2 if player.income > 0 else 2 * player.income
    return -player.fallen, player.vp + income


@pytest.mark.refuses("steam", "ST-XCAP-5")
def test_nobody_is_worse_off_with_relief_than_without() -> None:
    for cash, income, points in product(range(0, 12, 3), (-10, -9, -7, -1, 0, 1, 4), range(6)):
        for reach in (1, 3, 6):
            figures = (cash, income, points, reach)
            assert worth(settled("expenses", figures)) >= worth(settled("none", figures))


@pytest.mark.refuses("steam", "ST-XAUC-3", "ST-XAUC-6")
def test_a_player_who_passes_is_out_and_the_new_turn_order_applies_at_once() -> None:
    state = expert(stage="auction", cash={"orange": 5, "green": 5, "black": 5})
    state = play(state, "pass", "bid 1")
    assert acting(state) == 2
    assert refusal(state, "bid 2", ORANGE).rule == "ST-XAUC-1"
    state = play(state, "bid 2")
    assert acting(state) == GREEN
    state = play(state, "pass")
    assert (state.order, acting(state), state.queue) == ((2, 1, 0), 2, (1, 0))


@pytest.mark.refuses("steam", "ST-XAUC-5")
def test_an_auction_between_two_players_with_and_without_bids() -> None:
    """After a bankruptcy the second place is the last one and costs nothing; nobody has to bid at all."""
    doc = {"stage": "auction", "fallen": {"black": 1}, "cash": {"orange": 5, "green": 5}}
    state = play(expert(**doc), "bid 1", "bid 4", "pass")
    assert (state.order, [player.cash for player in state.players]) == ((1, 0), [5, 1, 0])
    silent = play(expert(**doc), "pass")
    assert (silent.order, [player.cash for player in silent.players]) == ((1, 0), [5, 5, 0])


@pytest.mark.refuses("steam", "ST-XACT-4")
def test_the_skip_applies_in_the_next_round_and_the_player_is_asked_again() -> None:
    tiles = {"orange": 2, "green": 1, "black": 3}
    state = play(expert(stage="move", turn="black", tiles=tiles, cash={"orange": 9, "green": 9, "black": 9}), "pass")
    assert state.skipper == GREEN
    assert state.order == (0, 1, 2)
    state = play(state, "capital 0", "capital 0", "capital 0")
    state = play(state, "bid 0", "skip", "pass")
    assert acting(state) == GREEN
    assert "skip" not in offered(state)
    done = play(state, "pass")
    assert (done.order, done.skipper) == ((0, 1, 2), -1)


def test_after_a_skip_with_nobody_else_to_ask_the_same_player_is_asked_again() -> None:
    """Only Green and the leader are left, and the leader is not asked to outbid themselves."""
    state = expert(stage="auction", round=2, skipper="green", cash={"orange": 9, "green": 9, "black": 9})
    state = play(state, "bid 0", "bid 1", "pass", "bid 2", "skip")
    assert acting(state) == GREEN
    assert offered(state) == [*(f"bid {amount}" for amount in range(3, 10)), "pass"]


@pytest.mark.allows("steam", "ST-XACT-3")
@pytest.mark.refuses("steam", "ST-XACT-3", "ST-XACT-1")
def test_the_locomotive_tile_raises_the_range_free_of_charge_and_at_once() -> None:
    state = expert(stage="choose", range={"orange": 5})
    player = play(state, "choose 6").players[ORANGE]
    assert (player.range, player.cash, player.income) == (6, 0, 0)
    full = expert(stage="choose", range={"orange": 6})
    assert refusal(full, "choose 6") == ("ST-LOCO-4", "Your range is 6, and that is the highest")


@pytest.mark.refuses("steam", "ST-XPAY-1", "ST-XPAY-2", "ST-XPAY-3")
@pytest.mark.parametrize(
    ("cash", "income", "vp", "reach", "after"),
    [
        (5, 3, 0, 3, (5, 3, 0)),
        (2, 0, 0, 2, (0, 0, 0)),
        (1, 0, 1, 2, (1, 0, 0)),
        (0, 0, 0, 2, (0, -1, 0)),
        (0, -5, 9, 1, (0, -5, 6)),
    ],
)
def test_upkeep_and_what_a_shortfall_costs(cash: int, income: int, vp: int, reach: int, after: tuple[int, ...]) -> None:
    figures = {"cash": cash, "income": income, "vp": vp, "range": reach}
    doc = {key: {"orange": value} for key, value in figures.items()}
    player = play(expert(stage="move", turn="black", **doc), "pass").players[ORANGE]
    assert (player.cash, player.income, player.vp) == after


@pytest.mark.refuses("steam", "ST-XPAY-3")
def test_a_player_is_bankrupt_only_when_nothing_is_left() -> None:
    """At the lowest income $11 are due. A dollar and five points are enough, a dollar and four points are not."""
    for points, fallen in ((5, 0), (4, 1)):
        doc = {"stage": "move", "turn": "black", "income": {"orange": -10}, "cash": {"orange": 1}}
        state = play(expert(**doc, vp={"orange": points}), "pass")
        assert state.players[ORANGE].fallen == fallen
