"""The server over HTTP, for tests: visitors with their own cookies. All answers must match the API's description."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpx
import msgspec
import uvicorn
from litestar.testing import TestClient

from engineshed.core.rng import Rng
from engineshed.server.app import OPERATIONS, Settings, make_app, wire
from engineshed.server.logs import logging_config
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.web.limits import UNLIMITED
from engineshed.server.web.observing import Observed
from engineshed.server.web.openapi import describe
from engineshed.server.workers import Workers
from tests.server.play import GAME_ID

ORIGIN = "http://127.0.0.1:8000"
FREE = Settings(limits=UNLIMITED)
NO_LOG = 1 << 50
"""A ply that no log reaches: a client that has seen this much is only sent the position."""
Doc = dict[str, Any]


def new_service() -> Service:
    return Service(SQLiteStore(":memory:"), time.time)


class Visitor:
    """A visitor with a browser that keeps the cookie and sends an origin with every request."""

    def __init__(self, client: httpx.Client, origin: str = ORIGIN) -> None:
        self.client, self.origin = client, origin
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: Any = None, **extra: Any) -> httpx.Response:
        headers = {"origin": self.origin, **extra.pop("headers", {})}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.client.cookies.clear()
        given = {} if body is None else {"json": body}
        answer = self.client.request(method, path, headers=headers, **given, **extra)
        self.cookies.update(answer.cookies)
        assert_described(method, path, answer)
        return answer

    def get(self, path: str, **query: Any) -> Any:
        return good(self.ask("GET", path, params=query))

    def post(self, path: str, body: Any = None) -> Any:
        return good(self.ask("POST", path, body))

    # -- what visitors do -------------------------------------------------------------------------------------------

    def create_me(self, name: str = "Ada", language: str = "en") -> Visitor:
        self.post("/api/me", {"name": name, "language": language})
        return self

    def create_table(self, *seats: str, **wishes: Any) -> str:
        """A table with these kinds of seats; if none are given, the visitor holds both."""
        kinds = [{"kind": kind} for kind in seats or ("me", "me")]
        return str(self.post("/api/tables", {"game": GAME_ID, "seats": kinds, **wishes})["id"])

    def look(self, table: str, **query: Any) -> Doc:
        view: Doc = self.get(f"/api/tables/{table}", **query)
        return view

    def try_move(self, table: str, **changed: Any) -> httpx.Response:
        """Try a legal move for one of the visitor's seats, with these fields changed."""
        now = self.look(table, since=NO_LOG)
        body = {"seat": now["seat"], "move": some_of(now), "expect": now["table"]["ply"], **changed}
        return self.ask("POST", f"/api/tables/{table}/moves", body)

    def play(self, table: str, moves: int) -> None:
        for _ in range(moves):
            good(self.try_move(table))


def some_of(now: Doc) -> Any:
    """One of the legal moves; always the same one at the same ply."""
    return Rng("web", now["table"]["ply"]).choice(now["legal"])["move"] if now["legal"] else "money"


def good(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def problem(answer: httpx.Response, status: int, message: str) -> Doc:
    """The refusal, which must have this status, this message and a sentence."""
    doc: Doc = answer.json()
    assert (answer.status_code, doc["message"]["id"]) == (status, message), answer.text
    assert doc["text"]
    return doc


@cache
def description() -> Doc:
    described: Doc = msgspec.json.decode(msgspec.json.encode(describe(OPERATIONS)))
    return described


def assert_described(method: str, path: str, answer: httpx.Response) -> None:
    """Assert that the status is in the API's description of this operation."""
    paths = description()["paths"]
    fitting = [template for template in paths if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path)]
    operations = paths[min(fitting, key=lambda template: template.count("{"))] if fitting else {}
    if method.lower() in operations:
        described = operations[method.lower()]["responses"]
        assert str(answer.status_code) in described, (method, path, answer.status_code, answer.text)


@contextmanager
def web(
    settings: Settings = FREE, service: Service | None = None, workers: Workers | None = None
) -> Iterator[TestClient[Observed]]:
    """The application without a network."""
    with TestClient(make_app(service or new_service(), settings, workers), base_url=ORIGIN) as client:
        yield client


@contextmanager
def visitors(settings: Settings = FREE) -> Iterator[tuple[Visitor, Visitor]]:
    """Two guests on one server."""
    with web(settings) as client:
        yield Visitor(client).create_me("Ada"), Visitor(client).create_me("Bob")


@contextmanager
def served(settings: Settings = FREE) -> Iterator[str]:
    """Run the application in a thread behind a real socket, and yield its address."""
    app = make_app(new_service(), settings)
    config = uvicorn.Config(app, log_config=logging_config(), **wire(app))
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 16)  # so that a slow reader is noticed soon
        thread = threading.Thread(target=asyncio.run, args=(server.serve([listener]),))
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
