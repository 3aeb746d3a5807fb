"""The command line, called in this process: its output and exit code."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from engineshed.cli import main
from engineshed.cli.screen import WIDTH
from tests.server.servers import Postgres, running_postgres


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    def sentence(self) -> str:
        """The error message: exactly one line on standard error, with exit code 2."""
        assert self.code == 2, self
        assert self.err.startswith("engineshed: "), self
        assert self.err.count("\n") == 1, self
        return self.err


Run = Callable[..., Outcome]


@pytest.fixture
def engineshed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """``engineshed("play", "steam-power", typed="money")`` with lines typed into a pipe."""
    monkeypatch.setenv("COLUMNS", str(WIDTH))

    def run(*arguments: str | Path, typed: str = "") -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


@pytest.fixture
def finished_game(engineshed: Run, tmp_path: Path) -> Path:
    """The record of a game between two random bots."""
    outcome = engineshed(
        *("simulate", "steam-power", "--games", "1", "--seats", "2", "--bots", "random"), "-o", tmp_path
    )
    assert outcome.code == 0
    return tmp_path / "000000.json"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server
