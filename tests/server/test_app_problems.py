"""How requests are refused: always in the same format, with the field or the rule, and never with a 5xx."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engineshed.core.errors import Trouble
from engineshed.server.logs import TextEntry
from engineshed.server.store import StoreDownError
from engineshed.server.web.problems import problem_of
from tests.server.web import ORIGIN, Visitor, new_service, problem, visitors, web

JSON = {"origin": ORIGIN, "content-type": "application/json"}


@pytest.mark.parametrize(
    ("body", "message", "path"),
    [
        ({}, "house.field-missing", "$.name"),
        ({"name": 5}, "house.field-wrong", "$.name"),
        ({"name": "Ada", "nmae": "x"}, "house.field-unknown", "$.nmae"),
        ([], "house.field-wrong", "$"),
    ],
)
def test_a_wrong_field_is_named(body: Any, message: str, path: str) -> None:
    with web() as client:
        assert problem(Visitor(client).ask("POST", "/api/me", body), 400, message)["path"] == path


def test_a_wrong_field_deep_inside_is_named() -> None:
    with visitors() as (ada, _):
        answer = ada.ask("POST", "/api/tables", {"game": "steam-power", "seats": [{"kind": "me"}, {"kind": "you"}]})
        assert problem(answer, 400, "house.field-wrong")["path"] == "$.seats[1].kind"


@pytest.mark.parametrize(
    ("query", "path"),
    [("since=x", "$.since"), ("since=-1", "$.since"), ("sea=1", "$.sea"), (f"since={10**30}", "$.since")],
)
def test_a_wrong_query_parameter_is_named(query: str, path: str) -> None:
    with visitors() as (ada, _):
        answer = ada.ask("GET", f"/api/tables/{ada.create_table()}", params=query)
        assert (answer.status_code, answer.json()["path"]) == (400, path)


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        (b"", 400, "house.broken-json"),
        (b"{", 400, "house.broken-json"),
        (b'{"name": "\xff"}', 400, None),
        (b'{"name": "\\ud800"}', 400, None),
        (b"[" * 5000, 400, None),
        (b'{"name": ' + b"[" * 20_000, 400, None),
        (b'{"name": "' + b"x" * 70_000 + b'"}', 413, "house.too-large"),
        (b'{"name": ' + b"9" * 5000 + b"}", 400, None),
    ],
    ids=lambda value: value[:12].decode("latin-1") if isinstance(value, bytes) else None,
)
def test_broken_bodies_are_refused(body: bytes, status: int, message: str | None) -> None:
    with web() as client:
        answer = client.post("/api/me", content=body, headers=JSON)
        problem(answer, status, message or answer.json()["message"]["id"])


def test_deeply_nested_moves_are_refused() -> None:
    with visitors() as (ada, _):
        body = b'{"seat": 0, "expect": 0, "move": ' + b"[" * 5000 + b"]" * 5000 + b"}"
        answer = ada.ask("POST", f"/api/tables/{ada.create_table()}/moves", headers=JSON, content=body)
        problem(answer, 400, "house.nested")


def test_unknown_paths_and_methods_are_refused() -> None:
    with web() as client:
        problem(client.get("/api/nothing"), 404, "house.no-page")
        answer = client.put("/api/me", headers={"origin": ORIGIN})
        problem(answer, 405, "house.no-method")
        assert "GET" in answer.headers["allow"]


def test_a_refused_move_names_its_rule() -> None:
    with visitors() as (ada, _):
        table = ada.create_table(options={"start_player": "red"})
        for path, extra in (("moves", {"expect": ada.look(table)["table"]["ply"]}), ("check", {})):
            answer = ada.ask("POST", f"/api/tables/{table}/{path}", {"seat": 0, "move": "done", **extra})
            refused = problem(answer, 422, answer.json()["message"]["id"])
            assert refused["code"] == "refused"
            assert refused["rule"].startswith("R")
            assert refused["rule_text"].endswith(".")


def test_a_text_that_is_not_a_move_is_refused() -> None:
    with visitors() as (ada, _):
        moves: list[Any] = ["fly to the moon", {"type": "fly"}, {"type": "track"}, {}, [], 5, None, "x" * 501]
        for move in moves:
            answer = ada.try_move(ada.create_table(), move=move)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), answer.text


def test_a_move_that_comes_too_late_is_refused_with_the_current_ply() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        before = ada.look(table)["table"]["ply"]
        ada.play(table, 1)
        late = problem(ada.try_move(table, expect=before), 409, "house.stale")
        assert (late["code"], late["ply"]) == ("stale", ada.look(table)["table"]["ply"])


def test_a_store_that_is_down_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    service = new_service()
    with web(service=service) as client:
        ada = Visitor(client).create_me()
        table = ada.create_table()

        async def down(*_: Any) -> None:
            raise StoreDownError("no space left")

        monkeypatch.setattr(service.store, "append", down)
        answer = ada.try_move(table)
        problem(answer, 503, "house.store-down")
        assert "no space" not in answer.text
        monkeypatch.undo()
        ada.play(table, 1)


def test_a_bug_is_logged_without_its_message(caplog: pytest.LogCaptureFixture) -> None:
    secret = str(4700 + 11)
    try:
        raise ValueError(secret)
    except ValueError as error:
        with caplog.at_level(logging.ERROR):
            answer = problem_of(error, "en")
    assert (answer.code, answer.message.id) == ("defect", "house.defect")
    (line,) = [TextEntry().format(entry) for entry in caplog.records]
    assert "cause: ValueError < test_app_problems.py" in line
    assert secret not in line


def test_a_trouble_becomes_a_problem_with_its_sentence() -> None:
    assert problem_of(Trouble("no.map", name="x"), "en").text == "There is no map 'x'"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
FIELDS = ("name", "language", "game", "seats", "options", "map", "title", "pace", "public", "mode", "seat", "move")
BODIES = JUNK | st.dictionaries(
    st.sampled_from([*FIELDS, "expect", "key", "turn", "token", "text", "x"]), JUNK, max_size=5
)


@pytest.fixture(scope="module")
def guests() -> Iterator[tuple[Visitor, Visitor, str]]:
    with visitors() as (ada, bob):
        yield ada, bob, ada.create_table("me", "open")


@settings(max_examples=60, deadline=None)
@given(bodies=st.lists(BODIES, min_size=10, max_size=10), query=st.text(max_size=20))
def test_no_junk_request_does_any_harm(guests: tuple[Visitor, Visitor, str], bodies: list[Any], query: str) -> None:
    ada, bob, table = guests
    before = ada.look(table)
    paths = ["me", "tables", "records", "tables/x/moves", "tables/%00/claim", f"tables/{table}/fork/0"]
    paths += [f"tables/{table}/{path}" for path in ("moves", "check", "undo", "claim")]
    for path, body in zip(paths, bodies, strict=True):
        assert bob.ask("POST", f"/api/{path}", body).status_code < 500, (path, body)
    assert bob.ask("GET", f"/api/tables/{table}", params={"since": query, "seat": query}).status_code < 500
    assert ada.look(table) == before
