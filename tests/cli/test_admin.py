"""``engineshed admin`` against a running server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from engineshed.server.web.operator import Operators
from tests.cli.conftest import Run
from tests.server.web import FREE, Visitor, served

TOKEN = "-".join(("a", "token", "for", "operators"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(msgspec.structs.replace(FREE, operators=Operators(admin=TOKEN))) as found:
        yield f"http://{found}"


@pytest.fixture
def ada(address: str) -> Iterator[Visitor]:
    with httpx.Client(base_url=address) as client:
        yield Visitor(client, address).create_me("Ada")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("ENGINESHED_URL", address)
    monkeypatch.setenv("ENGINESHED_ADMIN_TOKEN", TOKEN)


def test_a_table_is_looked_at_closed_and_opened_again(engineshed: Run, ada: Visitor) -> None:
    table = ada.create_table()
    ada.post(f"/api/tables/{table}/chat", {"text": "hello"})
    shown = engineshed("admin", "table", table).out
    assert "Steam Power, running" in shown
    assert "seat 1: Ada (" in shown
    assert "Ada: hello" in shown
    assert engineshed("admin", "close", table, "--note", "a quarrel").out == "The table is closed.\n"
    assert ada.look(table)["table"]["state"] == "closed"
    assert "closed" in engineshed("admin", "close", table, "--note", "again").sentence()
    assert engineshed("admin", "reopen", table, "-n", "peace").code == 0
    assert ada.look(table)["table"]["state"] == "running"
    assert "a quarrel" in engineshed("admin", "audit").out


def test_a_guest_is_silenced_banned_and_allowed_again(engineshed: Run, ada: Visitor) -> None:
    table = ada.create_table()
    guest = json.loads(engineshed("admin", "table", table, "--json").out)["owner"]["id"]
    assert "can no longer write" in engineshed("admin", "mute", guest, "--note", "rude", "--days", "1").out
    assert "can no longer play" in engineshed("admin", "ban", guest, "--note", "ruder").out
    listed = engineshed("admin", "penalties").out
    assert [guest in line for line in listed.splitlines()].count(True) == 2
    for kind in ("mute", "ban"):
        assert engineshed("admin", "lift", kind, guest, "--note", "sorry").code == 0
    assert guest not in engineshed("admin", "penalties").out
    assert "no such penalty" in engineshed("admin", "lift", "ban", guest, "--note", "again").sentence()


def test_reports_are_listed_and_settled(engineshed: Run, ada: Visitor) -> None:
    table = ada.create_table()
    number = ada.post(f"/api/tables/{table}/reports", {"text": "somebody is rude"})["number"]
    assert "somebody is rude" in engineshed("admin", "reports").out
    assert engineshed("admin", "settle", str(number), "--note", "talked to them").code == 0
    assert "somebody is rude" not in engineshed("admin", "reports").out
    (told,) = json.loads(engineshed("admin", "reports", "--settled", "--json").out)
    assert told["text"] == "somebody is rude"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--url", "127.0.0.1:1"), "is not the address of a server"),
        (("--url", "http://127.0.0.1:1"), "no server answers"),
        (("--url", "file:///etc/passwd"), "is not the address of a server"),
        (("--admin-token", "nowhere"), "cannot be read"),
    ],
)
def test_mistakes(engineshed: Run, options: tuple[str, ...], said: str) -> None:
    assert said in engineshed("admin", "audit", *options).sentence()


def test_the_token_is_needed_and_may_be_in_a_file(
    engineshed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGINESHED_ADMIN_TOKEN", "wrong")
    assert "only those who run this server" in engineshed("admin", "audit").sentence().lower()
    monkeypatch.delenv("ENGINESHED_ADMIN_TOKEN")
    assert "no token" in engineshed("admin", "audit").sentence()
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    assert engineshed("admin", "audit", "--admin-token", tmp_path / "token").code == 0


@pytest.mark.parametrize(("language", "said"), [("de", "Der Tisch ist geschlossen"), ("pl", "Stół jest zamknięty")])
def test_answers_are_in_the_operators_language(engineshed: Run, ada: Visitor, language: str, said: str) -> None:
    table = ada.create_table()
    assert said in engineshed("admin", "close", table, "--note", "x", "--language", language).out
    again = engineshed("admin", "close", table, "--note", "x", "--language", language).sentence()
    assert "closed" not in again
