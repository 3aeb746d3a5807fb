"""The head of an answer and what follows it are written together: that is one call of the system and one packet."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle


class Together:
    """The transport as one answer sees it. It keeps the head until more is written or there is nothing else to come."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle, self._transport = cycle, cycle.transport
        self._begun, self._head = False, b""

    def write(self, data: bytes) -> None:
        if self._cycle.response_started and not self._begun:
            self._begun, self._head = True, data
            return
        data, self._head = self._head + data, b""
        self._transport.write(data)

    def flush(self) -> None:
        if self._head:
            self.write(b"")

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()
