"""Dampf & Rails in the terminal: the map of mileposts, and the lists that say the same without it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engineshed.cli.screen import WIDTH as WIDEST
from engineshed.core.contract import Seat
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.terminal import DampfAndRailsLook
from engineshed.games.dampf_and_rails.terminal.mileposts import short_names, width_of
from engineshed.terminal.look import see
from tests.cli.test_look import printed
from tests.games.dampf_and_rails.play import BLUE, GAME, RED, position

BOX = box_of(())
BOARD = BOX.board
WIDTH = width_of(BOARD)

LOOK = DampfAndRailsLook(GAME)


def shown(width: int = WIDTH, seat: Seat | None = RED, **keys: Any) -> str:
    return printed(LOOK.table(see(GAME, position(by_hand=True, **keys), seat)), width)


def unwrapped(**keys: Any) -> str:
    """What is shown, without line breaks."""
    return " ".join(shown(**keys).split())


def row(out: str, number: int) -> str:
    """A row of the map, without its number."""
    (line,) = (line for line in out.splitlines() if line.startswith(f"{number:>2} "))
    return line[3:]


def test_every_place_has_its_own_two_letters() -> None:
    assert len(set(short_names(BOARD.place_names))) == len(BOARD.places)
    assert short_names(["Kolding", "Korsør", "Kiel"]) == ("Ko", "Kr", "Ki")


def test_every_milepost_is_drawn() -> None:
    out = shown()
    lines = [row(out, number) for number in range(1, 45)]
    assert sum(len(re.findall(r"·|[A-ZÅØ][a-zåøæü]", line)) for line in lines) == BOARD.size
    assert out.splitlines()[0].split() == [chr(ord("A") + column) for column in range(26)]


def test_column_letters_are_aligned_with_the_rows_that_are_not_shifted() -> None:
    lines = shown(track={"red": ["Odense M28"]}).splitlines()
    (line,) = (line for line in lines if line.startswith("27 "))
    assert line.index("Od") == lines[0].index("N")


def test_track_is_drawn_level_and_to_both_sides() -> None:
    out = shown(track={"red": ["Odense O27 O28", "O27 N28", "Odense M28"]})
    assert "╱Od─╱r╲" in row(out, 27)
    above, below = row(out, 27), row(out, 28)
    for sign, side in (("╱Od", 0), ("╱r", 0), ("r╲", 1)):
        spot = above.index(sign)
        assert below[spot - 1 if side == 0 else spot + 2] == "r"


def test_a_place_keeps_its_letters_where_track_begins() -> None:
    out = shown(track={"red": ["Kolding I27", "Kolding J26"], "blue": ["Ålborg L9"]})
    assert "Ko──r" in row(out, 26)
    assert "Ål╲" in row(out, 8)


def test_a_milepost_of_several_networks_is_marked() -> None:
    out = shown(track={"red": ["Odense N26"], "blue": ["N26 N25"]})
    assert "#" in row(out, 26)
    assert "Odense → N26 1" in out


def test_mileposts_under_snow_are_marked() -> None:
    out = shown(round=5, running=["snow blue begun"])
    assert "×" in row(out, 5)
    assert "·" in row(out, 40)
    assert "×" not in row(out, 40)
    assert "×" not in row(shown(round=5, running=["snow blue"]), 5)


def test_a_moving_train_does_not_change_the_map() -> None:
    track = {"red": ["Odense O27 O28"]}
    maps = [shown(track=track, trains={"red": [f"A {post}"]}).partition("networks:")[0] for post in ("O27", "O28")]
    assert maps[0] == maps[1]


def test_a_narrow_window_shows_lists_instead_of_the_map() -> None:
    out = shown(80)
    assert f"The map needs a window of at least {WIDTH} columns." in out
    assert " 44 " not in out
    assert "Od Odense N27" in out
    assert max(len(line) for line in out.splitlines()) <= 80


def test_the_map_fits_into_output_without_a_terminal() -> None:
    out = shown(WIDEST)
    assert "Lü" in row(out, 44)
    assert max(len(line) for line in out.splitlines()) <= WIDEST


def test_places_are_listed_with_the_goods_that_are_left() -> None:
    out = shown(
        track={"red": ["Kolding I27"], "blue": ["Kolding J26"]},
        trains={"red": ["B12 Odense toys"]},
        lying=["Kolding beer red 7"],
        round=5,
    )
    assert "Ko Kolding I26 rb/3 butter 3, toys 1, beer (until round 7)" in out
    assert "Ha Hals N9 -/2 port" in out


def test_networks_are_listed() -> None:
    track = {"red": ["Odense O27 O28 Nyborg", "O28 P29"]}
    out = shown(track=track, ferries={"red": ["Storebælt"]})
    assert "red from Odense: Odense–Nyborg 3, Odense → P29 3, ferry Storebælt" in out
    assert "blue from Odense: no track yet" in out
    assert " from Odense" not in shown(stage="start", round=1)


def test_ferries_are_listed_with_prices_and_owners() -> None:
    out = unwrapped(ferries={"red": ["Storebælt"], "blue": ["Storebælt"]}, track={"red": ["Odense O27 Knudshoved"]})
    assert "Ferries: Storebælt Knudshoved–Korsør 6 (red, blue); Århus-Kalundborg Århus–Kalundborg 10;" in out


def test_a_hexagon_is_one_place_in_the_lists() -> None:
    out = shown(track={"red": ["Y23 X23"]}, starts={"red": "København"})
    assert "red from København: København → X23 1" in out


def test_players_are_listed_with_trains_and_start_towns() -> None:
    out = shown(
        cash={"red": 63},
        trains={"red": ["B9 Kiel beer fish"], "blue": ["A Odense stuck 1"]},
        announced=["blue"],
        round=5,
        first="blue",
        turn="red",
    )
    assert re.search(r"^▶ red +63 +3 +9 +B9 +Kiel +beer, fish \(2/3\) +Odense *$", out, re.MULTILINE)
    assert re.search(r"^  blue +200 or more +3 +9 +A +Odense, derailed +nothing \(0/2\) ", out, re.MULTILINE)
    assert out.index("▶ red  ") > out.index("  blue  ")
    assert re.search(r"^▶ red +hidden ", shown(seat=BLUE), re.MULTILINE)


def test_a_second_train_has_its_own_line() -> None:
    out = shown(options={"variant": "fast"}, trains={"red": ["A Odense", "A Kiel oil"]}, round=5)
    assert re.search(r"^ +15 +A +Kiel +oil \(1/2\) *$", out, re.MULTILINE)


def test_orders_in_hand_and_public_orders_are_listed_apart() -> None:
    state = position(hands={"red": [28, 1, 2]}, public=[30, 4, 5], round=5)
    own = printed(LOOK.own(see(GAME, state, RED)))
    assert "Red's orders" in own
    assert re.search(r"^28 +15 +ship engines +Herning +Kiel 14, Frederikshavn 16, Helsingør 17 *$", own, re.MULTILINE)
    assert "Public orders" not in own
    table = printed(LOOK.table(see(GAME, state, BLUE)))
    assert re.search(r"^30 +22 +sugar +Århus +Rødby 15 *$", table, re.MULTILINE)
    assert "Herning  " not in table.partition("Public orders")[2]
    assert "Public orders" not in shown(round=2)


def test_nobody_sees_another_players_orders() -> None:
    state = position(hands={"red": [28, 1, 2], "blue": [30, 4, 5]})
    own = printed(LOOK.own(see(GAME, state, BLUE)))
    assert re.findall(r"^\d+", own, re.MULTILINE) == ["4", "5", "30"]
    assert printed(LOOK.own(see(GAME, state, None))).strip() == ""


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"running": ["snow blue begun"]}, "Snow in northern Jutland (until the end of Blue's next turn): For one"),
        ({"running": ["fog red"]}, "Freezing fog in the east (from the end of Red's current turn):"),
        ({"tolls": ["red on blue 2 for 3"]}, "Agreed: Red pays 2 on the network of Blue, for 3 turns of Red."),
        (
            {"promises": ["red brings blue fish to Kiel within 3"]},
            "Promised: Red sets down fish in Kiel for Blue, within 3 turns of Red.",
        ),
        (
            {"stage": "terms", "proposal": {"to": "blue", "terms": ["red pays blue 5"]}},
            "Proposed by Red to Blue: Red pays Blue: 5",
        ),
        ({"stage": "terms", "proposal": {"to": "blue"}}, "Proposed by Red to Blue: nothing yet"),
        ({"trains": {"red": ["A Odense becomes B12"]}}, "A, then B12"),
        ({"stage": "build", "outlay": 7}, "Spent on building in this turn: 7 of 20."),
        ({"paid": ["blue"]}, "Toll has been paid to Blue in this turn."),
        ({"final": True, "options": {"finish_round": True}}, "The goal has been reached: this is the last round."),
        ({"quiet": 2, "options": {"idle_rounds": 5}}, "Rounds without a delivery: 2 of 5."),
        ({"under": ["12 red"]}, ", 1 under it."),
    ],
)
def test_what_is_shown_beside_the_board(keys: dict[str, Any], said: str) -> None:
    assert said in unwrapped(round=5, **keys)
    assert said not in unwrapped(round=5)


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        (
            "de",
            [
                "Startstädte",
                "noch keine Strecke",
                "Fähren: Storebælt",
                "Runde 5.",
                "Vereinbart: Rot zahlt auf dem Streckennetz von Blau 2",
            ],
        ),
        ("pl", ["miasta startowe", "jeszcze bez torów", "Promy: Storebælt", "Runda 5.", "Umowa: Czerwony płaci 2"]),
    ],
)
def test_labels_are_in_the_language_of_the_reader(language: str, labels: list[str]) -> None:
    look = DampfAndRailsLook(GAME, GAME.speech.words_in(language))
    state = position(round=5, running=["snow blue begun"], tolls=["red on blue 2 for 3"])
    out = " ".join(printed(look.table(see(GAME, state, RED))).split())
    assert [label for label in labels if label not in out] == []


TABLE: dict[str, Any] = {
    "round": 5,
    "trains": {"red": ["B9 Kiel beer fish"]},
    "lying": ["Kolding beer red 7"],
    "running": ["snow blue begun"],
    "ferries": {"red": ["Storebælt"]},
    "track": {"red": ["Odense O27 Knudshoved"]},
    "promises": ["red brings blue fish to Kiel within 3"],
    "hands": {"red": [28, 1, 2]},
}


def in_language(language: str, **keys: Any) -> str:
    """The table and the player's own orders, without the breaks between lines."""
    look = DampfAndRailsLook(GAME, GAME.speech.words_in(language))
    sight = see(GAME, position(by_hand=True, **keys), RED)
    return " ".join((printed(look.table(sight), 120) + printed(look.own(sight))).split())


@pytest.mark.parametrize(
    ("language", "names"),
    [
        (
            "de",
            [
                "Streckennetze: r rot, b blau",
                "angeschlossen von Rot",
                "Butter 3, Spielzeug 2, Bier (bis Runde 7)",
                "rot ab Odense",
                "Storebælt Knudshoved–Korsør 6 (rot)",
                "▶ rot",
                "Bier, Fisch (2/3)",
                "15 Schiffsmotoren Herning",
                "bis Blau den nächsten Spielzug beendet",
                "Zugesagt: Rot liefert Fisch für Blau nach Kiel",
                "Zum Tippen: Bier = beer, Vieh = cattle,",
                "Rot = red, Blau = blue",
            ],
        ),
        (
            "pl",
            [
                "sieci: r czerwony, b niebieski",
                "podłączone przez Czerwonego",
                "masło 3, zabawki 2, piwo (do rundy 7)",
                "czerwony od Odense",
                "Storebælt Knudshoved–Korsør 6 (czerwony)",
                "▶ czerwony",
                "piwo, ryby (2/3)",
                "15 silniki okrętowe Herning",
                "aż Niebieski zakończy następną turę",
                "Obietnica: Czerwony wyładuje ryby w Kiel dla Niebieskiego",
                "Do wpisania: bekon = bacon, piwo = beer,",
                "Czerwony = red, Niebieski = blue",
            ],
        ),
    ],
)
def test_players_and_goods_are_named_in_the_language_of_the_reader(language: str, names: list[str]) -> None:
    out = in_language(language, **TABLE)
    assert [name for name in names if name not in out] == []


@pytest.mark.parametrize(
    ("language", "toll", "promise"),
    [
        ("en", "Red pays on the network of Blue: 2, 3 turns;", "Red sets a good down for Blue: fish"),
        ("de", "Rot zahlt auf dem Streckennetz von Blau: 2, 3 Spielzüge;", "Rot liefert Blau eine Ware zu: Fisch"),
        ("pl", "Czerwony płaci w sieci Niebieskiego: 2, 3 tury;", "Czerwony dowozi Niebieskiemu towar: ryby"),
    ],
)
def test_a_proposal_is_shown_as_far_as_it_is_said(language: str, toll: str, promise: str) -> None:
    terms = ["red on blue 2 for 3", "red brings blue fish"]
    out = in_language(language, round=5, stage="place", proposal={"to": "blue", "terms": terms})
    assert f"{toll} {promise}" in out


def test_only_what_is_typed_in_another_way_is_listed() -> None:
    assert "To type: ship engines = engines, railway wagons = wagons Ferries:" in unwrapped()


def test_goods_that_are_wanted_are_suggested_first() -> None:
    state = position(hands={"red": [30, 28, 48]}, round=3)
    loads = [move for move in GAME.rules.legal(state, RED) if GAME.speech.write(state, move).startswith("load")]
    view = GAME.rules.view(state, RED)
    assert [GAME.speech.write(state, move) for move in loads] == ["load bacon", "load beer", "load flowers"]
    first = LOOK.best_first(view, loads)
    assert [GAME.speech.write(state, move) for move in first] == ["load flowers", "load bacon", "load beer"]
    others = [move for move in GAME.rules.legal(state, RED) if GAME.speech.write(state, move) == "stop"]
    assert LOOK.best_first(view, others) == others
