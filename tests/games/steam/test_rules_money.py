"""Money, prices and action tiles (ST-FIN, ST-ACT, ST-COST), income, expenses and bankruptcy (ST-PAY, ST-BANK)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engineshed.games.steam.rules.money import capacity, pay
from tests.games.steam.play import BLACK, GAME, ORANGE, offered, play, position, refusal, row

# -- raising money --------------------------------------------------------------------------------------------------


@cache
def paid(amount: int, **figures: int) -> tuple[int, int, int]:
    """Cash, income and points after a payment."""
    state = position(**{name: {"orange": value} for name, value in figures.items()}).copy()
    pay(state, ORANGE, amount)
    player = state.players[ORANGE]
    return player.cash, player.income, player.vp


@pytest.mark.allows("steam", "ST-FIN-1", "ST-FIN-5")
@pytest.mark.refuses("steam", "ST-FIN-1", "ST-FIN-5", "ST-FIN-8")
def test_no_more_is_raised_than_is_needed() -> None:
    assert [paid(amount, cash=3) for amount in (3, 4, 8, 9)] == [(0, 0, 0), (4, -1, 0), (0, -1, 0), (4, -2, 0)]


@pytest.mark.refuses("steam", "ST-FIN-2", "ST-FIN-3")
def test_at_the_lowest_income_points_are_paid_and_then_nothing_can_be_raised() -> None:
    assert paid(5, income=-10, vp=3) == (0, -10, 1)
    state = position(income={"orange": -10}, vp={"orange": 1})
    assert capacity(state, state.players[ORANGE]) == 0
    assert offered(state) == ["done"]


@pytest.mark.allows("steam", "ST-FIN-6")
@pytest.mark.refuses("steam", "ST-FIN-6")
def test_paying_in_parts_costs_the_same_as_paying_at_once() -> None:
    for cash in range(6):
        for first in range(12):
            for second in range(12):
                parts = paid(first, cash=cash)
                again = paid(second, cash=parts[0], income=parts[1])
                assert again == paid(first + second, cash=cash)


@pytest.mark.refuses("steam", "ST-FIN-9")
def test_cash_is_worth_nothing_at_the_end() -> None:
    poor, rich = (GAME.rules.scores(position(cash={"orange": cash}))[ORANGE].total for cash in (0, 99))
    assert poor == rich


# -- action tiles ---------------------------------------------------------------------------------------------------


@pytest.mark.allows("steam", "ST-ACT-1", "ST-ACT-4")
@pytest.mark.refuses("steam", "ST-ACT-2", "ST-ACT-3", "ST-COST-9", "ST-LOCO-3")
def test_the_action_tiles_to_choose_from_and_their_prices() -> None:
    state = position(stage="choose", range={"orange": 2}, supply=["R"], cash={"orange": 1})
    prices = {
        GAME.speech.write(state, move): GAME.speech.price(state, move) for move in GAME.rules.legal(state, ORANGE)
    }
    free = {f"choose {number}": 0 for number in (1, 2, 3, 4)}
    assert prices == {**free, "choose 5": 2, "choose 5 pass": 0, "choose 6": 7, "choose 7": 6, "choose 7 pass": 0}
    passed = play(state, "choose 7 pass")
    assert (passed.players[0].cash, passed.players[0].tile, passed.players[0].idle) == (1, 7, True)
    assert refusal(passed, "choose 7").rule == "ST-ACT-1"
    poor = position(stage="choose", income={"orange": -10}, supply=["R"])
    assert offered(poor) == [*(f"choose {number}" for number in (1, 2, 3, 4)), "choose 5 pass", "choose 7 pass"]
    assert refusal(poor, "choose 6") == ("ST-FIN-7", "Locomotive costs $6; you can pay $0 at most")


@pytest.mark.refuses("steam", "ST-ACT-6")
def test_the_last_player_to_choose_can_always_take_a_tile() -> None:
    """They can do so even if they can afford nothing and no New City can be founded."""
    towns = ["Poughkeepsie", "Providence", "Springfield", "Scranton", "Olean", "Kingston", "Concord", "Burlington"]
    colours = ["red", "blue", "yellow", "purple", *["grey"] * 4]
    new_cities = dict(zip(towns, colours, strict=True))
    state = position(players=5, stage="choose", turn="brown", new_cities=new_cities, income={"brown": -10},
                     tiles={"orange": 1, "green": 2, "black": 3, "white": 4})  # fmt: skip
    assert offered(state) == ["choose 5 pass"]


@pytest.mark.refuses("steam", "ST-ACT-2")
def test_a_tile_taken_only_for_its_number_has_no_action() -> None:
    state = position(tiles={"orange": 7, "green": 1, "black": 2}, idle=["orange"], supply=["R"])
    assert refusal(state, "urbanise Poughkeepsie grey") == ("ST-ACT-4", "You took the tile only for its number")
    assert "done" in offered(state)
    grown = position(tiles={"orange": 5, "green": 1, "black": 2}, idle=["orange"], supply=["R"])
    assert refusal(grown, "grow Boston").rule == "ST-ACT-4"


def test_a_paid_action_that_has_become_impossible_lapses() -> None:
    """Another player has meanwhile taken the last group of cubes."""
    state = position(tiles={"orange": 5, "green": 1, "black": 2})
    assert "done" in offered(state)
    assert refusal(state, "grow Boston") == ("ST-GROW-3", "The supply is empty")


# -- prices ---------------------------------------------------------------------------------------------------------

PRICED = {
    "terrain": ". A . . . . .\n+ . + . . . .\n. t . + . B .\n. . . . . . .\n",
    "cities": {
        "A": {"name": "Ashby", "colour": "red", "cubes": 3},
        "B": {"name": "Beck", "colour": "blue", "cubes": 3},
    },
    "towns": {"t": {"name": "Teyn", "hill": True}},
    "rivers": ["B2", "C2"],
    "canals": ["B3"],
}


def price(state: Any, text: str) -> int:
    return GAME.speech.price(state, GAME.speech.read(state, text))


@pytest.mark.allows("steam", "ST-COST-1", "ST-COST-2", "ST-COST-3", "ST-COST-6", "ST-COST-8", "ST-GEN-2", "ST-TERR-1")
@pytest.mark.refuses("steam", "ST-COST-1", "ST-COST-2", "ST-COST-3", "ST-COST-6", "ST-COST-8", "ST-GEN-2", "ST-TERR-1")
def test_the_prices_of_new_tiles() -> None:
    state = position(map=PRICED, links={"orange": ["Ashby s s ..."]})
    assert price(state, "track B1 s-se") == 2
    assert price(state, "track C2 nw-s") == 5
    assert [price(state, f"town Teyn {exits}") for exits in ("n", "n s", "n s se", "n s se sw")] == [5, 6, 7, 8]


@pytest.mark.refuses("steam", "ST-COST-4", "ST-COST-5", "ST-UPG-4", "ST-REDIR-4")
def test_upgrades_and_redirections_cost_all_edges_but_no_terrain() -> None:
    state = position(map=PRICED, round=2, cash={"orange": 10}, links={"orange": ["Ashby s s", "Ashby se s ..."]})
    assert price(state, "town Teyn n s") == 3
    assert price(state, "redirect C2 nw-se") == 2
    after = play(state, "redirect C2 nw-se")
    assert (after.players[ORANGE].cash, after.placements) == (8, 2)
    assert price(state, "cross B2 ne-sw") == 4


@pytest.mark.refuses("steam", "ST-COST-7")
def test_a_tile_is_paid_for_when_it_is_laid() -> None:
    state = position(cash={"orange": 2}, income={"orange": -10})
    after = play(state, "track L7 nw-se")
    assert after.players[ORANGE].cash == 0
    assert offered(after) == ["done"]


@pytest.mark.refuses("steam", "ST-COST-10")
def test_a_new_city_has_no_further_cost() -> None:
    state = position(tiles={"orange": 7, "green": 1, "black": 2}, cash={"orange": 3}, supply=["R"])
    assert price(state, "urbanise Poughkeepsie grey") == 0
    assert play(state, "urbanise Poughkeepsie grey", "group 1").players[ORANGE].cash == 3


# -- the end of a round ---------------------------------------------------------------------------------------------


def settled(**figures: int) -> Any:
    """The position after income and expenses, with these figures for Orange."""
    state = position(stage="move", turn="black", **{name: {"orange": value} for name, value in figures.items()})
    return play(state, "pass")


@pytest.mark.allows("steam", "ST-PAY-1", "ST-PAY-2")
@pytest.mark.refuses("steam", "ST-PAY-1", "ST-PAY-2", "ST-PAY-3", "ST-PAY-4")
@pytest.mark.parametrize(
    ("income", "cash", "after"), [(3, 1, (4, 3)), (0, 1, (1, 0)), (-3, 4, (1, -3)), (-3, 1, (3, -4)), (-6, 0, (4, -8))]
)
def test_income_is_paid_according_to_the_scale_at_the_start(income: int, cash: int, after: tuple[int, int]) -> None:
    player = settled(income=income, cash=cash).players[ORANGE]
    assert (player.cash, player.income) == after


@pytest.mark.refuses("steam", "ST-BANK-1")
def test_a_player_who_can_just_pay_is_not_bankrupt() -> None:
    assert settled(income=-10, cash=5, vp=2).players[ORANGE].fallen == 0
    assert settled(income=-10, cash=4, vp=2).players[ORANGE].fallen == 1


LINKS = {"orange": ["Start se ne", "Teyn s ..."], "green": ["Teyn se ne"]}


@pytest.mark.refuses("steam", "ST-BANK-2", "ST-BANK-3", "ST-BANK-4", "ST-BANK-5", "ST-OWNL-5")
def test_what_happens_to_the_links_of_a_bankrupt_player() -> None:
    """Their complete link becomes ownerless and gives no points; their incomplete link can be taken over."""
    board = row("START", "teyn", "GOAL", colours="BR")
    state = position(map=board, stage="move", turn="black", income={"orange": -10}, links=LINKS, by_hand=True,
                     cubes={"Start": "RR"}, range={"green": 2})  # fmt: skip
    state = play(state, "pass", "choose 1", "choose 2")
    assert GAME.rules.to_act(state) == (1,)
    state = play(state, "track C2 n-s", "done", "done")
    assert GAME.speech.describe(state)["links"] == {
        "nobody": ["Start se ne"],
        "orange": [],
        "green": ["Teyn se ne", "Teyn s s ... since 2"],
        "black": [],
    }
    state = play(state, "pass")
    assert offered(state, "deliver") == ["deliver red Start > Goal green 1"]
    assert refusal(state, "pass", ORANGE) == ("ST-BANK-2", "You are bankrupt and out of the game")
    assert refusal(state, "pass", BLACK).rule == "ST-MOVE-1"


@pytest.mark.allows("steam", "ST-BANK-2")
def test_the_last_remaining_player_wins_at_once() -> None:
    figures = {"orange": -10, "green": -10, "black": -10}
    state = play(position(stage="move", turn="black", income=figures, vp={"orange": 60}), "pass")
    result = GAME.rules.result(state)
    assert result is not None
    assert result.ranks == (1, 3, 2)
    assert result.reason.id == "end.alone"


def test_the_last_remaining_player_does_not_have_to_pay() -> None:
    """Orange and Green go bankrupt, so Black wins, although they could not pay either."""
    figures = {"orange": -10, "green": -10, "black": -10}
    state = play(position(stage="move", turn="black", income=figures), "pass")
    assert [player.fallen for player in state.players] == [1, 2, 0]
