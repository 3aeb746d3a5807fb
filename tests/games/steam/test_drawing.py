"""The picture of a map: well-formed, complete, and the same every time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from engineshed.core.words import ENGLISH
from engineshed.games.steam.boards.drawing import BLACK, CANAL, CITY_FILL, COLOURS, draw_ground, draw_map, geometry_of
from engineshed.games.steam.rules.board import SHELF, Board, Terrain, load_board, read_board
from engineshed.games.steam.rules.options import Options
from engineshed.rail.drawing import num
from tests.games.steam.play import GAME

SVG = "{http://www.w3.org/2000/svg}"

ODD = """\
id = "odd"
game = "steam"
title = "<Odd> & \\"Co\\""
players = [3, 5]
basis = "own"
terrain = "A a . B"
rivers = ["C1"]
[cities]
A = { name = "<script>alert('&')</script>", colour = "red", cubes = 0 }
B = { name = "Weston-super-Mare upon the long river", colour = "blue", cubes = 9 }
[towns]
a = { name = "On a hill", hill = true }
"""


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  (our own text)


def drawn(board: Board, language: str = ENGLISH) -> str:
    return draw_map(board, GAME.speech.words_in(language))


def ground(board: Board, *, dark: bool) -> str:
    return draw_ground(Options(map=board.text), dark=dark)


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def used(board: Board, picture: str, mark: str) -> int:
    return len(re.findall(rf'<use href="#{board.id}-{mark}"', picture))


def strokes(picture: str, colour: str) -> list[ET.Element]:
    return [element for element in parsed(picture).iter(f"{SVG}path") if element.get("stroke") == colour]


@pytest.mark.parametrize("name", SHELF.packaged)
def test_a_picture_has_all_names_coordinates_and_marks(name: str) -> None:
    board = load_board(name)
    picture = drawn(board)
    written = texts(parsed(picture))
    words = " ".join(written)
    for stop in [city.name for city in board.cities] + [town.name for town in board.towns]:
        assert stop in written or all(part in words for part in stop.split())
    land = [hex_ for hex_, kind in enumerate(board.terrain) if kind != Terrain.WATER]
    assert {board.grid.names[hex_] for hex_ in land} <= set(written)
    assert used(board, picture, "hill") == board.terrain.count(Terrain.HILL)
    assert used(board, picture, "water") == board.terrain.count(Terrain.WATER)
    assert used(board, picture, "houses") == len(board.cities)
    assert used(board, picture, "town") == len(board.towns)


@pytest.mark.parametrize("name", SHELF.packaged)
def test_every_city_has_its_colour_its_letter_and_a_square_for_each_cube(name: str) -> None:
    board = load_board(name)
    root = parsed(drawn(board))
    legend = 1
    for colour, letter in enumerate("RBYP"):
        cities = sum(city.colour == colour for city in board.cities)
        shown = [path for path in root.iter(f"{SVG}path") if path.get("fill") == CITY_FILL[colour]]
        letters = [text for text in root.iter(f"{SVG}text") if (text.text, text.get("font-weight")) == (letter, "700")]
        assert len(shown) == len(letters) == cities + (legend if letter == "R" else 0)
    squares = [rect for rect in root.iter(f"{SVG}rect") if rect.get("width") == "6.4"]
    assert len(squares) == sum(city.cubes for city in board.cities) + 3 * legend


@pytest.mark.parametrize("name", SHELF.packaged)
def test_canals_look_different_from_rivers(name: str) -> None:
    board = load_board(name)
    canals = sum(river.canal for river in board.rivers)
    assert len(strokes(ground(board, dark=False), CANAL)) == canals


def test_black_edges_are_drawn() -> None:
    board = load_board("northeast")
    (line,) = strokes(ground(board, dark=False), BLACK)
    for hex_, edge in board.black:
        (x, y), _ = geometry_of(board).edge(hex_, edge)
        assert f"M{num(x)} {num(y)}L" in line.get("d", "")


@pytest.mark.parametrize("name", SHELF.packaged)
def test_a_river_is_drawn_in_every_hex_that_costs_more_for_it(name: str) -> None:
    """A river that costs money must be visible: some point of it is near the middle of the hex."""
    board = load_board(name)
    layout = geometry_of(board)
    picture = ground(board, dark=False)
    paths = [path.get("d", "") for path in parsed(picture).iter(f"{SVG}path") if path.get("stroke-width") == "2.6"]
    points = [(float(x), float(y)) for path in paths for x, y in re.findall(r"([-\d.]+) ([-\d.]+)(?=C|$)", path)]
    for hex_, wet in enumerate(board.wet):
        x, y = layout.centre(hex_)
        near = any((x - px) ** 2 + (y - py) ** 2 < 20**2 for px, py in points)
        assert near or not wet, board.grid.names[hex_]


@pytest.mark.parametrize("picture", [drawn, lambda board: ground(board, dark=True)])
@pytest.mark.parametrize("name", SHELF.packaged)
def test_every_reference_in_a_picture_is_defined(name: str, picture: object) -> None:
    assert callable(picture)
    text = picture(load_board(name))
    wanted = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert wanted <= set(re.findall(r'id="([^"]+)"', text))
    assert all(mark.startswith(name) for mark in wanted)


def test_the_legend_shows_the_prices() -> None:
    written = texts(parsed(drawn(load_board("ruhr"))))
    legend = written[written.index("Plain") :]
    expected = ["Plain", "no extra", "Hill", "+$2", "River", "+$1", "Canal", "+$1", "Town", "+$1"]
    assert [text for text in legend if text != "R"][: len(expected)] == expected


@pytest.mark.parametrize(
    ("language", "title", "facts", "legend"),
    [
        ("en", "Northeast", "Steam: 184 hexes, 12 cities, 17 towns, suits 3–4 players", ["Hill", "Black edge"]),
        (
            "de",
            "Nordosten",
            "Steam: 184 Felder, 12 Großstädte, 17 Städte, für 3–4 Spieler",
            ["Hügel", "ohne Aufpreis"],
        ),
        ("pl", "Północny wschód", "Steam: 184 pola, 12 miast, 17 miasteczek, dla 3–4 graczy", ["Wzgórze", "bez torów"]),
    ],
)
def test_title_and_legend_are_in_the_readers_language(language: str, title: str, facts: str, legend: list[str]) -> None:
    root = parsed(drawn(load_board("northeast"), language))
    assert root.findtext(f"{SVG}title") == title
    assert [text for text in (title, facts, *legend) if text not in texts(root)] == []


@pytest.mark.parametrize("name", SHELF.packaged)
def test_the_dark_ground_differs_only_in_colours(name: str) -> None:
    board = load_board(name)
    light, dark = ground(board, dark=False), ground(board, dark=True)
    colour = re.compile("#[0-9A-F]{6}")
    assert colour.split(light) == colour.split(dark)
    assert [COLOURS[found] for found in colour.findall(light)] == colour.findall(dark)
    assert all(day != night for day, night in COLOURS.items())


def test_the_ground_has_no_names_of_cities() -> None:
    board = load_board("ruhr")
    assert not set(texts(parsed(ground(board, dark=False)))) & {city.name for city in board.cities}


def test_any_name_is_escaped_and_any_number_of_cubes_is_shown() -> None:
    picture = drawn(read_board(ODD, "odd.toml"))
    root = parsed(picture)
    assert root.findtext(f"{SVG}title") == '<Odd> & "Co"'
    assert "<script>alert('&')</script>" in texts(root)
    assert "<script" not in picture
    assert used(read_board(ODD, "odd.toml"), picture, "hill") == 0  # the town is drawn instead


def test_a_river_of_one_hex_is_drawn_as_a_pond() -> None:
    board = read_board(ODD, "odd.toml")
    x, y = geometry_of(board).centre(board.grid.index[2, 0])
    assert f'd="M{num(x - 9)} {num(y + 4)}L{num(x + 9)} {num(y - 4)}"' in ground(board, dark=False)


def test_a_map_is_drawn_the_same_in_every_process() -> None:
    program = (
        "from hashlib import sha256;"
        "from engineshed.games.steam import GAME;"
        "from engineshed.games.steam.rules.board import load_board;"
        "print(sha256(GAME.boards.draw_map(load_board('northeast'), GAME.speech.words).encode()).hexdigest())"
    )
    here = sha256(drawn(load_board("northeast")).encode()).hexdigest()
    env = {**os.environ, "PYTHONHASHSEED": "1"}
    run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == here


def test_new_cities_in_the_browser_have_the_colours_of_the_map() -> None:
    """The browser draws New Cities on the server's picture of the map, light or dark."""
    palette = Path(__file__).parents[3] / "client/src/games/steam/palette.json"
    grounds = [piece["city"] for piece in json.loads(palette.read_text("utf-8"))["goods"]]
    assert [ground["light"] for ground in grounds] == list(CITY_FILL)
    assert [ground["dark"] for ground in grounds] == [COLOURS[fill] for fill in CITY_FILL]
