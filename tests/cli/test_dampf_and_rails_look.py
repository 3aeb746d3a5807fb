"""Dampf & Rails in characters: the map of mileposts, and the lists that show the same without it."""

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


def told(**keys: Any) -> str:
    """Without the breaks between lines."""
    return " ".join(shown(**keys).split())


def row(out: str, number: int) -> str:
    """A row of the map, without its number."""
    (line,) = (line for line in out.splitlines() if line.startswith(f"{number:>2} "))
    return line[3:]


def test_every_place_has_two_letters_of_its_own() -> None:
    assert len(set(short_names(BOARD.place_names))) == len(BOARD.places)
    assert short_names(["Kolding", "Korsør", "Kiel"]) == ("Ko", "Kr", "Ki")


def test_every_milepost_is_drawn() -> None:
    out = shown()
    lines = [row(out, number) for number in range(1, 45)]
    assert sum(len(re.findall(r"·|[A-ZÅØ][a-zåøæü]", line)) for line in lines) == BOARD.size
    assert out.splitlines()[0].split() == [chr(ord("A") + column) for column in range(26)]


def test_letters_stand_over_the_rows_that_are_not_shifted() -> None:
    lines = shown(track={"red": ["Odense M28"]}).splitlines()
    (line,) = (line for line in lines if line.startswith("27 "))
    assert line.index("Od") == lines[0].index("N")


def test_level_track_and_track_to_both_sides() -> None:
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


def test_mileposts_of_several_networks() -> None:
    out = shown(track={"red": ["Odense N26"], "blue": ["N26 N25"]})
    assert "#" in row(out, 26)
    assert "Odense → N26 1" in out


def test_where_it_snows() -> None:
    out = shown(round=5, running=["snow blue begun"])
    assert "×" in row(out, 5)
    assert "·" in row(out, 40)
    assert "×" not in row(out, 40)
    assert "×" not in row(shown(round=5, running=["snow blue"]), 5)


def test_a_step_does_not_change_the_map() -> None:
    track = {"red": ["Odense O27 O28"]}
    maps = [shown(track=track, trains={"red": [f"A {post}"]}).partition("networks")[0] for post in ("O27", "O28")]
    assert maps[0] == maps[1]


def test_a_narrow_window_has_lists_instead() -> None:
    out = shown(80)
    assert f"In a window of {WIDTH} columns or more there would be a map." in out
    assert " 44 " not in out
    assert "Od Odense N27" in out
    assert max(len(line) for line in out.splitlines()) <= 80


def test_the_map_fits_what_is_printed_without_a_terminal() -> None:
    out = shown(WIDEST)
    assert "Lü" in row(out, 44)
    assert max(len(line) for line in out.splitlines()) <= WIDEST


def test_where_goods_are_found_and_how_many_are_left() -> None:
    out = shown(
        track={"red": ["Kolding I27"], "blue": ["Kolding J26"]},
        trains={"red": ["B12 Odense toys"]},
        lying=["Kolding beer red 7"],
        round=5,
    )
    assert "Ko Kolding I26 rb/3 butter 3, toys 1, beer (until round 7)" in out
    assert "Ha Hals N9 -/2 port" in out


def test_networks_as_lists() -> None:
    track = {"red": ["Odense O27 O28 Nyborg", "O28 P29"]}
    out = shown(track=track, ferries={"red": ["Storebælt"]})
    assert "red from Odense: Odense–Nyborg 3, Odense → P29 3, ferry Storebælt" in out
    assert "blue from Odense: no track yet" in out
    assert " from Odense" not in shown(stage="start", round=1)


def test_ferries_with_prices_and_owners() -> None:
    out = told(ferries={"red": ["Storebælt"], "blue": ["Storebælt"]}, track={"red": ["Odense O27 Knudshoved"]})
    assert "Ferries: Storebælt Knudshoved–Korsør 6 (red, blue); Århus-Kalundborg Århus–Kalundborg 10;" in out


def test_a_hexagon_is_one_place_in_the_lists() -> None:
    out = shown(track={"red": ["Y23 X23"]}, starts={"red": "København"})
    assert "red from København: København → X23 1" in out


def test_players_with_trains_and_start_towns() -> None:
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


def test_a_second_train_has_a_line_of_its_own() -> None:
    out = shown(options={"variant": "fast"}, trains={"red": ["A Odense", "A Kiel oil"]}, round=5)
    assert re.search(r"^ +15 +A +Kiel +oil \(1/2\) *$", out, re.MULTILINE)


def test_orders_in_hand_and_public() -> None:
    state = position(hands={"red": [28, 1, 2]}, public=[30, 4, 5], round=5)
    own = printed(LOOK.own(see(GAME, state, RED)))
    assert "Red's orders" in own
    assert re.search(r"^28 +15 +engines +Herning +Kiel 14, Frederikshavn 16, Helsingør 17 *$", own, re.MULTILINE)
    assert "Public orders" not in own
    table = printed(LOOK.table(see(GAME, state, BLUE)))
    assert re.search(r"^30 +22 +sugar +Århus +Rødby 15 *$", table, re.MULTILINE)
    assert "Herning  " not in table.partition("Public orders")[2]
    assert "Public orders" not in shown(round=2)


def test_nobody_sees_the_orders_of_others() -> None:
    state = position(hands={"red": [28, 1, 2], "blue": [30, 4, 5]})
    own = printed(LOOK.own(see(GAME, state, BLUE)))
    assert re.findall(r"^\d+", own, re.MULTILINE) == ["4", "5", "30"]
    assert printed(LOOK.own(see(GAME, state, None))).strip() == ""


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"running": ["snow blue begun"]}, "Snow in northern Jutland (until blue ends the next turn): For one round"),
        ({"running": ["fog red"]}, "Freezing fog in the east (from the end of this turn of red on):"),
        ({"tolls": ["red on blue 2 for 3"]}, "Agreed: red pays 2 on the network of blue, for 3 turns of red."),
        (
            {"promises": ["red brings blue fish to Kiel within 3"]},
            "Promised: red sets down fish in Kiel for blue, within 3 turns of red.",
        ),
        (
            {"stage": "terms", "proposal": {"to": "blue", "terms": ["red pays blue 5"]}},
            "Proposed by red to blue: red pays blue 5",
        ),
        ({"stage": "terms", "proposal": {"to": "blue"}}, "Proposed by red to blue: nothing yet"),
        ({"trains": {"red": ["A Odense becomes B12"]}}, "A, then B12"),
        ({"stage": "build", "outlay": 7}, "Spent on building in this turn: 7 of 20."),
        ({"paid": ["blue"]}, "Toll has been paid to blue in this turn."),
        ({"final": True, "options": {"finish_round": True}}, "The goal has been reached: this is the last round."),
        ({"quiet": 2, "options": {"idle_rounds": 5}}, "Rounds without a delivery: 2 of 5."),
        ({"under": ["12 red"]}, ", 1 under it."),
    ],
)
def test_what_is_shown_beside_the_board(keys: dict[str, Any], said: str) -> None:
    assert said in told(round=5, **keys)
    assert said not in told(round=5)


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
                "Vereinbart: red zahlt auf dem Streckennetz von blue 2",
            ],
        ),
        ("pl", ["miasta startowe", "jeszcze bez torów", "Promy: Storebælt", "Runda 5.", "Umowa: red płaci 2"]),
    ],
)
def test_labels_are_in_the_language_of_the_reader(language: str, labels: list[str]) -> None:
    """The words of the notation stay as they are typed."""
    look = DampfAndRailsLook(GAME, GAME.speech.words_in(language))
    state = position(round=5, running=["snow blue begun"], tolls=["red on blue 2 for 3"])
    out = " ".join(printed(look.table(see(GAME, state, RED))).split())
    assert [label for label in labels if label not in out] == []


def test_goods_that_are_wanted_are_suggested_first() -> None:
    state = position(hands={"red": [30, 28, 48]}, round=3)
    loads = [move for move in GAME.rules.legal(state, RED) if GAME.speech.write(state, move).startswith("load")]
    view = GAME.rules.view(state, RED)
    assert [GAME.speech.write(state, move) for move in loads] == ["load bacon", "load beer", "load flowers"]
    first = LOOK.best_first(view, loads)
    assert [GAME.speech.write(state, move) for move in first] == ["load flowers", "load bacon", "load beer"]
    others = [move for move in GAME.rules.legal(state, RED) if GAME.speech.write(state, move) == "stop"]
    assert LOOK.best_first(view, others) == others
