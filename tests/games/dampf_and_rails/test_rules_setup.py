"""Setup, who begins, the first round and the public orders (R1 to R8)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from engineshed.core.contract import CHANCE
from engineshed.core.errors import Trouble
from engineshed.core.options import read_options
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.moves import Deal, Draw, First, Keep, Start
from engineshed.testing.odd_moves import decoder_of
from tests.games.dampf_and_rails.play import (
    BLUE,
    GAME,
    GREEN,
    RED,
    acting,
    described,
    drawn,
    facts,
    offered,
    play,
    position,
    refusal,
    refusal_of,
    started,
)


@pytest.mark.allows("dampf-and-rails", "R1", "R2")
@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_players_begin_with_money_and_a_train(seats: int) -> None:
    doc = described(started(seats))
    assert doc["cash"] == dict.fromkeys(("red", "blue", "green")[:seats], 50)
    assert all(trains == ["A -"] for trains in doc["trains"].values())


@pytest.mark.refuses("dampf-and-rails", "R1")
@pytest.mark.parametrize("seats", [1, 4])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Trouble, match=r"2 or 3 players \(R1\)"):
        GAME.rules.start(seats, GAME.rules.options())


@pytest.mark.refuses("dampf-and-rails", "R2")
def test_players_begin_with_only_one_train() -> None:
    found = refusal(position(track={"red": ["Odense O27"]}), "step O27 by 2")
    assert found == ("R2", "You have no train number 2")


@pytest.mark.allows("dampf-and-rails", "R3")
def test_five_orders_are_dealt_and_three_are_kept() -> None:
    state = position(stage="keep", hands={"red": [1, 2, 3, 4, 5], "blue": [6, 7, 8, 9, 10]})
    assert len(offered(state, "keep")) == 10
    after = described(play(state, "keep 2 3 5"))
    assert (after["hands"]["red"], after["under"], after["turn"]) == ([2, 3, 5], ["1 red", "4 red"], "blue")


@pytest.mark.allows("dampf-and-rails", "R3")
def test_orders_are_dealt_and_kept_in_any_order() -> None:
    """However they come: in a program, as JSON, as text."""
    dealing = GAME.rules.start(2, GAME.rules.options())
    dealt = Deal((0, 1, 2, 3, 4))
    for same in (Deal((4, 0, 3, 1, 2)), sent(b'{"type": "deal", "cards": [4, 0, 3, 1, 2]}')):
        GAME.rules.check(dealing, CHANCE, same)
        assert same == dealt
    keeping = position(stage="keep", hands={"red": [1, 2, 3, 4, 5]})
    kept = GAME.speech.read(keeping, "keep 2 3 5")
    for same in (
        Keep((4, 1, 2)),
        sent(b'{"type": "keep", "cards": [4, 1, 2]}'),
        GAME.speech.read(keeping, "keep 5 2 3"),
    ):
        GAME.rules.check(keeping, RED, same)
        assert same == kept


def sent(move: bytes) -> Any:
    return decoder_of(GAME).decode(move)


@pytest.mark.refuses("dampf-and-rails", "R3")
def test_events_cannot_be_dealt_and_other_orders_cannot_be_kept() -> None:
    state = GAME.rules.start(2, GAME.rules.options())
    assert refusal_of(state, Deal((0, 1, 2, 3, 70))).rule == "R3"
    assert refusal_of(state, Deal((0, 1, 2, 3))).sentence == "5 different orders from the pile are dealt"
    keeping = position(stage="keep", hands={"red": [1, 2, 3, 4, 5]})
    assert refusal_of(state, Deal((4, 3, 2, 1, 1))).sentence == "5 different orders from the pile are dealt"
    assert refusal_of(keeping, Keep((2, 1, 1))) == ("R3", "You must keep 3 different orders")
    assert refusal_of(keeping, Keep((0, 1))) == ("R3", "You must keep 3 different orders")
    assert refusal_of(keeping, Keep((0, 1, 9))) == ("R3", "You were not dealt this order")
    assert refusal(keeping, "start Odense") == ("R3", "First choose the orders that you keep")


def test_only_its_owner_sees_what_is_dealt() -> None:
    state = GAME.rules.start(2, GAME.rules.options())
    assert facts(state, "deal 1 2 3 4 5", BLUE) == ["Red is dealt 5 orders"]
    assert facts(state, "deal 1 2 3 4 5", RED)[1] == "You are dealt the orders 1, 2, 3, 4, 5"


@pytest.mark.allows("dampf-and-rails", "R4")
def test_cards_are_drawn_from_the_pile_and_then_from_the_cards_under_it() -> None:
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
def test_only_nature_draws_and_only_the_next_cards() -> None:
    state = play(position(), "exchange")
    assert refusal_of(state, Draw(3)) == ("R4", "This card cannot be drawn now")
    assert refusal_of(state, Draw(10), RED) == ("R4", "A card is being drawn; no player is to act")
    assert refusal(position(), "draw 12") == ("R4", "This is drawn, not chosen")


@pytest.mark.allows("dampf-and-rails", "R5")
def test_a_train_starts_in_the_chosen_start_town() -> None:
    state = position(stage="start", players=3)
    assert offered(state) == ["start Århus", "start Odense", "start København"]
    state = play(state, "start Odense", "start Odense", "start Odense")
    assert described(state)["trains"]["green"] == ["A Odense"]
    assert described(state)["cash"] == {"red": 50, "blue": 50, "green": 50}
    assert described(state)["derived"]["connected"] == {"Odense": ["red", "blue", "green"]}


@pytest.mark.refuses("dampf-and-rails", "R5")
def test_only_one_player_each_may_start_in_arhus_and_kobenhavn() -> None:
    state = play(position(stage="start", players=3), "start Århus", "start København")
    assert offered(state) == ["start Odense"]
    assert refusal(state, "start Århus") == ("R5", "No other player can begin in Århus")
    assert refusal(state, "start Kiel") == ("R5", "Networks begin in Århus, Odense, København")
    assert refusal_of(state, Start(-1)).rule == "R5"


@pytest.mark.allows("dampf-and-rails", "R6")
def test_the_drawn_player_begins_and_the_turn_order_never_changes() -> None:
    state = play(position(stage="first", players=3), "first blue")
    order = []
    for _ in range(3):
        order.append(acting(state))
        state = play(state, offered(state)[0])
    assert order == [BLUE, GREEN, RED]
    state = play(state, "start Odense", "start Odense", "start Odense")
    assert [acting(state), acting(play(state, "end")), acting(play(state, "end", "end"))] == [BLUE, GREEN, RED]
    assert described(play(state, "end", "end", "end"))["turn"] == "blue"


@pytest.mark.refuses("dampf-and-rails", "R6")
def test_moves_out_of_turn_are_refused() -> None:
    assert refusal(position(turn="blue"), "stop", RED) == ("R6", "It is Blue's turn")
    assert refusal_of(position(stage="first"), First(2), CHANCE) == ("R6", "One of the 2 players begins")


@pytest.mark.allows("dampf-and-rails", "R7")
def test_the_first_round_is_only_for_building() -> None:
    state = position(stage="build", round=1)
    assert {text.split()[0] for text in offered(state)} == {"build", "lay", "exchange", "end"}
    later = play(state, "build Odense O27", "end", "end")
    assert described(later)["stage"] == "move"
    assert offered(later, "step") == ["step O27"]


@pytest.mark.refuses("dampf-and-rails", "R7")
def test_nothing_runs_or_is_loaded_in_the_first_round() -> None:
    state = position(stage="build", round=1, track={"red": ["Odense O27"]})
    assert refusal(state, "step O27") == ("R7", "The first round is for building only")
    assert refusal(state, "load beer").rule == "R7"


@pytest.mark.refuses("dampf-and-rails", "R7")
def test_no_train_can_be_upgraded_or_bought_in_the_first_round() -> None:
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
def test_three_public_orders_are_laid_out_at_the_start_of_the_fourth_round() -> None:
    state = play(position(round=3, turn="blue"), "stop", "end")
    assert (GAME.rules.to_act(state), described(state)["round"], described(state)["public"]) == ((CHANCE,), 4, [])
    state = drawn(state, "20", "30")
    assert facts(state, "draw 10") == ["Order 10 is laid out as a public order"]
    state = drawn(state, "10")
    assert (described(state)["public"], described(state)["stage"], acting(state)) == ([10, 20, 30], "move", RED)


@pytest.mark.refuses("dampf-and-rails", "R8")
def test_no_event_is_laid_out_as_a_public_order() -> None:
    state = play(position(round=3, turn="blue"), "stop", "end")
    assert refusal(state, "draw E1", CHANCE).rule == "R8"
    assert all(int(text.split()[1]) for text in offered(state))
    earlier = play(position(round=2, turn="blue"), "stop", "end")
    assert acting(earlier) == RED


def test_the_first_public_orders_come_from_the_discards_if_the_pile_has_only_events() -> None:
    thrown = [card for card in range(4, 64) if card not in (4, 5, 6)]
    state = position(
        stage="draw", round=4, public=[], hands={"red": [1, 2, 3], "blue": [4, 5, 6]}, discards=thrown,
        pile=[f"E{n}" for n in range(1, 11)],
    )  # fmt: skip
    assert len(offered(state)) == len(thrown)


def test_nature_deals_five_orders() -> None:
    state = GAME.rules.start(3, read_options(GAME.rules.options, {}))
    deal = GAME.rules.draw(state, Rng("a deal"))
    assert len(deal.cards) == 5
    assert all(a < b < 63 for a, b in pairwise(deal.cards))


def test_all_draws_of_nature_are_equally_likely() -> None:
    """Hands are not listed, because there are too many."""
    state = GAME.rules.start(3, GAME.rules.options())
    assert GAME.rules.outcomes(state) is None
    first = GAME.rules.outcomes(position(stage="first", players=3))
    assert first == [(First(seat), Fraction(1, 3)) for seat in (RED, BLUE, GREEN)]
    short = position(stage="draw", hands={"red": [1, 2], "blue": [4, 5, 6]})
    assert GAME.rules.outcomes(short) == [(Draw(card), Fraction(1, 68)) for card in short.pile]
