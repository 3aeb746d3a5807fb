"""Requests to the API are answered by the shortcut exactly as Litestar's usual way would answer them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch
from urllib.parse import unquote

import pytest

from engineshed.server.app import make_app
from engineshed.server.web import observing
from engineshed.server.web.observing import Observed
from engineshed.server.web.operation import LARGEST_BODY
from engineshed.server.web.shortcut import Shortcut
from tests.server.play import new_guest, new_table, run
from tests.server.web import FREE, ORIGIN, new_service

JSON = {"content-type": "application/json"}
ASKED: list[tuple[str, str, bytes, dict[str, str]]] = [
    ("GET", "/api/games", b"", {}),
    ("GET", "/api/tables?open=1", b"", {}),
    ("GET", "/api/tables?open=perhaps", b"", {}),
    ("GET", "/api/tables/TABLE", b"", {}),
    ("GET", "/api/tables/TABLE?since=x", b"", {}),
    ("GET", "/api/tables/TABLE", b"", {"accept-language": "pl"}),
    ("GET", "/api/tables/TABLE/", b"", {}),
    ("GET", "/api//tables/TABLE", b"", {}),
    ("GET", "//api/tables/TABLE", b"", {}),
    ("GET", "/api/./tables/TABLE", b"", {}),
    ("GET", "/api/games/../tables/TABLE", b"", {}),
    ("GET", "/%61pi/tables/TABLE", b"", {}),
    ("GET", "/api%2Ftables%2FTABLE", b"", {}),
    ("GET", "/api/tables/TABLE%2Flog", b"", {}),
    ("GET", "/api/tables/TABLE%00", b"", {}),
    ("GET", "/api/tables/%C3%A9%20%25", b"", {"accept-language": "de"}),
    ("GET", "/api/tables/nowhere", b"", {}),
    ("GET", "/api/nothing", b"", {}),
    ("GET", "/api/", b"", {}),
    ("GET", "/API/games", b"", {}),
    ("GET", "/api/tables/TABLE/moves", b"", {}),
    ("HEAD", "/api/games", b"", {}),
    ("OPTIONS", "/api/games", b"", {}),
    ("OPTIONS", "/api/tables/TABLE/moves", b"", {}),
    ("PUT", "/api/games", b"", {}),
    ("DELETE", "/api/games", b"", {}),
    ("POST", "/api/tables/TABLE/moves", b"", JSON),
    ("POST", "/api/tables/TABLE/moves", b"{", JSON),
    ("POST", "/api/tables/TABLE/moves", b'"\xff"', JSON),
    ("POST", "/api/tables/TABLE/moves", b"{}", {}),
    ("POST", "/api/tables/TABLE/moves", b"{}", {**JSON, "origin": "http://evil.example"}),
    ("POST", "/api/tables/TABLE/moves", b'{"seat": 0, "move": "no such move", "expect": 0}', JSON),
    ("POST", "/api/tables/TABLE/moves", b" " * (LARGEST_BODY + 1), JSON),
    ("POST", "/api/tables", b'{"game": "nothing", "seats": []}', JSON),
]


class Door:
    """An application, asked as uvicorn would ask it."""

    def __init__(self, app: Observed, token: str) -> None:
        self._app, self._token = app, token

    async def ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> dict[str, Any]:
        """The answer, and by which pattern the request is counted and logged."""
        bare, _, query = path.partition("?")
        address = ORIGIN.removeprefix("http://")
        given = {"host": address, "origin": ORIGIN, "cookie": f"sid={self._token}", **headers}
        if body:
            given["content-length"] = str(len(body))
        scope: Any = {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": method,
            "path": unquote(bare),
            "raw_path": bare.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
            "extensions": {},
        }
        sent: list[dict[str, Any]] = []
        pieces = [body[: len(body) // 2], body[len(body) // 2 :]]

        async def receive() -> Any:
            return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        return {
            "status": sent[0]["status"],
            "headers": sorted((name.lower(), value) for name, value in sent[0]["headers"]),
            "body": b"".join(message.get("body", b"") for message in sent[1:]),
            "pattern": scope.get("path_template"),
        }


@asynccontextmanager
async def both_ways() -> AsyncIterator[tuple[Door, Door, str]]:
    service = new_service()
    ada = await new_guest(service)
    table = await new_table(service, ada)
    doors = []
    for short in (True, False):
        app = make_app(service, FREE)
        shortcut = app.inside.inside
        assert isinstance(shortcut, Shortcut)
        shortcut.inside.state.context.know("token", ada)
        if not short:
            app.inside.inside = shortcut.inside
        doors.append(Door(app, "token"))
    with patch.object(observing, "new_request", lambda: "a request"):
        yield doors[0], doors[1], table
    await service.store.close()


@pytest.mark.parametrize(("method", "path", "body", "headers"), ASKED)
def test_the_shortcut_and_the_usual_way_answer_alike(
    method: str, path: str, body: bytes, headers: dict[str, str]
) -> None:
    async def go() -> None:
        async with both_ways() as (short, usual, table):
            asked = path.replace("TABLE", table)
            assert await short.ask(method, asked, body, headers) == await usual.ask(method, asked, body, headers)

    run(go())


def test_the_shortcut_is_taken_by_operations_and_by_nothing_else() -> None:
    async def go() -> None:
        service = new_service()
        shortcut = make_app(service, FREE).inside.inside
        assert isinstance(shortcut, Shortcut)

        def taken(method: str, path: str, root: str = "") -> bool:
            scope: Any = {"type": "http", "method": method, "path": path, "root_path": root}
            return shortcut._operation(scope) is not None

        assert taken("GET", "/api/games")
        assert taken("POST", "/api/tables/one/moves")
        assert not taken("GET", "/api/games", "/behind")
        assert not any(taken("GET", path) for path in ("/", "/api/games/", "/api//games", "/health/live", "/api/none"))
        assert not any(taken(method, "/api/games") for method in ("HEAD", "OPTIONS", "PUT"))
        await service.store.close()

    run(go())
