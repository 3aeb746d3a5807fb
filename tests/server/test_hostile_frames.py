"""Frames that are not pings: the connection is closed with a code, and nobody else notices."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server.test_app_live import RunningServer, news, opened, server_log
from tests.soak import sized

BAD_REQUEST, NOT_TEXT, TOO_LARGE = 4400, 1007, 1009
PINGLIKE = st.sampled_from(
    ['{"type":"ping"', '{"type":"ping"}}', '["ping"]', '{"type":NaN}', '{"Type":"ping"}', "\ufeff"]
)
FRAMES = st.text(max_size=200) | st.binary(max_size=200) | PINGLIKE
TOO_LONG = st.sampled_from([("x", 16_384), (b"\x00", 20_000)])
"""What is repeated, and how often; written out it would be too long for a test report, which causes a warning."""


@pytest.fixture(scope="module")
def room() -> Iterator[RunningServer]:
    with opened() as room:
        yield room


def close_code(watcher: ClientConnection) -> int:
    """Read everything that still comes; returns how the connection was closed."""
    with suppress(ConnectionClosed):
        while True:
            watcher.recv(timeout=5)
    assert watcher.close_code is not None, "closed without a word"
    return watcher.close_code


@settings(
    max_examples=sized(12, 2000),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(repeated=st.tuples(FRAMES, st.just(1)) | TOO_LONG, in_parts=st.booleans())
def test_whatever_is_sent_only_the_sender_is_cut_off(
    room: RunningServer, repeated: tuple[str | bytes, int], in_parts: bool
) -> None:
    frame = repeated[0] * repeated[1]
    ada = room.guest("Ada")
    table = ada.create_table()
    with room.watch(table) as other, room.watch(table, ada) as sender:
        before = news(other)["table"]["ply"]
        with suppress(ConnectionClosed):  # it may be cut off before it has sent all
            sender.send([frame[:1], frame[1:]] if in_parts else frame)
        assert close_code(sender) in (BAD_REQUEST, TOO_LARGE)
        assert ada.look(table)["table"]["ply"] == before
        ada.play(table, 1)
        assert news(other)["table"]["ply"] > before


def test_invalid_text_frames_are_not_logged(room: RunningServer) -> None:
    ada = room.guest("Ada")
    with server_log() as told, room.watch(ada.create_table()) as watcher:
        watcher.send(b"\xff\xfe", text=True)
        assert close_code(watcher) == NOT_TEXT
        logging.getLogger("uvicorn.error").error("what else goes wrong")
    assert told == ["what else goes wrong"]


def test_a_crowd_that_misbehaves_leaves_no_trace(room: RunningServer) -> None:
    """Each one closes its socket in the middle of a frame or sends nonsense; a well-behaved watcher misses nothing."""
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
            told = news(patient)
            seen.append(told["table"]["ply"])
            assert [line["ply"] for line in told["log"]] == list(range(seen[-2] + 1, seen[-1] + 1))


def test_leaving_while_something_is_sent_is_not_a_bug(room: RunningServer, caplog: pytest.LogCaptureFixture) -> None:
    ada = room.guest("Ada")
    table = ada.create_table()
    for _ in range(10):
        with room.watch(table, ada) as hasty:
            hasty.send("nonsense")  # so that a last message is on its way to a client that is gone
            hasty.socket.close()
    ada.play(table, 1)
    assert "nobody expected" not in caplog.text
