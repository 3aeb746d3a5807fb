"""The picture of a map: well-formed, complete, and the same every time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from hashlib import sha256
from xml.etree import ElementTree as ET

import pytest

from engineshed.core.words import ENGLISH
from engineshed.games.steam_power.boards.drawing import draw_map
from engineshed.games.steam_power.rules.board import SHELF, Board, Terrain, load_board, read_board
from tests.games.steam_power.play import GAME

SVG = "{http://www.w3.org/2000/svg}"

ODD = """\
id = "odd"
game = "steam-power"
title = "<Odd> & \\"Co\\""
players = [1, 5]
basis = "own"
terrain = "A . B"
[cities]
A = "<script>alert('&')</script>"
B = "Weston-super-Mare upon the long river"
"""


def drawn(board: Board, language: str = ENGLISH) -> str:
    return draw_map(board, GAME.speech.words_in(language))


def parsed(board: Board) -> ET.Element:
    return ET.fromstring(drawn(board))  # noqa: S314  (our own text)


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", SHELF.packaged)
def test_a_picture_has_all_names_coordinates_and_terrain(name: str) -> None:
    board = load_board(name)
    root = parsed(board)
    written = texts(root)
    words = " ".join(written)
    for city in board.cities:
        assert city in written or all(part in words for part in re.split("[ -]", city))
    land = [hex_ for hex_, kind in enumerate(board.terrain) if kind != Terrain.WATER]
    assert {board.grid.names[hex_] for hex_ in land} <= set(written)
    used = [element.get("href") for element in root.iter(f"{SVG}use")]
    for kind in (Terrain.HILL, Terrain.MOUNTAIN, Terrain.WATER):
        assert used.count(f"#{name}-{kind.name.lower()}") == board.terrain.count(kind)
    assert used.count(f"#{name}-town") == len(board.cities)


@pytest.mark.parametrize("name", SHELF.packaged)
def test_every_reference_in_a_picture_is_defined(name: str) -> None:
    picture = drawn(load_board(name))
    wanted = set(re.findall(r'href="#([^"]+)"', picture)) | set(re.findall(r"url\(#([^)]+)\)", picture))
    assert wanted <= set(re.findall(r'id="([^"]+)"', picture))
    assert all(mark.startswith(name) for mark in wanted)


def test_the_legend_shows_the_prices() -> None:
    written = texts(parsed(load_board("ireland")))
    legend = written[written.index("Plain") :]
    assert legend[:8] == ["Plain", "$0", "Hill", "$2", "Mountain", "$4", "Crossing", "$2"]


@pytest.mark.parametrize(
    ("language", "title", "facts", "legend"),
    [
        ("en", "Ireland", "Steam Power: 140 hexes, 25 cities, suits 2–3 players", ["Mountain"]),
        ("de", "Irland", "Steam Power: 140 Felder, 25 Städte, für 2–3 Spieler", ["Gebirge"]),
        ("pl", "Irlandia", "Steam Power: 140 pól, 25 miast, dla 2–3 graczy", ["Góry"]),
    ],
)
def test_title_and_legend_are_in_the_readers_language(language: str, title: str, facts: str, legend: list[str]) -> None:
    root = ET.fromstring(drawn(load_board("ireland"), language))  # noqa: S314  (our own text)
    assert root.findtext(f"{SVG}title") == title
    assert [text for text in (title, facts, *legend) if text not in texts(root)] == []


def test_letters_are_above_the_map_and_numbers_at_both_sides() -> None:
    written = texts(parsed(load_board("germany")))
    assert [written.count(mark) for mark in ("A", "Q", "1", "13")] == [1, 1, 2, 2]


def test_every_label_is_inside_the_picture() -> None:
    for name in SHELF.packaged:
        root = parsed(load_board(name))
        board_layer = next(element for element in root.findall(f"{SVG}g"))
        left, top = (float(text) for text in re.findall(r"[\d.]+", board_layer.get("transform", "")))
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        for element in board_layer.iter(f"{SVG}text"):
            half = len(element.text or "") * float(element.get("font-size", 0)) * 0.3
            x, y = left + float(element.get("x", 0)), top + float(element.get("y", 0))
            assert half <= x <= width - half
            assert 0 < y < height


def test_any_name_is_escaped_and_a_long_one_is_split_in_two() -> None:
    board = read_board(ODD, "odd.toml")
    root = parsed(board)
    assert root.findtext(f"{SVG}title") == '<Odd> & "Co"'
    assert "<script>alert('&')</script>" in texts(root)
    assert {"Weston-super-Mare", "upon the long river"} <= set(texts(root))
    assert "<script" not in drawn(board)


def test_a_map_is_drawn_the_same_in_every_process() -> None:
    program = (
        "from hashlib import sha256;"
        "from engineshed.games.steam_power import GAME;"
        "from engineshed.games.steam_power.rules.board import load_board;"
        "print(sha256(GAME.boards.draw_map(load_board('germany'), GAME.speech.words).encode()).hexdigest())"
    )
    here = sha256(drawn(load_board("germany")).encode()).hexdigest()
    for seed in ("0", "1"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
        assert run.stdout.strip() == here
