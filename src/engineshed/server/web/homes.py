"""Connections that are about the same table are brought together in one process.

Any process can serve any table. But if the players of a table are connected to different ones, each of these has to
follow every move, and to work out again what everybody at the table shares. So every table has a home among
the processes of a machine, and a process that receives a request about it hands the connection over, together with what
it has read.

That only saves work, and nothing relies on it: a connection that its home does not take stays where it is.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from array import array
from collections.abc import Callable
from struct import Struct
from typing import NamedTuple

import uvicorn

from engineshed.server.crew import Crew
from engineshed.server.metrics import HANDED_OVER
from engineshed.server.web.traffic import Traffic

log = logging.getLogger(__name__)

ABOUT_A_TABLE = re.compile(rb"[A-Z]{3,7} /api/tables/([\w-]{1,64})(/live)?[/? ]")
"""How a request about a table begins; a WebSocket stays with the same table until it ends."""
MOST_MOVES = 3
"""How often a connection follows its requests to their homes; the requests of a proxy are about many tables."""
STAYS = 255
"""A connection that its home has sent back."""
LARGEST = 16 * 1024
"""How many bytes may be handed over with a connection; it is rare that more of a request has been read."""
AT_ONCE = 32

_head = Struct("!BH")


class Visit(NamedTuple):
    """A connection that was handed over, and where it comes from."""

    moves: int
    sender: int
    read: bytes
    """The beginning of its request."""

    def encoded(self) -> bytes:
        return _head.pack(self.moves, self.sender) + self.read

    @classmethod
    def decoded(cls, message: bytes) -> Visit:
        moves, sender = _head.unpack_from(message)
        return cls(moves, sender, message[_head.size :])


Welcome = Callable[[Visit], asyncio.Protocol]
"""Makes the protocol for a connection that comes from another process."""


class Homes:
    """Where tables are at home, from the point of view of one process."""

    def __init__(self, crew: Crew, traffic: Traffic) -> None:
        self._crew, self._traffic = crew, traffic
        self._out = _datagrams()
        self._door: socket.socket | None = None
        self._arriving: set[asyncio.Task[None]] = set()

    def open(self, welcome: Welcome) -> None:
        """Take connections from the others. Must be called in the event loop."""
        place = self._crew.door_of(self._crew.number)
        place.unlink(missing_ok=True)  # it may be left from a process that this one replaces
        self._door = _datagrams()
        self._door.bind(str(place))
        asyncio.get_running_loop().add_reader(self._door, self._let_in, self._door, welcome)

    def close(self) -> None:
        if self._door is not None:
            asyncio.get_running_loop().remove_reader(self._door)
            self._door.close()
        self._out.close()

    def move(self, transport: asyncio.Transport, moves: int, read: bytes) -> bool:
        """Hand a connection over if its request should be answered elsewhere; whether this was done."""
        home = self._home_of(read, moves)
        if home is None or len(read) > LARGEST or transport.get_write_buffer_size():
            return False
        visit = Visit(min(moves + 1, MOST_MOVES), self._crew.number, read)
        if not self._send(home, visit, transport.get_extra_info("socket").fileno()):
            return False
        HANDED_OVER.inc()
        transport.abort()  # this only closes our copy
        return True

    def _home_of(self, read: bytes, moves: int) -> int | None:
        """The other process to which this request should go, if any."""
        about = ABOUT_A_TABLE.match(read)
        if about is None or moves == STAYS or (moves == MOST_MOVES and about[2] is None):
            return None
        home = self._crew.home_of(about[1].decode())
        return None if home == self._crew.number else home

    def _send(self, to: int, visit: Visit, file: int) -> bool:
        passed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [file]))]
        try:
            self._out.sendmsg([visit.encoded()], passed, 0, str(self._crew.door_of(to)))
        except OSError:  # it is starting, closing, dead, or too busy to look
            return False
        return True

    # -- arriving ---------------------------------------------------------------------------------------------------

    def _let_in(self, door: socket.socket, welcome: Welcome) -> None:
        for _ in range(AT_ONCE):
            try:
                message, files, _, _ = socket.recv_fds(door, LARGEST + _head.size, 1)
            except BlockingIOError:
                return
            except OSError as error:
                log.warning("a connection cannot be taken over: %s", error)
                return
            for file in files:
                self._arrive(Visit.decoded(message), socket.socket(fileno=file), welcome)

    def _arrive(self, visit: Visit, arrived: socket.socket, welcome: Welcome) -> None:
        try:
            address = str(arrived.getpeername()[0])
        except OSError:  # they have gone meanwhile
            arrived.close()
            return
        if visit.moves != STAYS and not self._traffic.has_room_for(address):
            back = Visit(STAYS, self._crew.number, visit.read)
            if self._send(visit.sender, back, arrived.fileno()):
                arrived.close()
                return
        arrived.setblocking(False)
        task = asyncio.create_task(_connected(lambda: welcome(visit), arrived))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)


async def _connected(protocol: Callable[[], asyncio.Protocol], arrived: socket.socket) -> None:
    await asyncio.get_running_loop().connect_accepted_socket(protocol, arrived)


def _datagrams() -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    made.setblocking(False)
    return made


class Server(uvicorn.Server):
    """uvicorn, with one more way for connections to come in."""

    def __init__(self, config: uvicorn.Config, homes: Homes) -> None:
        super().__init__(config)
        self._homes = homes

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._homes.open(self._welcome)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._homes.close()
        await super().shutdown(sockets)

    def _welcome(self, visit: Visit) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state, visit=visit
        )
        return made
