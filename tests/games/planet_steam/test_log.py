"""The log says everything that happens by itself, in plain sentences, and nothing that is secret."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.words import PLURALS
from tests.games.planet_steam.play import GAME, acting, full_map, play, position, random_steps, said, zones

CARDS = {"black": 1, "green": 2, "orange": 3, "purple": 4}
LAST_CARD: dict[str, Any] = {
    "stage": "card",
    "turn": "green",
    "cards": {"orange": 3, "purple": 4, "black": 1},
    "round": 2,
}


def with_all_markers(*names: str) -> dict[str, list[str]]:
    """Zones that take all 14 claim markers of these players; the first rows are theirs, the rest is unclaimed."""
    every = [f"{column}{row}" for row in range(1, 8) for column in "ABCDEF"]
    return {name: every[14 * place : 14 * place + 14] for place, name in enumerate(names)}


def test_an_auction_without_a_zone_is_left_out() -> None:
    taken = {name: list(own) for name, own in full_map().items()}
    taken["black"] = [*taken.get("black", []), *taken.pop("neutral", [])]
    state = position(**LAST_CARD, zones=taken, by_hand=True)
    assert "No zone is auctioned: players have claimed them all" in said(state, "card 2")


def test_an_auction_that_nobody_could_win_is_left_out() -> None:
    state = position(
        stage="card",
        players=2,
        turn="green",
        cards={"black": 1},
        zones=with_markers_used_up(),
    )
    assert "No zone is auctioned: nobody has a claim marker left" in said(play(state, "card 2"), "engineer credits")


def with_markers_used_up() -> dict[str, list[str]]:
    """With two players the first and the last row cannot be used: 28 of 30 zones are claimed."""
    every = [f"{column}{row}" for row in range(2, 7) for column in "ABCDEF"]
    return {"black": every[:14], "green": every[14:28]}


def test_a_bidder_without_a_marker_is_passed_over() -> None:
    state = position(stage="name", turn="green", cards=CARDS, zones=with_all_markers("black"))
    assert said(state, "name F7") == [
        "Green puts F7 up for auction",
        "Black has no claim marker left and cannot bid for the zone",
    ]
    assert acting(play(state, "name F7")) != 0


def test_the_speculators_half_is_explained() -> None:
    state = position(stage="zone-auction", turn="black", queue=["green"], cards=CARDS, zone="C3", zones=zones(), bid=7)
    assert "Green wins C3 and pays half of the bid as the Speculator: 4 credits" in said(state, "pass")


def test_players_who_cannot_claim_are_passed_over() -> None:
    state = position(stage="claim", turn="black", cards=CARDS, zones=with_all_markers("green"))
    assert said(state, "pass") == [
        "Black claims no zone",
        "Green has no claim marker left and cannot claim a zone",
    ]
    full = position(stage="claim", turn="black", cards=CARDS, zones=full_map(), licences={"black": 1})
    assert said(full, "pass")[1:4] == [f"{name} finds no zone to claim" for name in ("Green", "Orange", "Purple")]


def test_a_sabotage_without_a_target() -> None:
    state = position(**LAST_CARD, options={"sabotage": True})
    assert "Green has the Sabotage card, but no opponent has a tank" in said(state, "card 2")


def test_a_banker_who_can_do_nothing() -> None:
    full = {"quartz": 10, "ore": 10, "water": 14, "energy": 14}
    state = position(
        stage="card",
        players=5,
        turn="black",
        carriers={"black": dict.fromkeys(full, 4)},
        goods={"black": {name: capacity_of_class_4(name) for name in full}},
    )
    assert said(state, "card 4")[1] == ("Black has the Banker, but no room for a resource and no carrier to upgrade")


def capacity_of_class_4(resource: str) -> int:
    board = position().board
    holds: int = board.capacities[("quartz", "ore", "water", "energy").index(resource)][4]
    return holds


def test_an_engineer_for_whom_no_licence_is_left() -> None:
    state = position(stage="card", turn="black", licence_stock=0)
    assert said(state, "card 4")[1:3] == [
        "No building licence is left for the Engineer",
        "Black takes 15 credits from the Engineer",
    ]


def test_bonus_resources_come_from_the_market_and_go_back() -> None:
    end = position(stage="certificate", turn="purple", supplies={"ore": 0, "quartz": 2})
    assert "Bonus resources from the market are laid out: quartz, water, energy" in said(end, "pass")
    empty = position(
        stage="certificate", turn="purple", supplies=dict.fromkeys(("quartz", "ore", "water", "energy"), 0)
    )
    assert "The market is empty, so no bonus resources are laid out" in said(empty, "pass")
    last = position(**LAST_CARD, bonus=["ore", "water", "energy"])
    before = play(last, "card 2")
    assert "Bonus resources that nobody took go back to the market: water, energy" in said(before, "take ore")


@pytest.mark.parametrize(
    ("supply", "move", "sentences"),
    [
        (14, "pass", ["Black passes on energy", "The price of energy falls to 2"]),
        (1, "buy 1", ["Black buys 1 energy at 5 credits each", "The price of energy rises to 7"]),
        (9, "sell 4", ["Black sells 4 energy at 5 credits each", "The price of energy falls to 3"]),
        (7, "pass", ["Black passes on energy"]),
    ],
)
def test_a_price_that_changes_after_trade_is_told(supply: int, move: str, sentences: list[str]) -> None:
    state = position(
        stage="trade",
        resource="energy",
        prices={"energy": 5},
        supplies={"energy": supply},
        carriers={"black": {"energy": 4}},
        goods={"black": {"energy": 4}, "green": {"energy": 1}},
    )
    assert said(state, move) == sentences


def test_players_who_extract_nothing_or_cannot_trade_certificates_are_named() -> None:
    extracting = position(stage="extract", turn="black", zones=zones(black=["A1"]), tanks={"A1": "ore"})
    assert "Green has no tank that works and extracts nothing" in said(extracting, "extract")
    nothing: dict[str, Any] = {name: {} for name in CARDS}
    trading = position(stage="certificate", turn="black", goods=nothing, licences={"black": 1})
    assert "Green cannot buy or sell a certificate" in said(trading, "pass")


def test_a_full_tank_market_makes_no_tanks() -> None:
    state = position(stage="certificate", turn="purple", market=14)
    assert "The local tank market makes no tanks: it has 14, and there is no space for more" in said(state, "pass")


@pytest.mark.parametrize("language", list(PLURALS))
def test_no_sentence_of_the_log_has_a_name_in_brackets(language: str) -> None:
    """Names are part of the sentence, in the right case; brackets are what people write who cannot decline."""
    words = GAME.speech.words_in(language)
    for seats in (2, 5):
        options = dict.fromkeys(("variable_trade_order", "price_manipulation", "sabotage", "independent_carrier"), True)
        for _, step in random_steps(seats, "brackets", **options):
            for fact in step.facts:
                if fact.id != "fact.bonus-full":
                    assert "(" not in words.say(fact)
