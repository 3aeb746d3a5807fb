"""``engineshed serve`` as people use it: in a separate process, with bots, until it is stopped."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from engineshed.cli import main
from tests.server.web import NO_LOG, Visitor, good


@contextmanager
def service(folder: Path, *options: str) -> Iterator[tuple[httpx.Client, Path]]:
    """A running server, and the file with its output."""
    log = folder / "log.txt"
    program = Path(sys.executable).with_name("engineshed")
    command: list[str | Path] = [program, "serve", "--port", "0", "--db", folder / "x.db", "--no-browser"]
    with log.open("w") as out, subprocess.Popen([*command, *options], stdout=out, stderr=out) as process:
        try:
            with httpx.Client(base_url=address_in(log), timeout=60) as client:
                assert client.get("/health/live").status_code == 200  # the address is printed before the server listens
                yield client, log
        finally:
            process.terminate()
            assert process.wait(timeout=60) == 0
            assert log.read_text().endswith("Engine Shed is closed.\n")


def address_in(log: Path) -> str:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if found := re.search(r"open at (http://\S+)", log.read_text()):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(log.read_text())


def create_me(client: httpx.Client) -> Visitor:
    return Visitor(client, str(client.base_url).rstrip("/")).create_me()


def my_turn(visitor: Visitor, table: str) -> bool:
    """Wait for the bot; False if the game is over."""
    while (now := visitor.look(table, since=NO_LOG)["table"])["state"] == "running":
        if now["my_turn"]:
            return True
        time.sleep(0.02)
    return False


def test_a_game_against_a_bot_continues_after_a_restart(tmp_path: Path) -> None:
    with service(tmp_path, "--unlimited") as (client, _):
        ada = create_me(client)
        table = ada.create_table("me", "bot")
        for _ in range(5):
            assert my_turn(ada, table)
            good(ada.try_move(table))
    with service(tmp_path) as (client, log):
        again = Visitor(client, str(client.base_url).rstrip("/"))
        again.cookies = ada.cookies
        assert my_turn(again, table)
        assert [line["seat"] for line in again.look(table)["log"]].count(0) == 5
        good(again.try_move(table))
        assert ada.cookies["sid"] not in log.read_text()
        assert table not in log.read_text()


def create_eleven_tables(ada: Visitor) -> list[int]:
    body = {"game": "steam-power", "seats": [{"kind": "me"}]}
    forged = [{"x-forwarded-for": f"198.51.100.{number}"} for number in range(11)]
    return [ada.ask("POST", "/api/tables", body, headers=headers).status_code for headers in forged]


def test_a_public_server_has_the_documented_limits(tmp_path: Path) -> None:
    with service(tmp_path, "--origin", "https://play.example.org") as (client, _):
        assert create_eleven_tables(Visitor(client, "https://play.example.org").create_me()) == [201] * 10 + [429]


def test_a_private_server_has_no_limits(tmp_path: Path) -> None:
    with service(tmp_path) as (client, _):
        assert create_eleven_tables(create_me(client)) == [201] * 11


def test_a_named_proxy_is_trusted(tmp_path: Path) -> None:
    with service(tmp_path, "--proxy", "127.0.0.1", "--origin", "https://play.example.org") as (client, _):
        ada = Visitor(client, "https://play.example.org")
        answer = ada.ask("POST", "/api/me", {"name": "Ada"}, headers={"x-forwarded-proto": "https"})
        assert answer.headers["set-cookie"].startswith("__Host-sid=")


def test_a_port_in_use_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port), "--db", str(tmp_path / "x.db"), "--no-browser"]) == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["-1", "70000"])
def test_a_port_that_does_not_exist_is_reported(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", port, "--no-browser"]) == 2
    assert capsys.readouterr().err.startswith("engineshed: ")


def test_a_file_that_is_not_a_database_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.db").write_text("not a database, but long enough to be taken for one" * 100)
    assert main(["serve", "--port", "0", "--db", str(tmp_path / "x.db"), "--no-browser"]) == 2
    assert "cannot be used as a database" in capsys.readouterr().err
