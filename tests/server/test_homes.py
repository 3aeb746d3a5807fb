"""Two processes of a server, here two servers in one event loop: connections go where their table is at home."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from engineshed.server.crew import Crew
from engineshed.server.web import homes
from engineshed.server.web.connections import guarded_by
from engineshed.server.web.homes import STAYS, Homes, Server, Visit
from engineshed.server.web.limits import UNLIMITED, Limits
from engineshed.server.web.socket import WIRE
from engineshed.server.web.traffic import Traffic
from tests.server.play import run

AT = {1: "iron", 2: "coal"}
"""A table at home in each of the two processes."""


class Worker:
    """Answers every request with its number."""

    def __init__(self, folder: Path, number: int, limits: Limits = UNLIMITED) -> None:
        self.number, self.traffic = number, Traffic(limits)
        self.homes = Homes(Crew(folder, number, 2), self.traffic)
        wire = {**WIRE, **guarded_by(self.traffic, self.homes)}
        self.server = Server(
            uvicorn.Config(self._answer, interface="asgi3", lifespan="off", log_config=None, **wire), self.homes
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[int]:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            serving = asyncio.create_task(self.server._serve([listener]))
            while not self.server.started:
                await asyncio.sleep(0.001)
            try:
                yield listener.getsockname()[1]
            finally:
                self.server.should_exit = True
                await serving

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": str(self.number)})
            await receive()
            return
        body, more = b"", True
        while more:
            part = await receive()
            body, more = body + part.get("body", b""), part.get("more_body", False)
        said = f"{self.number} {scope['client'][1]} ".encode() + body
        headers = [(b"content-length", str(len(said)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": said})


class Client:
    """A connection that stays open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.port = writer.get_extra_info("sockname")[1]

    @classmethod
    @asynccontextmanager
    async def at(cls, port: int) -> AsyncIterator[Client]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            yield cls(reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def ask(self, path: str, body: bytes = b"", rest: bytes = b"") -> tuple[int, bytes]:
        """The number of the process that answers, and the body that it got. ``rest`` is sent a little later."""
        head = f"POST /api/{path} HTTP/1.1\r\nhost: here\r\ncontent-length: {len(body) + len(rest)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        if rest:
            await asyncio.sleep(0.05)
            self._writer.write(rest)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
        size = next(int(line.split()[1]) for line in lines if line.startswith(b"content-length"))
        number, port, got = (await self._reader.readexactly(size)).split(b" ", 2)
        assert int(port) == self.port  # the address that limits count by
        return int(number), got


@asynccontextmanager
async def two(folder: Path, second: Limits = UNLIMITED) -> AsyncIterator[tuple[Worker, Worker, int]]:
    """Two workers, and the port of the first."""
    workers = Worker(folder, 1), Worker(folder, 2, second)
    async with workers[0].running() as port, workers[1].running():
        yield *workers, port


def test_a_connection_goes_to_the_home_of_its_table_and_stays_there(tmp_path: Path) -> None:
    async def go() -> None:
        async with two(tmp_path) as (here, there, port), Client.at(port) as client:
            assert await client.ask("tables") == (1, b"")  # about no table
            assert await client.ask(f"tables/{AT[1]}/moves", b"a move") == (1, b"a move")
            assert await client.ask(f"tables/{AT[2]}/moves", b"a move") == (2, b"a move")
            assert await client.ask("me") == (2, b"")
            assert (len(here.traffic.open), len(there.traffic.open)) == (0, 1)

    run(go())


def test_the_rest_of_a_request_follows_the_connection(tmp_path: Path) -> None:
    async def go() -> None:
        async with two(tmp_path) as (_, _, port), Client.at(port) as client:
            assert await client.ask(f"tables/{AT[2]}", b"half, ", b"and half") == (2, b"half, and half")
            rest = b"x" * 1_000_000
            assert await client.ask(f"tables/{AT[1]}", b"", rest) == (1, rest)

    run(go())


def test_a_socket_goes_home_as_well(tmp_path: Path) -> None:
    async def go() -> None:
        async with two(tmp_path) as (_, there, port):
            for number, table in AT.items():
                async with connect(f"ws://127.0.0.1:{port}/api/tables/{table}/live?since=3") as watching:
                    assert await watching.recv() == str(number)
            assert not there.traffic.open

    run(go())


def test_a_connection_about_many_tables_soon_stays_where_it_is(tmp_path: Path) -> None:
    """A proxy sends everybody's requests over the same connections; only their sockets go on moving."""

    async def go() -> None:
        async with two(tmp_path) as (_, _, port), Client.at(port) as client:
            found = [(await client.ask(f"tables/{AT[2 - n % 2]}"))[0] for n in range(8)]
            assert found == [2, 1, 2, 2, 2, 2, 2, 2]
            assert homes.MOST_MOVES == 3

    run(go())


def test_where_the_home_is_gone_requests_are_answered_on_the_spot(tmp_path: Path) -> None:
    async def go() -> None:
        gone = Worker(tmp_path, 2)
        async with Worker(tmp_path, 1).running() as port:
            async with Client.at(port) as client:
                assert (await client.ask(f"tables/{AT[2]}"))[0] == 1  # it has not started yet
            async with gone.running(), Client.at(port) as client:
                assert (await client.ask(f"tables/{AT[2]}"))[0] == 2
            async with Client.at(port) as client:
                assert (await client.ask(f"tables/{AT[2]}"))[0] == 1
            async with Worker(tmp_path, 2).running(), Client.at(port) as client:  # the one that replaces it
                assert (await client.ask(f"tables/{AT[2]}"))[0] == 2

    run(go())


def test_a_home_that_is_full_sends_connections_back(tmp_path: Path) -> None:
    async def go() -> None:
        async with two(tmp_path, Limits(connections_each=2)) as (_, there, port):
            async with contextlib.AsyncExitStack() as stack:
                clients = [await stack.enter_async_context(Client.at(port)) for _ in range(4)]
                found = [(await client.ask(f"tables/{AT[2]}"))[0] for client in clients]
                assert found == [2, 2, 1, 1]
                assert (await clients[3].ask(f"tables/{AT[2]}"))[0] == 1
                assert len(there.traffic.open) == 2
            async with connect(f"ws://127.0.0.1:{port}/api/tables/{AT[2]}/live") as watching:
                assert await watching.recv() == "2"

    run(go())


def test_a_home_that_does_not_look_keeps_nobody_waiting(tmp_path: Path) -> None:
    """A process that hangs takes as many connections as the system queues for it, and then no more."""

    async def go() -> None:
        place = str(Crew(tmp_path, 2, 2).door_of(2))
        with homes._datagrams() as hung, homes._datagrams() as out:
            hung.bind(place)
            with contextlib.suppress(BlockingIOError):
                while True:
                    out.sendto(b"a connection", place)
            async with Worker(tmp_path, 1).running() as port, Client.at(port) as client:
                assert (await client.ask(f"tables/{AT[2]}"))[0] == 1

    run(go())


def test_new_tables_are_at_home_in_one_process_after_the_other(tmp_path: Path) -> None:
    crew = Crew(tmp_path, 1, 3)
    table_id = crew.ids_in_turn()
    assert [crew.home_of(table_id()) for _ in range(7)] == [1, 2, 3, 1, 2, 3, 1]
    assert len({table_id() for _ in range(100)}) == 100


@pytest.mark.parametrize("read", [b"", b"POST /api/tables/coal/moves HTTP/1.1\r\n\r\n" + bytes(range(256))])
def test_what_is_known_of_a_connection_comes_along(read: bytes) -> None:
    visit = Visit(STAYS, 300, read)
    assert Visit.decoded(visit.encoded()) == visit
