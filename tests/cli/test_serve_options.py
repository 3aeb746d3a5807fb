"""The options of ``engineshed serve``, on the command line or in the environment; wrong ones are explained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engineshed.cli import serve as serve_module
from engineshed.cli.limits import read_limits
from engineshed.cli.phrases import Mistake
from engineshed.server.app import Settings
from engineshed.server.retention import Rule
from engineshed.server.web.limits import Limits, Rate
from tests.cli.conftest import Run


class Started:
    """What a server would have been started with."""

    settings: Settings
    bots: int
    log: dict[str, Any]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Started:
    found = Started()

    def run(plan: serve_module.Plan, _service: object, _listener: object) -> None:
        found.bots, found.settings, found.log = plan.bot_workers, plan.settings, plan.log_config

    monkeypatch.setattr(serve_module, "_run", run)
    monkeypatch.setenv("ENGINESHED_DB", str(tmp_path / "x.db"))
    monkeypatch.setenv("ENGINESHED_PORT", "0")
    monkeypatch.setenv("ENGINESHED_NO_BROWSER", "1")
    return found


def test_without_any_nothing_is_deleted_and_nobody_is_an_operator(engineshed: Run, started: Started) -> None:
    assert engineshed("serve").code == 0
    assert started.bots == 2
    assert started.settings.retention == Rule()
    assert (started.settings.operators.admin, started.settings.operators.metrics) == (None, None)
    assert started.log["loggers"]["engineshed"]["level"] == "WARNING"


def test_options(engineshed: Run, started: Started, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("a token of enough letters\n")
    keep = ("--keep-finished", "30", "--keep-waiting", "2", "--keep-abandoned", "90.5", "--keep-guests", "365")
    limits = (
        "--origin",
        "https://x.example",
        "--limit",
        "tables=20/h",
        "--limit",
        "moves=2/s+9",
        "--limit",
        "sockets=7",
    )
    token = ("--admin-token", tmp_path / "token")
    assert engineshed("serve", "--bot-workers", "5", *keep, *limits, *token, "--log-level", "info").code == 0
    assert started.bots == 5
    assert started.settings.retention == Rule(30, 2, 90.5, 365)
    limits_now = started.settings.limits
    assert (limits_now.tables, limits_now.moves, limits_now.sockets) == (Rate(20 / 3600, 20), Rate(2, 9), 7)
    assert limits_now.chat == Limits().chat
    assert started.settings.operators.admin == "a token of enough letters"
    assert started.log["loggers"]["engineshed"]["level"] == "INFO"


def test_the_environment(engineshed: Run, started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "BOT_WORKERS": "3",
        "KEEP_FINISHED": "10",
        "ORIGIN": "https://x.example",
        "LIMIT": "tables=20/h moves=2/s",
        "ADMIN_TOKEN": "a token of enough letters",
        "METRICS_TOKEN": "another token of enough letters",
        "LOG_FORMAT": "json",
    }.items():
        monkeypatch.setenv(f"ENGINESHED_{name}", value)
    assert engineshed("serve").code == 0
    assert started.bots == 3
    assert started.settings.retention == Rule(finished=10)
    assert started.settings.limits.moves == Rate(2, 2)
    assert started.settings.operators.metrics == "another token of enough letters"
    assert engineshed("serve", "--bot-workers", "4").code == 0
    assert started.bots == 4, "the command line takes precedence"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--limit", "tables"), "is not a limit"),
        (("--limit", "tabels=1/h"), "is not a limit"),
        (("--limit", "moves=0/s"), "is not a limit"),
        (("--limit", "moves=5/week"), "is not a limit"),
        (("--limit", "sockets=5/s"), "is not a limit"),
        (("--keep-finished", "0"), "--keep-finished"),
        (("--bot-workers", "0"), "--bot-workers"),
        (("--bot-seconds", "9"), "--bot-seconds"),
        (("--log-level", "loud"), "--log-level"),
        (("--admin-token", "nowhere"), "nowhere cannot be read"),
    ],
)
@pytest.mark.usefixtures("started")
def test_mistakes(engineshed: Run, options: tuple[str, ...], said: str) -> None:
    assert said in engineshed("serve", *options).sentence()


@pytest.mark.usefixtures("started")
def test_a_token_that_can_be_guessed_is_refused(engineshed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINESHED_ADMIN_TOKEN", "secret")
    said = engineshed("serve").sentence()
    assert "ENGINESHED_ADMIN_TOKEN is too short" in said
    assert "secret" not in said


def test_every_option_says_its_name_in_the_environment(engineshed: Run) -> None:
    told = engineshed("serve", "--help").out
    for name in ("BOT_WORKERS", "KEEP_FINISHED", "LIMIT", "PORT", "LOG_FORMAT", "ADMIN_TOKEN"):
        assert f"ENGINESHED_{name}" in told


def test_limits_of_a_day() -> None:
    assert read_limits(["guests=864/day+3"], Limits()).guests == Rate(0.01, 3)
    with pytest.raises(Mistake):
        read_limits(["guests="], Limits())
