"""What players ask before they move: what to do, what it costs, and why not."""

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


PAGE_WORDS = Path(__file__).parents[3] / "client" / "src" / "words"
MANIPULATING: dict[str, Any] = {"options": {"price_manipulation": True}, "manipulator": "black"}


@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        ({}, "Buy and rearrange; a local tank costs 10 credits and 1 water. Say done when you are finished."),
        ({"market": 0}, "Buy and rearrange; the local market is sold out. Say done when you are finished."),
        ({"stage": "auction"}, "Open the auction of a specialist: bid at least 1 credit."),
        ({"stage": "trade", "resource": "ore"}, "Buy or sell ore at 8 each (9 on the market), or pass."),
        ({"stage": "claim"}, "Claim a zone: roll for it, use a licence, or pass."),
        ({"stage": "claim", "options": {"free_zone_choice": True}}, "Claim an unclaimed zone, use a licence, or pass."),
        ({"stage": "over", "round": 5}, "The game is over."),
        (
            {"stage": "shift", "cards": {"black": 1}, **MANIPULATING, "way": "strong", "budget": 5},
            "Move prices: 5 spaces left.",
        ),
    ],
)
def test_the_task_is_told(doc: dict[str, Any], sentence: str) -> None:
    state = position(**doc)
    assert GAME.speech.words.say(GAME.speech.task(GAME.rules.view(state, BLACK))) == sentence


def test_the_task_of_a_bidder() -> None:
    state = play(position(stage="auction"), "bid 7")
    assert task(state) == "Black bids 7 for the choice of a specialist. Bid more, or pass."


@pytest.mark.parametrize(("language", "other"), [("en", "other"), ("de", "anderen"), ("pl", "inne")])
def test_whoever_has_moved_a_price_leaves_the_others(language: str, other: str) -> None:
    """Before, there is no leaving: the page says so as the log does."""
    page = json.loads((PAGE_WORDS / f"{language}.json").read_text("utf-8"))
    assert other in page["planet-steam.move.leave-prices"]
    assert other in GAME.speech.words_in(language).templates["fact.manipulated"]


@pytest.mark.parametrize("freely", [False, True])
def test_the_task_without_an_unclaimed_zone(freely: bool) -> None:
    options = {"free_zone_choice": freely}
    state = position(stage="claim", options=options, zones=full_map(), licences={"black": 1})
    assert task(state) == "No zone is unclaimed: use a licence in place of a neutral marker, or pass."


@pytest.mark.parametrize(
    ("auction", "sentence"),
    [
        ({"stage": "zone-auction", "zone": "C3", "zones": zones()}, "Open the auction of the zone."),
        (
            {"stage": "carrier-auction", "options": {"independent_carrier": True}},
            "Open the auction of the Independent Carrier.",
        ),
    ],
)
def test_the_task_of_an_opener(auction: dict[str, Any], sentence: str) -> None:
    """A player who cannot bid is told so; the others do not know it."""
    assert task(position(**auction)) == sentence
    broke = position(**auction, credits={"black": 0})
    assert (task(broke), offered(broke)) == ("You have no credit to open the auction with: pass.", ["pass"])
    assert GAME.speech.words.say(GAME.speech.task(GAME.rules.view(broke, GREEN))) == sentence


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
        ("work", "This is the tank phase: buy, rearrange, or say done"),
        ("done", None),
        ("tank", None),
    ],
)
def test_why_not(about: str, sentence: str | None) -> None:
    state = position(zones=zones(black=["A1", "A2"]), tanks={"A1": "water"}, goods={"black": {"quartz": 1, "water": 1}})
    assert why_not(state, about) == sentence


@pytest.mark.parametrize("about", ["zone Z9", "zone", "resource gold", "engine", "tank A1", ""])
def test_a_thing_that_there_is_not(about: str) -> None:
    with pytest.raises(UnreadableMoveError):
        why_not(position(), about)


def test_it_can_be_asked_in_every_position() -> None:
    """Whatever offers a move is allowed when it is asked about, and everything gets an answer."""
    options = dict.fromkeys(("variable_claims", "price_manipulation", "sabotage", "independent_carrier"), True)
    for state in random_game(3, "asking", **options)[::5]:
        if GAME.rules.to_act(state) and acting(state) >= 0:
            kinds = {GAME.speech.write(state, move).split()[0] for move in GAME.rules.legal(state, acting(state))}
            for about in ("zone C3", "resource ore", "card 1", "row 2", "bid", "pass", "claim", "tank", "work", "buy"):
                refusal = GAME.speech.why_not(state, acting(state), about)
                if about in {"claim", "tank", "work", "buy", "bid", "pass"}:
                    assert (refusal is None) == (about in kinds), about
