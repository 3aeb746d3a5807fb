"""The bots of Steam: the greedy bot, and the evaluation and the policy that searching bots use.

The greedy bot is always legal, sensible where the choice is obvious, never bankrupt, and better than chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engineshed.bots import question
from engineshed.bots.random import RandomBot
from engineshed.core.bot import AnyBot
from engineshed.core.contract import CHANCE
from engineshed.core.options import read_options
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.games import steam
from tests.games.steam.play import offered, short_of_curves
from tests.games.steam.play import play as after

GAME: Any = steam.GAME
GREEDY = GAME.bots.make("greedy")

Position = Mapping[str, Any]


def play(bots: list[AnyBot], options: Mapping[str, Any], seed: str) -> Table[Any, Any, Any]:
    """Play a game to its end; the table checks every move."""
    table: Table[Any, Any, Any] = Table(GAME, len(bots), options, seed=seed)
    while not table.over:
        (seat,) = table.to_act()
        table.play(seat, bots[seat].choose(question(GAME, table.state, seat, seed=seed, ply=table.ply)))
        assert table.ply < 3000, "the game does not end"
    return table


def choice(position: Position) -> str:
    """The move that the bot chooses in a described position."""
    return decided(GAME.speech.arrange(position))


def decided(state: Any) -> str:
    (seat,) = GAME.rules.to_act(state)
    return str(GAME.speech.write(state, GREEDY.choose(question(GAME, state, seat, seed="choice", ply=0))))


# -- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {"map": "northeast", "towns_once": True, "income_lowest": -5, "income_highest": 5}),
        (4, {"map": "ruhr", "variant": "expert"}),
        (5, {"map": "ruhr", "opening": "random", "unlimited_tiles": True, "join_ownerless": False}),
    ],
)
def test_it_plays_every_kind_of_table_to_the_end_of_the_rounds(seats: int, options: Mapping[str, Any]) -> None:
    state = play([GREEDY] * seats, options, "every kind").state
    result = GAME.rules.result(state)
    assert result is not None
    assert result.reason.id.removesuffix("-tie") == "end.rounds"
    assert "bankruptcy" not in [part for score in result.scores for part in score.parts]
    assert sum(score.total for score in result.scores) >= 20 * seats


SPARSE = """
id = "two-ends"
game = "steam"
title = "Two ends of a plain"
players = [3, 3]
basis = "own"
terrain = "A . . . . . . . B"
[cities]
A = { name = "Ash", colour = "red", cubes = 3 }
B = { name = "Birch", colour = "blue", cubes = 3 }
"""


def test_it_survives_on_a_map_where_hardly_anything_can_be_built() -> None:
    result = GAME.rules.result(play([GREEDY] * 3, {"map": SPARSE}, "sparse").state)
    assert result is not None
    assert result.reason.id.removesuffix("-tie") == "end.rounds"


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (play([GREEDY] * 3, {"map": SPARSE, "variant": "expert"}, "twice") for _ in range(2))
    assert [ply.text for ply in first.plies] == [ply.text for ply in second.plies]


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_it_beats_random_bots_from_every_seat(variant: str) -> None:
    for seat in range(3):
        bots: list[AnyBot] = [RandomBot(), RandomBot()]
        bots.insert(seat, GREEDY)
        result = GAME.rules.result(play(bots, {"variant": variant}, f"against chance {seat}").state)
        assert result is not None
        assert result.ranks[seat] == 1


# -- single decisions -----------------------------------------------------------------------------------------------

ROAD: dict[str, Any] = {
    "map": {
        "terrain": "A . B . C . D",
        "cities": {
            "A": {"name": "Ash", "colour": "red", "cubes": 3},
            "B": {"name": "Birch", "colour": "blue", "cubes": 3},
            "C": {"name": "Cedar", "colour": "yellow", "cubes": 3},
            "D": {"name": "Date", "colour": "purple", "cubes": 3},
        },
    },
    "players": 3,
    "links": {"orange": ["Ash se ne", "Birch se ne"]},
    "turn": "orange",
    "round": 5,
    "by_hand": True,
}
"""Four cities in a row, with one tile between neighbours and two finished links."""

MOVING = {**ROAD, "stage": "move", "passes": 0}


def test_it_takes_the_longer_of_two_deliveries() -> None:
    both = {**MOVING, "range": {"orange": 2}, "upgraded": ["orange"], "cubes": {"Ash": "BY"}}
    assert choice(both).startswith("deliver yellow Ash > Cedar")


def test_it_prefers_its_own_links_to_those_of_others() -> None:
    links = {"orange": ["Birch se ne", "Cedar se ne"], "green": ["Ash se ne"]}
    both = {
        **MOVING,
        "round": 10,
        "links": links,
        "range": {"orange": 2},
        "upgraded": ["orange"],
        "cubes": {"Ash": "Y", "Birch": "P"},
    }
    assert choice(both).startswith("deliver purple Birch > Date")


def test_it_raises_its_range_if_goods_have_farther_to_go() -> None:
    assert choice({**MOVING, "passes": 1, "round": 2, "cubes": {"Ash": "YYY"}}) == "upgrade"


def test_in_the_last_pass_it_delivers_instead_of_raising_its_range() -> None:
    last = {**MOVING, "round": 10, "cubes": {"Ash": "BYY"}}
    assert choice(last).startswith("deliver blue Ash > Birch")


@pytest.mark.parametrize(("income", "round_", "scale"), [(-3, 2, "income"), (0, 10, "points"), (10, 5, "points")])
def test_it_takes_income_early_and_points_late(income: int, round_: int, scale: str) -> None:
    taking = {"stage": "points", "gains": {"orange": 2}, "income": {"orange": income}, "round": round_}
    assert choice({**MOVING, **taking}) == scale


def test_it_builds_the_link_that_goods_need() -> None:
    assert choice({**ROAD, "range": {"orange": 3}, "cubes": {"Ash": "PPP"}, "cash": {"orange": 5}}) == "track F1 ne-nw"


@pytest.mark.parametrize(("curves", "move"), [(7, "track C4 s-sw"), (8, "track C3 n-s")])
def test_it_does_not_start_a_tile_that_has_run_out(curves: int, move: str) -> None:
    """Tight curves would join Sund and Tarn, and are offered even if they need a second track (ST-UPG-5)."""
    state = short_of_curves(curves, below=". S .\n. . T .\n. . . .", cubes={"Sund": "P"})
    assert "track B5 n-ne" in offered(state)
    assert decided(state) == move


def test_it_lays_a_second_track_that_is_still_owed() -> None:
    state = after(short_of_curves(8), "track B5 n-ne")
    assert decided(state).startswith("second B5")


@pytest.mark.parametrize(("cash", "move"), [(0, "done"), (5, "track F1 ne-nw")])
def test_in_the_last_round_it_builds_a_link_for_its_point_only_with_spare_cash(cash: int, move: str) -> None:
    assert choice({**ROAD, "round": 10, "cash": {"orange": cash}}) == move


@pytest.mark.parametrize(("income", "move"), [(-4, "track F1 ne-nw"), (-8, "done")])
def test_it_does_not_build_beyond_its_means(income: int, move: str) -> None:
    assert choice({**ROAD, "range": {"orange": 3}, "cubes": {"Ash": "PPP"}, "income": {"orange": income}}) == move


def test_it_lets_new_goods_grow_where_they_can_be_delivered() -> None:
    growing = {"tiles": {"orange": "goods-growth", "green": 2, "black": 3}, "supply": ["PPP", "RRR"], "round": 9}
    assert choice({**ROAD, **growing}) in ("grow Birch", "grow Cedar")
    assert choice({**ROAD, **growing, "stage": "group", "growing": "Cedar"}) == "group 2"


@pytest.mark.parametrize(("bid", "answer"), [(0, "bid 1"), (5, "pass")])
def test_it_bids_little_for_its_place_in_the_turn_order(bid: int, answer: str) -> None:
    auction = {"bids": {"green": bid}, "leader": "green"}
    assert choice({**ROAD, "links": {}, "round": 1, "stage": "opening", "auction": auction}) == answer


EXPERT = {**ROAD, "options": {"variant": "expert"}}


def test_in_the_expert_variant_it_raises_enough_for_its_expenses() -> None:
    capital = {**EXPERT, "stage": "capital", "range": {"orange": 4}}
    assert choice({**capital, "income": {"orange": -1}}) == "capital 2"  # 6 for the expenses, and 1 for each unit
    assert choice({**capital, "income": {"orange": 6}, "cash": {"orange": 10}}) == "capital 0"


@pytest.mark.parametrize(
    ("income", "round_", "cubes", "move"),
    [
        (0, 2, "Y", "capital 1"),  # far from the end of the scale, so one cube is enough
        (-4, 2, "Y", "capital 0"),  # a rival may take the only cube, and then the debt reaches the end of the scale
        (-4, 8, "Y", "capital 1"),  # with so few rounds left, it cannot
        (-4, 2, "YY", "capital 1"),  # one of the two cubes remains and pays for the link
        (-4, 8, "", "capital 0"),  # a link without goods is not worth it
    ],
)
def test_in_the_expert_variant_it_borrows_for_track_only_what_it_can_repay(
    income: int, round_: int, cubes: str, move: str
) -> None:
    """The link to Date costs 2. Whatever the income is, the cash covers the expenses."""
    capital = {"stage": "capital", "income": {"orange": income}, "cash": {"orange": 2 - income}, "round": round_}
    assert choice({**EXPERT, **capital, "cubes": {"Date": cubes}}) == move


@pytest.mark.parametrize(
    ("cash", "round_", "move"),
    [(8, 8, "pass"), (20, 8, "bid 2"), (20, 5, "pass"), (25, 5, "bid 2")],
)
def test_in_the_expert_variant_it_does_not_bid_money_that_it_needs_for_expenses(
    cash: int, round_: int, move: str
) -> None:
    auction = {"stage": "auction", "auction": {"bids": {"green": 1}, "leader": "green"}}
    debt = {"income": {"orange": -5}, "cash": {"orange": cash}, "round": round_}
    assert choice({**EXPERT, **auction, **debt}) == move


@pytest.mark.parametrize(
    ("supply", "cash", "round_", "move"),
    [
        (["RRR"], 8, 5, "bid 2"),  # new goods in Birch can be delivered to Ash
        (["PPP"], 8, 5, "pass"),  # purple goods cannot be delivered
        (["RRR"], 7, 5, "pass"),  # the expenses take 6 of it
        (["RRR"], 8, 9, "pass"),  # so near the end it survives without new goods
    ],
)
def test_in_the_expert_variant_it_bids_a_little_for_new_goods_that_would_save_it(
    supply: list[str], cash: int, round_: int, move: str
) -> None:
    auction = {"stage": "auction", "auction": {"bids": {"green": 1}, "leader": "green"}, "supply": supply}
    debt = {"income": {"orange": -5}, "cash": {"orange": cash}, "round": round_}
    assert choice({**EXPERT, **auction, **debt}) == move


@pytest.mark.parametrize(("cubes", "move"), [("P", "upgrade"), ("", "pass")])
def test_in_the_expert_variant_in_debt_it_raises_its_range_for_a_delivery_two_steps_away(cubes: str, move: str) -> None:
    moving = {"stage": "move", "passes": 1, "links": {"orange": ["Ash se ne", "Birch se ne", "Cedar se ne"]}}
    debt = {"income": {"orange": -2}, "cash": {"orange": 10}, "round": 3, "cubes": {"Ash": cubes}}
    assert choice({**EXPERT, **moving, **debt}) == move


# -- what searching bots use ----------------------------------------------------------------------------------------

evaluate = GAME.bots.evaluation()
PARTS = ["vp", "income", "links", "deliveries", "bankruptcy", "tiebreak"]


def totals(state: Any) -> list[float]:
    return [value.total for value in evaluate(state)]


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_the_evaluation_ranks_finished_games_as_the_result_does(variant: str) -> None:
    for seed in range(4):
        bots: list[AnyBot] = [GREEDY, RandomBot(), RandomBot()]
        state = play(bots, {"variant": variant}, f"evaluated {seed}").state
        worth = totals(state)
        assert GAME.rules.result(state).ranks == tuple(1 + sum(other > own for other in worth) for own in worth)


def test_the_evaluation_has_a_value_for_every_seat_with_named_parts() -> None:
    values = evaluate(GAME.speech.arrange({**MOVING, "cubes": {"Ash": "BY"}, "vp": {"green": 3}}))
    assert [list(value.parts) for value in values] == [PARTS] * 3
    assert [value.parts["vp"] for value in values] == [0, 3, 0]
    assert [value.parts["links"] for value in values] == [2, 0, 0]
    assert values[0].parts["deliveries"] > values[1].parts["deliveries"]


def test_points_that_have_not_been_taken_yet_already_count() -> None:
    taking = GAME.speech.arrange({**MOVING, "stage": "points", "gains": {"orange": 2}, "round": 10})
    assert evaluate(taking)[0].parts["vp"] == 2
    assert totals(after(taking, "points"))[0] == pytest.approx(totals(taking)[0])


def test_a_player_who_has_acted_in_this_pass_expects_one_delivery_less() -> None:
    waiting = {**MOVING, "round": 10, "cubes": {"Ash": "BB"}, "order": ["orange", "green", "black"]}
    first, last = (GAME.speech.arrange({**waiting, "turn": turn}) for turn in ("orange", "black"))
    assert evaluate(first)[0].parts["deliveries"] > evaluate(last)[0].parts["deliveries"] == 0


def test_bankrupt_players_rank_last_in_the_order_in_which_they_failed() -> None:
    fallen = {
        **MOVING,
        "links": {},
        "round": 8,
        "fallen": {"orange": 1, "green": 2},
        "order": ["black"],
        "turn": "black",
    }
    orange, green, black = totals(GAME.speech.arrange(fallen))
    assert orange < green < black


@pytest.mark.parametrize("options", [{}, {"map": "ruhr", "variant": "expert"}])
def test_the_policy_beats_random_play(options: Mapping[str, Any]) -> None:
    won = 0
    for number in range(12):
        thinking = number % 3
        result = GAME.rules.result(policy_game(options, {thinking}, f"policy {number}"))
        won += result.ranks[thinking] == 1
    assert won >= 10


def test_players_who_all_follow_the_policy_seldom_go_bankrupt() -> None:
    """Otherwise playouts would tell us little about good play."""
    scores = [
        score
        for number in range(6)
        for score in GAME.rules.result(policy_game({"opening": "random"}, {0, 1, 2}, f"among {number}")).scores
    ]
    assert sum("bankruptcy" in score.parts for score in scores) <= 4
    assert sum(score.parts.get("links", 0) for score in scores) > 4 * len(scores)


def policy_game(options: Mapping[str, Any], thinking: set[int], seed: str) -> Any:
    """The last state of a game in which these seats play by the policy and the others at random."""
    rng, rules = Rng(seed), GAME.rules
    state = rules.start(3, read_options(rules.options, options))
    while acting := rules.to_act(state):
        (seat,) = acting
        if seat == CHANCE:
            move = rules.draw(state, rng)
        else:
            moves = list(rules.legal(state, seat))
            move = GAME.bots.policy(state, seat, moves, rng) if seat in thinking else rng.choice(moves)
            assert move in moves
        state = rules.apply(state, seat, move, tell=False).state
    return state
