"""The bots of Steam Power: always legal, sensible where the choice is obvious, and much stronger than chance.

The evaluation of positions and the quick policy for playouts are tested here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engineshed.bots import question
from engineshed.bots.random import RandomBot
from engineshed.core import loop
from engineshed.core.bot import AnyBot
from engineshed.core.contract import Seat
from engineshed.core.registry import bot_names, find_game, make_bot
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.games.steam_power.bots.greedy import NOT_CONSIDERED, GreedyBot
from engineshed.games.steam_power.bots.ideas import Ideas

GAME = find_game("steam-power")
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
    state = GAME.speech.arrange(position)
    (seat,) = GAME.rules.to_act(state)
    return GAME.speech.write(state, GREEDY.choose(question(GAME, state, seat, seed="choice", ply=0)))


def test_the_greedy_bot_can_be_chosen_by_name() -> None:
    assert "greedy" in bot_names(GAME.id)
    assert isinstance(make_bot(GAME.id, "greedy"), GreedyBot)


# -- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {"map": "germany"}),
        (2, {"map": "ireland", "take_money": 5, "limited_goods": True}),
        (3, {"map": "great-britain", "vp_cities": "direct", "spare_tile_bonus": True}),
        (4, {"map": "france"}),
        (5, {"map": "steel-belt", "start_player": "red"}),
    ],
)
def test_it_plays_every_kind_of_table_to_the_end_by_contracts(seats: int, options: Mapping[str, Any]) -> None:
    table = play([GREEDY] * seats, options, "every kind")
    result = GAME.rules.result(table.state)
    assert result is not None
    assert result.reason.id.removesuffix("-tie") == ("end.solo" if seats == 1 else "end.contracts")
    assert GAME.rules.round(table.state) <= 25


SPARSE = """
id = "two-ends"
game = "steam-power"
title = "Two ends of a plain"
players = [2, 2]
basis = "own"
terrain = "A . . . . . . . B"
[cities]
A = "Ash"
B = "Birch"
"""


def test_it_finishes_a_game_with_hardly_any_goods() -> None:
    """The only other city is seven tiles away and there are only two colours, so most goods must be bought."""
    result = GAME.rules.result(play([GREEDY] * 2, {"map": SPARSE}, "sparse").state)
    assert result is not None


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (play([GREEDY] * 2, {"map": "ireland"}, "twice") for _ in range(2))
    assert [ply.text for ply in first.plies] == [ply.text for ply in second.plies]


def test_it_beats_three_random_bots_from_every_seat() -> None:
    games, won = 20, 0
    for game in range(games):
        bots: list[AnyBot] = [RandomBot(), RandomBot(), RandomBot()]
        bots.insert(game % 4, GREEDY)
        result = GAME.rules.result(play(bots, {"map": "steel-belt"}, f"against chance {game}").state)
        assert result is not None
        won += result.ranks[game % 4] == 1
    assert won >= 0.9 * games


def test_alone_it_does_much_better_than_chance() -> None:
    scores = []
    for bot in (GREEDY, RandomBot()):
        (score,) = GAME.rules.scores(play([bot], {"map": "ireland"}, "alone").state)
        scores.append(score.total)
    assert scores[0] > 3 * scores[1]


def test_all_players_build_and_deliver() -> None:
    final = GAME.speech.describe(play([GREEDY] * 4, {"map": "germany"}, "a whole game").state)
    for name in GAME.seat_names[:4]:
        assert len(final["links"][name]) >= 4
        assert len(final["done"][name]) >= 4


# -- single decisions -----------------------------------------------------------------------------------------------

CHEAP = ["A1", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D1", "D2"]
"""All contracts for 2 VP except three."""
OTHERS = [number for number in CHEAP if number != "C2"]
DEAR = ["A11", "A12", "B10", "B11", "B12", "C10", "C11", "C12", "D10", "D11", "D12"]
"""All contracts for 5 VP."""

ROAD: dict[str, Any] = {
    "map": {"terrain": "A . B . C . D", "cities": {"A": "Ash", "B": "Birch", "C": "Cedar", "D": "Date"}},
    "players": 2,
    "cities": {"Ash": "black", "Birch": "white", "Cedar": "orange", "Date": "grey"},
    "links": {"red": ["Ash se ne", "Birch se ne"]},
    "hands": {"red": []},
    "done": {"blue": CHEAP},
    "round": 18,
}
"""Four cities in a row with one tile between neighbours, and a rival who needs only one more contract."""

OWN_BLACK_AND_WHITE = {"factories": {"Ash": "red", "Birch": "red"}, "hands": {"red": ["A2"]}}
"""Everything that contract A2 needs, two black and one white, in red's own factories."""


def test_it_completes_a_contract_that_can_be_completed() -> None:
    assert choice({**ROAD, **OWN_BLACK_AND_WHITE}) == "deliver A2"


@pytest.mark.parametrize(
    ("change", "considered"),
    [
        ({}, {"deliver A2", "deliver C2"}),
        ({"last_round": True, "first": "blue", "turn": "red", "done": {"blue": [*OTHERS, "D3", "D4"]}}, set()),
        ({"done": {"red": [*OTHERS, "D3"]}}, set()),
    ],
)
def test_strong_tries_nothing_but_contracts_that_cost_nothing(change: Position, considered: set[str]) -> None:
    """Except in the last turn, and if the contract would end the game: then everything is worth a thought."""
    hand = {"factories": {"Ash": "red", "Birch": "red", "Date": "red"}, "hands": {"red": ["A2", "C2"]}}
    others = {"blue": OTHERS}
    state = GAME.speech.arrange(
        {**ROAD, **hand, "links": {"red": ["Ash se ne", "Birch se ne", "Cedar se ne"]}, "done": others, **change}
    )
    (seat,) = GAME.rules.to_act(state)
    ask = question(GAME, state, seat, seed="ideas", ply=0)
    weighed = Ideas(GAME.bots.weights("strong-2")).weigh(ask)
    assert [option.move for option in weighed] == list(ask.moves)
    tried = {GAME.speech.write(state, option.move) for option in weighed if option.worth > NOT_CONSIDERED}
    assert tried == considered if considered else len(tried) > 2


@pytest.mark.parametrize(("hand", "factory"), [("A2", "Birch"), ("C1", "Cedar")])
def test_it_builds_the_factory_that_its_contract_needs(hand: str, factory: str) -> None:
    done = {"blue": [number for number in CHEAP if number != hand]}
    position = {**ROAD, "done": done, "factories": {"Ash": "red"}, "hands": {"red": [hand]}, "money": {"red": 0}}
    assert choice(position) == f"factory {factory}"


def test_it_does_not_build_for_the_future_in_its_last_turn() -> None:
    last = {"done": {"blue": [*CHEAP, "D3"]}, "last_round": True, "first": "blue", "turn": "red"}
    assert choice({**ROAD, **last}) == "money"


def test_it_finishes_an_unfinished_link() -> None:
    longer = {**ROAD["map"], "terrain": "A . B . C . . D"}
    links = {"red": ["Ash se ne", "Birch se ne", "Cedar se ne"]}
    position = {**ROAD, "map": longer, "links": links, "cities": {**ROAD["cities"], "Date": "vp"}}
    assert choice(position) == "track G1 se-sw"


def test_it_joins_a_vp_city_before_the_game_ends() -> None:
    assert choice({**ROAD, "cities": {**ROAD["cities"], "Date": "vp"}}).startswith("track F1 ")


def test_it_takes_contracts_when_it_has_none_and_plenty_of_goods() -> None:
    links = {"red": ["Ash se ne", "Birch se ne", "Cedar se ne"]}
    factories = dict.fromkeys(("Ash", "Birch", "Cedar", "Date"), "red")
    assert choice({**ROAD, "links": links, "factories": factories, "done": {}, "round": 5}) == "contracts"


def test_it_takes_money_for_a_contract_that_it_cannot_afford() -> None:
    factories = dict.fromkeys(("Ash", "Birch", "Cedar"), "blue")
    assert choice({**ROAD, "factories": factories, "hands": {"red": ["B10"]}, "money": {"red": 3}}) == "money"


@pytest.mark.parametrize(("own", "rivals", "ends"), [(CHEAP, DEAR, False), ([*DEAR, *CHEAP[:2]], CHEAP[2:], True)])
def test_it_ends_the_game_only_if_it_wins(own: list[str], rivals: list[str], ends: bool) -> None:
    position = {**ROAD, **OWN_BLACK_AND_WHITE, "done": {"red": own, "blue": rivals}}
    assert (choice(position) == "deliver A2") == ends


def test_it_finishes_a_plan_that_somebody_began_in_the_cheapest_way() -> None:
    shipment = {"contract": "A2", "needs": {"black": 2, "white": 1}}
    position = {**ROAD, **OWN_BLACK_AND_WHITE, "stage": "plan", "shipment": shipment, "actions": 1}
    assert choice(position) == "rest"


# -- what a position is worth ---------------------------------------------------------------------------------------


def ranks(totals: list[float]) -> list[int]:
    return [1 + sum(other > total for other in totals) for total in totals]


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_position_has_a_value_for_every_seat_and_the_last_one_ranks_as_the_result_does(seats: int) -> None:
    """From the very first position, before nature has drawn anything, to the last one."""
    table = play([RandomBot()] * seats, {"map": "ireland", "spare_tile_bonus": True}, "values")
    evaluate, result = GAME.bots.evaluation(), GAME.rules.result(table.state)
    for state in table.states[:-1:8]:
        parts = [set(value.parts) for value in evaluate(state)]
        names = {"contracts", "factories", "spare-tiles", "cities", "money", "goods", "plan", "drawing"}
        assert parts == [names] * seats
    totals = [value.total for value in evaluate(table.state)]
    assert result is not None
    assert ranks(totals) == list(result.ranks)
    assert [round(total) for total in totals] == [score.total for score in result.scores]


@pytest.mark.parametrize(("red", "expected"), [(["A11"], [2, 1]), (["A2", "A6"], [1, 1])])
def test_more_contracts_break_a_tie_and_equal_players_stay_tied(red: list[str], expected: list[int]) -> None:
    """Blue has 5 VP from two contracts."""
    done = {"red": red, "blue": ["A1", "A5"]}
    state = GAME.speech.arrange({"map": "ireland", "stage": "over", "done": done, "by_hand": True})
    assert ranks([value.total for value in GAME.bots.evaluation()(state)]) == expected


def test_a_completed_contract_is_worth_more_than_one_that_can_be_completed() -> None:
    state = GAME.speech.arrange({**ROAD, **OWN_BLACK_AND_WHITE})
    (seat,) = GAME.rules.to_act(state)
    delivered = GAME.rules.apply(state, seat, GAME.speech.read(state, "deliver A2")).state
    before, after = (GAME.bots.evaluation()(position)[seat] for position in (state, delivered))
    assert before.parts["contracts"] < after.parts["contracts"]
    assert before.total < after.total


def test_halfway_through_a_game_the_better_bot_has_the_higher_value() -> None:
    table = play([RandomBot(), GREEDY, RandomBot()], {"map": "germany"}, "half way")
    half = GAME.bots.evaluation()(table.states[table.ply // 2])
    assert ranks([value.total for value in half])[1] == 1


# -- the quick policy -----------------------------------------------------------------------------------------------


def quick_game(number: int, seats: int, mine: tuple[int, ...]) -> Any:
    """The last position of a game in which these seats play by the policy and the others at random."""
    rules = GAME.rules

    def answers(state: Any, acting: tuple[Seat, ...], ply: int) -> tuple[Seat, Any]:
        (seat,) = acting
        moves, rng = list(rules.legal(state, seat)), Rng("policy", number, ply)
        move = GAME.bots.policy(state, seat, moves, rng) if seat in mine else rng.choice(moves)
        assert move in moves
        return seat, move

    start = rules.start(seats, rules.options(map="germany"))
    *_, last = loop.play(rules, start, answers, seed=f"policy {number}")
    return last.step.state


def test_the_policy_beats_two_random_players_from_every_seat() -> None:
    won = 0
    for number in range(15):
        result = GAME.rules.result(quick_game(number, 3, (number % 3,)))
        assert result is not None
        won += result.ranks[number % 3] == 1
    assert won >= 12


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_policy_plays_whole_games_by_itself(seats: int) -> None:
    final = quick_game(0, seats, tuple(range(seats)))
    assert GAME.rules.round(final) <= 25
    assert all(score.parts["contracts"] for score in GAME.rules.scores(final))
