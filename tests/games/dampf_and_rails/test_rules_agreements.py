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
    drawn,
    facts,
    linked,
    offered,
    play,
    position,
    price,
    refusal,
    refusal_of,
    told,
)

LINE = "Odense O27 O28 Nyborg"
FOREIGN: dict[str, Any] = {"track": {"blue": [LINE]}, "round": 5}
BOTH: dict[str, Any] = {"track": {"blue": [LINE], "red": ["Odense N28 N29"]}, "round": 5}
ASK = ("propose blue", "ask", "money 1", "turns 2", "send")
BRING = ("propose blue", "bring", "goods fish", "place Nyborg", "turns 2", "send", "accept")


# -- putting it together -------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "A36", "A39", "A40")
def test_an_agreement_is_put_together_term_by_term() -> None:
    """Each list is short, whatever could be said in all."""
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
    assert told(state)["proposal"] == {
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
    assert (acting(state), told(state)["stage"], told(state)["asked"]) == (RED, "move", ["blue"])
    assert "proposal" not in told(state)


def test_what_is_being_said_is_told_and_taken_back() -> None:
    """Nothing is revealed before the other has answered."""
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
def test_what_cannot_be_proposed() -> None:
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
    assert refusal(answering, "stop", RED) == ("A36", "First Blue accepts or declines what is offered")


# -- tolls ---------------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "A36")
def test_an_agreed_toll_binds_for_so_many_turns() -> None:
    state = play(position(**FOREIGN), *ASK, "accept", "go Nyborg")
    assert told(state)["cash"] == {"red": 49, "blue": 51}
    state = play(state, "stop", "end", "stop", "end")
    assert told(state)["tolls"] == ["red on blue 1 for 1"]
    state = play(state, "step O28", "stop")
    assert "The agreed toll of Red on the network of Blue has run out" in facts(state, "end")
    state = play(state, "end", "stop", "end")
    assert (told(state)["cash"]["red"], told(state)["tolls"], price(state, "step O27")) == (48, [], 4)


@pytest.mark.allows("dampf-and-rails", "A36")
def test_one_agreement_may_hold_for_both() -> None:
    state = play(
        position(**BOTH), *ASK[:-1], "grant", "money 0", "turns 3", "send", "accept", "step O27", "stop", "end"
    )
    assert told(state)["tolls"] == ["red on blue 1 for 1", "blue on red 0 for 3"]
    assert told(state)["cash"] == {"red": 49, "blue": 51}
    assert price(state, "step N28") == 0


@pytest.mark.allows("dampf-and-rails", "A36")
def test_the_other_may_decline() -> None:
    offer = play(position(track={"red": [LINE]}), "propose blue", "grant", "money 0", "turns 3", "send")
    assert acting(offer) == BLUE
    assert facts(offer, "refuse") == ["Blue declines the agreement"]
    refused = play(offer, "refuse")
    assert (acting(refused), told(refused)["tolls"]) == (RED, [])


# -- lump sums -----------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "A39")
@pytest.mark.parametrize(("word", "red", "blue"), [("pay", 30, 70), ("charge", 70, 30)])
def test_a_lump_sum_is_paid_when_it_is_accepted(word: str, red: int, blue: int) -> None:
    offer = play(position(), "propose blue", word, "money 20", "send")
    assert told(offer)["cash"] == {"red": 50, "blue": 50}
    assert price(offer, "accept") == (0 if word == "pay" else 20)
    assert told(play(offer, "accept"))["cash"] == {"red": red, "blue": blue}
    assert told(play(offer, "refuse"))["cash"] == {"red": 50, "blue": 50}


@pytest.mark.refuses("dampf-and-rails", "A39")
def test_nobody_offers_or_accepts_more_than_they_have() -> None:
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
    assert (told(step.state)["stage"], step.reveals) == ("over", True)
    near = play(position(**linked(), cash={"red": 239, "blue": 30}, announced=["red"], round=5), "propose blue")
    near = play(near, "charge", "money 10", "send")
    assert GAME.rules.apply(near, BLUE, GAME.speech.read(near, "accept")).reveals


# -- promised goods ------------------------------------------------------------------------------------------------


@pytest.mark.allows("dampf-and-rails", "A40")
def test_a_promise_is_kept_by_setting_the_good_down() -> None:
    state = play(position(track={"red": [LINE]}, trains={"red": ["A Nyborg fish"]}, round=5), *BRING)
    assert told(state)["promises"] == ["red brings blue fish to Nyborg within 2"]
    assert facts(state, "drop fish") == [
        "Red sets down fish in Nyborg",
        "Red has kept a promise to Blue: fish in Nyborg",
    ]
    kept = play(state, "drop fish")
    assert (told(kept)["promises"], told(kept)["lying"]) == ([], ["Nyborg fish red 9"])


@pytest.mark.allows("dampf-and-rails", "A40")
def test_a_promise_does_not_bind_and_everybody_is_told_that_it_was_not_kept() -> None:
    state = play(position(track={"red": [LINE]}, trains={"red": ["A Nyborg fish"]}, round=5), *BRING)
    state = play(state, "stop", "end", "stop", "end", "stop")
    assert told(state)["promises"] == ["red brings blue fish to Nyborg within 1"]
    assert "Red has not kept a promise to Blue: fish in Nyborg" in facts(state, "end", GREEN)
    assert told(play(state, "end"))["promises"] == []


def test_a_promise_is_for_one_piece_by_the_player_who_gave_it() -> None:
    doc: dict[str, Any] = {
        "track": {"red": [LINE]},
        "trains": {"red": ["A Nyborg fish fish"], "blue": ["A Nyborg fish"]},
    }
    state = play(position(**doc, round=5), *BRING, "stop", "end")
    assert told(play(state, "drop fish"))["promises"] == ["red brings blue fish to Nyborg within 1"]
    again = play(state, "stop", "end", "drop fish")
    assert told(again)["promises"] == []
    assert "promise" not in " ".join(facts(again, "drop fish"))


@pytest.mark.refuses("dampf-and-rails", "A40")
def test_what_cannot_be_promised() -> None:
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


def test_a_proposal_is_open_to_all_and_a_lump_sum_says_what_its_payer_has_at_least() -> None:
    state = play(position(players=3, round=5, cash={"red": 50}), "propose blue", "pay", "money 50", "send")
    for seat in (BLUE, GREEN, None):
        seen = GAME.rules.view(state, seat)
        assert seen.proposal is not None
        assert [(term.payer, term.money) for term in seen.proposal.terms] == [(0, 50)]
        for number in range(20):
            world = GAME.rules.guess(seen, Rng("agreements", number))
            assert world.cash[RED] >= 50
            assert list(GAME.rules.faults(world)) == []


def test_a_proposal_that_is_being_put_together_fits_what_the_others_guess() -> None:
    state = position(**BOTH)
    for text in ("propose blue", "pay", "money 9", "bring", "goods fish", "place Kiel", "turns 1", "ask", "money 1"):
        state = play(state, text)
        for number in range(300):
            world = GAME.rules.guess(GAME.rules.view(state, BLUE), Rng(text, number))
            assert list(GAME.rules.faults(world)) == []
            assert GAME.rules.view(world, BLUE) == GAME.rules.view(state, BLUE)


def test_turns_are_counted_for_a_player_who_sits_out_too() -> None:
    state = play(position(**FOREIGN), *ASK, "accept", "exchange")
    state = drawn(state, "40", "41", "42")
    assert told(state)["tolls"] == ["red on blue 1 for 1"]


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
def test_proposals_that_could_not_come_about(doc: dict[str, Any], fault: str) -> None:
    with pytest.raises(Exception, match=fault):
        position(**doc)
