"""The log: one line for each entry, with time, level, request and cause; and every failure is in it."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from pathlib import Path

import pytest

from engineshed.cli import main
from engineshed.server.logs import REQUEST, JsonEntry, TextEntry, logging_config
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from tests.server.play import PATIENCE
from tests.server.test_app_serve import create_me, service
from tests.server.web import Visitor, new_service, problem, web

WHEN = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


def entry(message: str = "hello\nworld", **fields: object) -> logging.LogRecord:
    record = logging.LogRecord("engineshed.x", logging.WARNING, "x.py", 1, message, (), None)
    record.__dict__.update(fields)
    return record


def test_an_entry_is_one_line_of_text() -> None:
    assert re.fullmatch(f"{WHEN} WARNING engineshed.x: hello world", TextEntry().format(entry()))
    told = TextEntry().format(entry(cause="the disk\nis full"))
    assert told.endswith("hello world; cause: the disk is full")


def test_an_entry_is_one_line_of_json() -> None:
    token = REQUEST.set("r1")
    try:
        doc = json.loads(JsonEntry().format(entry(cause="ü")))
    finally:
        REQUEST.reset(token)
    assert re.fullmatch(WHEN, doc.pop("time"))
    expected = {"level": "warning", "logger": "engineshed.x", "message": "hello world", "cause": "ü", "request": "r1"}
    assert doc == expected


def test_an_error_is_logged_without_its_text() -> None:
    try:
        raise KeyError("secret")
    except KeyError as error:
        record = entry(exc_info=(KeyError, error, error.__traceback__))
    told = TextEntry().format(record)
    assert "cause: KeyError < test_logs.py:" in told
    assert "secret" not in told


def test_one_handler_logs_everything() -> None:
    config = logging_config("json", "info")
    assert list(config["handlers"]) == ["stderr"]
    assert config["formatters"]["entry"]["()"] is JsonEntry
    assert config["loggers"]["engineshed"]["level"] == "INFO"


# -- failures -------------------------------------------------------------------------------------------------------


def broken_service(tmp_path: Path) -> Service:
    """A service whose database lacks what every request needs."""
    here = Service(SQLiteStore(tmp_path / "x.db"), lambda: 1.0)
    with sqlite3.connect(tmp_path / "x.db") as other:
        other.execute("ALTER TABLE tables RENAME TO gone")
    return here


def test_a_failure_of_the_store_is_logged_with_its_cause(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.setFormatter(TextEntry())
    with web(service=broken_service(tmp_path)) as client:
        answer = Visitor(client).ask("GET", "/api/lobby")
    told = problem(answer, 503, "house.store-down")
    everything = caplog.text.splitlines()  # searches that begin with the server have met it too
    assert all("no such table: tables" in line for line in everything)
    lines = [line for line in everything if line.endswith(f"; request: {answer.headers['x-request-id']}")]
    assert [line.split()[1] for line in lines] == ["ERROR", "WARNING"], "what failed, and what was answered"
    assert "no such table" not in answer.text
    assert told["request"] == answer.headers["x-request-id"]
    assert told["text"].endswith(f"(request {told['request']})")


def test_the_line_has_the_request_of_the_answer(tmp_path: Path) -> None:
    with service(tmp_path, "--log-format", "json") as (client, log):
        with sqlite3.connect(tmp_path / "x.db") as other:
            other.execute("ALTER TABLE tables RENAME TO gone")
        answer = client.get("/api/lobby")
        assert answer.status_code == 503
        docs = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
        with sqlite3.connect(tmp_path / "x.db") as other:
            other.execute("ALTER TABLE gone RENAME TO tables")
    docs = [doc for doc in docs if "request" in doc]  # the bots, who have no request, may have met it too
    assert [doc["level"] for doc in docs] == ["error", "warning"]
    assert {doc["request"] for doc in docs} == {answer.headers["x-request-id"]}
    assert all("no such table" in doc["cause"] for doc in docs)


def test_every_answer_has_an_id_of_its_own() -> None:
    with web() as client:
        answers = [client.get(path) for path in ("/", "/nowhere", "/api/lobby", "/api/tables/none")]
        answers.append(client.post("/api/me"))
    assert len({answer.headers["x-request-id"] for answer in answers}) == len(answers)
    refused = problem(answers[3], 404, "house.no-table")
    assert "request" not in refused, "only what is the server's fault is worth reporting"


def test_at_level_info_requests_are_logged_without_the_ids_of_tables(tmp_path: Path) -> None:
    with service(tmp_path, "--log-level", "info") as (client, log):
        ada = create_me(client)
        table = ada.create_table()
        ada.look(table)
        text = log.read_text()
        assert re.search(
            rf"{WHEN} INFO    \S+: GET /api/tables/\{{table\}} 200 \d+\.\d ms from 127.0.0.1; request: \S+", text
        )
        for secret in (table, ada.cookies["sid"]):
            assert secret not in text


def test_a_socket_that_fails_is_logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    here = new_service()
    with web(service=here) as client:
        ada = Visitor(client).create_me()
        table = ada.create_table()

        def defective(*_: object) -> None:
            raise ValueError("secret")

        monkeypatch.setattr("engineshed.server.web.push.viewing_seat", defective)
        path = f"/api/tables/{table}/live"
        with client.websocket_connect(path, headers={"origin": ada.origin}) as socket:
            assert socket.receive_json(timeout=PATIENCE)["type"] == "problem"
    assert any("ValueError < " in TextEntry().format(record) for record in caplog.records)


def test_an_unknown_format_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--db", str(tmp_path / "x.db"), "--log-format", "xml"]) == 2
    assert "--log-format" in capsys.readouterr().err
