"""The log reports everything that happens automatically, in plain sentences, and nothing that is secret."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.words import PLURALS
from tests.games.planet_steam.play import GAME, YELLOW, acting, full_map, play, position, random_steps, said, zones

CARDS = {"black": 1, "green": 2, "orange": 3, "purple": 4}
FIFTH: dict[str, Any] = {
    "stage": "card",
    "players": 5,
    "turn": "yellow",
    "cards": {"black": 1, "green": 2, "orange": 4, "purple": 5},
}
MARKERS = {"quartz": 1, "ore": 2, "water": 3, "energy": 4}
LAST_CARD: dict[str, Any] = {
    "stage": "card",
    "turn": "green",
    "cards": {"orange": 3, "purple": 4, "black": 1},
    "round": 2,
}


def with_all_markers(*names: str) -> dict[str, list[str]]:
    """These players use all their 14 claim markers on the first rows; the other zones are unclaimed."""
    every = [f"{column}{row}" for row in range(1, 8) for column in "ABCDEF"]
    return {name: every[14 * place : 14 * place + 14] for place, name in enumerate(names)}


def test_the_log_says_that_no_zone_is_left_to_auction() -> None:
    taken = {name: list(own) for name, own in full_map().items()}
    taken["black"] = [*taken.get("black", []), *taken.pop("neutral", [])]
    state = position(**LAST_CARD, zones=taken, by_hand=True)
    assert "No zone is auctioned: players have claimed them all" in said(state, "card 2")


def test_the_log_says_that_nobody_could_win_an_auction() -> None:
    state = position(
        stage="card",
        players=2,
        turn="green",
        cards={"black": 1},
        zones=with_markers_used_up(),
    )
    assert "No zone is auctioned: nobody has a claim marker left" in said(play(state, "card 2"), "engineer credits")


def with_markers_used_up() -> dict[str, list[str]]:
    """With two players the first and the last row are closed; 28 of the other 30 zones are claimed."""
    every = [f"{column}{row}" for row in range(2, 7) for column in "ABCDEF"]
    return {"black": every[:14], "green": every[14:28]}


def test_the_log_says_that_a_bidder_has_no_marker() -> None:
    state = position(stage="name", turn="green", cards=CARDS, zones=with_all_markers("black"))
    assert said(state, "name F7") == [
        "Green puts F7 up for auction",
        "Black has no claim marker left and cannot bid for the zone",
    ]
    assert acting(play(state, "name F7")) != 0


def test_the_log_explains_that_the_speculator_pays_half() -> None:
    state = position(stage="zone-auction", turn="black", queue=["green"], cards=CARDS, zone="C3", zones=zones(), bid=7)
    assert "Green wins C3 and pays half of the bid as the Speculator: 4 credits" in said(state, "pass")


def test_the_log_says_why_players_cannot_claim() -> None:
    state = position(stage="claim", turn="black", cards=CARDS, zones=with_all_markers("green"))
    assert said(state, "pass") == [
        "Black claims no zone",
        "Green has no claim marker left and cannot claim a zone",
    ]
    full = position(stage="claim", turn="black", cards=CARDS, zones=full_map(), licences={"black": 1})
    assert said(full, "pass")[1:4] == [f"{name} finds no zone to claim" for name in ("Green", "Orange", "Purple")]


def test_the_log_says_that_a_sabotage_has_no_target() -> None:
    state = position(**LAST_CARD, options={"sabotage": True})
    assert "Green has the Sabotage card, but no opponent has a tank" in said(state, "card 2")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "No order marker is left for Yellow, the last of the five players"),
        ("de", "Für Gelb als letzten der fünf Spieler ist kein Reihenfolgemarker mehr da"),
        ("pl", "Dla Żółtego, ostatniego z pięciu graczy, nie ma już znacznika kolejności"),
    ],
)
def test_no_order_marker_is_left_for_the_last_of_five(language: str, sentence: str) -> None:
    state = position(**FIFTH, options={"variable_trade_order": True}, markers=MARKERS)
    words = GAME.speech.words_in(language)
    step = GAME.rules.apply(state, YELLOW, GAME.speech.read(state, "card 3"))
    assert sentence in [words.say(fact) for fact in step.facts]


def test_nobody_else_misses_an_order_marker() -> None:
    """With four players the last marker had only one place to go; the printed order of trade needs no markers."""
    fourth = {**FIFTH, "turn": "purple", "cards": {"black": 1, "green": 2, "orange": 4}}
    for state in (
        position(**fourth, options={"variable_trade_order": True}, markers=MARKERS),
        position(**{**fourth, "players": 4}, options={"variable_trade_order": True}, markers=MARKERS),
        position(**FIFTH),
    ):
        assert not any("order marker" in line for line in said(state, "card 3"))


def test_the_log_says_that_the_banker_has_no_effect() -> None:
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


def test_the_log_says_that_no_licence_is_left_for_the_engineer() -> None:
    state = position(stage="card", turn="black", licence_stock=0)
    assert said(state, "card 4")[1:3] == [
        "No building licence is left for the Engineer",
        "Black takes 15 credits from the Engineer",
    ]


def test_the_log_says_where_bonus_resources_come_from_and_go() -> None:
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
def test_the_log_reports_a_price_that_changes_after_a_trade(supply: int, move: str, sentences: list[str]) -> None:
    state = position(
        stage="trade",
        resource="energy",
        prices={"energy": 5},
        supplies={"energy": supply},
        carriers={"black": {"energy": 4}},
        goods={"black": {"energy": 4}, "green": {"energy": 1}},
    )
    assert said(state, move) == sentences


def test_the_log_names_players_who_extract_nothing_or_cannot_trade_certificates() -> None:
    extracting = position(stage="extract", turn="black", zones=zones(black=["A1"]), tanks={"A1": "ore"})
    assert "Green has no tank that works and extracts nothing" in said(extracting, "extract")
    nothing: dict[str, Any] = {name: {} for name in CARDS}
    trading = position(stage="certificate", turn="black", goods=nothing, licences={"black": 1})
    assert "Green cannot buy or sell a certificate" in said(trading, "pass")


def test_the_log_says_that_a_full_tank_market_makes_no_tanks() -> None:
    state = position(stage="certificate", turn="purple", market=14)
    assert "The local tank market makes no tanks: it has 14, and there is no space for more" in said(state, "pass")


@pytest.mark.parametrize("language", list(PLURALS))
def test_no_sentence_of_the_log_has_a_name_in_brackets(language: str) -> None:
    """Names are part of the sentence, in the right case."""
    words = GAME.speech.words_in(language)
    for seats in (2, 5):
        options = dict.fromkeys(("variable_trade_order", "price_manipulation", "sabotage", "independent_carrier"), True)
        for _, step in random_steps(seats, "brackets", **options):
            for fact in step.facts:
                if fact.id != "fact.bonus-full":
                    assert "(" not in words.say(fact)
