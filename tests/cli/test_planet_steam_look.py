"""Planet Steam's table in the terminal: what is drawn where, and what is shown beside it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engineshed.core.contract import Seat
from engineshed.core.registry import find_game
from engineshed.games.planet_steam.terminal import PlanetSteamLook
from engineshed.terminal.look import see
from tests.cli.test_look import printed

GAME = find_game("planet-steam")
LOOK = PlanetSteamLook(GAME)
GREEN = Seat(1)


def arranged(**keys: Any) -> Any:
    return GAME.speech.arrange({"players": 4, "by_hand": True, "turn": "green", **keys})


CARDS = {"black": 1, "green": 3, "orange": 2, "purple": 4}


def shown(width: int = 100, **keys: Any) -> str:
    return printed(LOOK.table(see(GAME, arranged(**keys), GREEN)), width)


def unwrapped(**keys: Any) -> str:
    """What is shown, without line breaks."""
    return " ".join(shown(**keys).split())


def zone_lines(out: str, name: str) -> list[str]:
    """The two lines of a zone."""
    column, row = 4 + 10 * (ord(name[0]) - ord("A")), 2 * int(name[1:]) - 1
    return [line[column : column + 10].rstrip() for line in out.splitlines()[row : row + 2]]


def test_zones_are_drawn_with_ground_owner_and_tank() -> None:
    out = shown(
        zones={"green": ["B3"], "orange": ["D4"], "neutral": ["A1"]},
        tanks={"B3": "ore supercharged", "D4": "water"},
    )
    assert zone_lines(out, "B3") == [". green", "  ore+"]
    assert zone_lines(out, "D4") == ["~ orange", "  water"]
    assert zone_lines(out, "A1") == [". neutral", ""]
    assert zone_lines(out, "C1") == ["~", ""]
    assert "+ supercharger" in out
    assert "on its side" not in out


def test_closed_zones_are_marked() -> None:
    assert zone_lines(shown(players=3), "A7")[0] == ". closed"


def test_tanks_on_their_side_and_tanks_that_are_paid_for_are_marked() -> None:
    zones: dict[str, Any] = {"zones": {"green": ["B3", "B4"]}, "tanks": {"B3": "ore", "B4": "ore"}}
    out = shown(**zones, stage="extract", fallen="B3", working=["B4"], options={"sabotage": True})
    assert zone_lines(out, "B3")[1] == "  ore!"
    assert zone_lines(out, "B4")[1] == "  ore*"
    assert "! on its side" in out
    assert "* energy is paid" in out


def test_the_airship_is_drawn_at_its_row() -> None:
    lines = shown(airship=3).splitlines()
    assert [number for number, line in enumerate(lines) if "airship" in line] == [5]
    assert "airship" not in shown()


def test_the_market_shows_how_prices_will_move() -> None:
    out = shown(prices={"ore": 9}, supplies={"ore": 14, "water": 5, "energy": 0}, stage="trade", resource="ore")
    assert re.search(r"^ore +9 +2 +18 +14 +18 +now +red +-3 *$", out, re.MULTILINE)
    assert re.search(r"^water +5 +1 +14 +5 +18 +3 +green +stays *$", out, re.MULTILINE)
    assert re.search(r"^energy .* black +\+2 *$", out, re.MULTILINE)


def test_the_next_price_is_shown_for_every_supply_that_may_be_left() -> None:
    assert "price of ore by the supply that you leave: 0 to 1: 10, 2 to 3: 9, 4 to 6: 8," in unwrapped(
        stage="trade", resource="ore"
    )
    assert "by the supply" not in unwrapped(stage="tank")


def test_players_are_listed_with_their_stores_and_what_they_hold() -> None:
    out = shown(
        width=120,
        order=["black", "orange", "green", "purple"],
        credits={"green": 33},
        goods={"green": {"ore": 2, "water": 3}},
        carriers={"green": {"water": 2}},
        cards=CARDS,
        licences={"green": 1},
        quarters={"green": 2},
    )
    held = "card 3, 1 building licence, 2 luxury quarters"
    assert re.search(rf"^▶ green +33 +0/4 +2/4 +3/7 +0/4 +2 +0 +\d+ +{held} *$", out, re.MULTILINE)
    assert re.search(r"^ +orange +hidden ", out, re.MULTILINE)
    names = [line.split()[0] for line in out.splitlines() if " hidden " in line]
    assert names == ["black", "orange", "purple"]


def test_specialist_cards_are_listed_with_their_holders() -> None:
    out = unwrapped(
        stage="auction",
        cards={"orange": 2},
        carrier="black",
        manipulator="orange",
        options={"independent_carrier": True, "price_manipulation": True},
    )
    assert "1 Lady Steam (not taken); 2 the Speculator (orange);" in out
    assert "Independent Carrier, which holds 3 more (black); Price Manipulation (orange)." in out


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"stage": "tank"}, "Round 1 of 5: Tank phase. After green: black."),
        ({"stage": "tank", "market": 3}, "Costs: local tank 28 credits, 1 water; imported tank 5 credits, 2 quartz,"),
        ({"stage": "tank", "market": 0}, "Costs: local tank sold out;"),
        ({"stage": "claim"}, "Round 1 of 5: Expansion phase."),
        ({"stage": "zone-auction", "zone": "B1", "queue": ["orange", "black"]}, "The zone is B1."),
        ({"stage": "certificate"}, "licence 1 quartz, 1 water, sold for 15 credits; luxury quarters 1 quartz, 1 ore,"),
        (
            {"stage": "manipulate", "manipulator": "green", "cards": CARDS, "options": {"price_manipulation": True}},
            "Ways: weak 3 spaces for 0 credits, moderate 4 spaces for 4 credits,",
        ),
    ],
)
def test_the_stage_is_explained(keys: dict[str, Any], said: str) -> None:
    assert said in unwrapped(**{"queue": ["black"], **keys})


def test_the_pieces_left_in_the_supply_are_counted() -> None:
    out = unwrapped(zones={"green": ["B3"]}, tanks={"B3": "ore supercharged"}, market=7)
    assert (
        "34 tanks, 7 of them on the local tank market; converters: 14 quartz, 13 ore, 14 energy; 12 supercharg" in out
    )


def test_players_see_what_their_own_tanks_extract() -> None:
    zones = {"zones": {"green": ["B3", "C1"]}, "tanks": {"B3": "ore", "C1": "water supercharged"}}
    state = arranged(stage="extract", goods={"green": {"energy": 2, "water": 4}}, **zones)
    own = " ".join(printed(LOOK.own(see(GAME, state, GREEN))).split())
    assert own == "Your tanks that work so far extract 2 water; there is room for 4 quartz, 4 ore, 2 energy."
    assert printed(LOOK.own(see(GAME, state, None))).strip() == ""
    assert printed(LOOK.own(see(GAME, arranged(), GREEN))).strip() == ""


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        (
            "de",
            "Quarz = quartz, Erz = ore, Wasser = water, Energie = energy, Schwarz = black, Grün = green",
            "Spielrunde 1 von 5: Rohstoffphase, Förderung. Jetzt grün, dann orange. Spezialistenkarten: 1 Lady",
        ),
        (
            "pl",
            "kwarc = quartz, ruda = ore, woda = water, energia = energy, Czarny = black, Zielony = green,",
            "Runda 1 z 5: faza surowców, wydobycie. Teraz zielony, potem pomarańczowy. Karty specjalistów: 1 Lady",
        ),
    ],
)
def test_the_table_fits_a_narrow_window_in_other_languages(language: str, typed: str, said: str) -> None:
    sight = see(GAME, arranged(stage="extract", queue=["orange"], airship=1), GREEN)
    out = printed(PlanetSteamLook(GAME, GAME.speech.words_in(language)).table(sight), 80)
    assert max(len(line) for line in out.splitlines()) <= 80
    assert typed in " ".join(out.split())
    assert said in " ".join(out.split())


def test_the_table_fits_a_narrow_window() -> None:
    out = shown(80, airship=1, cards=CARDS)
    assert max(len(line) for line in out.splitlines()) <= 80
    assert re.search(r"^▶ green .* card 3 *$", out, re.MULTILINE)
