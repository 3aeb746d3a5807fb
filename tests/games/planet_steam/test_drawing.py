"""The picture of the map: well-formed, complete, and the same every time."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from engineshed.games.planet_steam.boards.drawing import BANK, COLOURS, ROPE, draw_ground, draw_map
from engineshed.games.planet_steam.boards.layout import layout
from engineshed.games.planet_steam.rules import components
from engineshed.games.planet_steam.rules.board import load_board, read_board
from engineshed.games.planet_steam.rules.options import Options
from tests.games.planet_steam.play import GAME, as_own_design

SVG = "{http://www.w3.org/2000/svg}"
BOARD = load_board("standard")
WORDS = GAME.speech.words


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  (our own text)


@pytest.mark.parametrize("dark", [False, True])
def test_zones_river_and_anchorages_are_drawn(dark: bool) -> None:
    root = parsed(draw_ground(Options(), dark=dark))
    colours = COLOURS if dark else {colour: colour for colour in COLOURS}
    frames = [rect for rect in root.iter(f"{SVG}rect") if rect.get("stroke") == colours[BANK]]
    rings = [circle for circle in root.iter(f"{SVG}circle") if circle.get("stroke") == colours[ROPE]]
    assert (len(list(root.iter(f"{SVG}g"))), len(frames), len(rings)) == (42 + 7, 7, 7)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts == [*"ABCDEF", *(number for row in range(1, 8) for number in (str(row), str(row)))]


def test_every_colour_has_a_dark_counterpart() -> None:
    light, dark = (draw_ground(Options(), dark=dark) for dark in (False, True))
    assert set(re.findall("#[0-9A-F]{6}", light)) <= set(COLOURS)
    assert set(re.findall("#[0-9A-F]{6}", dark)) <= set(COLOURS.values())


def test_the_map_is_drawn_the_same_every_time() -> None:
    assert draw_map(BOARD, WORDS) == draw_map(read_board(BOARD.text, "again"), WORDS)


def test_a_title_is_text_and_not_markup() -> None:
    odd = read_board(BOARD.text.replace('title = "Planet Steam"', 'title = "<Odd> & Co"'), "odd")
    assert "<Odd> & Co" in [text.text for text in parsed(draw_map(odd, WORDS)).iter(f"{SVG}text")]


def test_a_title_is_in_the_readers_language() -> None:
    titled = read_board(BOARD.text.replace("\nplayers =", '\ntitles = { de = "Planet Dampf" }\nplayers =', 1), "titled")
    for language, title in (("de", "Planet Dampf"), ("pl", "Planet Steam")):
        picture = parsed(draw_map(titled, GAME.speech.words_in(language)))
        assert title in [text.text for text in picture.iter(f"{SVG}text")]


def test_a_map_without_a_river_can_be_drawn() -> None:
    dry = BOARD.text.replace("~", ".").replace("2 = 3, 3 = 4, 4 = 5, 5 = 5", "2 = 0, 3 = 0, 4 = 0, 5 = 0")
    assert BANK not in draw_ground(Options(map=as_own_design(dry)), dark=False)


def test_the_layout_says_where_things_are() -> None:
    table = layout(Options())
    view_box = parsed(GAME.boards.draw_ground(GAME.rules.options(), dark=False)).get("viewBox", "").split()
    assert [float(number) for number in view_box] == [
        -table.margin, -table.margin, table.width + 2 * table.margin, table.height + 2 * table.margin]  # fmt: skip
    assert len(table.zones) == 42
    assert (table.zones[0].name, table.zones[0].x, table.zones[0].y) == ("A1", table.side / 2, table.side / 2)
    assert all(x > table.zones[5].x + table.side / 2 for x, _ in table.anchorages)
    assert [card.number for card in table.cards[3]] == [1, 2, 3]


def test_supplies_have_the_colours_of_their_scale() -> None:
    palette = Path(__file__).parents[3] / "client/src/games/planet-steam/palette.json"
    supply = json.loads(palette.read_text("utf-8"))["supply"]
    assert [shade["name"] for shade in supply] == list(components.COLOURS)
