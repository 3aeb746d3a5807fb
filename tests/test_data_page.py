"""docs/data.md names every data file of every game, and agrees with what the file says about itself."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game, game_ids

PAGE = (Path(__file__).parents[1] / "docs" / "data.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(?P<file>[\w/.-]+)` \| (?P<mark>✓?) *\| (?P<basis>[a-z, ]+) \|", re.MULTILINE)
BASES = ("certain", "derived", "reconstructed", "own")
NO_DATA = ("bots.toml", "ratings.toml", "scene.toml", "study.toml")
"""Bots and their strength, what reports compare, and the picture in the lobby are not part of the box."""
GAMES = [find_game(game_id) for game_id in game_ids()]
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def section(game: AnyGame) -> str:
    return PAGE.split(f"### {game.title}\n", 1)[1].split("\n#", 1)[0]


def rows(game: AnyGame) -> dict[str, tuple[bool, list[str]]]:
    """For each file, whether it can be corrected, and its bases."""
    return {row["file"]: (bool(row["mark"]), row["basis"].split(", ")) for row in ROW.finditer(section(game))}


def data_files(game: AnyGame) -> dict[str, str]:
    def texts(folder: Traversable, prefix: str) -> dict[str, str]:
        found = [file for file in folder.iterdir() if file.name.endswith(".toml") and file.name not in NO_DATA]
        return {prefix + file.name: file.read_text(encoding="utf-8") for file in found}

    data = files(game.package).joinpath("data")
    maps = data.joinpath("maps")
    return texts(data, "") | (texts(maps, "maps/") if maps.is_dir() else {})


@EACH_GAME
def test_the_page_names_every_data_file(game: AnyGame) -> None:
    assert set(rows(game)) == set(data_files(game))


@EACH_GAME
def test_the_page_gives_the_bases_that_each_file_gives(game: AnyGame) -> None:
    for name, text in data_files(game).items():
        found = set(re.findall(r'\bbasis = "(\w+)"', text))
        assert rows(game)[name][1] == [basis for basis in BASES if basis in found], name


@EACH_GAME
def test_correctable_files_are_marked_and_all_others_are_certain(game: AnyGame) -> None:
    assert {name for name, (marked, _) in rows(game).items() if marked} == set(game.corrections.names)
    for name, (marked, bases) in rows(game).items():
        assert marked or bases == ["certain"], name


def test_every_basis_is_explained() -> None:
    assert re.findall(r"^\| \*\*(\w+)\*\* \|", PAGE, re.MULTILINE) == list(BASES)
