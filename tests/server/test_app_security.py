"""The security layer: other websites, bodies that are not JSON, and the headers of every answer."""

from __future__ import annotations

import http.client

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from engineshed.server.app import OPERATIONS, Settings
from engineshed.server.web.limits import UNLIMITED
from tests.server.web import ORIGIN, Visitor, problem, served, visitors, web

FOREIGN = [
    "http://evil.example",
    "null",
    "",
    "http://127.0.0.1:8001",
    "https://127.0.0.1:8000",
    "http://a.127.0.0.1:8000",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_other_pages_cannot_send(origin: str) -> None:
    with web() as client:
        answer = Visitor(client, origin).ask("POST", "/api/me", {"name": "Ada"})
        problem(answer, 403, "house.foreign-origin")
        assert "set-cookie" not in answer.headers


def test_requests_without_an_origin_are_refused() -> None:
    with web() as client:
        answer = client.post("/api/me", json={"name": "Ada"})
        problem(answer, 403, "house.foreign-origin")


def test_requests_with_two_origins_are_refused() -> None:
    with web() as client:
        headers = [("origin", ORIGIN), ("origin", "http://evil.example")]
        problem(client.post("/api/me", json={"name": "Ada"}, headers=headers), 403, "house.foreign-origin")


def test_configured_pages_are_the_only_ones() -> None:
    with web(Settings(["https://Play.Example.org/"], UNLIMITED)) as client:
        assert Visitor(client, "https://play.example.org").ask("POST", "/api/me", {"name": "Ada"}).status_code == 201
        problem(Visitor(client).ask("POST", "/api/me", {"name": "Ada"}), 403, "house.foreign-origin")


@pytest.mark.parametrize("origin", [*FOREIGN, None])
def test_other_pages_cannot_watch(origin: str | None) -> None:
    with served() as address:
        with (
            pytest.raises(InvalidStatus) as caught,
            connect(f"ws://{address}/api/tables/x/live", origin=None if origin is None else Origin(origin)),
        ):
            pass
        assert caught.value.response.status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"])
def test_only_json_is_carried_in(kind: str) -> None:
    with web() as client:
        headers = {"origin": ORIGIN, "content-type": kind}
        answer = client.post("/api/me", content=b'{"name": "Ada"}', headers=headers)
        problem(answer, 415, "house.not-json")


def test_a_character_set_may_be_named() -> None:
    with web() as client:
        headers = {"origin": ORIGIN, "content-type": "application/json; charset=utf-8"}
        assert client.post("/api/me", content=b'{"name": "Ada"}', headers=headers).status_code == 201


EXPECTED = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def test_every_answer_wears_the_headers() -> None:
    paths = [next(iter(handler.paths)) for handler in OPERATIONS]
    with visitors() as (ada, _):
        for path in ["/nowhere", "/assets/nothing.js", "/api/openapi.json", *paths]:
            for method in ("GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "HEAD"):
                headers = ada.ask(method, path).headers
                assert {name: headers.get(name) for name in EXPECTED} == EXPECTED, (method, path)
                assert "default-src 'none'" in headers["content-security-policy"]
                assert "unsafe" not in headers["content-security-policy"]
                assert "camera=()" in headers["permissions-policy"]
                assert "strict-transport-security" not in headers


def test_over_tls_browsers_are_told_to_stay_there() -> None:
    with web() as client:
        answer = client.get("https://127.0.0.1:8000/")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_bytes_that_are_not_http_do_no_harm() -> None:
    with served() as address:
        for path in (
            "/%ff%fe",
            "/api/tables/%00",
            "/api/tables/x/at/" + "9" * 5000,
            "/api/tables/x/at/-1",
            "//",
            "/../",
        ):
            connection = http.client.HTTPConnection(address)
            connection.request("GET", path)
            assert connection.getresponse().status in (200, 400, 404), path
            connection.close()
