"""Answers of the API, compressed where it is wanted and worth it."""

from __future__ import annotations

import gzip
import json

import httpx
import pytest
from litestar.testing import TestClient

from engineshed.server.web import compression
from engineshed.server.web.compression import SMALLEST, accepts
from engineshed.server.web.security import SecurityLayer
from tests.server.web import ORIGIN, web


def raw(
    client: TestClient[SecurityLayer], path: str, accepted: str, method: str = "GET"
) -> tuple[httpx.Response, bytes]:
    """The answer, and its body as it came over the wire."""
    body = {"name": "Ada"} if method == "POST" else None
    headers = {"accept-encoding": accepted, "origin": ORIGIN}
    with client.stream(method, path, headers=headers, json=body) as answer:
        return answer, b"".join(answer.iter_raw())


def test_large_answers_are_packed_for_those_who_can_unpack_them() -> None:
    with web() as client:
        answer, plain = raw(client, "/api/games", "identity")
        assert "content-encoding" not in answer.headers
        answer, packed = raw(client, "/api/games", "br, gzip")
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-length"] == str(len(packed))
        assert answer.headers["content-type"] == "application/json"
        assert SMALLEST <= len(plain) > 2 * len(packed)
        assert json.loads(gzip.decompress(packed)) == json.loads(plain)


@pytest.mark.parametrize("path", ["/api/me", "/api/nothing"])
def test_small_answers_are_sent_as_they_are(path: str) -> None:
    with web() as client:
        answer, body = raw(client, path, "gzip")
        assert "content-encoding" not in answer.headers
        assert body == b"null" or json.loads(body)


def test_only_what_is_asked_for_by_get_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "SMALLEST", 1)
    with web() as client:
        assert "content-encoding" in raw(client, "/api/me", "gzip")[0].headers
        assert "content-encoding" not in raw(client, "/api/me", "gzip", "POST")[0].headers


@pytest.mark.parametrize("header", ["gzip", "deflate, gzip;q=1.0", "br , GZIP ; q=0.1", "gzip;q=0.001"])
def test_who_names_it_accepts_it(header: str) -> None:
    assert accepts(header, "gzip")


@pytest.mark.parametrize("header", ["", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip", "*", ";;,,=", "gzip;q="])
def test_who_does_not_name_it_or_refuses_it_does_not(header: str) -> None:
    assert not accepts(header, "gzip")
