"""The WebSocket of a table, which only sends news. Moves are sent by POST, because they need an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from time import monotonic
from typing import Any, Literal

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler

from engineshed.server.metrics import SOCKETS as OPEN_SOCKETS
from engineshed.server.refusals import ServiceError
from engineshed.server.web.bodies import Watching
from engineshed.server.web.limits import Bucket
from engineshed.server.web.operation import refusal
from engineshed.server.web.outlet import Outlet, never
from engineshed.server.web.problems import STATUS, Problem, TooManyError, problem_of
from engineshed.server.web.push import TOO_SLOW, Watcher, encode
from engineshed.server.web.request import ApiRequest
from engineshed.server.web.sockets import AT_ONCE

AnySocket = WebSocket[Any, Any, Any]

LARGEST_FRAME = 16 * 1024
WIRE: dict[str, Any] = {"ws_max_size": LARGEST_FRAME}
"""Settings for uvicorn; larger frames are not even read."""
PRIVATE_CODES = 4000
"""Our own close codes: 4000 plus the status that HTTP would have had."""
PATIENCE = 5.0
"""How many seconds a last message may take; a client that does not read even that is cut off."""
GONE = (WebSocketDisconnect, OSError)
"""Raised when the client has gone; the second one when something is sent to a client that has just left."""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The only message of a watcher: I am still here."""

    type: Literal["ping"]
    front: bool | None = None
    """Whether the page is in front of its reader: then no other notice tells them what they see, and the others at the
    table are told that they are here. Programs need not say."""


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    pass


class ProblemNews(msgspec.Struct, frozen=True, tag_field="type", tag="problem"):
    """Why the socket is closed after this."""

    problem: Problem


_ping = msgspec.json.Decoder(Ping)
_pong = encode(Pong())


async def watch_table(socket: AnySocket) -> None:
    request = ApiRequest(socket)
    async with AsyncExitStack() as held:
        try:
            guest = await request.visitor()
            who = request.address if guest is None else guest.id
            await held.enter_async_context(request.context.sockets.held_by(who))
        except Exception as error:  # noqa: BLE001  (a problem is answered, whatever it is)
            await _refuse(socket, problem_of(error, await request.language()))
            return
        await socket.accept()
        held.enter_context(OPEN_SOCKETS.track_inprogress())
        await _serve(socket, request)


async def _refuse(socket: AnySocket, problem: Problem) -> None:
    """Refuse before the WebSocket is accepted, with an HTTP answer."""

    async def send(message: Any) -> None:
        message["type"] = f"websocket.{message['type']}"
        await socket.send(message)

    await refusal(problem)(socket.scope, socket.receive, send)
    await asyncio.sleep(0)  # wait until uvicorn has noticed, or it logs that there was no answer


async def _serve(socket: AnySocket, request: ApiRequest) -> None:
    try:
        await _watch(socket, request)
    except GONE:
        return
    except Exception as error:  # noqa: BLE001  (a problem is answered, whatever it is)
        problem = problem_of(error, await request.language())
        await _close_with_problem(socket, problem)


async def _watch(socket: AnySocket, request: ApiRequest) -> None:
    asked = request.query(Watching)
    guest = await request.visitor()
    told = {"covered": asked.covered, "people": asked.people, "plans": asked.plans}
    outlet = Outlet(_sending_at_once(socket))
    watcher = Watcher(guest, asked.seat, asked.since, asked.chat, request.address, outlet, **told)
    async with request.context.push.watching(request.table, watcher):
        tasks: list[asyncio.Task[None]] = [
            asyncio.create_task(outlet.keep_sending(partial(_send, socket))),
            asyncio.create_task(_listen(socket, request, watcher)),
        ]
        try:
            ends: list[asyncio.Future[Any]] = [*tasks, watcher.ended]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    if watcher.ended.done():
        reason = watcher.ended.result()
        if reason is not None:
            raise reason
        await _close(socket, TOO_SLOW)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome


def _sending_at_once(socket: AnySocket) -> Callable[[bytes], bool]:
    extension: dict[Any, Any] = (socket.scope.get("extensions") or {}).get(AT_ONCE, {})
    send: Callable[[bytes], bool] = extension.get("send", never)
    return send


async def _send(socket: AnySocket, message: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})


async def _listen(socket: AnySocket, request: ApiRequest, watcher: Watcher) -> None:
    rate = request.context.limits.frames
    bucket = Bucket(rate, monotonic())
    while (event := await socket.receive())["type"] == "websocket.receive":
        if bucket.missing(rate, monotonic()):
            raise TooManyError(1)
        front = _ping_in(event.get("text")).front
        if watcher.says_whether_in_front(front, request.service.clock()):
            request.context.push.look_for(request.table, watcher)
        watcher.offer(_pong)
    raise WebSocketDisconnect(detail="gone")


def _ping_in(frame: object) -> Ping:
    try:
        if isinstance(frame, str) and len(frame) <= LARGEST_FRAME:
            return _ping.decode(frame)
    except (msgspec.DecodeError, RecursionError):
        pass
    raise ServiceError("bad-request", "only-pings")


async def _close_with_problem(socket: AnySocket, problem: Problem) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await _send(socket, encode(ProblemNews(problem)))
    except GONE:  # or it took too long, which is an OSError as well
        return
    await _close(socket, PRIVATE_CODES + STATUS[problem.code])


async def _close(socket: AnySocket, code: int) -> None:
    """Close the socket. If the client does not read, the connection is simply dropped."""
    try:
        async with asyncio.timeout(PATIENCE):
            await socket.close(code)
    except GONE:  # or it took too long, which is an OSError as well
        return


SOCKETS = [WebsocketRouteHandler("/api/tables/{table:str}/live")(watch_table)]
