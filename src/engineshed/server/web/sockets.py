"""WebSockets with limits, which also send at once what need not wait."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from engineshed.server.web.reader import Reader
from engineshed.server.web.traffic import Traffic

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from websockets.frames import Frame
    from websockets.http11 import Request

SLICE = 1024
"""How many bytes of a WebSocket are read before its frames are counted."""
AT_ONCE = "engineshed.send-at-once"
"""Our extension to ASGI: its ``send`` sends a message at once, or returns False if the message has to wait. Otherwise a
task has to wake up for each message at each socket, which takes longer than sending it."""


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket; its head was read by a ``Connection``."""

    traffic: ClassVar[Traffic]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._second, self._bytes, self._frames = self.loop.time(), 0, 0
        self._reader = Reader()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.traffic.enter(self, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.traffic.leave(self)

    def give_way(self) -> None:
        """Never called: a socket does not wait for requests."""
        self.transport.abort()

    def look(self, now: float) -> None:
        if self._reader.has_stalled(self.transport.get_write_buffer_size(), now, self.traffic):
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self.loop.time() - self._second > 1:
            self._second, self._bytes, self._frames = self.loop.time(), 0, 0
        self._bytes += len(data)
        for start in range(0, len(data), SLICE):
            if self._is_too_much():
                self.traffic.refused["house.too-many"] += 1
                self.transport.abort()
                return
            super().data_received(data[start : start + SLICE])

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), AT_ONCE: {"send": self.send_at_once}}

    def send_at_once(self, text: bytes) -> bool:
        """Send a message without waiting; False if too much is still unread, or the socket is closing."""
        if self.disconnected or self.close_sent or not (self.handshake_complete and self.writable.is_set()):
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:  # the other side is closing it
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        """A socket that was closed because of a bad frame is gone; for uvicorn, writing to it would be a defect."""
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def _is_too_much(self) -> bool:
        limits = self.traffic.limits
        return self._bytes > limits.socket_bytes or self._frames > limits.socket_frames

    def send_receive_event_to_app(self) -> None:
        self._frames += 1
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        self._frames += 1
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._frames += 1
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self._frames += 1
        super().handle_cont(event)
