"""The API compresses its answers if the client accepts it and if it is worthwhile."""

from __future__ import annotations

import gzip
import json

import httpx
import pytest
from litestar.testing import TestClient

from engineshed.server.web import compression
from engineshed.server.web.compression import SMALLEST, accepts
from engineshed.server.web.observing import Observed
from tests.server.web import ORIGIN, web


def raw(client: TestClient[Observed], path: str, accepted: str, method: str = "GET") -> tuple[httpx.Response, bytes]:
    """The answer, and its body as it was sent."""
    body = {"name": "Ada"} if method == "POST" else None
    headers = {"accept-encoding": accepted, "origin": ORIGIN}
    with client.stream(method, path, headers=headers, json=body) as answer:
        return answer, b"".join(answer.iter_raw())


def test_large_answers_are_compressed_for_clients_that_accept_it() -> None:
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
def test_small_answers_are_not_compressed(path: str) -> None:
    with web() as client:
        answer, body = raw(client, path, "gzip")
        assert "content-encoding" not in answer.headers
        assert body == b"null" or json.loads(body)


def test_only_answers_to_get_are_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "SMALLEST", 1)
    with web() as client:
        assert "content-encoding" in raw(client, "/api/me", "gzip")[0].headers
        assert "content-encoding" not in raw(client, "/api/me", "gzip", "POST")[0].headers


@pytest.mark.parametrize("header", ["gzip", "deflate, gzip;q=1.0", "br , GZIP ; q=0.1", "gzip;q=0.001"])
def test_an_accepted_encoding_is_recognised(header: str) -> None:
    assert accepts(header, "gzip")


@pytest.mark.parametrize("header", ["", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip", "*", ";;,,=", "gzip;q="])
def test_a_missing_or_refused_encoding_is_recognised(header: str) -> None:
    assert not accepts(header, "gzip")
