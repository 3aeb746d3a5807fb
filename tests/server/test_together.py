"""The head of an answer is sent together with its body; only the head waits."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any

from engineshed.server.web.together import Together
from tests.server.attacked import attacked


class Wire:
    """A transport that notes what was written to it, call by call."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


def answering() -> tuple[Wire, Any, Together]:
    wire = Wire()
    cycle: Any = SimpleNamespace(transport=wire, response_started=False)
    return wire, cycle, Together(cycle)


def test_the_head_goes_out_with_what_follows_it() -> None:
    wire, cycle, together = answering()
    together.write(b"100 ")
    cycle.response_started = True
    together.write(b"head ")
    assert wire.written == [b"100 "], "the head waits, but not what asks for the body"
    for chunk in (b"one", b"two"):
        together.write(chunk)
    together.flush()
    assert wire.written == [b"100 ", b"head one", b"two"]


def test_a_head_without_a_body_goes_out_at_the_end_or_when_the_connection_closes() -> None:
    for end in ("flush", "close"):
        wire, cycle, together = answering()
        cycle.response_started = True
        together.write(b"head")
        getattr(together, end)()
        assert wire.written == [b"head"]
        assert together.is_closing() == (end == "close")


def test_every_kind_of_answer_arrives_whole() -> None:
    """One after the other on one connection: with a body, without one, asked for beforehand, and several at once."""
    with attacked() as server, server.connect() as asking:
        host = b"Host: 127.0.0.1\r\n"
        whole = _answer_to(asking, b"GET /api/me HTTP/1.1\r\n%b\r\n" % host)
        assert whole.startswith(b"HTTP/1.1 200")
        assert whole.partition(b"\r\n\r\n")[2]
        bodiless = _answer_to(asking, b"HEAD / HTTP/1.1\r\n%b\r\n" % host)
        assert bodiless.startswith(b"HTTP/1.1 200")
        assert bodiless.endswith(b"\r\n\r\n")
        none = _answer_to(asking, b"OPTIONS /api/me HTTP/1.1\r\n%b\r\n" % host)
        assert none.startswith(b"HTTP/1.1 204")
        head = b"POST /api/me HTTP/1.1\r\n%bOrigin: http://127.0.0.1\r\nContent-Type: application/json\r\n" % host
        assert _answer_to(asking, head + b"Content-Length: 14\r\nExpect: 100-continue\r\n\r\n").startswith(
            b"HTTP/1.1 100"
        )
        assert _answer_to(asking, b'{"name":"Ada"}').startswith(b"HTTP/1.1 201")
        asking.sendall(b"GET /api/me HTTP/1.1\r\n%b\r\n" % host * 3)
        got = b""
        while got.count(b"HTTP/1.1 200") < 3:
            got += asking.recv(65536)


def _answer_to(asking: socket.socket, request: bytes) -> bytes:
    asking.sendall(request)
    return asking.recv(65536)
