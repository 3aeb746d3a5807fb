"""Clients of the server that is measured: small and quick, because they run on the same machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from engineshed.core.errors import Trouble
from engineshed.server.bench.process import Process

NO_LOG = 1 << 50
"""A ply that no log reaches: a client that claims to have seen this much is only sent the position."""


BUSY = "HTTP/1.1 503 "
AGAIN = 0.1
"""Seconds until a busy server is asked again."""


class Refused(Trouble):
    """The server was too busy."""


class Table(msgspec.Struct, frozen=True):
    """What a player needs to know about a table."""

    state: str
    ply: int
    my_turn: bool


class Offer(msgspec.Struct, frozen=True):
    """A legal move, which is not decoded, but sent back as it came."""

    move: msgspec.Raw


class Now(msgspec.Struct, frozen=True):
    """The parts of a view that a player needs."""

    table: Table
    seat: int | None
    legal: list[Offer]

    def body(self, number: int) -> bytes:
        """The body of the request that plays this legal move."""
        assert self.seat is not None, "only a player is told legal moves"
        move, ply = bytes(self.legal[number].move), self.table.ply
        return b'{"seat":%d,"move":%s,"expect":%d,"key":"%d"}' % (self.seat, move, ply, ply)


class News(msgspec.Struct, frozen=True):
    type: str
    now: Now | None = None


_now = msgspec.json.Decoder(Now)
_news = msgspec.json.Decoder(News)

Pushed = Callable[[bytes, Now], None]


class Guest:
    """A visitor with a cookie and one connection that stays open."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._cookie = ""

    @classmethod
    @asynccontextmanager
    async def visiting(cls, process: Process, name: str) -> AsyncIterator[Guest]:
        """A new guest, who leaves when the block ends."""
        guest = cls(process)
        await guest._connect()
        try:
            await guest.post("me", msgspec.json.encode({"name": name}))
            yield guest
        finally:
            await guest._disconnect()

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._process.port)

    async def _disconnect(self) -> None:
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()

    async def get(self, path: str) -> bytes:
        return await self._ask(f"GET /api/{path} HTTP/1.1\r\n", b"")

    async def post(self, path: str, body: bytes) -> bytes:
        return await self._ask(f"POST /api/{path} HTTP/1.1\r\nContent-Type: application/json\r\n", body)

    async def _ask(self, start: str, body: bytes) -> bytes:
        head = (
            f"{start}Host: 127.0.0.1:{self._process.port}\r\nOrigin: {self._process.origin}\r\n"
            f"Cookie: {self._cookie}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        try:
            self._writer.write(head.encode() + body)
            return await self._answer()
        except (asyncio.IncompleteReadError, ConnectionError):  # servers close connections that are silent for long
            await self._disconnect()
            await self._connect()
            self._writer.write(head.encode() + body)
            return await self._answer()

    async def _answer(self) -> bytes:
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        if "set-cookie" in headers:
            self._cookie = headers["set-cookie"].partition(";")[0]
        if not lines[0].startswith("HTTP/1.1 2"):
            raise (Refused if lines[0].startswith(BUSY) else Trouble)(
                "bench.answer", status=lines[0], body=body.decode()[:200]
            )
        return body

    # -- what guests do ---------------------------------------------------------------------------------------------

    async def create_table(self, *kinds: str) -> dict[str, Any]:
        """A new table of Steam Power; its id and the tokens of its open seats."""
        wish = {"game": "steam-power", "seats": [{"kind": kind} for kind in kinds]}
        links: dict[str, Any] = msgspec.json.decode(await self.post("tables", msgspec.json.encode(wish)))
        return links

    async def look(self, table: str, since: int = NO_LOG) -> Now:
        return _now.decode(await self.get(f"tables/{table}?since={since}"))

    @asynccontextmanager
    async def watching(self, table: str, pushed: Pushed, compressed: bool = False) -> AsyncIterator[None]:
        """An open socket of this guest; what it receives is handed on."""
        async with _watching(self._process, table, self._cookie, pushed, compressed):
            yield


@asynccontextmanager
async def spectating(process: Process, table: str, pushed: Pushed, compressed: bool = False) -> AsyncIterator[None]:
    """The same for a spectator without a cookie."""
    async with _watching(process, table, "", pushed, compressed):
        yield


@asynccontextmanager
async def _watching(process: Process, table: str, cookie: str, pushed: Pushed, compressed: bool) -> AsyncIterator[None]:
    async with (
        await _connected(process, table, cookie, compressed) as socket,
        asyncio.TaskGroup() as group,  # a socket that breaks ends the measurement: its table would wait forever
    ):

        async def listen() -> None:
            while True:
                message = await socket.recv(decode=False)
                now = _news.decode(message).now
                if now is not None:
                    pushed(message, now)

        listening = group.create_task(listen())
        try:
            yield
        finally:
            listening.cancel()


async def _connected(process: Process, table: str, cookie: str, compressed: bool) -> ClientConnection:
    """Asks again while the server is too busy, as the page does."""
    while True:
        try:
            return await connect(
                f"{process.origin.replace('http', 'ws', 1)}/api/tables/{table}/live?since={NO_LOG}",
                origin=Origin(process.origin),
                additional_headers={"Cookie": cookie},
                compression="deflate" if compressed else None,
                ping_interval=None,
                max_size=None,
            )
        except InvalidStatus as refused:
            if refused.response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
            await asyncio.sleep(AGAIN)
