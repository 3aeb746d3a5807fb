"""The bots of Planet Steam: always legal, sensible where the choice is obvious, and better than chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engineshed.bots import question
from engineshed.bots.random import RandomBot
from engineshed.core.bot import AnyBot, Ask, Value
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from tests.games.planet_steam.play import GAME, full_map, position, random_game, zones

GREEDY = GAME.bots.make("greedy")


def play(bots: list[AnyBot], options: Mapping[str, Any], seed: str) -> Table[Any, Any, Any]:
    """Play a game to its end; the table checks every move."""
    table: Table[Any, Any, Any] = Table(GAME, len(bots), options, seed=seed)
    while not table.over:
        (seat,) = table.to_act()
        table.play(seat, bots[seat].choose(question(GAME, table.state, seat, seed=seed, ply=table.ply)))
        assert table.ply < 3000, "the game does not end"
    return table


def choice(**position: Any) -> str:
    """The move that the bot chooses in a described position."""
    state = GAME.speech.arrange(position)
    (seat,) = GAME.rules.to_act(state)
    return GAME.speech.write(state, GREEDY.choose(question(GAME, state, seat, seed="choice", ply=0)))


# -- whole games -----------------------------------------------------------------------------------------------------

ADVANCED = ("immobile_tanks", "river_restriction", "variable_trade_order", "variable_claims", "reduced_start")
OPTIONAL = ("price_manipulation", "sabotage", "independent_carrier")
ALL_RULES: dict[str, Any] = dict.fromkeys((*ADVANCED, *OPTIONAL), True)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, ALL_RULES),
        (3, dict.fromkeys(OPTIONAL, True) | {"free_zone_choice": True, "carrier_decision": "end"}),
        (5, dict.fromkeys(ADVANCED, True)),
    ],
)
def test_it_plays_every_kind_of_table(seats: int, options: Mapping[str, Any]) -> None:
    result = GAME.rules.result(play([GREEDY] * seats, options, "every kind").state)
    assert result is not None
    assert all(score.total > 300 for score in result.scores)


def test_bids_are_raised_by_value_and_not_by_ones() -> None:
    """Among the first greedy bots, a card takes up to 27 bids in a row, and people wait."""
    runs, bids = [0], 0
    for ply in play([GREEDY] * 3, {}, "bids").plies:
        runs[-1] += ply.text.startswith("bid")
        bids += ply.text.startswith("bid")
        if not ply.text.startswith(("bid", "pass")):
            runs.append(0)
    assert max(runs) <= 8
    assert bids <= 80


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (play([GREEDY] * 2, {}, "twice") for _ in range(2))
    assert [ply.text for ply in first.plies] == [ply.text for ply in second.plies]


def test_it_beats_random_bots_from_every_seat() -> None:
    for seat in range(3):
        bots: list[AnyBot] = [RandomBot(), RandomBot()]
        bots.insert(seat, GREEDY)
        result = GAME.rules.result(play(bots, {}, f"against chance {seat}").state)
        assert result is not None
        assert result.ranks[seat] == 1


# -- auctions --------------------------------------------------------------------------------------------------------

AUCTION = {"stage": "auction", "turn": "black", "bonus": ["quartz", "ore", "water", "energy"]}
SALE = {"stage": "zone-auction", "turn": "black", "queue": ["green"], "zone": "B1", "round": 5}


@pytest.mark.parametrize(("bid", "answer"), [(0, "bid 6"), (2, "bid 7"), (100, "pass")])
def test_it_bids_a_little_for_choosing_first(bid: int, answer: str) -> None:
    assert choice(**AUCTION, queue=["orange", "purple", "green"], bid=bid) == answer


def test_it_ignores_credits_that_it_cannot_see() -> None:
    rich, poor = ({"green": sum_, "orange": sum_, "purple": sum_} for sum_ in (500, 13))
    for bid in range(1, 13):
        position = {**AUCTION, "queue": ["orange", "purple", "green"], "bid": bid}
        assert choice(**position, credits=rich) == choice(**position, credits=poor)


@pytest.mark.parametrize(("bid", "answer"), [(12, "bid 17"), (25, "pass")])
def test_in_the_last_round_it_bids_no_more_for_a_zone_than_it_scores(bid: int, answer: str) -> None:
    assert choice(**SALE, zones=full_map("B1"), cards={"green": 2, "black": 3, "orange": 1}, bid=bid) == answer


def test_the_speculator_bids_more_because_they_pay_half() -> None:
    assert choice(**SALE, zones=full_map("B1"), cards={"black": 2, "green": 3, "orange": 1}, bid=25) == "bid 26"


# -- zones and specialists -------------------------------------------------------------------------------------------


def test_it_claims_zones_next_to_its_own() -> None:
    claim = choice(stage="claim", turn="black", zones=zones(black=["C3"]), options={"free_zone_choice": True})
    assert claim in ("claim B3", "claim D3", "claim C2", "claim C4")


def test_it_keeps_a_licence_while_zones_are_free() -> None:
    free = {"stage": "claim", "turn": "black", "licences": {"black": 1}, "round": 5}
    assert choice(**free, zones=zones(black=["C3"])).startswith("claim")
    assert choice(**free, zones=full_map()).startswith("licence")


def test_the_airship_goes_where_the_captains_tanks_are() -> None:
    tanks = {"B2": "quartz", "C2": "quartz", "F5": "quartz"}
    where = {"zones": zones(black=["B2", "C2", "F5"]), "tanks": tanks}
    assert choice(stage="anchor", turn="orange", **{**where, "zones": zones(orange=["B2", "C2", "F5"])}) == "anchor 2"
    assert choice(stage="anchor", turn="orange", **{**where, "zones": zones(black=["B2", "C2"], orange=["F5"])}) == (
        "anchor 5"
    )


# -- tanks and extraction --------------------------------------------------------------------------------------------

TURN = {"turn": "black", "zones": zones(black=["A1", "B1", "F4"]), "credits": {"black": 60}}


def test_it_places_a_tank_next_to_one_of_its_own() -> None:
    tanks = {"A1": "quartz"}
    assert choice(**TURN, tanks=tanks, goods={"black": {"water": 1, "energy": 4}}) == "tank B1"


def test_it_builds_a_supercharger_from_goods_that_would_score_less() -> None:
    goods = {"black": {"water": 1, "ore": 1, "quartz": 2}}
    assert choice(**TURN, tanks={"A1": "ore"}, goods=goods, round=5, market=1) == "supercharger A1"


def test_it_does_not_pay_for_a_turn_without_a_useful_action() -> None:
    broke = {**TURN, "credits": {"black": 0}, "goods": {"black": {"water": 1}}}
    assert choice(**broke, stage="activate") == "idle"
    assert choice(**TURN, stage="activate", goods={"black": {"water": 2, "energy": 1}}) == "activate"


def test_energy_goes_to_the_tanks_that_yield_most() -> None:
    """Two adjacent ore tanks yield three ore, worth more than one ore and the yield of the quartz tank."""
    where = {"zones": zones(black=["A1", "B1", "F4"]), "tanks": {"A1": "ore", "B1": "ore", "F4": "quartz"}}
    assert choice(**where, turn="black", stage="extract", prices=PRICES, goods={"black": {"energy": 2}}) == "work A1"


def test_energy_is_not_spent_on_resources_that_cannot_be_stored() -> None:
    where = {"zones": zones(black=["A1", "F4"]), "tanks": {"A1": "ore", "F4": "quartz"}}
    goods = {"black": {"energy": 2, "ore": 4, "quartz": 4}}
    assert choice(**where, turn="black", stage="extract", goods=goods) == "extract"


# -- trade and certificates ------------------------------------------------------------------------------------------

PRICES = {"quartz": 12, "ore": 8, "water": 5, "energy": 3}

WORKS = {"zones": zones(black=["A1", "B1", "F4"]), "tanks": {"A1": "ore", "B1": "ore", "F4": "quartz"}}
TRADE = {"stage": "trade", "turn": "black", **WORKS}


def test_it_buys_energy_for_its_tanks() -> None:
    bought = choice(**TRADE, resource="energy", goods={"black": {}}, credits={"black": 100})
    assert bought.startswith("buy")
    assert int(bought.split()[1]) >= 3


def test_it_keeps_energy_for_its_tanks_until_the_last_round() -> None:
    """A red supply makes the price fall from turn to turn, so energy that is not needed is sold at once."""
    glut = {"resource": "energy", "supplies": {"energy": 18}, "prices": {"energy": 6}}
    holding = {"goods": {"black": {"energy": 3}}, "credits": {"black": 100}}
    assert not choice(**TRADE, **glut, **holding, round=2).startswith("sell")
    assert choice(**TRADE, **glut, **holding, round=5) == "sell 3"


def test_in_the_last_round_it_keeps_goods_whose_price_will_rise() -> None:
    rising = {"resource": "water", "supplies": {"water": 0}, "prices": {"water": 6}, "round": 5}
    goods = {name: {"water": 3 * (name == "black")} for name in ("black", "green", "orange", "purple")}
    assert choice(**TRADE, **rising, goods=goods) == "pass"


def test_it_never_buys_more_than_it_can_store() -> None:
    cheap = {"resource": "ore", "supplies": {"ore": 18}, "prices": {"ore": 2}, "goods": {"black": {"ore": 3}}}
    assert choice(**TRADE, **cheap, credits={"black": 200}) in ("buy 1", "pass")


def test_it_sells_quartz_if_it_could_not_pay_for_energy_otherwise() -> None:
    poor = {"credits": {"black": 0}, "goods": {"black": {"quartz": 2}}, "resource": "quartz"}
    assert choice(**TRADE, **poor).startswith("sell")


def test_it_buys_quarters_rather_than_keeping_what_they_cost() -> None:
    assert choice(stage="certificate", turn="black", goods={"black": {"quartz": 1, "ore": 1}}) == "buyquarters"


def test_it_sells_a_licence_that_will_not_be_used() -> None:
    held = {"licences": {"black": 1}, "goods": {"black": {}}}
    assert choice(stage="certificate", turn="black", **held, round=5) == "selllicence"


# -- optional cards --------------------------------------------------------------------------------------------------


def test_it_raises_the_price_of_goods_that_it_will_sell() -> None:
    shifting = {"options": {"price_manipulation": True}, "stage": "shift", "way": "weak", "budget": 3}
    held = {"goods": {"black": {"ore": 4}}, "carriers": {"black": {"ore": 2}}, "round": 5}
    assert choice(**shifting, **held, turn="black", manipulator="black", cards={"black": 1}) == "shift ore +3"


def test_it_topples_the_tank_that_yields_least() -> None:
    sabotage = {"options": {"sabotage": True}, "stage": "topple", "turn": "black", "round": 2}
    goods = {"black": {"energy": 3}}
    where = {"zones": zones(black=["A1", "B1", "F4"]), "tanks": {"A1": "quartz", "B1": "quartz", "F4": "water"}}
    cards = {"black": 1, "green": 2, "orange": 3, "purple": 4}
    assert choice(**sabotage, **where, goods=goods, cards=cards) == "topple F4"


# -- what positions are worth ----------------------------------------------------------------------------------------


def values(state: Any) -> list[Value]:
    return list(GAME.bots.evaluation()(state))


def ranks(totals: list[float]) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in totals) for own in totals)


@pytest.mark.parametrize("options", [{}, ALL_RULES | {"carrier_decision": "end"}])
def test_every_position_has_a_value_for_every_seat(options: Mapping[str, Any]) -> None:
    for state in random_game(4, "worth", **options):
        found = values(state)
        assert len(found) == 4
        for value in found:
            assert {"credits", "property", "resources"} <= set(value.parts)
            assert value.total == pytest.approx(sum(value.parts.values()))


@pytest.mark.parametrize("seats", GAME.seats)
def test_at_the_end_values_are_scores(seats: int) -> None:
    for bot in (GREEDY, GAME.bots.make("random")):
        state = play([bot] * seats, {}, f"end {seats}").state
        result, totals = GAME.rules.result(state), [value.total for value in values(state)]
        assert result is not None
        assert totals == [score.total for score in result.scores]
        assert ranks(totals) == result.ranks


def test_property_and_future_extraction_have_a_value() -> None:
    where = {"zones": zones(black=["A1", "B1"]), "goods": {"black": {"energy": 2}}}
    poor, rich = position(**where), position(**where, tanks={"A1": "quartz", "B1": "quartz"})
    before, after = (values(state)[0].parts for state in (poor, rich))
    assert after["property"] == before["property"] + 50
    assert after["extraction"] > before["extraction"]
    assert after["income"] > before["income"]


def test_extraction_has_no_value_once_it_is_over() -> None:
    state = position(stage="compensation", turn="black", fallen="A1", zones=zones(black=["A1"]), tanks={"A1": "water"},
                     round=2, options={"sabotage": True})  # fmt: skip
    assert all("extraction" not in value.parts for value in values(state))


# -- quick choices ---------------------------------------------------------------------------------------------------


class PolicyBot:
    """The policy as a player. It needs a whole state, so it plays on a guess."""

    def choose(self, ask: Ask[Any, Any]) -> Any:
        return GAME.bots.policy(ask.rules.guess(ask.view, ask.rng), ask.seat, ask.moves, ask.rng)


@pytest.mark.parametrize("options", [{}, ALL_RULES, ALL_RULES | {"carrier_decision": "end"}])
def test_the_policy_plays_every_kind_of_table(options: Mapping[str, Any]) -> None:
    for seats in GAME.seats:
        assert play([PolicyBot()] * seats, options, f"policy {seats}").over


def test_the_policy_beats_random_bots() -> None:
    won = 0
    for game in range(15):
        bots: list[AnyBot] = [RandomBot(), RandomBot()]
        bots.insert(game % 3, PolicyBot())
        result = GAME.rules.result(play(bots, {}, f"quick {game}").state)
        assert result is not None
        won += result.ranks[game % 3] == 1
    assert won >= 13


def test_the_policy_makes_the_same_choice_for_the_same_random_numbers() -> None:
    for state in random_game(3, "quick choices")[::5]:
        for seat in GAME.rules.to_act(state):
            moves = list(GAME.rules.legal(state, seat))
            chosen = [GAME.bots.policy(state, seat, moves, Rng("policy", 1)) for _ in range(2)]
            assert chosen[0] == chosen[1]
            assert chosen[0] in moves


def test_a_player_with_few_credits_opens_with_what_they_have() -> None:
    poor = {"black": 2, "orange": 60, "purple": 60, "green": 60}
    assert choice(**AUCTION, credits=poor, queue=["orange", "purple", "green"], bid=0) in ("bid 1", "bid 2")
