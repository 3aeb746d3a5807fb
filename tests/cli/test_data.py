"""``engineshed data``, and the commands that use corrected files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engineshed.cli import main
from engineshed.cli.datafolder import VARIABLE, own_folder
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.scenario import scenario_files

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


def test_exported_files_are_sound_and_correct_nothing(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["data", "check", str(exported)]) == 0
    output = capsys.readouterr().out.splitlines()
    names = [f"{game_id}/{name}" for game_id in game_ids() for name in find_game(game_id).corrections.names]
    assert sorted(output) == sorted(f"{name} is the same as the packaged file." for name in names)
    for game_id in game_ids():
        for name in find_game(game_id).corrections.names:
            found = (exported / game_id / name).read_text(encoding="utf-8")
            assert found == find_game(game_id).corrections.text(name)


def test_existing_files_are_not_overwritten(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "export", "steam", str(exported)]) == 2
    assert "track_tiles.toml exists already" in capsys.readouterr().err


def test_a_file_that_contradicts_the_rulebook_is_refused(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(exported / "steam" / "numbers.toml", "loan = 5", "loan = 6")
    correct(exported / "steam-power" / "track_tiles.toml", "count = 80", "count = 81")
    correct(exported / "dampf-and-rails" / "map.toml", "starts = 3", "starts = 2")
    capsys.readouterr()
    assert main(["data", "check", str(exported)]) == 2
    output = capsys.readouterr().err
    assert "steam/numbers.toml, loan: it is 6 here, but the rulebook prints 5" in output
    assert "steam-power/track_tiles.toml, stock 1, count: it is 81 here, but the rulebook prints 80" in output
    assert output.count("dampf-and-rails/map.toml, Odense, starts: it is 2 here, but the rulebook prints 3") == 1


def test_doubts_are_reported(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(exported / "steam-power" / "contracts.toml", 'id = "A1",  demand = "BBG"', 'id = "A1",  demand = "BBGG"')
    capsys.readouterr()
    assert main(["data", "check", str(exported), "--language", "de"]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "steam-power/contracts.toml ist berichtigt. Zweifelhaft: steam-power/contracts.toml, contracts A1" in output


def test_an_unknown_file_is_named(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (exported / "steam" / "track-tiles.toml").write_text("", encoding="utf-8")
    assert main(["data", "check", str(exported)]) == 2
    assert "no file 'track-tiles.toml' that can be corrected; did you mean track_tiles.toml" in capsys.readouterr().err


def test_a_folder_without_games_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "check", str(tmp_path)]) == 2
    assert "has no folder for a game" in capsys.readouterr().err
    assert main(["play", "steam", "--data", str(tmp_path)]) == 2
    assert "has no folder for a game" in capsys.readouterr().err
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


def test_the_path_of_the_users_folder_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert main(["data", "path", "steam"]) == 0
    assert main(["data", "path"]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / "steam"), str(tmp_path)]
    assert main(["data", "path", "stem"]) == 2


# -- using corrected files -----------------------------------------------------------------------------------------

SIMULATE = ["simulate", "steam-power", "--games", "1", "--seats", "2", "--bots", "random", "--jobs", "1", "--json"]


def options_of(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    options: dict[str, object] = json.loads(capsys.readouterr().out)["options"]
    return options


def test_a_named_folder_is_used_and_a_record_no_longer_needs_it(
    exported: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    correct(exported / "steam-power" / "contracts.toml", OLD, NEW)
    capsys.readouterr()
    assert main([*SIMULATE, "--data", str(exported), "-o", str(exported / "games")]) == 0
    output = capsys.readouterr()
    [data] = json.loads(output.out)["options"]["data"]
    assert data["file"] == "contracts.toml"
    assert NEW in data["text"]
    assert "corrected files (contracts.toml)" in " ".join(output.err.split())
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


# -- scenarios ------------------------------------------------------------------------------------------------------

ONE_GOOD_SHORT = next(file for file in scenario_files(find_game("steam-power")) if file.name.startswith("S12"))
"""It has a map of its own, and a contract of the box."""
ON_WATER = """
id = "water"
game = "steam-power"
title = "Water"
text = "Nobody builds track on water."
rules = ["R15"]
position = { map = "ireland", players = 2 }

[[steps]]
move = "track L3 n-s"
refused = "R15"
"""


@pytest.fixture
def scenarios(tmp_path: Path) -> list[str]:
    water, short = tmp_path / "water.toml", tmp_path / "short.toml"
    water.write_text(ON_WATER, encoding="utf-8")
    short.write_text(ONE_GOOD_SHORT.read_text(encoding="utf-8"), encoding="utf-8")
    return ["scenario", str(water), str(short)]


def test_scenarios_are_played_with_corrected_files(
    exported: Path, scenarios: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = exported / "steam-power"
    assert main([*scenarios, "--data", str(exported)]) == 0
    correct(folder / "contracts.toml", OLD, 'id = "A1",  demand = "BGG"')
    correct(folder / "maps" / "ireland.toml", "C . ~ + D", "C . . + D")
    capsys.readouterr()
    assert main([*scenarios, "--data", str(exported)]) == 1
    told = capsys.readouterr()
    differ = "".join(told.out.split())  # long lines are broken anywhere
    assert "water.toml,step1:" in differ
    assert "short.toml,step1:" in differ
    assert " ".join(told.err.split()).count("corrected files (contracts.toml, maps/ireland.toml)") == 1
    assert main(scenarios) == 0, "the games' own files are as they were"


def test_scenarios_are_played_with_the_users_folder(
    exported: Path, scenarios: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    correct(exported / "steam-power" / "contracts.toml", OLD, 'id = "A1",  demand = "BGG"')
    monkeypatch.setenv(VARIABLE, str(exported))
    assert main(scenarios) == 1


def test_a_wrong_file_stops_the_command_once(
    exported: Path, scenarios: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    correct(exported / "steam-power" / "track_tiles.toml", "count = 80", "count = 81")
    assert main([*scenarios, "--data", str(exported)]) == 2
    assert capsys.readouterr().err.count("it is 81 here") == 1
    assert main([*scenarios, "--data", str(exported / "nowhere")]) == 2
