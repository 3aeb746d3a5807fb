"""What players can ask before they move: what to do, what it costs, and why something is not allowed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engineshed.core.errors import UnreadableMoveError
from tests.games.planet_steam.play import (
    BLACK,
    GAME,
    GREEN,
    acting,
    full_map,
    offered,
    play,
    position,
    random_game,
    zones,
)


def task(state: Any) -> str:
    return GAME.speech.words.say(GAME.speech.task(GAME.rules.view(state, acting(state))))


def why_not(state: Any, about: str) -> str | None:
    refusal = GAME.speech.why_not(state, acting(state), about)
    return None if refusal is None else GAME.speech.words.say(refusal.message)


SPECULATING_ORANGE = {"black": 1, "green": 3, "orange": 2, "purple": 4}
PAGE_WORDS = Path(__file__).parents[3] / "client" / "src" / "games" / "planet-steam" / "words"
MANIPULATING: dict[str, Any] = {"options": {"price_manipulation": True}, "manipulator": "black"}


@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        ({}, "Buy and rearrange until you are done. A local tank costs 10 credits and 1 water."),
        ({"market": 0}, "Buy and rearrange until you are done. The local tank market is sold out."),
        ({"stage": "auction"}, "Open the auction of a specialist card: bid at least 1 credit."),
        ({"stage": "trade", "resource": "ore"}, "Buy or sell ore at 8 credits each (9 on the market), or pass."),
        ({"stage": "claim"}, "Claim a zone: roll for it, or pass."),
        ({"stage": "claim", "licences": {"black": 1}}, "Claim a zone: roll for it, use a building licence, or pass."),
        ({"stage": "claim", "options": {"free_zone_choice": True}}, "Claim an unclaimed zone, or pass."),
        ({"stage": "over", "round": 5}, "The game is over."),
        (
            {"stage": "shift", "cards": {"black": 1}, **MANIPULATING, "way": "strong", "budget": 5},
            "Move prices: 5 spaces left.",
        ),
    ],
)
def test_the_task_of_each_stage(doc: dict[str, Any], sentence: str) -> None:
    state = position(**doc)
    assert GAME.speech.words.say(GAME.speech.task(GAME.rules.view(state, BLACK))) == sentence


def test_the_task_of_a_bidder() -> None:
    state = play(position(stage="auction"), "bid 7")
    assert task(state) == "Bid more, or pass: Black bids 7 credits for the choice of a specialist card."


@pytest.mark.parametrize(("language", "other"), [("en", "other"), ("de", "anderen"), ("pl", "inne")])
def test_page_and_log_agree_that_the_other_prices_stay(language: str, other: str) -> None:
    """Nobody can stop before they have moved a price, so page and log both speak of the other prices."""
    page = json.loads((PAGE_WORDS / f"{language}.json").read_text("utf-8"))
    assert other in page["planet-steam.move.leave-prices"]
    assert other in GAME.speech.words_in(language).templates["fact.manipulated"]


@pytest.mark.parametrize("freely", [False, True])
def test_the_task_without_an_unclaimed_zone(freely: bool) -> None:
    options = {"free_zone_choice": freely}
    state = position(stage="claim", options=options, zones=full_map(), licences={"black": 1})
    assert task(state) == "No zone is unclaimed: use a building licence to replace a neutral claim marker, or pass."


@pytest.mark.parametrize(
    ("auction", "sentence"),
    [
        (
            {"stage": "zone-auction", "zone": "C3", "zones": zones()},
            "Open the auction of the zone: bid at least 1 credit.",
        ),
        (
            {"stage": "carrier-auction", "options": {"independent_carrier": True}},
            "Open the auction of the Independent Carrier: bid at least 1 credit.",
        ),
    ],
)
def test_the_task_of_an_opener(auction: dict[str, Any], sentence: str) -> None:
    """A player who cannot bid is told so; the others are not."""
    assert task(position(**auction)) == sentence
    broke = position(**auction, credits={"black": 0})
    assert (task(broke), offered(broke)) == ("You have no credits to open the auction with: pass.", ["pass"])
    assert GAME.speech.words.say(GAME.speech.task(GAME.rules.view(broke, GREEN))) == sentence


@pytest.mark.parametrize(
    ("auction", "sold"),
    [
        ({"stage": "auction"}, "the choice of a specialist card"),
        ({"stage": "zone-auction", "zone": "C3", "zones": zones(), "cards": SPECULATING_ORANGE}, "the zone"),
        ({"stage": "carrier-auction", "options": {"independent_carrier": True}}, "the Independent Carrier"),
    ],
)
def test_the_task_of_a_bidder_who_can_only_pass(auction: dict[str, Any], sold: str) -> None:
    """The others do not learn that; they see the usual task."""
    state = position(**auction, turn="green", queue=["orange", "black"], bid=3, credits={"green": 2})
    assert offered(state) == ["pass"]
    assert task(state) == f"Black bids 3 credits for {sold}. You can bid 2 at most: pass."
    others = GAME.speech.words.say(GAME.speech.task(GAME.rules.view(state, BLACK)))
    assert others == f"Bid more, or pass: Black bids 3 credits for {sold}."


def test_the_task_of_the_speculator_counts_credits_twice() -> None:
    cards = {"black": 1, "green": 2, "orange": 3, "purple": 4}
    auction: dict[str, Any] = {"stage": "zone-auction", "zone": "C3", "zones": zones(), "cards": cards, "bid": 3}
    bidder: dict[str, Any] = {"turn": "green", "queue": ["black"]}
    able = position(**auction, **bidder, credits={"green": 2})
    assert (task(able), offered(able)) == ("Bid more, or pass: Black bids 3 credits for the zone.", ["bid 4", "pass"])
    unable = position(**auction, **bidder, credits={"green": 1})
    assert task(unable) == "Black bids 3 credits for the zone. You can bid 2 at most: pass."


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        ({"credits": {"black": 7}}, "Sell ore at 8 credits each (9 on the market), or pass."),
        ({"goods": {"black": {}}}, "Buy ore at 8 credits each (9 on the market), or pass."),
        (
            {"credits": {"black": 7}, "goods": {"black": {}}},
            "You have no ore to sell, and too few credits to buy at 8 each (9 on the market): pass.",
        ),
    ],
)
def test_the_task_of_a_trader_says_what_is_possible(own: dict[str, Any], sentence: str) -> None:
    state = position(stage="trade", resource="ore", **own)
    assert task(state) == sentence
    assert "ore" in GAME.speech.words.say(GAME.speech.task(GAME.rules.view(state, GREEN)))


def test_nobody_else_learns_that_a_trader_has_no_credits() -> None:
    """The game does not pass for them either, because that would reveal it."""
    tasks = [
        GAME.speech.task(GAME.rules.view(position(stage="trade", resource="ore", credits={"black": own}), GREEN))
        for own in (0, 500)
    ]
    assert tasks[0] == tasks[1]


def test_the_task_of_a_holder_who_cannot_keep_the_carrier() -> None:
    doc: dict[str, Any] = {"stage": "keep", "options": {"independent_carrier": True}, "carrier": "black", "deposit": 9}
    assert task(position(**doc)) == (
        "Keep the Independent Carrier for another round for 9 credits, or let it be auctioned again."
    )
    poor = position(**doc, credits={"black": 8})
    assert offered(poor) == ["release"]
    assert task(poor) == (
        "You cannot pay the 9 credits for keeping the Independent Carrier: let it be auctioned again."
    )


@pytest.mark.parametrize(
    ("language", "hint"), [("en", "the water carrier"), ("de", "den Wasserfrachter"), ("pl", "frachtowiec na wodę")]
)
def test_the_first_task_has_a_hint_for_newcomers(language: str, hint: str) -> None:
    """Newcomers see the rulebook's hint in the first task and in the rule about it."""
    assert hint in GAME.speech.words_in(language).templates["task.first-upgrade"]
    assert hint in GAME.speech.rulebook_in(language).rule("R18").text


def test_the_prices_of_moves() -> None:
    state = position(zones=zones(black=["A1", "A2"]), tanks={"A1": "water"}, market=7, credits={"black": 99},
                     goods={"black": {"quartz": 2, "ore": 1, "water": 2, "energy": 1}})  # fmt: skip
    found = {
        GAME.speech.write(state, move).split()[0]: GAME.speech.price(state, move)
        for move in GAME.rules.legal(state, BLACK)
    }
    assert found == {"tank": 20, "import": 5, "converter": 2, "supercharger": 0, "upgrade": 0, "movetank": 0, "done": 0}


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ("zone A2", None),
        ("zone A1", None),
        ("zone F1", "F1 is not yours"),
        ("zone B1", "B1 is not yours"),
        ("import", "This takes 2 quartz; you have 1"),
        ("supercharger", "This takes 2 quartz; you have 1"),
        ("movesupercharger", "The tank in A1 has no supercharger"),
        ("upgrade", "This takes 1 ore; you have 0"),
        ("work", "This is the tank phase: buy, rearrange, or end your turn"),
        ("done", None),
        ("tank", None),
    ],
)
def test_why_not_is_answered(about: str, sentence: str | None) -> None:
    state = position(zones=zones(black=["A1", "A2"]), tanks={"A1": "water"}, goods={"black": {"quartz": 1, "water": 1}})
    assert why_not(state, about) == sentence


@pytest.mark.parametrize("about", ["zone Z9", "zone", "resource gold", "engine", "tank A1", ""])
def test_a_question_about_an_unknown_thing_is_refused(about: str) -> None:
    with pytest.raises(UnreadableMoveError):
        why_not(position(), about)


def test_questions_can_be_asked_in_every_position() -> None:
    """Kinds of moves that are offered are allowed, all others are refused, and every question gets an answer."""
    options = dict.fromkeys(("variable_claims", "price_manipulation", "sabotage", "independent_carrier"), True)
    for state in random_game(3, "asking", **options)[::5]:
        if GAME.rules.to_act(state) and acting(state) >= 0:
            kinds = {GAME.speech.write(state, move).split()[0] for move in GAME.rules.legal(state, acting(state))}
            for about in ("zone C3", "resource ore", "card 1", "row 2", "bid", "pass", "claim", "tank", "work", "buy"):
                refusal = GAME.speech.why_not(state, acting(state), about)
                if about in {"claim", "tank", "work", "buy", "bid", "pass"}:
                    assert (refusal is None) == (about in kinds), about
