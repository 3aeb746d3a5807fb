"""The WebSocket of a table: it only sends news. Moves are sent by POST, which gives them an answer."""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack
from copy import deepcopy
from time import monotonic
from typing import Any, Literal

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler
from uvicorn.config import LOGGING_CONFIG

from engineshed.server.refusals import ServiceError
from engineshed.server.web.bodies import Watching
from engineshed.server.web.limits import Bucket
from engineshed.server.web.operation import refusal
from engineshed.server.web.problems import STATUS, Problem, TooManyError, problem_of
from engineshed.server.web.push import TOO_SLOW, Watcher, encode
from engineshed.server.web.request import ApiRequest

AnySocket = WebSocket[Any, Any, Any]

NOT_UTF8 = "Invalid UTF-8 sequence received from client."


class DropInvalidText(logging.Filter):
    """Keeps frames that are not valid text out of the log: they are the sender's mistake, who gets close code 1007."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg != NOT_UTF8


LARGEST_FRAME = 16 * 1024
LOGGING: dict[str, Any] = deepcopy(LOGGING_CONFIG)
LOGGING["filters"] = {"mistakes": {"()": DropInvalidText}}
LOGGING["loggers"]["uvicorn.error"]["filters"] = ["mistakes"]
WIRE: dict[str, Any] = {"ws": "websockets-sansio", "ws_max_size": LARGEST_FRAME, "log_config": LOGGING}
"""Settings for uvicorn; larger frames are not even read."""
PRIVATE_CODES = 4000
"""Our own close codes: 4000 plus the status that HTTP would have had."""
PATIENCE = 5.0
"""Seconds that a last message may take; a client that does not even read that is cut off."""
GONE = (WebSocketDisconnect, OSError)
"""The client has gone; the second is raised when something is sent to a client that has just left."""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The only message of a watcher: I am still here."""

    type: Literal["ping"]


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    pass


class ProblemNews(msgspec.Struct, frozen=True, tag_field="type", tag="problem"):
    """Why the socket is closed after this."""

    problem: Problem


_ping = msgspec.json.Decoder(Ping)
_pong = encode(Pong())


async def watch_table(socket: AnySocket) -> None:
    request = ApiRequest(socket)
    with ExitStack() as held:
        try:
            guest = await request.visitor()
            held.enter_context(request.context.sockets.held_by(request.address if guest is None else guest.id))
        except Exception as error:  # noqa: BLE001  (a problem is answered, whatever it is)
            await _refuse(socket, problem_of(error, await request.language()))
            return
        await socket.accept()
        await _serve(socket, request)


async def _refuse(socket: AnySocket, problem: Problem) -> None:
    """Refuse before the WebSocket is accepted, with an HTTP answer."""

    async def send(message: Any) -> None:
        message["type"] = f"websocket.{message['type']}"
        await socket.send(message)

    await refusal(problem)(socket.scope, socket.receive, send)
    await asyncio.sleep(0)  # wait until uvicorn has noticed, else it logs that there was no answer


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
    watcher = Watcher(await request.visitor(), asked.seat, asked.since, asked.chat)
    async with request.context.push.watching(request.table, watcher):
        tasks: list[asyncio.Task[None]] = [
            asyncio.create_task(_send(socket, watcher)),
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


async def _send(socket: AnySocket, watcher: Watcher) -> None:
    while True:
        await socket.send_text(await watcher.queue.get())


async def _listen(socket: AnySocket, request: ApiRequest, watcher: Watcher) -> None:
    rate = request.context.limits.frames
    bucket = Bucket(rate, monotonic())
    while (event := await socket.receive())["type"] == "websocket.receive":
        if bucket.missing(rate, monotonic()):
            raise TooManyError(1)
        _must_be_ping(event.get("text"))
        watcher.offer(_pong)
    raise WebSocketDisconnect(detail="gone")


def _must_be_ping(frame: object) -> None:
    try:
        if isinstance(frame, str) and len(frame) <= LARGEST_FRAME:
            _ping.decode(frame)
            return
    except (msgspec.DecodeError, RecursionError):
        pass
    raise ServiceError("bad-request", "only-pings")


async def _close_with_problem(socket: AnySocket, problem: Problem) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await socket.send_text(encode(ProblemNews(problem)))
    except GONE:  # or it took too long, which is an OSError as well
        return
    await _close(socket, PRIVATE_CODES + STATUS[problem.code])


async def _close(socket: AnySocket, code: int) -> None:
    """A client that does not read does not get this either; the connection is then simply dropped."""
    try:
        async with asyncio.timeout(PATIENCE):
            await socket.close(code)
    except GONE:  # or it took too long, which is an OSError as well
        return


SOCKETS = [WebsocketRouteHandler("/api/tables/{table:str}/live")(watch_table)]
