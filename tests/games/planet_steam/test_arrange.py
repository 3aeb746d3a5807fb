"""Described positions: what is filled in, what is refused and how, and whether every position can be described."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import Trouble
from tests.games.planet_steam.play import GAME, described, position, random_game, zones


def trouble(**doc: Any) -> str:
    with pytest.raises(Trouble) as caught:
        position(**doc)
    return str(caught.value)


def test_keys_that_are_left_out_have_their_start_values() -> None:
    state = position()
    assert (state.seats, state.round, state.active, state.queue, state.order) == (4, 1, 0, (1, 2, 3), (0, 1, 2, 3))
    assert state.credits == (120, 120, 120, 120)
    assert state.cards == (1, 2, 3, 4)
    assert [len(own) for own in state.own] == [2, 2, 2, 2]


def test_goods_and_zones_that_are_not_given_do_not_exist() -> None:
    state = position(goods={"green": {"ore": 1}}, zones={"green": ["A1"]})
    assert state.goods[4:8] == (0, 1, 0, 0)
    assert state.own == ((), (0,), (), ())
    assert len(state.free) == 41


@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        ({"trun": 1}, "a position has no key 'trun'; did you mean turn"),
        ({"players": 6}, "position, players: this should be a whole number from 2 to 5, not 6"),
        ({"stage": "tanks"}, "position, stage: there is no 'tanks'; did you mean tank?"),
        ({"turn": "red"}, "position, turn: there is no 'red'; choose from black, green, orange, purple"),
        ({"options": {"map": "standard"}}, "the map is not one of the options"),
        ({"map": "mars"}, "there is no map 'mars'"),
        ({"credits": {"black": "much"}}, "position, credits, black: this should be a whole number"),
        ({"goods": {"black": {"gold": 1}}}, "position, goods, black: there is no 'gold'"),
        ({"goods": {"black": 3}}, "position, black: this should be a table, not 3"),
        ({"zones": {"black": ["Z9"]}}, "position, zones: there is no zone 'Z9'; zones are named from A1 to F7"),
        ({"zones": {"black": ["A1"], "green": ["A1"]}}, "position, zones: A1 is unavailable, or belongs to two"),
        ({"zones": {"red": ["A1"]}}, "position, zones: there is no 'red'"),
        ({"tanks": {"A1": "ore charged"}}, "should be a resource, as in 'ore', or 'ore supercharged'"),
        ({"tanks": {"A1": "steam"}}, "position, tanks: there is no 'steam'"),
        ({"airship": 8}, "position, airship: this should be a whole number from 0 to 7, not 8"),
        ({"bonus": ["tea"]}, "position, bonus: there is no 'tea'"),
        ({"derived": {}}, "position, derived: it should be"),
        ({"by_hand": 1}, "position, by_hand: this should be true or false"),
    ],
)
def test_a_mistake_in_a_position_is_reported_with_its_place(doc: dict[str, Any], sentence: str) -> None:
    assert sentence in trouble(**doc)


@pytest.mark.parametrize(
    ("doc", "fault"),
    [
        ({"prices": {"ore": 99}}, "the price of ore is not on its scale"),
        ({"supplies": {"ore": 99}}, "the supply of ore is not on its scale"),
        ({"market": 15}, "more tanks on the market than spaces"),
        ({"carriers": {"black": {"ore": 5}}}, "a carrier of no class"),
        ({"round": 9}, "there is no round 9"),
        ({"cards": {"black": 2}}, "a specialist card is before two players"),
        ({"queue": ["black"]}, "somebody waits for a turn that they are having"),
        ({"order": ["green", "black", "orange", "purple"]}, "the player order is not that of the specialist cards"),
        ({"stage": "auction", "bid": 5, "queue": []}, "the auction has been won"),
        ({"stage": "auction", "bid": 500}, "the highest bid cannot be paid"),
        ({"stage": "auction", "credits": {"green": 0}}, "somebody cannot pay for a specialist card"),
        ({"stage": "auction", "cards": {"black": 1}}, "somebody bids for a second specialist card"),
        ({"bid": 5}, "there is a bid without an auction"),
        ({"stage": "zone-auction"}, "a zone is asked for at the wrong time"),
        ({"stage": "zone-auction", "zone": "A1"}, "the zone that is auctioned cannot be"),
        ({"stage": "divert", "zone": "A1"}, "it is rolled for a zone that is claimed"),
        ({"stage": "shift", "cards": {"black": 1}}, "prices are moved at the wrong time"),
        ({"stage": "fit", "resource": "ore"}, "nobody can do anything in the stage fit"),
        ({"stage": "unload"}, "nobody can do anything in the stage unload"),
        ({"stage": "topple", "cards": {"black": 1}}, "nobody can do anything in the stage topple"),
        ({"stage": "keep"}, "nobody can do anything in the stage keep"),
        ({"stage": "first-upgrade", "round": 2}, "carriers are upgraded for nothing only at the start"),
        ({"manipulator": "black"}, "prices are manipulated without the card"),
        ({"carrier": "black"}, "the Independent Carrier, which is not in the game"),
        ({"fallen": "A1"}, "the tank that lies on its side is not on the map"),
        ({"placing": 1}, "markers are placed at the wrong time"),
        ({"bonus": ["ore"]}, "bonus resources are left after the auction"),
        ({"resource": "ore"}, "a resource is traded or fitted at the wrong time"),
    ],
)
def test_a_position_that_cannot_be_played_on_is_refused(doc: dict[str, Any], fault: str) -> None:
    assert fault in trouble(**doc)
    assert fault in trouble(**doc, by_hand=True)


@pytest.mark.parametrize(
    ("doc", "fault"),
    [
        ({"goods": {"black": {"ore": 9}}}, "black has more than the carriers hold"),
        ({"tanks": {"C7": "ore"}}, "there is a tank in C7, which belongs to no player"),
        ({"licences": {"black": 9}}, "more building licences than in the game"),
        ({"quarters_stock": 1}, "more or fewer luxury quarters than in the game"),
        ({"working": ["A1"]}, "a turn goes on outside its step"),
        ({"markers": {"ore": 1, "quartz": 2, "water": 3, "energy": 4}}, "not traded in their printed order"),
        ({"zones": zones(black=[f"{c}{r}" for r in (3, 4, 5) for c in "ABCDE"])}, "more zones than claim markers"),
    ],
)
def test_an_impossible_position_is_refused_unless_it_is_by_hand(doc: dict[str, Any], fault: str) -> None:
    assert fault in trouble(**doc)
    assert GAME.speech.arrange({**doc, "by_hand": True})


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_position_can_be_described(seats: int) -> None:
    options = {"variable_claims": True, "variable_trade_order": True, "price_manipulation": True, "sabotage": True,
               "independent_carrier": True}  # fmt: skip
    for state in random_game(seats, "telling", **options):
        assert GAME.speech.arrange(described(state)) == state
