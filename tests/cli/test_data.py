"""``engineshed data``, and the commands that use corrected files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engineshed.cli import main
from engineshed.cli.datafolder import VARIABLE, own_folder
from engineshed.core.registry import find_game, game_ids

OLD, NEW = 'id = "A1",  demand = "BBG"', 'id = "A1",  demand = "BWG"'


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A folder with the files of every game."""
    for game_id in game_ids():
        assert main(["data", "export", game_id, str(tmp_path)]) == 0
    return tmp_path


def correct(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# -- export, check, path -------------------------------------------------------------------------------------------


def test_what_is_exported_is_sound_and_says_nothing_new(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["data", "check", str(exported)]) == 0
    told = capsys.readouterr().out.splitlines()
    names = [f"{game_id}/{name}" for game_id in game_ids() for name in find_game(game_id).corrections.names]
    assert sorted(told) == sorted(f"{name} says what comes with the game." for name in names)
    for game_id in game_ids():
        for name in find_game(game_id).corrections.names:
            found = (exported / game_id / name).read_text(encoding="utf-8")
            assert found == find_game(game_id).corrections.text(name)


def test_files_that_are_there_are_not_written_over(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "export", "steam", str(exported)]) == 2
    assert "track_tiles.toml exists already" in capsys.readouterr().err


def test_what_contradicts_the_rulebook_is_refused(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(exported / "steam" / "numbers.toml", "loan = 5", "loan = 6")
    correct(exported / "steam-power" / "track_tiles.toml", "count = 80", "count = 81")
    correct(exported / "dampf-and-rails" / "map.toml", "starts = 3", "starts = 2")
    capsys.readouterr()
    assert main(["data", "check", str(exported)]) == 2
    told = capsys.readouterr().err
    assert "steam/numbers.toml, loan: it is 6 here, but the rulebook prints 5" in told
    assert "steam-power/track_tiles.toml, stock 1, count: it is 81 here, but the rulebook prints 80" in told
    assert told.count("dampf-and-rails/map.toml, Odense, starts: it is 2 here, but the rulebook prints 3") == 1


def test_doubts_are_told(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(exported / "steam-power" / "contracts.toml", 'id = "A1",  demand = "BBG"', 'id = "A1",  demand = "BBGG"')
    capsys.readouterr()
    assert main(["data", "check", str(exported), "--language", "de"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "steam-power/contracts.toml ist berichtigt. Zweifelhaft: steam-power/contracts.toml, contracts A1" in told


def test_a_file_that_is_not_known_is_named(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (exported / "steam" / "track-tiles.toml").write_text("", encoding="utf-8")
    assert main(["data", "check", str(exported)]) == 2
    assert "no file 'track-tiles.toml' that can be corrected; did you mean track_tiles.toml" in capsys.readouterr().err


def test_a_folder_without_games_is_no_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "check", str(tmp_path)]) == 2
    assert "has no folder of a game" in capsys.readouterr().err
    assert main(["play", "steam", "--data", str(tmp_path)]) == 2
    assert "has no folder of a game" in capsys.readouterr().err
    assert main(["play", "steam", "--data", str(tmp_path / "nowhere")]) == 2
    assert "there is no folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({VARIABLE: "/box"}, "linux", Path("/box")),
        ({VARIABLE: "/box", "XDG_DATA_HOME": "/else"}, "win32", Path("/box")),
        ({"XDG_DATA_HOME": "/else"}, "linux", Path("/else/engineshed/data")),
        ({"XDG_DATA_HOME": "not/whole"}, "linux", Path.home() / ".local/share/engineshed/data"),
        ({}, "linux", Path.home() / ".local/share/engineshed/data"),
        ({}, "darwin", Path.home() / "Library/Application Support/engineshed/data"),
        ({"LOCALAPPDATA": "/local"}, "win32", Path("/local/engineshed/data")),
        ({}, "win32", Path.home() / "AppData/Local/engineshed/data"),
    ],
)
def test_where_the_users_folder_is(environment: dict[str, str], platform: str, folder: Path) -> None:
    assert own_folder(environment, platform) == folder


def test_the_path_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert main(["data", "path", "steam"]) == 0
    assert main(["data", "path"]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / "steam"), str(tmp_path)]
    assert main(["data", "path", "stem"]) == 2


# -- using them ----------------------------------------------------------------------------------------------------

SIMULATE = ["simulate", "steam-power", "--games", "1", "--seats", "2", "--bots", "random", "--jobs", "1", "--json"]


def options_of(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    options: dict[str, object] = json.loads(capsys.readouterr().out)["options"]
    return options


def test_a_folder_that_is_named_is_used_and_a_record_needs_it_no_more(
    exported: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    correct(exported / "steam-power" / "contracts.toml", OLD, NEW)
    capsys.readouterr()
    assert main([*SIMULATE, "--data", str(exported), "-o", str(exported / "games")]) == 0
    told = capsys.readouterr()
    [data] = json.loads(told.out)["options"]["data"]
    assert data["file"] == "contracts.toml"
    assert NEW in data["text"]
    assert "corrected files (contracts.toml)" in " ".join(told.err.split())
    for name in find_game("steam-power").corrections.names:
        (exported / "steam-power" / name).unlink()
    assert main(["verify", str(exported / "games" / "000000.json")]) == 0
    assert main(["replay", str(exported / "games" / "000000.json"), "--at", "20"]) == 0


def test_the_users_folder_is_used_without_being_named(
    exported: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    correct(exported / "steam-power" / "contracts.toml", OLD, NEW)
    capsys.readouterr()
    assert main(SIMULATE) == 0
    assert "data" not in options_of(capsys)
    monkeypatch.setenv(VARIABLE, str(exported))
    assert main(SIMULATE) == 0
    assert "data" in options_of(capsys)


def test_a_wrong_file_stops_every_command(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(exported / "steam-power" / "track_tiles.toml", "count = 80", "count = 81")
    for command in (
        ["play", "steam-power", "--data", str(exported)],
        [*SIMULATE, "--data", str(exported)],
        ["bench", "steam-power", "--seconds", "0.1", "--data", str(exported)],
        ["serve", "--no-browser", "--port", "0", "--data", str(exported), "--db", str(exported / "tables.db")],
    ):
        assert main(command) == 2
        assert "track_tiles.toml, stock 1, count: it is 81 here" in capsys.readouterr().err
