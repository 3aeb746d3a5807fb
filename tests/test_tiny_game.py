"""The game of docs/how-to-add-a-game.md, put together as the page says; no other code knows of it.

``test_docs.py`` runs the commands of the page, and ``browser/test_plain_table.py`` plays the game in a browser.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import HOW_TO, ROOT, blocks, installed

MOVES = "take A 1\ntake B 1\ntake C 1\n"
"""At least one of them is always legal; after a refused one, the next is tried."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return installed(HOW_TO, tmp_path_factory.mktemp("package"))


def engineshed(environment: dict[str, str], *arguments: str, typed: str = "") -> str:
    program = Path(sys.executable).with_name("engineshed")
    done = subprocess.run(
        [program, *arguments], env=environment, input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_package_is_the_one_on_the_page() -> None:
    """``python -m tests.documents`` writes it again after a change to the page."""
    home = ROOT / "tests" / "shunting-yard"
    files = [file for file in home.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    package = {file.relative_to(ROOT / "tests").as_posix(): file.read_text("utf-8") for file in files}
    assert package == {block.file: block.text for block in blocks(HOW_TO) if block.file}


def test_no_other_file_names_the_tiny_game() -> None:
    files = [file for home in ("src", "client/src") for file in (ROOT / home).rglob("*") if file.is_file()]
    texts = {file: file.read_bytes().lower() for file in files if "__pycache__" not in file.parts}
    assert len(texts) > 500
    assert [file for file, text in texts.items() if b"shunting yard" in text or b"shunting_yard" in text] == []


def test_the_tiny_game_is_listed_with_its_map_bots_and_options(environment: dict[str, str]) -> None:
    output = engineshed(environment, "games")
    own = output[output.index("shunting-yard  Shunting Yard") :]
    for part in ("2, 3, 4", "branch-line", "thinking, random", "how many wagons you may take in one turn"):
        assert part in own


def test_the_rules_of_the_tiny_game_can_be_read(environment: dict[str, str]) -> None:
    assert "the player who takes the last" in engineshed(environment, "rules", "shunting-yard", "SY3")


def test_bots_play_the_tiny_game(environment: dict[str, str]) -> None:
    output = engineshed(environment, "simulate", "shunting-yard", "--games", "12", "--seats", "3", "--seed", "demo")
    assert "Shunting Yard, 3 seats" in output
    assert "end.empty 12" in output


def test_the_tiny_game_is_played_to_its_end_in_the_terminal(environment: dict[str, str]) -> None:
    output = engineshed(environment, "play", "shunting-yard", "--seats", "2", "--seed", "demo", typed=20 * MOVES)
    assert "Take wagons off one of the tracks." in output
    assert "clears track" in output
    assert "The game is over. The yard is empty." in output


def test_a_new_map_in_the_folder_of_the_tiny_game_is_offered(tmp_path: Path) -> None:
    environment = installed(HOW_TO, tmp_path)
    maps = tmp_path / "shunting-yard" / "shunting_yard" / "data" / "maps"
    text = (maps / "branch-line.toml").read_text("utf-8")
    (maps / "harbour.toml").write_text(text.replace("branch-line", "harbour").replace("order = 1\n", ""), "utf-8")
    assert "branch-line, harbour" in engineshed(environment, "games")
    assert "end.empty" in engineshed(environment, "simulate", "shunting-yard", "--map", "harbour", "--games", "1")
