"""Frames that are not pings: the connection is closed with a code, and nobody else is affected."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server.play import PATIENCE
from tests.server.test_app_live import RunningServer, news, opened, server_log
from tests.soak import sized

BAD_REQUEST, NOT_TEXT, TOO_LARGE = 4400, 1007, 1009
PINGLIKE = st.sampled_from(
    ['{"type":"ping"', '{"type":"ping"}}', '["ping"]', '{"type":NaN}', '{"Type":"ping"}', "\ufeff"]
)
FRAMES = st.text(max_size=200) | st.binary(max_size=200) | PINGLIKE
TOO_LONG = st.sampled_from([("x", 16_384), (b"\x00", 20_000)])
"""What is repeated, and how often. Written out, it would be too long for a test report and cause a warning."""


@pytest.fixture(scope="module")
def room() -> Iterator[RunningServer]:
    with opened() as room:
        yield room


def close_code(watcher: ClientConnection) -> int:
    """Read everything that still arrives, and return the code that the connection was closed with."""
    with suppress(ConnectionClosed):
        while True:
            watcher.recv(timeout=PATIENCE)
    assert watcher.close_code is not None, "closed without a code"
    return watcher.close_code


@settings(
    max_examples=sized(12, 2000),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(repeated=st.tuples(FRAMES, st.just(1)) | TOO_LONG, in_parts=st.booleans())
def test_a_bad_frame_cuts_off_only_its_sender(
    room: RunningServer, repeated: tuple[str | bytes, int], in_parts: bool
) -> None:
    frame = repeated[0] * repeated[1]
    ada = room.guest("Ada")
    table = ada.create_table()
    with room.watch(table) as other, room.watch(table, ada) as sender:
        before = news(other)["table"]["ply"]
        with suppress(ConnectionClosed):  # it may be cut off before it has sent everything
            sender.send([frame[:1], frame[1:]] if in_parts else frame)
        assert close_code(sender) in (BAD_REQUEST, TOO_LARGE)
        assert ada.look(table)["table"]["ply"] == before
        ada.play(table, 1)
        assert news(other)["table"]["ply"] > before


def test_invalid_text_frames_are_not_logged(room: RunningServer) -> None:
    ada = room.guest("Ada")
    with server_log() as logged, room.watch(ada.create_table()) as watcher:
        watcher.send(b"\xff\xfe", text=True)
        assert close_code(watcher) == NOT_TEXT
        logging.getLogger("uvicorn.error").error("some other error")
    assert logged == ["some other error"]


def test_a_crowd_of_misbehaving_clients_affects_nobody_else(room: RunningServer) -> None:
    """Each of them sends nonsense or closes its socket in the middle of a frame; another watcher misses nothing."""
    ada = room.guest("Ada")
    table = ada.create_table()
    with room.watch(table, ada) as patient:
        seen = [news(patient)["table"]["ply"]]
        for number in range(20):
            with room.watch(table) as rude:
                if number % 2:
                    rude.send("nonsense")
                else:
                    rude.socket.sendall(b"\x81\xfe\x00")
                    rude.socket.close()
            ada.play(table, 1)
            message = news(patient)
            seen.append(message["table"]["ply"])
            assert [line["ply"] for line in message["log"]] == list(range(seen[-2] + 1, seen[-1] + 1))


def test_a_client_that_leaves_during_a_message_is_not_logged_as_a_bug(
    room: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    ada = room.guest("Ada")
    table = ada.create_table()
    for _ in range(10):
        with room.watch(table, ada) as hasty:
            hasty.send("nonsense")  # so that the server sends a last message to a client that is gone
            hasty.socket.close()
    ada.play(table, 1)
    assert "nobody expected" not in caplog.text
