"""The security layer: other websites, bodies that are not JSON, and the headers of every answer."""

from __future__ import annotations

import http.client
import re
import socket

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
def test_other_websites_cannot_send_requests(origin: str) -> None:
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


def test_only_configured_origins_are_accepted() -> None:
    with web(Settings(["https://Play.Example.org/"], UNLIMITED)) as client:
        assert Visitor(client, "https://play.example.org").ask("POST", "/api/me", {"name": "Ada"}).status_code == 201
        problem(Visitor(client).ask("POST", "/api/me", {"name": "Ada"}), 403, "house.foreign-origin")


@pytest.mark.parametrize("origin", [*FOREIGN, None])
def test_other_websites_cannot_watch(origin: str | None) -> None:
    with served() as address:
        with (
            pytest.raises(InvalidStatus) as caught,
            connect(f"ws://{address}/api/tables/x/live", origin=None if origin is None else Origin(origin)),
        ):
            pass
        assert caught.value.response.status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"])
def test_only_json_is_accepted(kind: str) -> None:
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


def test_every_answer_has_the_security_headers() -> None:
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


def test_over_tls_browsers_are_told_to_keep_using_tls() -> None:
    with web() as client:
        answer = client.get("https://127.0.0.1:8000/")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_strange_paths_do_no_harm() -> None:
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


# -- by which name --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8000", "192.0.2.7", "[2001:db8::1]:8000", "localhost:8000", "LOCALHOST", socket.gethostname()],
)
def test_a_server_goes_by_its_addresses_and_the_name_of_its_machine(host: str) -> None:
    with web() as client:
        assert client.get("/api/me", headers={"host": host}).status_code == 200
        mine = {"host": host, "origin": f"http://{host}"}
        assert client.post("/api/me", json={"name": "Ada"}, headers=mine).status_code == 201


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example", "x", "[x"])
def test_a_name_that_others_gave_the_server_is_refused(host: str) -> None:
    """Another site can point its name here; its pages could then read our answers and send requests."""
    with web() as client:
        german = {"host": host, "origin": f"http://{host}", "accept-language": "de"}
        assert "--origin" in problem(client.get("/api/lobby", headers=german), 421, "house.wrong-host")["text"]
        problem(client.post("/api/me", json={"name": "Ada"}, headers=german), 421, "house.wrong-host")


def test_two_hosts_are_refused() -> None:
    with served() as address, socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as connection:
        connection.sendall(b"GET /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\nhost: localhost\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")


def test_a_name_that_the_host_configured_is_accepted() -> None:
    with web(Settings(["https://play.example.org"], UNLIMITED)) as client:
        assert client.get("/api/me", headers={"host": "play.example.org"}).status_code == 200
        problem(client.get("/api/me", headers={"host": "evil.example"}), 421, "house.wrong-host")
    with web(Settings(["https://play.example.org"], UNLIMITED, any_host=True)) as client:
        assert client.get("/api/me", headers={"host": "app:8000"}).status_code == 200, "a proxy may use this name"


def test_a_page_of_that_name_cannot_watch() -> None:
    with served() as address:
        with (
            pytest.raises(InvalidStatus) as caught,
            connect(
                "ws://evil.example/api/tables/x/live",
                sock=socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))),
                origin=Origin("http://evil.example"),
            ),
        ):
            pass
        assert caught.value.response.status_code == 403


# -- what may be asked ----------------------------------------------------------------------------------------------


def test_options_name_every_method_of_a_path() -> None:
    expected: dict[str, set[str]] = {}
    for handler in OPERATIONS:
        expected.setdefault(next(iter(handler.paths)), {"OPTIONS"}).update(handler.http_methods)
    with web() as client:
        for path, methods in expected.items():
            answer = client.options(re.sub(r"\{\w+:int\}", "0", path))
            assert (answer.status_code, set(answer.headers["allow"].split(", "))) == (204, methods), path
