"""Steam's board in the terminal: what is drawn where, and what is shown beside it."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import Seat
from engineshed.core.registry import find_game
from engineshed.games.steam.terminal import SteamLook
from engineshed.terminal.look import see
from tests.cli.test_look import printed

GAME = find_game("steam")
LOOK = SteamLook(GAME)

SMALL = {
    "terrain": ". . S . .\n. . . . .\n. . b . .\n. . ^ . .\n. . L . .\n".replace("^", "+"),
    "cities": {
        "S": {"name": "Syracuse", "colour": "red", "cubes": 3},
        "L": {"name": "Lakeport", "colour": "blue", "cubes": 3},
    },
    "towns": {"b": {"name": "Binghamton"}},
}


def shown(**keys: Any) -> str:
    position = {"map": SMALL, "by_hand": True, "round": 3, **keys}
    return printed(LOOK.table(see(GAME, GAME.speech.arrange(position), Seat(0))))


def column_c(out: str) -> list[str]:
    """The two lines of each hex of the third column, from the top."""
    return [line[13:18].rstrip() for line in out.splitlines()[1:11]]


def test_cities_towns_and_ground_are_drawn() -> None:
    out = shown(cubes={"Syracuse": "RRG"}, grown=["Lakeport"])
    assert column_c(out) == ["Syra", "R3+", " .", "", "•Bin", "", " ^", "", "Lake", "B0"]
    assert "C1 Syracuse red RRG+" in out
    assert "C3 Binghamton •" in out


def test_links_are_drawn_with_owners_stubs_and_loose_ends() -> None:
    out = shown(links={"green": ["Syracuse s s"], "nobody": ["Binghamton s s ..."]})
    assert column_c(out)[2:8] == [" │ g", " │", " │ •", " │", " │ -", " ↓"]


def test_links_are_listed_by_owner_with_those_that_must_be_extended() -> None:
    links = {"green": ["Syracuse s s", "Lakeport n n ..."], "orange": ["Lakeport nw nw ... since 3"]}
    out = shown(links={**links, "nobody": ["Binghamton se ..."]})
    assert "orange  Lakeport → A4" in out
    assert "green   Syracuse–Binghamton, Lakeport → C3, to be extended in this turn" in out
    assert "nobody  Binghamton → D3" in out
    assert "→" not in shown()


def test_action_tiles_to_choose_from_are_listed_with_their_prices() -> None:
    left = {"stage": "choose", "tiles": {"orange": 5}, "turn": "green", "range": {"green": 3}}
    out = " ".join(shown(**left).split())
    assert "1 Turn Order, 2 First Move, 3 Engineer, 4 First Build, 6 Locomotive $8, 7 Urbanisation $6." in out
    assert "choose 7 pass takes tile 7 only for its number." in out
    expert = " ".join(shown(**left, options={"variant": "expert"}).split())
    assert "6 Locomotive, 7 Urbanisation. Supply" in expert
    assert "Action tiles" not in shown()


def test_a_cube_on_its_way_is_shown() -> None:
    links = {"orange": ["Syracuse s s", "Binghamton s s"]}
    trip = {"city": "Lakeport", "cube": "red", "edges": ["n"]}
    out = shown(stage="route", links=links, trip=trip, cubes={"Lakeport": "R"}, range={"orange": 2})
    assert "A red cube is on its way: Lakeport–Binghamton." in out


def test_the_best_deliveries_are_suggested_first() -> None:
    links = {"orange": ["Syracuse s s"], "green": ["Binghamton s s"]}
    state = GAME.speech.arrange(
        {
            "map": SMALL,
            "stage": "move",
            "round": 3,
            "links": links,
            "range": {"orange": 2},
            "new_cities": {"Binghamton": "red"},
            "cubes": {"Syracuse": "BR", "Binghamton": "B", "Lakeport": "R"},
        }
    )
    view = GAME.rules.view(state, Seat(0))
    deliveries = [move for move in GAME.rules.legal(state, Seat(0)) if type(move).__name__ == "Deliver"]
    first = [GAME.speech.write(state, move) for move in LOOK.best_first(view, deliveries)]
    assert first == ["deliver red Syracuse > Binghamton orange 1", "deliver blue Syracuse > Lakeport orange 1 green 1"]
    passes = [move for move in GAME.rules.legal(state, Seat(0)) if type(move).__name__ == "Pass"]
    assert LOOK.best_first(view, passes) == passes


def test_a_new_city_takes_the_place_of_its_town() -> None:
    out = shown(new_cities={"Binghamton": "grey"}, cubes={"Binghamton": "BY"}, links={"black": ["Syracuse s s"]})
    assert column_c(out)[4:6] == ["Bing", "G2"]
    assert "C3 Binghamton grey BY" in out


def test_players_are_in_turn_order_with_the_bankrupt_last() -> None:
    out = shown(
        players=4,
        order=["white", "green", "orange"],
        turn="green",
        fallen={"black": 1},
        tiles={"white": 5, "green": "engineer", "orange": 1},
        idle=["white"],
        income={"green": 2},
    )
    lines = [line.strip() for line in out.splitlines()]
    names = [line.split()[0] for line in lines if line.startswith(("▶", "white", "green", "orange", "black"))]
    assert names == ["white", "▶", "orange", "black"]
    assert "5 Goods Growth (for its number)" in out
    assert "3 Engineer" in out
    assert "bankrupt" in out
    assert "+2" in out
    assert "Tiles left in this turn: 4" in out


def test_an_auction_is_shown_beside_the_players() -> None:
    auction = {"bids": {"green": 3, "orange": 1}, "leader": "green", "placed": ["black"]}
    out = shown(stage="opening", round=1, auction=auction)
    assert "bids $3" in out
    assert "out of the auction" in out


def test_supply_and_new_cities_are_listed() -> None:
    out = shown(supply=["RBY", "-"], stage="move")
    assert "Supply: 1 RBY.\n" in out
    assert "Goods phase: pass 2 of 2" in out
    assert "Goods phase: pass 1 of 2" in shown(stage="move", passes=1)
    assert "Supply: nothing.\n" in shown()
    assert "New Cities: 1 red, 1 blue, 1 yellow, 1 purple, 4 grey" in out


@pytest.mark.parametrize("name", GAME.boards.maps())
def test_every_packaged_map_fits_its_width(name: str) -> None:
    sight = see(GAME, GAME.speech.arrange({"map": name, "by_hand": True}), None)
    assert max(len(line) for line in printed(LOOK.table(sight)).splitlines()) <= 100


def test_rivers_are_shown_where_track_costs_more() -> None:
    assert "≈" in printed(LOOK.table(see(GAME, GAME.speech.arrange({"map": "northeast", "by_hand": True}), None)))


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "de",
            [
                "C1 Syracuse rot RRG+",
                "Noch zu legende Streckenplättchen: 3.",
                "Neue Großstädte: 1 rot",
                "Warensteine und Großstädte: R rot  B blau  Y gelb  P lila  G grau",
                "Strecken von o orange  g grün  k schwarz  - herrenlos",
                "grün  Syracuse–Binghamton",
                "  schwarz ",
                "grau = grey, Grün = green, Schwarz = black",
            ],
        ),
        (
            "pl",
            [
                "C1 Syracuse czerwony RRG+",
                "Runda 3 z 10.",
                "Nowe Miasta: czerwony × 1",
                "Kostki i miasta: R czerwony  B niebieski",
                "Tory: o pomarańczowy  g zielony  k czarny  - niczyje",
                "zielony  Syracuse–Binghamton",
                "▶ pomarańczowy ",
                "Do wpisania: czerwony = red, niebieski = blue,",
            ],
        ),
    ],
)
def test_the_table_is_shown_in_the_readers_language(language: str, texts: list[str]) -> None:
    doc = {
        "map": SMALL,
        "by_hand": True,
        "round": 3,
        "cubes": {"Syracuse": "RRG"},
        "links": {"green": ["Syracuse s s"]},
    }
    look, sight = SteamLook(GAME, GAME.speech.words_in(language)), see(GAME, GAME.speech.arrange(doc), Seat(0))
    out = printed(look.table(sight), 120)
    assert [text for text in texts if text not in out] == []


def test_in_english_everything_is_typed_as_it_is_shown() -> None:
    out = shown(links={"green": ["Syracuse s s"]})
    assert "Track of o orange  g green  k black  - nobody" in out
    assert "To type" not in out
