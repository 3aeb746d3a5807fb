"""The WebSocket of a table: it only tells. Moves go by POST, where they get an answer."""

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

from engineshed.server.refusals import HouseError
from engineshed.server.web.bodies import Watching
from engineshed.server.web.gallery import TOO_SLOW, Watcher, encode
from engineshed.server.web.limits import Bucket
from engineshed.server.web.operation import refusal
from engineshed.server.web.problems import STATUS, Problem, TooManyError, problem_of
from engineshed.server.web.visit import Visit

AnySocket = WebSocket[Any, Any, Any]

NOT_UTF8 = "Invalid UTF-8 sequence received from client."


class SendersMistakes(logging.Filter):
    """Keeps frames that are not valid text out of the log: code 1007 tells the sender, and it is no defect of ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg != NOT_UTF8


LARGEST_FRAME = 16 * 1024
LOGGING: dict[str, Any] = deepcopy(LOGGING_CONFIG)
LOGGING["filters"] = {"mistakes": {"()": SendersMistakes}}
LOGGING["loggers"]["uvicorn.error"]["filters"] = ["mistakes"]
WIRE: dict[str, Any] = {"ws": "websockets-sansio", "ws_max_size": LARGEST_FRAME, "log_config": LOGGING}
"""What uvicorn has to be told for this; larger frames are not even read."""
PRIVATE_CODES = 4000
"""Close codes from here on are ours: 4000 and the status that HTTP would have answered."""
PATIENCE = 5.0
"""Seconds that a farewell may take; whoever does not even take that in is cut off."""
GONE = (WebSocketDisconnect, OSError)
"""There is nobody any more to tell something: servers raise the second when we send to one who has just left."""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The only thing that a watcher says: I am still here."""

    type: Literal["ping"]


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    pass


class ProblemNews(msgspec.Struct, frozen=True, tag_field="type", tag="problem"):
    """Why the socket is closed after this."""

    problem: Problem


_ping = msgspec.json.Decoder(Ping)
_pong = encode(Pong())


async def watch_table(socket: AnySocket) -> None:
    visit = Visit(socket)
    with ExitStack() as held:
        try:
            guest = await visit.visitor()
            held.enter_context(visit.reception.sockets.held_by(visit.address if guest is None else guest.id))
        except Exception as error:  # noqa: BLE001  (a problem is answered, whatever it is)
            await _turn_away(socket, problem_of(error, await visit.language()))
            return
        await socket.accept()
        await _entertain(socket, visit)


async def _turn_away(socket: AnySocket, problem: Problem) -> None:
    """Before there is a WebSocket: the answer is one of HTTP."""

    async def send(message: Any) -> None:
        message["type"] = f"websocket.{message['type']}"
        await socket.send(message)

    await refusal(problem)(socket.scope, socket.receive, send)
    await asyncio.sleep(0)  # until uvicorn has noticed that it is done, else it logs that there was no answer


async def _entertain(socket: AnySocket, visit: Visit) -> None:
    try:
        await _watch(socket, visit)
    except GONE:
        return
    except Exception as error:  # noqa: BLE001  (a problem is answered, whatever it is)
        problem = problem_of(error, await visit.language())
        await _say_farewell(socket, problem)


async def _watch(socket: AnySocket, visit: Visit) -> None:
    asked = visit.query(Watching)
    watcher = Watcher(await visit.visitor(), asked.seat, asked.since, asked.chat)
    async with visit.reception.gallery.watching(visit.table, watcher):
        tasks: list[asyncio.Task[None]] = [
            asyncio.create_task(_send(socket, watcher)),
            asyncio.create_task(_listen(socket, visit, watcher)),
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


async def _listen(socket: AnySocket, visit: Visit, watcher: Watcher) -> None:
    rate = visit.reception.limits.frames
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
    raise HouseError("bad-request", "only-pings")


async def _say_farewell(socket: AnySocket, problem: Problem) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await socket.send_text(encode(ProblemNews(problem)))
    except GONE:  # or it took too long, which is an OSError as well
        return
    await _close(socket, PRIVATE_CODES + STATUS[problem.code])


async def _close(socket: AnySocket, code: int) -> None:
    """A reader that takes nothing in does not hear this either; then the connection is dropped without a word."""
    try:
        async with asyncio.timeout(PATIENCE):
            await socket.close(code)
    except GONE:  # or it took too long, which is an OSError as well
        return


SOCKETS = [WebsocketRouteHandler("/api/tables/{table:str}/live")(watch_table)]
