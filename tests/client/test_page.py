"""The page over HTTP: its addresses, how long it may be cached, and what must not be served."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from engineshed.server.app import Settings
from engineshed.server.web.limits import UNLIMITED
from engineshed.server.web.observing import Observed
from engineshed.server.web.page import BUILT, KINDS
from engineshed.server.web.security import ALWAYS
from tests.server.web import ORIGIN, problem, web

SHELL = b"<!doctype html><title>built</title>"
SCRIPT = b"export const answer = 42;\n" * 10

ADDRESSES = [
    "/",
    "/new",
    "/t/abc",
    "/t/abc/at/7",
    "/t/abc/report",
    "/rules",
    "/rules/steam-power",
    "/help",
    "/bring",
    "/me",
    "/notices",
    "/notices/yes/abc-def",
    "/notices/off/abc-def",
]
TOP_LEVEL = {
    "/favicon.svg": "image/svg+xml",
    "/manifest.webmanifest": "application/manifest+json",
    "/robots.txt": "text/plain; charset=utf-8",
    "/worker.js": "text/javascript; charset=utf-8",
    "/icon-192.png": "image/png",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page as the build leaves it, next to a file that must stay private."""
    (tmp_path / "secret.txt").write_text("secret")
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    files = {"index.html": SHELL, "assets/main-1.js": SCRIPT, "assets/style-1.css": b"p {}", "manifest.json": b"{}"}
    files |= {name.removeprefix("/"): b"top level" for name in TOP_LEVEL}
    files |= {"assets/main-1.js.gz": gzip.compress(SCRIPT), "assets/main-1.js.br": b"as brotli"}
    for name, content in files.items():
        (page / name).write_bytes(content)
    return page


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient[Observed]]:
    with web(Settings(limits=UNLIMITED, page=folder)) as client:
        client.headers["accept-encoding"] = "identity"
        yield client


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_page_is_found_at_all_its_addresses(client: TestClient[Observed], address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.content) == (200, SHELL)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    for name, value in ALWAYS:
        assert answer.headers[name.decode()] == value.decode()


def test_a_cached_page_is_not_sent_again(client: TestClient[Observed]) -> None:
    tag = client.get("/").headers["etag"]
    again = client.get("/t/abc", headers={"if-none-match": f'W/"other", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert client.get("/", headers={"if-none-match": 'W/"other"'}).status_code == 200


def test_files_named_after_their_content_are_cached_forever(client: TestClient[Observed]) -> None:
    answer = client.get("/assets/main-1.js")
    assert answer.content == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert client.get("/assets/style-1.css").headers["content-type"] == "text/css; charset=utf-8"


@pytest.mark.parametrize("address", list(TOP_LEVEL))
def test_files_outside_the_assets_folder_are_served(client: TestClient[Observed], address: str) -> None:
    answer = client.get(address)
    assert (answer.content, answer.headers["content-type"]) == (b"top level", TOP_LEVEL[address])
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("BR", "br"),
        ("br;q=0.0", None),
        ("identity", None),
        ("", None),
    ],
)
def test_files_are_sent_in_the_best_accepted_encoding(folder: Path, accepted: str, coding: str | None) -> None:
    with (
        web(Settings(limits=UNLIMITED, page=folder)) as client,
        client.stream("GET", "/assets/main-1.js", headers={"accept-encoding": accepted}) as answer,
    ):
        raw = b"".join(answer.iter_raw())
    ends: dict[str | None, str] = {"br": ".br", "gzip": ".gz", None: ""}
    assert raw == (folder / f"assets/main-1.js{ends[coding]}").read_bytes()
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["content-length"] == str(len(raw))


def test_an_answer_to_head_has_no_body(client: TestClient[Observed]) -> None:
    answer = client.head("/assets/main-1.js")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len(SCRIPT))


NOWHERE = [
    "/nowhere",
    "/t",
    "/t/abc/at/x",
    "/t/abc/at/" + "9" * 5000,
    "/assets",
    "/assets/",
    "/assets/other.js",
    "/assets/main-1.js.gz",
    "/assets/../index.html",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/assets//etc/passwd",
    "/assets/%00",
    "/manifest.json",
    "/index.html",
    "/secret.txt",
    "/../secret.txt",
]


@pytest.mark.parametrize("address", NOWHERE, ids=lambda address: address[:30])
def test_nothing_else_is_served(client: TestClient[Observed], address: str) -> None:
    answer = client.get(address, headers={"accept-language": "de"})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert '<html lang="de">' in answer.text
    assert '<a href="/">' in answer.text
    assert "secret" not in answer.text


def test_an_unknown_address_of_the_api_answers_in_json(client: TestClient[Observed]) -> None:
    problem(client.get("/api/nowhere"), 404, "house.no-page")


def test_the_page_cannot_be_written_to(client: TestClient[Observed]) -> None:
    answer = client.post("/", headers={"origin": ORIGIN})
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]
    assert "<p>" in answer.text


def test_a_page_that_was_never_built_says_what_to_do(tmp_path: Path) -> None:
    with web(Settings(limits=UNLIMITED, page=tmp_path / "none")) as client:
        answer = client.get("/")
        assert answer.status_code == 503
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert "make play" in answer.text
        assert client.get("/assets/main-1.js").status_code == 404
        assert client.get("/api/games").status_code == 200


def test_a_new_build_is_shown_without_a_restart(client: TestClient[Observed], folder: Path) -> None:
    before = client.get("/").headers["etag"]
    (folder / "index.html").write_bytes(b"<!doctype html><title>new</title>")
    assert client.get("/").headers["etag"] == before  # an unfinished build is not shown
    os.utime(folder / "manifest.json", (1, 1))
    assert "new" in client.get("/").text


def test_every_built_file_can_be_served() -> None:
    packed = (".gz", ".br")
    built = [file for file in BUILT.rglob("*") if file.is_file() and file.suffix not in packed]
    assert [file for file in built if file.suffix not in KINDS and file.name != "manifest.json"] == []
    assert (BUILT / "index.html") in built


def test_browsers_are_told_what_they_will_soon_need(client: TestClient[Observed], folder: Path) -> None:
    """The scripts of the page at this address in the order in which they run, and the reader's words."""
    manifest = {
        "assets/main-1.js": {"sources": ["src/main.ts"]},
        "assets/hall-1.js": {"imports": ["assets/main-1.js"]},
        "assets/Lobby-1.js": {"sources": ["src/pages/Lobby.svelte"], "imports": ["assets/hall-1.js"]},
        "assets/Table-1.js": {"sources": ["src/pages/Table.svelte"], "imports": ["assets/main-1.js"]},
        "assets/words-pl-1.js": {"sources": ["src/words/pl/index.ts"]},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    os.utime(folder / "manifest.json", (1, 1))

    def told(address: str, language: str) -> list[str]:
        link = client.get(address, headers={"accept-language": language}).headers.get("link", "")
        assert all(part.endswith("; rel=modulepreload") for part in link.split(", ") if link)
        return re.findall(r"</assets/(\w+)", link)

    assert told("/", "en") == ["main", "hall", "Lobby"]
    assert told("/t/abc", "pl-PL,en") == ["main", "Table", "words"]
    assert told("/t/abc/at/7", "en") == ["main", "Table"]
    assert told("/help", "de") == []
