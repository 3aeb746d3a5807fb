"""The program as a whole: every mistake gets one sentence and code 2, and nobody ever sees a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engineshed import __version__
from tests.cli.conftest import Run

PROGRAM = [sys.executable, "-c", "import sys; from engineshed.cli import main; sys.exit(main())"]


def test_the_version_is_printed(engineshed: Run) -> None:
    assert engineshed("--version").out.strip() == __version__


def test_help_lists_the_commands(engineshed: Run) -> None:
    outcome = engineshed("--help")
    assert outcome.code == 0
    for command in ("games", "rules", "play", "simulate", "replay", "verify", "scenario", "bench", "map"):
        assert f" {command} " in outcome.out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("simulat steam-power", 'Did you mean "simulate"?'),
        ("simulate", "GAME requires an argument"),
        ("simulate steam-pwer", "did you mean steam-power or steam?"),
        ("simulate steam-power --games x", '--games: unable to convert "x" into int'),
        ("simulate steam-power --games 0", "--games. Must be >= 1"),
        ("simulate steam-power --jobs -1", "--jobs. Must be >= 1"),
        ("simulate steam-power --limit 0", "--limit. Must be >= 1"),
        ("simulate steam-power --gmes 3", "Did you mean --games?"),
        ("simulate steam-power --seats 9", "is for 1 to 5 players, not for 9"),
        ("simulate steam-power --map germny", "did you mean germany?"),
        ("simulate steam-power --map nowhere.toml", "nowhere.toml cannot be read: No such file"),
        ("simulate steam-power --bots radom", "did you mean random?"),
        ("simulate steam-power --bots random,,random", "names with commas between them"),
        ("simulate steam-power --option take_mony=3", "did you mean take_money?"),
        ("simulate steam-power --option take_money=4", "option take_money"),
        ("simulate steam-power --option take_money", "name=value"),
        ("simulate steam-power --option take_money=3 --option take_money=5", "take_money is given twice"),
        ("simulate steam-power --map ireland --option map=france", "map is given twice"),
        ("simulate steam-power --seed \0", "a seed is one line of printable characters"),
        ("play", "which game?"),
        ("play steam-power --humans 4", "--humans must be from 1 to 3"),
        ("play steam-power --seat pink", "there is no seat 'pink'"),
        ("play steam-power --resume game.json", "--resume takes nothing else"),
        ("play --resume nowhere.json", "nowhere.json cannot be read"),
        ("replay nowhere.json", "nowhere.json cannot be read"),
        ("verify", "needs at least one record"),
        ("bench steam-power --seconds 0", "--seconds. Must be > 0"),
        ("bench steam-power --peer shogi", "there is no peer 'shogi'"),
        ("rules steam-power R999", "there is no rule 'R999'"),
    ],
)
def test_a_mistake_is_explained_in_one_sentence(engineshed: Run, line: str, said: str) -> None:
    assert said in engineshed(*line.split()).sentence()


def test_files_that_are_not_records_are_refused(engineshed: Run, tmp_path: Path) -> None:
    binary, huge = tmp_path / "picture.png", tmp_path / "huge.json"
    binary.write_bytes(b"\x89PNG\xff\xfe\x00")
    with huge.open("wb") as file:
        file.truncate(20_000_000)
    assert "not a text file in UTF-8" in engineshed("replay", binary).sentence()
    assert "larger than 16 MB" in engineshed("replay", huge).sentence()
    assert "Is a directory" in engineshed("replay", tmp_path).sentence()


def test_a_closed_pipe_gives_no_error_message() -> None:
    """As in ``engineshed rules steam-power | head -1``."""
    with subprocess.Popen(
        [*PROGRAM, "rules", "steam-power"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_killing_the_program_ends_its_workers_too() -> None:
    """The output ends only when every process that can write to it is gone."""
    game = ("steam-power", "--games", "100000", "--bots", "random", "--jobs", "2", "--json")
    with subprocess.Popen([*PROGRAM, "simulate", *game], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.kill()
        process.communicate(timeout=20)
    assert process.returncode == -signal.SIGKILL


INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
"""Programs that a shell runs in the background ignore interrupts, and so do their children."""


def test_an_interrupt_ends_the_program_quietly() -> None:
    python, flag, code = PROGRAM
    command = [
        python,
        flag,
        INTERRUPTIBLE + code,
        "simulate",
        "steam-power",
        "--games",
        "100000",
        "--bots",
        "random",
        "--jobs",
        "1",
        "--json",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.stderr.read() == b""
    assert process.returncode == 130
