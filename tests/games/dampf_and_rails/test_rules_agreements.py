"""Agreements: tolls, lump sums and promised goods (A36, A39, A40)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.moves import Goods, Money, Place, Propose, Turns
from tests.games.dampf_and_rails.play import (
    BLUE,
    GAME,
    GREEN,
    RED,
    acting,
    described,
    drawn,
    facts,
    linked,
    offered,
    play,
    position,
    price,
    refusal,
    refusal_of,
)

LINE = "Odense O27 O28 Nyborg"
FOREIGN: dict[str, Any] = {"track": {"blue": [LINE]}, "round": 5}
BOTH: dict[str, Any] = {"track": {"blue": [LINE], "red": ["Odense N28 N29"]}, "round": 5}
ASK = ("propose blue", "ask", "money 1", "turns 2", "send")
BRING = ("propose blue", "bring", "goods fish", "place Nyborg", "turns 2", "send", "accept")


# -- putting an agreement together ---------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "A36", "A39", "A40")
def test_an_agreement_is_put_together_term_by_term() -> None:
    """The choices at each step are few, however many agreements are possible."""
    state = play(position(**BOTH), "propose blue")
    assert offered(state) == ["ask", "grant", "pay", "charge", "bring", "request", "withdraw"]
    state = play(state, "ask")
    assert offered(state) == ["money 0", "money 1", "money 2", "money 3", "withdraw"]
    state = play(state, "money 2")
    assert offered(state) == [*(f"turns {turns}" for turns in range(1, 11)), "withdraw"]
    state = play(state, "turns 3")
    assert offered(state) == ["grant", "pay", "charge", "bring", "request", "send", "withdraw"]
    state = play(state, "grant", "money 0", "turns 1", "charge", "money 20")
    assert offered(state) == ["bring", "request", "send", "withdraw"]
    state = play(state, "bring")
    assert len(offered(state)) == 21
    state = play(state, "goods fish")
    assert "place Kiel" in offered(state)
    state = play(state, "place Kiel", "turns 4", "request", "goods oil", "place Odense", "turns 10")
    assert offered(state) == ["send", "withdraw"]
    assert described(state)["proposal"] == {
        "to": "blue",
        "terms": [
            "red on blue 2 for 3",
            "blue on red 0 for 1",
            "blue pays red 20",
            "red brings blue fish to Kiel within 4",
            "blue brings red oil to Odense within 10",
        ],
    }
    state = play(state, "send")
    assert (acting(state), offered(state)) == (BLUE, ["accept", "refuse"])


@pytest.mark.allows("dampf-and-rails", "A36")
@pytest.mark.parametrize(
    "said", [(), ("ask",), ("ask", "money 1"), ("ask", "money 1", "turns 2"), ("bring", "goods fish")]
)
def test_a_proposal_can_be_withdrawn_at_any_time(said: tuple[str, ...]) -> None:
    state = play(position(**BOTH), "propose blue", *said, "withdraw")
    assert (acting(state), described(state)["stage"], described(state)["asked"]) == (RED, "move", ["blue"])
    assert "proposal" not in described(state)


def test_each_step_of_a_proposal_is_logged_and_can_be_taken_back() -> None:
    """Nothing is revealed before the other player has answered."""
    state = position(**BOTH)
    for text in ("propose blue", "ask", "money 1", "turns 2", "bring", "goods fish", "place Kiel", "turns 1", "send"):
        step = GAME.rules.apply(state, RED, GAME.speech.read(state, text))
        assert (bool(step.facts), step.reveals) == (True, False)
        state = step.state
    assert facts(play(position(**BOTH), *ASK[:-1]), "send") == [
        "Red offers Blue an agreement",
        "Offered: Red pays 1 million on the network of Blue, for 2 turns",
    ]


@pytest.mark.refuses("dampf-and-rails", "A36")
def test_proposals_that_are_refused() -> None:
    state = position(**FOREIGN)
    asked = play(state, *ASK, "refuse")
    assert refusal(asked, "propose blue") == ("A36", "You have already made Blue a proposal in this turn")
    assert offered(asked, "propose") == []
    assert refusal(state, "propose red").sentence == "An agreement is made with another player"
    assert refusal_of(state, Propose(7)).rule == "A36"
    alone = position(**FOREIGN, options={"deals": False})
    assert (refusal(alone, "propose blue").sentence, offered(alone, "propose")) == (
        "This table plays without agreements",
        [],
    )
    begun = play(state, "propose blue")
    assert refusal(begun, "grant") == ("A36", "Red has no track and no ferry yet")
    assert refusal(begun, "send") == ("A36", "An agreement has at least one term")
    assert refusal(begun, "stop") == ("A36", "First offer your agreement or withdraw it")
    assert refusal(play(begun, "ask", "money 1", "turns 2"), "ask") == ("A36", "Your proposal already says that")
    running = play(position(**FOREIGN, tolls=["red on blue 2 for 3"]), "propose blue")
    assert refusal(running, "ask") == ("A36", "Such a toll is already agreed with Blue")
    saying = play(begun, "ask")
    assert refusal_of(saying, Money(4)).sentence == "An agreed toll is 0 to 3 million"
    assert refusal(saying, "turns 1").sentence == "First say how much money, or withdraw the proposal"
    assert refusal_of(play(saying, "money 0"), Turns(11)).sentence == "It can be agreed for 1 to 10 turns"
    answering = play(state, *ASK)
    assert refusal(answering, "stop").sentence == "First accept or decline what is offered"
    assert refusal(answering, "stop", RED) == ("A36", "Blue must first accept or decline the offer")


# -- tolls ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "A36")
def test_an_agreed_toll_holds_for_the_agreed_number_of_turns() -> None:
    state = play(position(**FOREIGN), *ASK, "accept", "go Nyborg")
    assert described(state)["cash"] == {"red": 49, "blue": 51}
    state = play(state, "stop", "end", "stop", "end")
    assert described(state)["tolls"] == ["red on blue 1 for 1"]
    state = play(state, "step O28", "stop")
    assert "The agreed toll of Red on the network of Blue has run out" in facts(state, "end")
    state = play(state, "end", "stop", "end")
    assert (described(state)["cash"]["red"], described(state)["tolls"], price(state, "step O27")) == (48, [], 4)


@pytest.mark.allows("dampf-and-rails", "A36")
def test_one_agreement_may_have_terms_for_both_players() -> None:
    state = play(
        position(**BOTH), *ASK[:-1], "grant", "money 0", "turns 3", "send", "accept", "step O27", "stop", "end"
    )
    assert described(state)["tolls"] == ["red on blue 1 for 1", "blue on red 0 for 3"]
    assert described(state)["cash"] == {"red": 49, "blue": 51}
    assert price(state, "step N28") == 0


@pytest.mark.allows("dampf-and-rails", "A36")
def test_the_other_player_may_decline() -> None:
    offer = play(position(track={"red": [LINE]}), "propose blue", "grant", "money 0", "turns 3", "send")
    assert acting(offer) == BLUE
    assert facts(offer, "refuse") == ["Blue declines the agreement"]
    refused = play(offer, "refuse")
    assert (acting(refused), described(refused)["tolls"]) == (RED, [])


# -- lump sums -----------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "A39")
@pytest.mark.parametrize(("word", "red", "blue"), [("pay", 30, 70), ("charge", 70, 30)])
def test_a_lump_sum_is_paid_when_it_is_accepted(word: str, red: int, blue: int) -> None:
    offer = play(position(), "propose blue", word, "money 20", "send")
    assert described(offer)["cash"] == {"red": 50, "blue": 50}
    assert price(offer, "accept") == (0 if word == "pay" else 20)
    assert described(play(offer, "accept"))["cash"] == {"red": red, "blue": blue}
    assert described(play(offer, "refuse"))["cash"] == {"red": 50, "blue": 50}


@pytest.mark.refuses("dampf-and-rails", "A39")
def test_nobody_can_offer_or_accept_more_money_than_they_have() -> None:
    poor = play(position(cash={"red": 3, "blue": 9}), "propose blue")
    paying = play(poor, "pay")
    assert offered(paying) == ["money 1", "money 2", "money 3", "withdraw"]
    assert refusal(paying, "money 4") == ("A39", "The lump sum is 4 million, and you have 3")
    assert refusal(paying, "money 51") == ("A39", "A lump sum is 1 to 50 million")
    charging = play(poor, "charge", "money 10", "send")
    assert offered(charging) == ["refuse"]
    assert refusal(charging, "accept") == ("A39", "The lump sum is 10 million, and you have 9")
    assert refusal(play(position(cash={"red": 0}), "propose blue"), "pay") == (
        "A39",
        "You have no money for a lump sum",
    )
    assert refusal(play(poor, "pay", "money 1"), "charge") == ("A39", "Your proposal already has a lump sum")


@pytest.mark.allows("dampf-and-rails", "A39", "R32")
def test_a_lump_sum_may_reach_the_goal() -> None:
    state = position(**linked(), cash={"red": 240, "blue": 30}, announced=["red"], round=5)
    offer = play(state, "propose blue", "charge", "money 10", "send")
    step = GAME.rules.apply(offer, BLUE, GAME.speech.read(offer, "accept"))
    assert (described(step.state)["stage"], step.reveals) == ("over", True)
    near = play(position(**linked(), cash={"red": 239, "blue": 30}, announced=["red"], round=5), "propose blue")
    near = play(near, "charge", "money 10", "send")
    assert GAME.rules.apply(near, BLUE, GAME.speech.read(near, "accept")).reveals


# -- promised goods ------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "A40")
def test_a_promise_is_kept_by_setting_the_good_down() -> None:
    state = play(position(track={"red": [LINE]}, trains={"red": ["A Nyborg fish"]}, round=5), *BRING)
    assert described(state)["promises"] == ["red brings blue fish to Nyborg within 2"]
    assert facts(state, "drop fish") == [
        "Red sets down fish in Nyborg",
        "Red has kept a promise to Blue: fish in Nyborg",
    ]
    kept = play(state, "drop fish")
    assert (described(kept)["promises"], described(kept)["lying"]) == ([], ["Nyborg fish red 9"])


@pytest.mark.allows("dampf-and-rails", "A40")
def test_a_promise_may_be_broken_and_the_log_tells_everybody() -> None:
    state = play(position(track={"red": [LINE]}, trains={"red": ["A Nyborg fish"]}, round=5), *BRING)
    state = play(state, "stop", "end", "stop", "end", "stop")
    assert described(state)["promises"] == ["red brings blue fish to Nyborg within 1"]
    assert "Red has not kept a promise to Blue: fish in Nyborg" in facts(state, "end", GREEN)
    assert described(play(state, "end"))["promises"] == []


def test_a_promise_is_for_one_good_from_the_player_who_gave_it() -> None:
    doc: dict[str, Any] = {
        "track": {"red": [LINE]},
        "trains": {"red": ["A Nyborg fish fish"], "blue": ["A Nyborg fish"]},
    }
    state = play(position(**doc, round=5), *BRING, "stop", "end")
    assert described(play(state, "drop fish"))["promises"] == ["red brings blue fish to Nyborg within 1"]
    again = play(state, "stop", "end", "drop fish")
    assert described(again)["promises"] == []
    assert "promise" not in " ".join(facts(again, "drop fish"))


@pytest.mark.refuses("dampf-and-rails", "A40")
def test_promises_that_are_refused() -> None:
    begun = play(position(round=5), "propose blue", "bring", "goods fish")
    assert refusal(begun, "place Esbjerg") == ("A40", "Esbjerg offers fish itself")
    assert "place Esbjerg" not in offered(begun)
    assert refusal(begun, "place Hals") == ("A40", "There is no such town")
    assert refusal_of(begun, Place(-1)).rule == "A40"
    assert refusal_of(play(begun, "place Kiel"), Turns(0)).rule == "A40"
    assert refusal_of(play(position(round=5), "propose blue", "bring"), Goods(99)).rule == "A40"
    said = play(begun, "place Kiel", "turns 1")
    assert refusal(said, "bring") == ("A40", "Your proposal already says that")
    open_one = play(position(round=5, promises=["red brings blue fish to Kiel within 1"]), "propose blue")
    assert refusal(open_one, "bring") == ("A40", "Such a promise between you and Blue is still open")
    assert "request" in offered(open_one)


# -- what others see -----------------------------------------------------------------------------------------------


def test_everybody_sees_a_proposal_and_how_much_its_payer_has_at_least() -> None:
    state = play(position(players=3, round=5, cash={"red": 50}), "propose blue", "pay", "money 50", "send")
    for seat in (BLUE, GREEN, None):
        seen = GAME.rules.view(state, seat)
        assert seen.proposal is not None
        assert [(term.payer, term.money) for term in seen.proposal.terms] == [(0, 50)]
        for number in range(20):
            world = GAME.rules.guess(seen, Rng("agreements", number))
            assert world.cash[RED] >= 50
            assert list(GAME.rules.faults(world)) == []


def test_guesses_fit_a_proposal_that_is_being_put_together() -> None:
    state = position(**BOTH)
    for text in ("propose blue", "pay", "money 9", "bring", "goods fish", "place Kiel", "turns 1", "ask", "money 1"):
        state = play(state, text)
        for number in range(300):
            world = GAME.rules.guess(GAME.rules.view(state, BLUE), Rng(text, number))
            assert list(GAME.rules.faults(world)) == []
            assert GAME.rules.view(world, BLUE) == GAME.rules.view(state, BLUE)


def test_sitting_out_a_turn_counts_for_an_agreement() -> None:
    state = play(position(**FOREIGN), *ASK, "accept", "exchange")
    state = drawn(state, "40", "41", "42")
    assert described(state)["tolls"] == ["red on blue 1 for 1"]


@pytest.mark.parametrize(
    ("doc", "fault"),
    [
        ({"stage": "terms"}, "an agreement is proposed at the wrong time"),
        ({"proposal": {"to": "blue"}}, "an agreement is proposed at the wrong time"),
        ({"stage": "terms", "proposal": {"to": "red"}}, "an agreement is proposed to nobody"),
        ({"stage": "answer", "proposal": {"to": "blue"}}, "a proposal without terms is offered"),
        ({"stage": "terms", "proposal": {"to": "blue", "terms": ["red pays blue"]}}, "is not said to its end"),
        (
            {"stage": "terms", "proposal": {"to": "blue", "terms": ["red pays blue 1", "blue pays red 1"]}},
            "two lump sums",
        ),
        (
            {"stage": "terms", "proposal": {"to": "blue", "terms": ["red pays blue 9"]}, "cash": {"red": 8}},
            "more money",
        ),
        (
            {"stage": "terms", "proposal": {"to": "blue", "terms": ["blue on red 1 for 2", "blue on red 1 for 2"]}},
            "is said twice",
        ),
        ({"promises": ["red brings blue fish to Esbjerg within 3"]}, "cannot be kept"),
        ({"promises": ["red brings red fish to Kiel within 3"]}, "promised something to themselves"),
    ],
)
def test_positions_with_impossible_proposals_are_refused(doc: dict[str, Any], fault: str) -> None:
    with pytest.raises(Exception, match=fault):
        position(**doc)
