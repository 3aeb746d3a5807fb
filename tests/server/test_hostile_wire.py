"""Secrecy over HTTP: two states that a viewer cannot tell apart give the same bytes, headers and pushes.

This uses the twin services of ``test_secrecy``, but asks over HTTP and watches over a WebSocket.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from engineshed.core.contract import Seat
from engineshed.core.table import Table
from engineshed.server import replay
from engineshed.server.app import make_app
from engineshed.server.service import Service
from engineshed.server.web import context, observing
from engineshed.server.web.observing import Observed
from engineshed.server.web.shortcut import Shortcut
from tests.server.play import live, run
from tests.server.test_secrecy import (
    GAME,
    SEATS,
    TABLE,
    TRIED,
    guest_of,
    other_truths,
    play_alike,
    service_dealt,
    service_in,
    truth,
)
from tests.server.web import FREE, ORIGIN

TOKEN = "the-viewer's-own-cookie"  # noqa: S105  (known only to the services of this test)
HERE = f"/api/tables/{TABLE}"
PATIENCE = 5.0
Answers = dict[str, tuple[int, list[tuple[bytes, bytes]], bytes]]
"""Status, headers and body of every request."""

THINGS = ("track", "factory", "deliver", "money", "contract A1", "contract B7", "hex D7", "city Toledo")
"""What a player may ask about."""


class Twin:
    """One of the servers, with the viewer's browser: a page that asks, and a socket that listens."""

    def __init__(self, service: Service, client: httpx.AsyncClient, pushes: asyncio.Queue[dict[str, Any]]) -> None:
        self.service, self._client, self._pushes = service, client, pushes

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        given = {} if body is None else {"json": body}
        answer = await self._client.request(method, path, **given)
        assert answer.status_code < 500
        return answer.status_code, answer.headers.raw, answer.content

    async def pushed(self) -> dict[str, Any]:
        return await asyncio.wait_for(self._pushes.get(), PATIENCE)

    async def everything(self) -> Answers:
        """Ask everything that can be asked about the table. The moves are stale, so that nothing changes."""
        ply = (await live(self.service, TABLE)).ply
        asked: list[tuple[str, str, Any]] = [
            *(("GET", path, None) for path in ("/api/me", "/api/lobby", "/api/lobby?mine=true")),
            *(("GET", f"{HERE}{path}", None) for path in ("", "/record", "/chat", "/log", "/log?before=9")),
            *(("GET", f"{HERE}?seat={seat}&since={max(0, ply - 2)}", None) for seat in range(SEATS)),
            *(("GET", f"{HERE}/at/{past}", None) for past in range(ply + 2)),
            *(("POST", f"{HERE}/check", {"seat": seat, "move": move}) for seat in range(SEATS) for move in TRIED),
            *(("POST", f"{HERE}/why", {"seat": seat, "about": thing}) for seat in range(SEATS) for thing in THINGS),
            *(("GET", f"{HERE}/{what}", None) for what in ("ground", "review")),
            *(("POST", f"{HERE}/moves", {"seat": s, "move": "done", "expect": ply + 1}) for s in range(SEATS)),
            *(("POST", f"{HERE}/undo", {"seat": seat, "expect": ply + 1}) for seat in range(SEATS)),
            *(("POST", f"{HERE}/seats/{seat}/join", None) for seat in range(SEATS)),
            ("POST", f"{HERE}/claim", {"token": "guessed"}),
            ("POST", f"{HERE}/fork/{ply}", {"seats": [{"kind": "me"}] * SEATS}),
            *(("GET", f"/api/tables/fork-{ply}?seat={seat}", None) for seat in range(SEATS)),
        ]
        with fixed_luck(self.service, f"fork-{ply}"):
            return {f"{method} {path} {body}": await self.ask(method, path, body) for method, path, body in asked}


@contextmanager
def fixed_luck(service: Service, table_id: str) -> Iterator[None]:
    """Fix what is random by design and would differ without revealing anything."""
    with (
        patch.object(service, "new_table_id", lambda: table_id),
        patch.object(replay, "new_seed", lambda: "f0" * 16),
        patch.object(observing, "new_request", lambda: "a request"),
    ):
        yield


@asynccontextmanager
async def twin_with(making_service: AbstractAsyncContextManager[Service], viewer: Seat | None) -> AsyncIterator[Twin]:
    async with making_service as service:
        app = make_app(service, FREE)
        shortcut = app.inside.inside
        assert isinstance(shortcut, Shortcut)
        with patch.object(context, "KNOWN_FOR", 1e9):
            shortcut.inside.state.context.know(TOKEN, guest_of(viewer))
        headers = {"origin": ORIGIN, "cookie": f"sid={TOKEN}"}
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN, headers=headers)  # type: ignore[arg-type]
        async with client, listening(app) as pushes:
            yield Twin(service, client, pushes)


@asynccontextmanager
async def listening(app: Observed) -> AsyncIterator[asyncio.Queue[dict[str, Any]]]:
    """A socket at the table, and a queue of everything that is sent to it, beginning with the handshake."""
    said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    said.put_nowait({"type": "websocket.connect"})
    address = ORIGIN.removeprefix("http://").encode()
    scope: Any = {
        "type": "websocket",
        "scheme": "ws",
        "path": f"{HERE}/live",
        "raw_path": f"{HERE}/live".encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", address), (b"origin", ORIGIN.encode()), (b"cookie", f"sid={TOKEN}".encode())],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
        "subprotocols": [],
        "extensions": {},
    }
    receive: Any = said.get
    send: Any = sent.put
    task = asyncio.create_task(app(scope, receive, send))
    try:
        yield sent
    finally:
        said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await task


async def same_on_the_wire(twins: list[Twin]) -> None:
    first, second = [await twin.everything() for twin in twins]
    for name, answer in first.items():
        assert second[name] == answer, f"{name} reveals what the viewer may not know"


async def same_push(twins: list[Twin]) -> dict[str, Any]:
    first, second = [await twin.pushed() for twin in twins]
    assert first == second, "a push reveals what the viewer may not know"
    return first


async def send_alike(viewer: Seat | None, services: list[AbstractAsyncContextManager[Service]], moves: int) -> None:
    """Assert that both servers send the viewer the same: now, with every move, and afterwards."""
    async with AsyncExitStack() as stack:
        twins = [await stack.enter_async_context(twin_with(service, viewer)) for service in services]
        assert (await same_push(twins))["type"] == "websocket.accept"
        assert TABLE in (await same_push(twins))["text"]
        await same_on_the_wire(twins)
        for _ in range(moves):
            await play_alike(viewer, [twin.service for twin in twins], 1)
            assert TABLE in (await same_push(twins))["text"]
        await same_on_the_wire(twins)


@pytest.mark.parametrize("viewer", [Seat(0), None])
@pytest.mark.parametrize("plies", [5, 120])
def test_two_states_that_a_viewer_cannot_tell_apart_send_the_same_bytes(viewer: Seat | None, plies: int) -> None:
    state = truth(f"wire {plies}", plies)
    (other,) = other_truths(state, viewer, 1)
    run(send_alike(viewer, [service_in(state), service_in(other)], 8))


@pytest.mark.parametrize("viewer", [Seat(1), None])
def test_two_deals_that_a_viewer_cannot_tell_apart_send_the_same_bytes(viewer: Seat | None) -> None:
    """These tables begin with the first entry of the log, so that they have records and past positions."""
    table = Table(GAME, SEATS, None, seed="wire deal")
    (other,) = other_truths(table.state, viewer, 1)
    tiles, first = table.plies[0].text, table.plies[-1].text
    run(send_alike(viewer, [service_dealt(tiles, hands, first) for hands in (table.state.hands, other.hands)], 8))


def test_the_twins_differ_on_the_wire_for_a_viewer_who_may_know() -> None:
    """Otherwise the tests above would prove nothing."""

    async def go() -> None:
        state = truth("wire differ", 40)
        actor = GAME.rules.to_act(state)[0]
        (other,) = other_truths(state, Seat((actor + 1) % SEATS), 1)
        async with AsyncExitStack() as stack:
            twins = [await stack.enter_async_context(twin_with(service_in(each), actor)) for each in (state, other)]
            await same_push(twins)
            first, second = [await twin.pushed() for twin in twins]
            assert first != second
            answers = [await twin.everything() for twin in twins]
            differing = [name for name in answers[0] if answers[0][name] != answers[1][name]]
            assert f"GET {HERE} None" in differing
            statuses = {status for status, _, _ in answers[0].values()}
            assert statuses >= {200, 201, 403, 404, 409, 422}, "all kinds of answers were compared"
            assert any(name.startswith(f"POST {HERE}/check") for name in differing)

    run(go())
