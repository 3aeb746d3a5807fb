"""The greedy bot of Dampf & Rails: always legal, sensible where the choice is obvious, and able to reach the goal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import pytest

from engineshed.bots import question
from engineshed.bots.random import RandomBot
from engineshed.core.bot import AnyBot
from engineshed.core.contract import CHANCE, Seat
from engineshed.core.loop import draw_rng
from engineshed.core.options import read_options
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.games.dampf_and_rails.bots import BOTS
from engineshed.games.dampf_and_rails.bots.network import Leg, at, network
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.box import box_of
from tests.games.dampf_and_rails.play import GAME, linked

BOX = box_of(())
BOARD = BOX.board
NO_RAILS = BOX.no_rails

AnyTable = Table[Any, Any, Any]
GREEDY = BOTS.make("greedy")
WEIGHTS: Weights = BOTS.weights("greedy-1")


def play(bots: list[AnyBot], options: Mapping[str, Any], seed: str, plies: int = 5000) -> AnyTable:
    """Play a game to its end, or for this many plies; the table checks every move."""
    table: AnyTable = Table(GAME, len(bots), options, seed=seed)
    while not table.over and table.ply < plies:
        (seat,) = table.to_act()
        table.play(seat, bots[seat].choose(question(GAME, table.state, seat, seed=seed, ply=table.ply)))
    return table


def choice(**position: Any) -> str:
    """The move that the bot chooses in a described position."""
    state = GAME.speech.arrange(position)
    (seat,) = GAME.rules.to_act(state)
    return GAME.speech.write(state, GREEDY.choose(question(GAME, state, seat, seed="choice", ply=0)))


# -- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (2, {"turn_back": "towns", "far_end": "paid", "open_hands": True}, "end.goal"),
        (3, {"variant": "fast", "big_cities": "hexagon", "finish_round": True, "second_train_goal": 50}, "end.round"),
    ],
)
def test_it_reaches_the_goal_at_every_kind_of_table(seats: int, options: Mapping[str, Any], reason: str) -> None:
    table = play([GREEDY] * seats, options, "every kind")
    result = GAME.rules.result(table.state)
    assert result is not None
    assert result.reason.id == reason
    assert GAME.rules.round(table.state) <= 60


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (play([GREEDY] * 2, {}, "twice", plies=150) for _ in range(2))
    assert [ply.text for ply in first.plies] == [ply.text for ply in second.plies]


@pytest.mark.parametrize(("seats", "seat", "variant"), [(2, 0, "standard"), (3, 2, "fast")])
def test_it_beats_random_bots(seats: int, seat: int, variant: str) -> None:
    bots: list[AnyBot] = [RandomBot() for _ in range(seats)]
    bots[seat] = GREEDY
    result = GAME.rules.result(play(bots, {"variant": variant}, "against chance").state)
    assert result is not None
    assert result.ranks[seat] == 1


def test_it_ignores_what_it_cannot_see() -> None:
    """A rival's orders and cash do not change its choice."""
    red = [5, 6, 16]
    rich = {"cash": {"blue": 190}, "hands": {"red": red, "blue": [1, 2, 3]}}
    poor = {"cash": {"blue": 0}, "hands": {"red": red, "blue": [40, 50, 60]}}
    for stage in ("move", "build"):
        assert choice(stage=stage, **linked(), **rich) == choice(stage=stage, **linked(), **poor)


# -- before the first round ------------------------------------------------------------------------------------------


def test_it_starts_near_its_orders() -> None:
    """One hand has glass, fruit and oil for the east, the other flowers from Odense for the west."""
    for hand, town in (([7, 43, 54], "København"), ([9, 30, 44], "Odense")):
        assert choice(stage="start", by_hand=True, hands={"red": hand, "blue": [1, 2, 3]}) == f"start {town}"


def test_it_keeps_the_orders_that_it_would_fulfil_first() -> None:
    """Wagons go from Randers to Odense and København; marzipan for Frederikshavn has too far to go."""
    kept = choice(stage="keep", by_hand=True, hands={"red": [6, 10, 16, 28, 50], "blue": [1, 2, 3, 4, 5]})
    assert {"16", "50"} < set(kept.split())
    assert "28" not in kept


# -- running ---------------------------------------------------------------------------------------------------------

HANDS = {"red": [5, 10, 46], "blue": [1, 2, 3]}
"""Flowers from Odense to København are all that red can carry on their track, except beer."""

RED = {**linked(), "hands": HANDS}


def train(text: str) -> dict[str, Any]:
    return {**RED, "trains": {"red": [text]}}


def test_it_loads_goods_that_an_order_asks_for() -> None:
    assert choice(**train("A Odense")) == "load flowers"


def test_it_runs_to_the_port_and_waits_there_for_the_ferry() -> None:
    assert choice(**train("A Odense flowers")) == "go Knudshoved"
    assert choice(**train("A Knudshoved flowers"), spent=[2], moved=[1]) == "stop"
    assert choice(**train("A Knudshoved flowers")) == "cross Storebælt"


def test_it_boards_the_ferry_wherever_it_is_in_kobenhavn() -> None:
    """It carries porcelain for Ålborg, and going through the streets would only cost movement points."""
    north = {"track": {"red": ["Hals M9 L9 Ålborg"]}, "ferries": {"red": ["Kattegat"]}, "starts": {"red": "København"}}
    there = {**north, "hands": {"red": [9, 10, 28], "blue": [1, 2, 3]}, "cash": {"red": 0}}
    for post in ("Y23", "København"):
        assert choice(**there, trains={"red": [f"A {post} beer porcelain"]}) == "cross Kattegat"


def test_it_delivers_goods_that_it_has_an_order_for() -> None:
    assert choice(**train("A København flowers")) == "deliver flowers 5"


def test_it_passes_up_a_small_payment_for_a_large_one() -> None:
    """Order 32 pays 8 for beer in Kiel, and 30 for marzipan in København."""
    in_kiel = {
        "ferries": {"red": ["Storebælt", "Århus-Kalundborg", "Kieler Bucht"]},
        "hands": {**HANDS, "red": [5, 10, 32]},
    }
    assert choice(**{**train("A Kiel beer marzipan"), **in_kiel}) == "cross Kieler Bucht"
    assert choice(**{**train("A Kiel beer beer"), **in_kiel}) == "deliver beer 32"


def test_it_sets_down_goods_that_no_order_asks_for() -> None:
    assert choice(**train("A Odense cattle cattle")) == "drop cattle"


def test_it_loads_a_piece_for_each_of_two_orders() -> None:
    """Two orders ask for wagons from Randers, in København and in Odense."""
    there = {**linked(), "hands": {"red": [16, 28, 50], "blue": [1, 2, 3]}, "cash": {"red": 0}}
    there["track"] = {"red": [*there["track"]["red"], "Århus M17 L16 Randers"]}
    assert choice(**there, trains={"red": ["A Randers"]}) == "load wagons"
    assert choice(**there, trains={"red": ["A Randers wagons"]}) == "load wagons"
    assert choice(**there, trains={"red": ["A Randers wagons wagons"]}) == "go Århus"


def test_in_the_hexagon_goods_are_not_carried_back_and_forth() -> None:
    """On the hexagon a train is already in København, so no leg to København costs anything."""
    kobenhavn, ring = BOARD.place_names.index("København"), BOARD.names.index("Y23")
    net = network(
        BOX, NO_RAILS, (0,) * len(BOARD.ferries), seat=0, home=BOARD.places[kobenhavn].at, seats=2, weights=WEIGHTS.ways
    )
    assert net.leg(at(ring), kobenhavn) == Leg(0, 0, 0, 0, at(ring))


def test_it_pays_no_toll_if_its_own_track_leads_there_too() -> None:
    """Blue's track is shorter, but red takes the longer way on their own track."""
    tracks = {"red": ["Odense N28 O29 P29 Nyborg"], "blue": ["Odense O27 O28 Nyborg"]}
    there = {"trains": {"red": ["A Odense furniture"]}, "hands": {"red": [5, 10, 62], "blue": [1, 2, 3]}}
    for track in (tracks, {"red": tracks["red"]}):
        assert choice(track=track, **there) == "go Nyborg"


def test_it_does_not_plan_a_shortcut_that_a_rival_has_built() -> None:
    """A section from O27 to Odense would be worth 3 million to red, but blue has built it."""
    tracks = {"red": ["O27 O28 P29 O29 N29 M28 Odense"], "blue": ["Odense O27"]}
    there = {"trains": {"red": ["A O27 sugar"]}, "hands": {"red": [1, 10, 46], "blue": [2, 3, 4]}, "cash": {"red": 20}}
    assert choice(track={"red": tracks["red"]}, **there) == "stop"
    assert choice(track={"red": tracks["red"]}, **there, stage="build") == "build Odense O27"
    assert choice(track=tracks, **there) == "go Odense"


def test_if_trains_may_turn_only_in_towns_it_runs_on_to_the_next_town() -> None:
    last_point = {"spent": [8], "moved": [1]}
    assert choice(**train("A O27"), **last_point) == "step Odense"
    assert choice(**train("A O27 came Odense"), **last_point, options={"turn_back": "towns"}) == "step Knudshoved"


def test_it_exchanges_a_hopeless_hand() -> None:
    """Without money it cannot deliver anything anywhere."""
    poor = {"cash": {"red": 0}, "hands": {"red": [10, 28, 46], "blue": [1, 2, 3]}}
    assert choice(**poor) == "exchange"
    assert choice(**{**train("A Odense"), "cash": {"red": 0}}) == "load flowers"


def test_it_plans_nothing_for_a_town_that_a_rival_has_walled_off() -> None:
    """Butter would pay 24 in Helsingør, but blue has built every section next to it. Korsør pays 16."""
    there = {**train("C15 København butter"), "hands": {"red": [10, 40, 50], "blue": [1, 2, 3]}, "cash": {"red": 60}}
    assert choice(**there) == "stop"
    assert choice(**there, stage="build") == "lay Helsingør"
    there["track"] = {**there["track"], "blue": ["Helsingør Y20 Y19 X19", "Y19 X20 Y20 Y21 X20", "Y20 Z21"]}
    assert choice(**there, by_hand=True) == "go Korsør"


# -- building --------------------------------------------------------------------------------------------------------


def test_it_builds_to_its_next_stop_as_far_as_the_money_lasts() -> None:
    """It needs wagons for Odense and butter for Helsingør. Kolding is on the way and costs 13 million."""
    hands = {"red": [50, 10, 28], "blue": [1, 2, 3]}
    assert choice(stage="build", hands=hands) == "lay Kolding"
    assert choice(stage="build", hands=hands, outlay=10) == "build M26 Odense"


def test_it_buys_a_better_train_if_its_plan_leaves_enough_money() -> None:
    assert choice(**train("A Odense"), stage="build", cash={"red": 60}) == "train B12"
    assert choice(**train("B12 Odense"), stage="build", cash={"red": 90}) == "train C15"
    assert choice(**train("A Odense"), stage="build", cash={"red": 19}) == "end"


def test_it_buys_no_better_train_shortly_before_the_end() -> None:
    assert choice(**train("A Odense"), stage="build", cash={"red": 200}) == "end"


def test_with_money_to_spare_it_links_the_start_towns() -> None:
    """Red has only Odense; the way to Århus begins in Odense or Kolding."""
    rich = {"stage": "build", "hands": HANDS, "track": {"red": ["Odense M26 L26 K26 K25 J25 Kolding"]}}
    assert choice(**rich, cash={"red": 240}) == "lay Århus"


def test_it_repairs_track_that_a_flood_has_washed_away() -> None:
    """Odense and Århus are joined, except for a section across the Gudenå."""
    torn = ["Odense M26 L26 K26 K25 J24 I24 I23 I22", "J21 K21 K20 L19 L18 Århus"]
    toys = {"trains": {"red": ["C15 I22 toys"]}, "cash": {"red": 10}, "hands": {"red": [1, 12, 46], "blue": [20, 2, 3]}}
    assert choice(stage="build", track={"red": torn}, **toys) == "build J21 I22"


def test_it_builds_to_a_train_that_a_flood_has_cut_off() -> None:
    """The train is in Randers, and its owner's track across the Gudenå is gone."""
    cut_off = {"track": {"red": ["Århus M17 L16"]}, "starts": {"red": "Århus"}, "trains": {"red": ["A Randers"]}}
    assert choice(stage="build", **cut_off, hands=HANDS, by_hand=True) == "build Randers L16"
    assert choice(**cut_off, hands=HANDS, cash={"red": 5}, by_hand=True) == "stop"


def test_it_does_not_repair_track_before_the_flood_is_over() -> None:
    toys = {"trains": {"red": ["C15 I22 toys"]}, "cash": {"red": 10}, "hands": {"red": [1, 12, 46], "blue": [20, 2, 3]}}
    torn = {"red": ["Odense M26 L26 K26 K25 J24 I24 I23 I22", "J21 K21 K20 L19 L18 Århus"]}
    assert choice(stage="build", track=torn, **toys, running=["spring-flood blue begun"]) == "end"


def test_in_the_fast_game_it_buys_a_second_train() -> None:
    fast = {**train("A København"), "options": {"variant": "fast"}, "stage": "build"}
    assert choice(**fast, cash={"red": 100}).startswith("buy")
    assert not choice(**fast, cash={"red": 300}).startswith("buy")


def test_it_builds_in_the_first_round_and_buys_as_soon_as_it_may() -> None:
    fast = {"options": {"variant": "fast"}, "starts": {"red": "Århus"}, "hands": HANDS, "stage": "build"}
    assert choice(**fast, round=1) == "lay Viborg"
    assert choice(**fast, round=2) == "buy Århus"


# -- other questions -------------------------------------------------------------------------------------------------


def test_it_loses_the_good_that_it_does_not_need() -> None:
    derailed = train("A Kolding cattle flowers stuck 1")
    assert choice(stage="lose", losing=["red 1"], **derailed) == "lose cattle"


@pytest.mark.parametrize(
    ("terms", "answer"),
    [
        (["red on blue 2 for 3"], "accept"),
        (["blue on red 2 for 3"], "refuse"),
        (["blue on red 2 for 3", "blue pays red 2"], "refuse"),
        (["blue on red 2 for 3", "blue pays red 4"], "accept"),
        (["red on blue 0 for 10", "red pays blue 20"], "refuse"),
        (["blue on red 0 for 1", "red on blue 0 for 1"], "refuse"),
        (["blue brings red fish to Kiel within 3"], "refuse"),
        (["red brings blue fish to Kiel within 3", "blue pays red 50"], "refuse"),
    ],
)
def test_it_accepts_useful_terms_and_promises_no_goods(terms: list[str], answer: str) -> None:
    offer = {**RED, "stage": "answer", "turn": "blue"}
    offer["track"] = {**offer["track"], "blue": ["Århus L18"]}
    assert choice(**offer, proposal={"to": "red", "terms": terms}, asked=["red"]) == answer


def test_it_does_not_accept_terms_that_it_cannot_pay() -> None:
    offer = {**RED, "stage": "answer", "turn": "blue", "cash": {"red": 3}}
    assert choice(**offer, proposal={"to": "red", "terms": ["red pays blue 5"]}, asked=["red"]) == "refuse"


@pytest.mark.parametrize(
    ("stage", "terms"), [("terms", []), ("money", ["red pays blue"]), ("goods", ["red brings blue"])]
)
def test_it_withdraws_a_proposal_that_somebody_else_began_in_its_seat(stage: str, terms: list[str]) -> None:
    assert choice(**RED, stage=stage, proposal={"to": "blue", "terms": terms}, asked=["blue"]) == "withdraw"


# -- the same choices as before the weights were moved to a file ----------------------------------------------------


@pytest.mark.parametrize("number", range(4))
def test_the_first_greedy_bot_chooses_as_before(number: int) -> None:
    """In some of the games every third move is random, so that the bot meets unusual positions."""
    game = json.loads((Path(__file__).parent / "greedy-1" / "dampf-and-rails.json").read_text("utf-8"))[number]
    assert _choices(game) == game["choices"]


def _choices(game: dict[str, Any]) -> list[str]:
    rules, seed = GAME.rules, game["seed"]
    state, ply, choices = rules.start(game["seats"], read_options(rules.options, game["options"])), 0, list[str]()
    while len(choices) < len(game["choices"]):
        seat = rules.to_act(state)[0]
        if seat == CHANCE:
            move = rules.draw(state, draw_rng(seed, ply))
        else:
            move = GREEDY.choose(question(GAME, state, seat, seed=seed, ply=ply))
            choices.append(GAME.speech.write(state, move))
            if game["wanders"] and len(choices) % 3 == 0:
                move = RandomBot().choose(question(GAME, state, seat, seed=seed, ply=ply))
        state = rules.apply(state, seat, move, tell=False).state
        ply += 1
    return choices


# -- judging positions -----------------------------------------------------------------------------------------------

evaluation = BOTS.evaluation("greedy-1")


def test_every_seat_has_a_value_with_named_parts_from_the_start() -> None:
    table = play([GREEDY] * 3, {"variant": "fast"}, "judged", plies=60)
    for state in (GAME.rules.start(3, GAME.rules.options()), table.state):
        values = evaluation(state)
        assert [set(value.parts) for value in values] == [{"cash", "plans", "track", "towns", "trains"}] * 3
        assert all(isfinite(value.total) for value in values)


def test_at_the_end_values_rank_the_seats_as_the_result_does() -> None:
    for seed in ("a", "b", "c", "d"):
        state = play([RandomBot()] * 3, {"idle_rounds": 3}, seed).state
        result, totals = GAME.rules.result(state), [value.total for value in evaluation(state)]
        assert result is not None
        assert result.ranks == tuple(1 + sum(other > own for other in totals) for own in totals)


def value(**position: Any) -> float:
    return evaluation(GAME.speech.arrange(position))[0].total


def test_a_good_is_worth_more_the_nearer_it_is_to_its_town() -> None:
    """Loading is free in the town itself, so there it makes no difference whether a good is already on the train."""
    beside, far, near = (value(**train(f"A {text}")) for text in ("Odense", "Odense flowers", "Korsør flowers"))
    assert beside == far < near


def test_money_spent_on_track_that_a_plan_needs_keeps_its_value() -> None:
    """Kolding is on the way that the orders need, Esbjerg is not."""
    start = GAME.speech.arrange({"stage": "build", "hands": {"red": [50, 10, 28], "blue": [1, 2, 3]}})
    worths = {}
    for text in ("lay Kolding", "lay Esbjerg", "end"):
        after = GAME.rules.apply(start, Seat(0), GAME.speech.read(start, text)).state
        worths[text] = evaluation(after)[0].total
    assert worths["lay Kolding"] == pytest.approx(worths["end"], abs=0.5)
    assert worths["lay Esbjerg"] < worths["lay Kolding"] - 5


# -- the policy for playouts ----------------------------------------------------------------------------------------


def test_the_policy_beats_random_bots() -> None:
    won = [_policy_wins(number) for number in range(12)]
    assert sum(won) >= 10


def _policy_wins(number: int) -> bool:
    """Whether the policy alone wins; a game ends four rounds after the last delivery."""
    seats, seat = 2 + number % 2, number // 2 % 2
    options = read_options(GAME.rules.options, {"variant": ("standard", "fast")[number // 4 % 2], "idle_rounds": 4})
    rng, state = Rng("hasty", number), GAME.rules.start(seats, options)
    while acting := GAME.rules.to_act(state):
        if acting[0] == CHANCE:
            move = GAME.rules.draw(state, rng)
        else:
            moves = list(GAME.rules.legal(state, acting[0]))
            move = BOTS.policy(state, acting[0], moves, rng) if acting[0] == seat else rng.choice(moves)
            assert move in moves
        state = GAME.rules.apply(state, acting[0], move, tell=False).state
    result = GAME.rules.result(state)
    assert result is not None
    return result.ranks[seat] == 1 and result.ranks.count(1) == 1
