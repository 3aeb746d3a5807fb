"""Setting up, who begins, the first round and the public orders (R1 to R8)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from engineshed.core.contract import CHANCE
from engineshed.core.errors import Trouble
from engineshed.core.options import read_options
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.moves import Deal, Draw, First, Keep, Start
from tests.games.dampf_and_rails.play import (
    BLUE,
    GAME,
    GREEN,
    RED,
    acting,
    drawn,
    facts,
    offered,
    play,
    position,
    refusal,
    refusal_of,
    started,
    told,
)


@pytest.mark.allows("dampf-and-rails", "R1", "R2")
@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_begin_with_money_and_a_train(seats: int) -> None:
    doc = told(started(seats))
    assert doc["cash"] == dict.fromkeys(("red", "blue", "green")[:seats], 50)
    assert all(trains == ["A -"] for trains in doc["trains"].values())


@pytest.mark.refuses("dampf-and-rails", "R1")
@pytest.mark.parametrize("seats", [1, 4])
def test_other_numbers_are_refused(seats: int) -> None:
    with pytest.raises(Trouble, match=r"2 or 3 players \(R1\)"):
        GAME.rules.start(seats, GAME.rules.options())


@pytest.mark.refuses("dampf-and-rails", "R2")
def test_there_is_only_one_train_to_begin_with() -> None:
    found = refusal(position(track={"red": ["Odense O27"]}), "step O27 by 2")
    assert found == ("R2", "You have no train number 2")


@pytest.mark.allows("dampf-and-rails", "R3")
def test_five_orders_are_dealt_and_three_kept() -> None:
    state = position(stage="keep", hands={"red": [1, 2, 3, 4, 5], "blue": [6, 7, 8, 9, 10]})
    assert len(offered(state, "keep")) == 10
    after = told(play(state, "keep 2 3 5"))
    assert (after["hands"]["red"], after["under"], after["turn"]) == ([2, 3, 5], ["1 red", "4 red"], "blue")


@pytest.mark.refuses("dampf-and-rails", "R3")
def test_neither_events_nor_strange_orders_are_dealt_or_kept() -> None:
    state = GAME.rules.start(2, GAME.rules.options())
    assert refusal_of(state, Deal((0, 1, 2, 3, 70))).rule == "R3"
    assert refusal_of(state, Deal((0, 1, 2, 3))).sentence == "5 orders of the pile are dealt, each once"
    keeping = position(stage="keep", hands={"red": [1, 2, 3, 4, 5]})
    assert refusal_of(keeping, Keep((0, 1))) == ("R3", "You keep 3 orders, each once")
    assert refusal_of(keeping, Keep((0, 1, 9))) == ("R3", "You were not dealt this order")
    assert refusal(keeping, "start Odense") == ("R3", "First choose the orders that you keep")


def test_what_is_dealt_is_told_to_its_owner_only() -> None:
    state = GAME.rules.start(2, GAME.rules.options())
    assert facts(state, "deal 1 2 3 4 5", BLUE) == ["Red is dealt 5 orders"]
    assert facts(state, "deal 1 2 3 4 5", RED)[1] == "You are dealt the orders 1, 2, 3, 4, 5"


@pytest.mark.allows("dampf-and-rails", "R4")
def test_orders_and_events_are_drawn_from_one_pile_and_then_from_under_it() -> None:
    state = play(position(discards=[], hands={"red": [1, 2, 3]}), "exchange")
    first = list(GAME.rules.legal(state, CHANCE))
    assert len(first) == 73 - 6
    last = position(
        stage="draw", resume="end", hands={"red": [], "blue": [1, 2, 3]}, pile=["E1"], under=["4 red", "5 blue"],
        discards=[*range(6, 64), *(f"E{n}" for n in range(2, 11))],
    )  # fmt: skip
    assert [GAME.speech.write(last, move) for move in GAME.rules.legal(last, CHANCE)] == ["draw E1"]
    assert offered(drawn(last, "E1")) == ["draw 4"]


@pytest.mark.refuses("dampf-and-rails", "R4")
def test_only_what_is_next_is_drawn_and_only_by_nature() -> None:
    state = play(position(), "exchange")
    assert refusal_of(state, Draw(3)) == ("R4", "This card is not to be drawn now")
    assert refusal_of(state, Draw(10), RED) == ("R4", "A card is being drawn; no player is to act")
    assert refusal(position(), "draw 12") == ("R4", "This is drawn, not chosen")


@pytest.mark.allows("dampf-and-rails", "R5")
def test_start_towns_are_chosen_and_the_train_is_put_there() -> None:
    state = position(stage="start", players=3)
    assert offered(state) == ["start Århus", "start Odense", "start København"]
    state = play(state, "start Odense", "start Odense", "start Odense")
    assert told(state)["trains"]["green"] == ["A Odense"]
    assert told(state)["cash"] == {"red": 50, "blue": 50, "green": 50}
    assert told(state)["derived"]["connected"] == {"Odense": ["red", "blue", "green"]}


@pytest.mark.refuses("dampf-and-rails", "R5")
def test_arhus_and_kobenhavn_take_one_player_each() -> None:
    state = play(position(stage="start", players=3), "start Århus", "start København")
    assert offered(state) == ["start Odense"]
    assert refusal(state, "start Århus") == ("R5", "No other player can begin in Århus")
    assert refusal(state, "start Kiel") == ("R5", "Networks begin in Århus, Odense, København")
    assert refusal_of(state, Start(-1)).rule == "R5"


@pytest.mark.allows("dampf-and-rails", "R6")
def test_the_player_who_is_drawn_begins_and_the_order_stays() -> None:
    state = play(position(stage="first", players=3), "first blue")
    order = []
    for _ in range(3):
        order.append(acting(state))
        state = play(state, offered(state)[0])
    assert order == [BLUE, GREEN, RED]
    state = play(state, "start Odense", "start Odense", "start Odense")
    assert [acting(state), acting(play(state, "end")), acting(play(state, "end", "end"))] == [BLUE, GREEN, RED]
    assert told(play(state, "end", "end", "end"))["turn"] == "blue"


@pytest.mark.refuses("dampf-and-rails", "R6")
def test_nobody_else_acts() -> None:
    assert refusal(position(turn="blue"), "stop", RED) == ("R6", "It is Blue's turn")
    assert refusal_of(position(stage="first"), First(2), CHANCE) == ("R6", "One of the 2 players begins")


@pytest.mark.allows("dampf-and-rails", "R7")
def test_the_first_round_is_building_only() -> None:
    state = position(stage="build", round=1)
    assert {text.split()[0] for text in offered(state)} == {"build", "lay", "exchange", "end"}
    later = play(state, "build Odense O27", "end", "end")
    assert told(later)["stage"] == "move"
    assert offered(later, "step") == ["step O27"]


@pytest.mark.refuses("dampf-and-rails", "R7")
def test_nothing_runs_or_is_loaded_in_the_first_round() -> None:
    state = position(stage="build", round=1, track={"red": ["Odense O27"]})
    assert refusal(state, "step O27") == ("R7", "In the first round there is only building")
    assert refusal(state, "load beer").rule == "R7"


@pytest.mark.refuses("dampf-and-rails", "R7")
def test_in_the_first_round_no_train_is_worked_on_and_none_is_bought() -> None:
    first, second = (position(stage="build", round=n, options={"variant": "fast"}) for n in (1, 2))
    for move in ("train B12", "buy Odense"):
        assert move not in offered(first)
        assert move in offered(second)
        assert refusal(first, move) == (
            "R7",
            (
                "In the first round only networks are extended; "
                "trains are upgraded, refitted and bought from the second round on"
            ),
        )
    assert refusal(first, "train C12").rule == "R30"
    assert refusal(position(stage="build", round=1), "buy Odense").rule == "V5"


@pytest.mark.allows("dampf-and-rails", "R8")
def test_three_orders_are_laid_out_at_the_beginning_of_the_fourth_round() -> None:
    state = play(position(round=3, turn="blue"), "stop", "end")
    assert (GAME.rules.to_act(state), told(state)["round"], told(state)["public"]) == ((CHANCE,), 4, [])
    state = drawn(state, "20", "30")
    assert facts(state, "draw 10") == ["Order 10 is laid out as a public order"]
    state = drawn(state, "10")
    assert (told(state)["public"], told(state)["stage"], acting(state)) == ([10, 20, 30], "move", RED)


@pytest.mark.refuses("dampf-and-rails", "R8")
def test_no_event_is_laid_out_then() -> None:
    state = play(position(round=3, turn="blue"), "stop", "end")
    assert refusal(state, "draw E1", CHANCE).rule == "R8"
    assert all(int(text.split()[1]) for text in offered(state))
    earlier = play(position(round=2, turn="blue"), "stop", "end")
    assert acting(earlier) == RED


def test_the_first_lay_out_goes_on_to_what_was_thrown_away_if_there_are_only_events() -> None:
    thrown = [card for card in range(4, 64) if card not in (4, 5, 6)]
    state = position(
        stage="draw", round=4, public=[], hands={"red": [1, 2, 3], "blue": [4, 5, 6]}, discards=thrown,
        pile=[f"E{n}" for n in range(1, 11)],
    )  # fmt: skip
    assert len(offered(state)) == len(thrown)


def test_nature_draws_what_is_dealt() -> None:
    state = GAME.rules.start(3, read_options(GAME.rules.options, {}))
    deal = GAME.rules.draw(state, Rng("a deal"))
    assert len(deal.cards) == 5
    assert all(a < b < 63 for a, b in pairwise(deal.cards))


def test_all_that_nature_can_draw_is_equally_likely() -> None:
    """There are too many hands to list them all."""
    state = GAME.rules.start(3, GAME.rules.options())
    assert GAME.rules.outcomes(state) is None
    first = GAME.rules.outcomes(position(stage="first", players=3))
    assert first == [(First(seat), Fraction(1, 3)) for seat in (RED, BLUE, GREEN)]
    short = position(stage="draw", hands={"red": [1, 2], "blue": [4, 5, 6]})
    assert GAME.rules.outcomes(short) == [(Draw(card), Fraction(1, 68)) for card in short.pile]
