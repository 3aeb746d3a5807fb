"""Connections meant to be costly: too long, too slow, too many. They are closed, and nobody else notices."""

from __future__ import annotations

import contextlib
import socket
import struct
import time
from collections.abc import Iterator

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from engineshed.server.web.limits import UNLIMITED, Limits
from tests.server.attacked import Attacked, attacked

QUICK = msgspec.structs.replace(
    UNLIMITED,
    head_seconds=0.6,
    body_seconds=0.6,
    idle_seconds=0.6,
    stalled_seconds=0.6,
    connections_each=150,
    requests_each=1000,
)
"""As on a public server, but with less patience, because tests have none."""
START = b"GET /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\n"
POST = b"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: http://127.0.0.1\r\ncontent-type: application/json\r\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Attacked]:
    with attacked(QUICK) as server:
        yield server


def sent(server: Attacked, *parts: bytes) -> bytes:
    """Send as much as the server accepts, and read the answer until it closes the connection."""
    with server.connect() as connection:
        with contextlib.suppress(OSError):
            for part in parts:
                connection.sendall(part)
        return answer_on(connection)


def answer_on(connection: socket.socket, timeout: float = 8.0) -> bytes:
    connection.settimeout(timeout)
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(1 << 16):
            found += part
    return found


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


# -- heads ------------------------------------------------------------------------------------------------------------

HEADS = {
    "a long header": (431, START + b"x: " + b"y" * 100_000 + b"\r\n\r\n"),
    "a long header that never ends": (431, START + b"x: " + b"y" * 100_000),
    "many headers": (431, START + b"x: y\r\n" * 5000 + b"\r\n"),
    "more headers than allowed": (431, START + b"x: y\r\n" * 70 + b"\r\n"),
    "a long name": (431, START + b"x" * 50_000 + b": y\r\n\r\n"),
    "a long address": (414, b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n"),
    "a long address that never ends": (414, b"GET /?" + b"x" * 50_000),
    "no HTTP": (400, b"\x16\x03\x01\x02\x00\x01" * 100),
    "a long method": (400, b"X" * 50_000),
}


@pytest.mark.parametrize(("expected", "head"), HEADS.values(), ids=HEADS)
def test_a_head_that_is_too_long_is_refused(server: Attacked, expected: int, head: bytes) -> None:
    answer = sent(server, head)
    assert status(answer) == expected
    assert b"x-content-type-options: nosniff" in answer
    assert b'"text":"' in answer


def test_the_refusal_is_in_the_readers_language(server: Attacked) -> None:
    answer = sent(server, START + b"accept-language: pl\r\n" + b"x: y\r\n" * 70 + b"\r\n").decode()
    assert "Nagłówki żądania są zbyt długie" in answer


def test_a_header_of_a_hundred_megabytes_is_not_read(server: Attacked) -> None:
    def attack() -> None:
        taken = 0
        with server.connect() as connection, contextlib.suppress(OSError):
            connection.sendall(START + b"x: ")
            while taken < 100_000_000:
                connection.sendall(b"y" * 1_000_000)
                taken += 1_000_000
        assert taken < 20_000_000

    with server.somebody_asking():
        told = server.survives(attack)
    assert told.memory < 250_000, "kilobytes"


def test_two_hundred_thousand_headers_are_not_read(server: Attacked) -> None:
    def attack() -> None:
        assert status(sent(server, START, *[b"x: y\r\n" * 10_000] * 20, b"\r\n")) in (431, 0)

    with server.somebody_asking():
        server.survives(attack)


def test_a_handshake_with_a_long_head_is_refused(server: Attacked) -> None:
    address = f"ws://127.0.0.1:{server.port}/api/tables/x/live"
    with (
        pytest.raises(InvalidStatus) as caught,
        connect(address, origin=Origin(f"http://127.0.0.1:{server.port}"), additional_headers={"x": "y" * 17_000}),
    ):
        pass
    assert caught.value.response.status_code == 431


# -- slow ones --------------------------------------------------------------------------------------------------------


def ended_within(connection: socket.socket, seconds: float) -> bytes:
    start = time.monotonic()
    answer = answer_on(connection)
    assert time.monotonic() - start < seconds
    return answer


SLOW = {
    "nothing": (0, b""),
    "half a head": (408, START),
    "a body that never comes": (408, POST + b"content-length: 100\r\n\r\n"),
    "half a body": (408, POST + b"content-length: 100\r\n\r\n{"),
    "a chunk that never ends": (408, POST + b"transfer-encoding: chunked\r\n\r\n5\r\n{"),
}


def test_a_request_that_does_not_arrive_is_given_up(server: Attacked) -> None:
    with contextlib.ExitStack() as held:
        slow = {name: (held.enter_context(server.connect()), *case) for name, case in SLOW.items()}
        for connection, _, part in slow.values():
            connection.sendall(part)
        for name, (connection, expected, _) in slow.items():
            assert (name, status(ended_within(connection, 6))) == (name, expected)


def test_a_body_that_trickles_is_given_up(server: Attacked) -> None:
    with server.connect() as connection:
        connection.sendall(POST + b"content-length: 1000\r\n\r\n")
        with contextlib.suppress(OSError):
            for _ in range(60):
                connection.sendall(b"x")
                time.sleep(0.1)
        assert status(answer_on(connection)) in (408, 0)
    assert server.state().unfinished == 0


def test_a_connection_that_is_not_used_again_is_closed(server: Attacked) -> None:
    with server.connect() as connection:
        connection.sendall(START + b"\r\n")
        assert status(ended_within(connection, 6)) == 200


def test_bodies_that_trickle_from_everywhere_delay_nobody(server: Attacked) -> None:
    def attack() -> None:
        with contextlib.ExitStack() as held:
            slow = [held.enter_context(server.connect(f"127.0.1.{number + 1}")) for number in range(100)]
            for connection in slow:
                connection.sendall(POST + b"content-length: 1000\r\n\r\n")
            for _ in range(8):
                for connection in slow:
                    with contextlib.suppress(OSError):
                        connection.sendall(b"x")
                time.sleep(0.05)

    with server.somebody_asking():
        server.survives(attack)


def test_clients_that_do_not_read_are_cut_off_and_delay_nobody(server: Attacked) -> None:
    """They ask for more than the buffers hold, and instead of reading ask for more."""
    ask = b"GET /api/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"

    def attack() -> None:
        with contextlib.ExitStack() as held:
            deaf = [held.enter_context(server.connect()) for _ in range(5)]
            start, gone = time.monotonic(), set[socket.socket]()
            while len(gone) < len(deaf):
                assert time.monotonic() - start < 15
                for connection in deaf:
                    try:
                        connection.sendall(ask)
                    except OSError:  # reset, or a broken pipe
                        gone.add(connection)
                time.sleep(0.02)
            assert time.monotonic() - start > QUICK.stalled_seconds, "they are given a while"

    with server.somebody_asking():
        server.survives(attack)


def test_a_body_that_is_refused_is_not_read_for_ever(server: Attacked) -> None:
    taken = 0
    with server.connect() as connection, contextlib.suppress(OSError):
        connection.sendall(POST + b"content-length: 1000000000\r\n\r\n")
        while taken < 100_000_000:
            connection.sendall(b"x" * 1_000_000)
            taken += 1_000_000
    assert taken < 20_000_000


# -- many -------------------------------------------------------------------------------------------------------------


def test_silent_connections_do_not_keep_others_out_although_few_files_are_allowed() -> None:
    """From many addresses: those that have waited longest give way."""
    with attacked(UNLIMITED, files=300) as server, contextlib.ExitStack() as held:
        for number in range(400):
            held.enter_context(server.connect(f"127.0.1.{number % 200 + 1}"))
        with server.somebody_asking(), server.connect() as connection:
            connection.sendall(START + b"connection: close\r\n\r\n")
            assert status(answer_on(connection)) == 200
        assert server.state().connections <= 200


def test_one_address_has_only_so_many_connections() -> None:
    few = msgspec.structs.replace(UNLIMITED, connections_each=20)
    with attacked(few) as server, contextlib.ExitStack() as held:
        silent = [held.enter_context(server.connect("127.0.1.9")) for _ in range(40)]
        assert status(answer_on(silent[-1])) == 429
        with server.connect("127.0.1.10") as connection:
            connection.sendall(START + b"connection: close\r\n\r\n")
            assert status(answer_on(connection)) == 200
        assert server.state().connections <= 21
        for connection in silent:
            connection.close()
        deadline = time.monotonic() + 5
        while server.state().connections and time.monotonic() < deadline:
            time.sleep(0.02)
        with server.connect("127.0.1.9") as connection:
            connection.sendall(START + b"connection: close\r\n\r\n")
            assert status(answer_on(connection)) == 200, "those who have gone are no longer counted"


def test_many_bodies_at_once_do_not_fill_the_memory() -> None:
    few = msgspec.structs.replace(QUICK, bodies=1_000_000, body_seconds=3.0)
    head = POST.replace(b"/api/me", b"/api/records") + b"content-length: 2000000\r\n\r\n"
    with attacked(few) as server, contextlib.ExitStack() as held, server.somebody_asking():
        for _ in range(30):
            connection = held.enter_context(server.connect())
            with contextlib.suppress(OSError):
                connection.sendall(head + b"[" * 100_000)
        deadline = time.monotonic() + 8
        while server.state().refused.get("house.busy", 0) < 10 and time.monotonic() < deadline:
            time.sleep(0.05)
        told = server.state()
        assert told.refused["house.busy"] >= 10
        assert told.unfinished < 2_000_000


# -- floods -----------------------------------------------------------------------------------------------------------


def test_requests_that_do_not_wait_for_answers_are_cut_off(server: Attacked) -> None:
    flood = (START + b"\r\n") * 20_000

    def attack() -> None:
        with server.connect() as connection, contextlib.suppress(OSError):
            connection.sendall(flood)

    with server.somebody_asking():
        told = server.survives(attack)
    assert told.working <= 20


def test_a_body_in_single_bytes_is_cut_off(server: Attacked) -> None:
    body = b"1\r\nx\r\n" * 100_000

    def attack() -> None:
        assert status(sent(server, POST + b"transfer-encoding: chunked\r\n\r\n", body)) in (400, 413, 0)

    with server.somebody_asking():
        server.survives(attack)


def masked(opcode: int, payload: bytes = b"") -> bytes:
    return struct.pack("!BB", 0x80 | opcode, 0x80 | len(payload)) + b"\0\0\0\0" + payload


@pytest.mark.parametrize(
    "frame", [masked(9), masked(10), masked(1, b"{}"), masked(0)], ids=["ping", "pong", "text", "rest"]
)
def test_a_flood_of_frames_is_cut_off(server: Attacked, frame: bytes) -> None:
    with server.visitor() as ada:
        table = ada.create_table()

    def attack() -> None:
        origin = Origin(f"http://127.0.0.1:{server.port}")
        with (
            contextlib.suppress(ConnectionClosed, OSError),
            connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/live", origin=origin) as watcher,
        ):
            for _ in range(20):
                watcher.socket.sendall(frame * 4000)
                time.sleep(0.01)

    with server.somebody_asking():
        server.survives(attack)


def test_nothing_is_left_behind(server: Attacked) -> None:
    """The last test here: everything that the attacks above started has ended."""
    deadline = time.monotonic() + 8
    while (told := server.state()).connections + told.working + told.unfinished and time.monotonic() < deadline:
        time.sleep(0.1)
    assert (told.connections, told.working, told.unfinished) == (0, 0, 0)


# -- the printed limits -----------------------------------------------------------------------------------------------


def test_the_documented_limits() -> None:
    public = Limits()
    assert (public.head, public.headers, public.address) == (16 * 1024, 64, 8 * 1024)
    assert (public.connections, public.connections_each, public.requests_each) == (4000, 120, 40)
    assert (public.head_seconds, public.body_seconds, public.idle_seconds, public.stalled_seconds) == (10, 10, 15, 20)
