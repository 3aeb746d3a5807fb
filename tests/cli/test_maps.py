"""``engineshed map``: what it prints, what it writes, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engineshed.cli.maps import check, draw
from engineshed.core import registry
from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble
from engineshed.core.options import read_options

MAP = """\
id = "two-lakes"
game = "steam-power"
title = "Two Lakes"
players = [2, 3]
basis = "own"
terrain = \"\"\"
A . + .
. ~ ^ B
\"\"\"
[cities]
A = "Northend"
B = "Southend"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "two-lakes.toml"
    path.write_text(MAP, encoding="utf-8")
    return path


def test_check_describes_a_map(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(str(file), "ireland")
    out = capsys.readouterr().out
    assert "two-lakes.toml is a valid map." in out.replace("\n", "")
    assert "  Two Lakes: 8 hexes, 2 cities, suits 2–3 players\n" in out
    assert "  terrain: 3 plain, 1 hill, 1 mountain, 1 water\n" in out
    assert "ireland is a valid map.\n  Ireland: 140 hexes" in out


def test_check_looks_at_every_file_before_it_complains(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(MAP.replace("+", "?"), encoding="utf-8")
    with pytest.raises(
        Trouble, match=r"bad\.toml, terrain, row 1, column C \(cell C1\): '\?' is not a symbol.*; there is no"
    ):
        check(str(bad), "irland", str(file))
    assert "Two Lakes: 8 hexes" in capsys.readouterr().out


def test_draw_writes_a_picture(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draw(str(file), output=tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert "is drawn in" in capsys.readouterr().out


@pytest.mark.usefixtures("capsys")
def test_without_a_name_the_picture_is_named_after_the_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    draw("ireland")
    assert (tmp_path / "ireland.svg").is_file()


GAMES = [registry.find_game(game_id) for game_id in ("dampf-and-rails", "planet-steam", "steam", "steam-power")]
EVERY_MAP = [(game, name) for game in GAMES for name in list(game.boards.maps()) or [game.id]]


@pytest.mark.usefixtures("capsys")
@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize(("game", "name"), EVERY_MAP, ids=[name for _, name in EVERY_MAP])
def test_every_board_of_every_game_can_be_drawn(game: AnyGame, name: str, language: str, tmp_path: Path) -> None:
    draw(name, output=tmp_path / "map.svg", language=language)
    drawn = (tmp_path / "map.svg").read_text(encoding="utf-8")
    texts = [text.text for text in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    only = {"en": "Denmark", "de": "Dänemark", "pl": "Dania"}[language]
    assert (game.boards.map_title(name, language) if game.boards.maps() else only) in texts
    options = read_options(game.rules.options, game.boards.map_option(name) if game.boards.maps() else {})
    ground = game.boards.draw_ground(options, dark=False)
    shapes = re.findall(r' d="([^"]{200,})"', ground)
    assert all(shape in drawn for shape in shapes), "the ground of the table is the ground of the map"


def test_a_game_with_one_board_lends_it_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = []
    for name in ("dampf-and-rails", "denmark"):
        draw(name, output=tmp_path / name)
        pictures.append((tmp_path / name).read_text(encoding="utf-8"))
    assert pictures[0] == pictures[1]
    check("planet-steam", "denmark", language="de")
    assert "  Dänemark: 518 Geländemarken, 22 Städte" in capsys.readouterr().out
    with pytest.raises(Trouble, match="there is no map or map file 'steam'"):
        draw("steam")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", r"is not a text file in UTF-8"),
        (b"#" * 1_000_001, r"has 1000001 characters; a map has at most 1000000"),
        (b"game =", r"file\.toml, .*: this is not TOML"),
        (b"", r"file\.toml, game: it should name the game, as in game = '[a-z-]+'"),
        (b"game = 3", r"file\.toml, game: it should name the game"),
        (b'game = "steam-powre"', r"file\.toml, game: there is no game 'steam-powre'; did you mean steam-power"),
        (b'game = "steam-power"', r"file\.toml: the key 'cities' is missing"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(content)
    with pytest.raises(Trouble, match=sentence):
        check(str(path))


def test_a_file_that_cannot_be_read_or_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"none\.toml cannot be read: No such file"):
        check(str(tmp_path / "none.toml"))
    with pytest.raises(Trouble, match="cannot be read"):
        check(str(tmp_path))
    with pytest.raises(Trouble, match=r"map\.svg cannot be written: No such file"):
        draw("ireland", output=tmp_path / "none" / "map.svg")


def test_a_name_that_is_neither_map_nor_file_is_refused_with_a_hint() -> None:
    with pytest.raises(Trouble, match="there is no map or map file 'germani'; did you mean germany"):
        draw("germani")


def test_a_map_from_another_package_is_known_by_its_id(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "extra_maps", lambda game: ["two-lakes"] if game == "steam-power" else [])
    monkeypatch.setattr(registry, "extra_map_text", lambda _game, _name: MAP)
    check("two-lakes")
    assert "Two Lakes: 8 hexes" in capsys.readouterr().out
