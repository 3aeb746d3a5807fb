"""Watching a table over a WebSocket."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from engineshed.server.app import Settings
from engineshed.server.web import push
from engineshed.server.web.limits import UNLIMITED, Limits
from engineshed.server.web.push import Watcher
from tests.server.play import GAME_ID, PATIENCE
from tests.server.web import FREE, Doc, Visitor, served


class RunningServer:
    """A running server, and the sockets of its guests."""

    def __init__(self, address: str, client: httpx.Client) -> None:
        self.address, self.client = address, client

    def guest(self, name: str) -> Visitor:
        return Visitor(self.client, f"http://{self.address}").create_me(name)

    def watch(self, table: str, visitor: Visitor | None = None, query: str = "") -> ClientConnection:
        cookie = {"Cookie": f"sid={visitor.cookies['sid']}"} if visitor else {}
        origin = Origin(f"http://{self.address}")
        url = f"ws://{self.address}/api/tables/{table}/live?{query}"
        return connect(url, origin=origin, additional_headers=cookie, compression=None)


@contextmanager
def opened(settings: Settings = FREE) -> Iterator[RunningServer]:
    with served(settings) as address, httpx.Client(base_url=f"http://{address}", timeout=PATIENCE) as client:
        yield RunningServer(address, client)


@pytest.fixture
def room() -> Iterator[RunningServer]:
    with opened() as room:
        yield room


def heard(watcher: ClientConnection) -> Doc:
    doc: Doc = json.loads(watcher.recv(timeout=PATIENCE))
    return doc


def news(watcher: ClientConnection) -> Doc:
    message = heard(watcher)
    assert message["type"] == "table", message
    now: Doc = message["now"]
    return now


@contextmanager
def closed_with(code: int) -> Iterator[None]:
    with pytest.raises(ConnectionClosed) as caught:
        yield
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == code


def test_a_watcher_is_sent_what_happened_and_what_they_may_do(room: RunningServer) -> None:
    ada = room.guest("Ada")
    table = ada.create_table()
    with room.watch(table, ada) as mine, room.watch(table) as theirs:
        first = news(mine)
        assert first == ada.look(table)
        assert news(theirs)["legal"] == []
        ada.play(table, 1)
        message = news(mine)
        assert [line["ply"] for line in message["log"]] == [first["table"]["ply"] + 1]
        assert message == ada.look(table, since=first["table"]["ply"])
        assert news(theirs)["seat"] is None


def test_a_watcher_who_reconnects_catches_up(room: RunningServer) -> None:
    ada = room.guest("Ada")
    table = ada.create_table()
    with room.watch(table, ada) as watcher:
        seen = news(watcher)["table"]["ply"]
    ada.play(table, 3)
    with room.watch(table, ada, f"since={seen}") as watcher:
        assert news(watcher) == ada.look(table, since=seen)


def test_a_chat_line_is_sent_once_to_every_watcher(room: RunningServer) -> None:
    ada = room.guest("Ada")
    table = ada.create_table(public=True, shared=True)
    ada.post(f"/api/tables/{table}/chat", {"text": "before"})
    with room.watch(table, ada) as mine, room.watch(table, None, "chat=1") as theirs:
        assert [line["text"] for line in heard(mine)["lines"]] == ["before"]
        news(mine)
        news(theirs)
        ada.post(f"/api/tables/{table}/chat", {"text": "hello"})
        assert [(line["text"], line["mine"]) for line in heard(mine)["lines"]] == [("hello", True)]
        assert [(line["text"], line["mine"]) for line in heard(theirs)["lines"]] == [("hello", False)]
        ada.play(table, 1)
        news(mine)
        news(theirs)


def test_a_player_who_has_left_their_seat_no_longer_sees_its_view(room: RunningServer) -> None:
    ada, bob = (room.guest(name) for name in ("Ada", "Bob"))
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    created = ada.post("/api/tables", {"game": GAME_ID, "seats": seats})
    table = created["id"]
    bob.post(f"/api/tables/{table}/claim", {"token": created["links"]["1"]})
    with room.watch(table, bob, "seat=1") as watcher:
        assert news(watcher)["seat"] == 1
        bob.post(f"/api/tables/{table}/seats/1/leave")
        message = heard(watcher)
        assert (message["type"], message["problem"]["message"]["id"]) == ("problem", "house.not-your-seat")
        with closed_with(4403):
            watcher.recv(timeout=PATIENCE)


@pytest.mark.parametrize(
    ("table", "query", "message", "code"),
    [
        ("none", "", "house.no-table", 4404),
        ("", "seat=0", "house.not-your-seat", 4403),
        ("", "since=x", "house.field-wrong", 4400),
        ("", "sea=1", "house.field-unknown", 4400),
    ],
)
def test_a_bad_request_to_watch_is_refused(
    room: RunningServer, table: str, query: str, message: str, code: int
) -> None:
    with room.watch(table or room.guest("Ada").create_table(), None, query) as watcher:
        assert heard(watcher)["problem"]["message"]["id"] == message
        with closed_with(code):
            watcher.recv(timeout=PATIENCE)


def test_pings_are_answered(room: RunningServer) -> None:
    with room.watch(room.guest("Ada").create_table()) as watcher:
        news(watcher)
        watcher.send('{"type": "ping"}')
        assert heard(watcher) == {"type": "pong"}


@pytest.mark.parametrize(
    "frame", ["", "ping", "{}", '{"type": "ping", "x": 1}', '{"type": "move"}', "[" * 9000, "\x00", b"\xff\x00", b"{}"]
)
def test_a_socket_accepts_nothing_but_pings(room: RunningServer, frame: str | bytes) -> None:
    ada = room.guest("Ada")
    table = ada.create_table()
    before = ada.look(table)
    with room.watch(table, ada) as watcher:
        news(watcher)
        watcher.send(frame)
        assert heard(watcher)["problem"]["message"]["id"] == "house.only-pings"
        with closed_with(4400):
            watcher.recv(timeout=PATIENCE)
    assert ada.look(table) == before


def test_a_frame_that_is_too_large_closes_the_socket(room: RunningServer) -> None:
    with room.watch(room.guest("Ada").create_table()) as watcher:
        news(watcher)
        watcher.send("x" * (16 * 1024 + 1))
        with closed_with(1009):
            while True:
                watcher.recv(timeout=PATIENCE)


def test_a_client_that_sends_too_much_is_disconnected() -> None:
    quiet = Settings(limits=msgspec.structs.replace(UNLIMITED, frames=Limits().frames))
    with opened(quiet) as room, room.watch(room.guest("Ada").create_table()) as watcher:
        news(watcher)
        for _ in range(30):
            watcher.send('{"type": "ping"}')
        with closed_with(4429):
            while True:
                watcher.recv(timeout=PATIENCE)


def turned_away(room: RunningServer, table: str, visitor: Visitor | None = None) -> Doc:
    with pytest.raises(InvalidStatus) as caught, room.watch(table, visitor):
        pass
    answer = caught.value.response
    assert answer.status_code == 429
    doc: Doc = json.loads(answer.body)
    return doc


@contextmanager
def server_log() -> Iterator[list[str]]:
    """The warnings that the web server logs during the block."""
    logged: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: logged.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("uvicorn.error")
    logger.addHandler(handler)
    try:
        yield logged
    finally:
        logger.removeHandler(handler)


def test_sockets_are_limited_per_guest_and_others_are_not_affected() -> None:
    few = Settings(limits=msgspec.structs.replace(UNLIMITED, sockets=2))
    with opened(few) as room, server_log() as logged:
        ada, bob = room.guest("Ada"), room.guest("Bob")
        table = ada.create_table()
        with room.watch(table, ada) as first, room.watch(table, ada):
            assert turned_away(room, table, ada)["message"] == {"id": "house.too-many-sockets", "params": {"most": 2}}
            with room.watch(table, bob) as other, room.watch(table), room.watch(table):
                news(other)
                assert turned_away(room, table)["code"] == "too-many", (
                    "visitors without a cookie are counted by their address"
                )
                ada.play(table, 1)
                news(other)
            first.close()
            with wait_for_a_socket(room, table, ada) as again:
                news(again)
        assert logged == []


def wait_for_a_socket(room: RunningServer, table: str, visitor: Visitor) -> ClientConnection:
    """A socket, as soon as the server has noticed that another one is closed."""
    deadline = time.monotonic() + 5
    while True:
        try:
            return room.watch(table, visitor)
        except InvalidStatus:
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_watchers_with_the_same_view_share_one_encoded_message(
    room: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = room.guest("Ada"), room.guest("Bob")
    table = ada.create_table("me", "me")
    made: list[Any] = []
    encode = push.encode

    def counted(message: Any) -> bytes:
        made.append(message)
        return encode(message)

    with ExitStack() as stack:
        watchers = [stack.enter_context(room.watch(table, who)) for who in (ada, ada, bob, bob, None, None)]
        for watcher in watchers:
            news(watcher)
        monkeypatch.setattr(push, "encode", counted)
        ada.play(table, 1)
        messages = [news(watcher) for watcher in watchers]
    assert len(made) == 2  # for Ada, and for spectators
    assert messages[0]["legal"]
    assert messages[2] == messages[5]


def test_a_slow_reader_is_dropped_and_disturbs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slow reader reads nothing. When all buffers are full, it is disconnected; then it reads what was left for it,
    and why."""
    dropped = threading.Event()

    def end(watcher: Watcher, reason: Exception | None) -> None:
        ended(watcher, reason)
        dropped.set()

    ended = Watcher.end
    monkeypatch.setattr(Watcher, "end", end)
    patient = msgspec.structs.replace(
        UNLIMITED, stalled_seconds=600
    )  # a busy machine may not fill them in the usual time
    with opened(Settings(limits=patient)) as room:
        ada = room.guest("Ada")
        table = ada.create_table()
        with room.watch(table, ada) as quick, slow_reader(room.address, table) as slow:
            news(quick)
            waits: list[float] = []
            while not dropped.is_set():
                assert len(waits) < 200, "the slow reader is never dropped"
                before = time.perf_counter()
                for change in ("leave", "back"):
                    ada.ask("POST", f"/api/tables/{table}/seats/0/{change}")
                    news(quick)
                waits.append(time.perf_counter() - before)
            assert last_bytes(slow) == CLOSE_1013
            assert sorted(waits)[len(waits) * 9 // 10] < 1.0, "other work on the machine may delay a few answers"


CLOSE_1013 = bytes([0x88, 2, *(1013).to_bytes(2, "big")])


@contextmanager
def slow_reader(address: str, table: str) -> Iterator[socket.socket]:
    host, _, port = address.partition(":")
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.settimeout(PATIENCE)
        reader.connect((host, int(port)))
        reader.sendall(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: c2xvdyByZWFkZXIga2V5IQ==\r\n\r\n".encode()
        )
        yield reader


def last_bytes(reader: socket.socket) -> bytes:
    tail = b""
    while not tail.endswith(CLOSE_1013) and (read := reader.recv(1 << 16)):
        tail = (tail + read)[-len(CLOSE_1013) :]
    return tail
