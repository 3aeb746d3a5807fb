"""The greedy bot: always legal, sensible where it is plain what to do, and stronger than chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engineshed.bots import question
from engineshed.bots.random import RandomBot
from engineshed.bots.steam_power import GreedyBot
from engineshed.core.contract import AnyBot
from engineshed.core.registry import bot_names, find_game, make_bot
from engineshed.core.table import Table

GAME = find_game("steam-power")


def play(bots: list[AnyBot], options: Mapping[str, Any], seed: str) -> Table[Any, Any, Any]:
    """A game to its end; the table checks every move."""
    table: Table[Any, Any, Any] = Table(GAME, len(bots), options, seed=seed)
    while not table.over:
        (seat,) = table.to_act()
        table.play(seat, bots[seat].choose(question(GAME, table.state, seat, seed=seed, ply=table.ply)))
        assert table.ply < 3000, "the game does not end"
    return table


def choice(position: Mapping[str, Any]) -> str:
    """What the bot does in a described position."""
    state = GAME.arrange(position)
    (seat,) = GAME.to_act(state)
    return GAME.write(state, GreedyBot().choose(question(GAME, state, seat, seed="choice", ply=0)))


def test_it_is_registered_and_comes_first() -> None:
    assert bot_names(GAME.id)[0] == "greedy"
    assert isinstance(make_bot(GAME.id, "greedy"), GreedyBot)


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
    table = play([GreedyBot()] * seats, options, "every kind")
    result = GAME.result(table.state)
    assert result is not None
    assert result.reason.id == ("end.solo" if seats == 1 else "end.contracts")
    assert GAME.round(table.state) <= 25


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (play([GreedyBot()] * 2, {"map": "ireland"}, "twice") for _ in range(2))
    assert [ply.text for ply in first.plies] == [ply.text for ply in second.plies]


@pytest.mark.parametrize("game", range(8))
def test_it_beats_three_random_bots_from_every_seat(game: int) -> None:
    bots: list[AnyBot] = [RandomBot(), RandomBot(), RandomBot()]
    bots.insert(game % 4, GreedyBot())
    result = GAME.result(play(bots, {"map": "steel-belt"}, f"against chance {game}").state)
    assert result is not None
    assert result.ranks[game % 4] == 1


def test_alone_it_does_better_than_chance() -> None:
    scores = []
    for bot in (GreedyBot(), RandomBot()):
        (score,) = GAME.scores(play([bot], {"map": "ireland"}, "alone").state)
        scores.append(score.total)
    assert scores[0] > 2 * scores[1]


def test_all_it_builds_serves_contracts() -> None:
    table = play([GreedyBot()] * 4, {"map": "germany"}, "a whole game")
    final = GAME.describe(table.state)
    for name in GAME.seat_names[:4]:
        assert len(final["links"][name]) >= 2
        assert len(final["done"][name]) >= 4


NEARLY_DONE = [f"{letter}{number}" for letter in "CD" for number in range(1, 13)][:13]
ROAD: dict[str, Any] = {
    "map": {"terrain": "A . B . C . D", "cities": {"A": "Ash", "B": "Birch", "C": "Cedar", "D": "Date"}},
    "players": 2,
    "cities": {"Ash": "black", "Birch": "white", "Cedar": "orange", "Date": "vp"},
    "links": {"red": ["Ash se ne", "Birch se ne"]},
    "done": {"blue": NEARLY_DONE},
    "round": 20,
}
"""Four cities in a row, one tile between neighbours, and a rival who needs only one more contract."""


def test_it_completes_a_contract_before_the_game_ends() -> None:
    hands = {"red": ["A2"]}  # two black, one white: all of it in the network, from own factories
    position = {**ROAD, "factories": {"Ash": "red", "Birch": "red"}, "hands": hands}
    assert choice(position) == "deliver A2"


def test_it_builds_the_factory_that_its_last_contract_needs() -> None:
    cities = {**ROAD["cities"], "Date": "grey"}
    last = {"done": {"blue": [*NEARLY_DONE, "B1"]}, "last_round": True, "first": "blue"}
    position = {**ROAD, **last, "cities": cities, "factories": {"Ash": "red"}, "hands": {"red": ["A2"]}, "turn": "red"}
    assert choice({**position, "money": {"red": 1}}) == "factory Birch"
    assert choice({**position, "money": {"red": 5}}) in {"factory Birch", "deliver A2"}  # the bank has white, too


def test_it_joins_the_vp_city_next_door_first() -> None:
    assert choice({**ROAD, "factories": {"Ash": "red"}, "hands": {"red": ["A2"]}}).startswith("track F1 ")


def test_it_finishes_what_it_has_begun_to_plan() -> None:
    shipment = {"contract": "A2", "needs": {"black": 2, "white": 1}}
    position = {
        **ROAD,
        "factories": {"Ash": "red", "Birch": "red"},
        "hands": {"red": ["A2"]},
        "stage": "plan",
        "shipment": shipment,
        "actions": 1,
    }
    assert choice(position) == "rest"
