"""The bus over a real Redis: messages, buckets and presence that several processes share; and life without it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from time import monotonic

import pytest

from engineshed.server.bus import NoBus
from engineshed.server.bus import redis as bus_over_redis
from engineshed.server.bus.redis import RedisBus
from tests.server.play import run
from tests.server.servers import Redis


class Listener:
    """What one process hears."""

    def __init__(self, url: str) -> None:
        self.bus = RedisBus(url)
        self.heard: list[tuple[str, bytes]] = []
        self.missed = 0

    def hear(self, topic: str, message: bytes) -> None:
        self.heard.append((topic, message))

    def miss(self) -> None:
        self.missed += 1


@asynccontextmanager
async def processes(redis: Redis, count: int) -> AsyncIterator[list[Listener]]:
    crowd = [Listener(redis.url) for _ in range(count)]
    async with AsyncExitStack() as stack:
        for ears in crowd:
            await ears.bus.start(ears.hear, ears.miss)
            stack.push_async_callback(ears.bus.stop)
        await until(lambda: all(ears.bus.connected and len(ears.bus._others) >= count - 1 for ears in crowd))
        yield crowd


async def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = monotonic() + seconds
    while not true():
        assert monotonic() < deadline, "it never became true"
        await asyncio.sleep(0.01)


def test_other_processes_hear_messages_in_order_and_the_sender_does_not(redis_server: Redis) -> None:
    async def go() -> None:
        async with processes(redis_server, 3) as (one, two, three):
            wanted = [(f"table {n}", b"%d" % n) for n in range(100)]
            for topic, message in wanted:
                one.bus.publish(topic, message)
            await until(lambda: len(two.heard) == len(three.heard) == 100)
            assert two.heard == three.heard == wanted
            assert one.heard == []

    run(go())


def test_after_a_gap_the_bus_says_that_messages_may_have_been_missed(
    redis_server: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        async with processes(redis_server, 2) as (one, two):
            assert (one.missed, two.missed) == (1, 1), "once at the start"
            redis_server.kill()
            await until(lambda: not one.bus.connected and not two.bus.connected)
            one.bus.publish("lost", b"")
            await until(lambda: one.bus._sending is None)
            assert await one.bus.take("bucket", 1.0, 1) is None
            assert await one.bus.enter("place", "me", 1) is None
            await one.bus.leave("place", "me")
            redis_server.start()
            await until(lambda: one.bus.connected and two.bus.connected)
            assert (one.missed, two.missed) == (2, 2)
            await until(lambda: bool(one.bus._others))
            one.bus.publish("heard", b"")
            await until(lambda: two.heard == [("heard", b"")])

    run(go())
    told = [record.getMessage() for record in caplog.records]
    assert sum("the bus is away" in line for line in told) == 2, "each process says it once"


def test_a_redis_that_hangs_is_noticed(redis_server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_over_redis, "HEARTBEAT", 0.05)
    monkeypatch.setattr(bus_over_redis, "PATIENCE", 0.2)

    async def go() -> None:
        async with processes(redis_server, 1) as (one,):
            with redis_server.frozen():
                await until(lambda: not one.bus.connected)
            await until(lambda: one.bus.connected)

    run(go())


def test_a_message_that_cannot_be_decoded_does_no_harm(redis_server: Redis) -> None:
    async def go() -> None:
        async with processes(redis_server, 1) as (one,):
            await one.bus._redis.publish(one.bus._inbox, b"what?")
            await until(lambda: one.missed == 2)

    run(go())


def test_a_bucket_is_shared_and_fills_up_again(redis_server: Redis) -> None:
    async def go() -> None:
        async with processes(redis_server, 2) as (one, two):
            asked = [bus.take("shared", 20.0, 4) for bus in (one.bus, two.bus) * 5]
            waits = [wait for wait in await asyncio.gather(*asked) if wait is not None]
            assert len(waits) == 10
            assert waits.count(0.0) == 4
            assert all(0 < wait <= 0.05 for wait in waits if wait)
            assert await two.bus.take("another", 20.0, 4) == 0
            await asyncio.sleep(0.06)
            assert await two.bus.take("shared", 20.0, 4) == 0

    run(go())


def test_a_place_has_limited_room_until_somebody_leaves_or_dies(
    redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_over_redis, "EXPIRY", 3.0)
    monkeypatch.setattr(bus_over_redis, "HEARTBEAT", 0.2)

    async def go() -> None:
        async with processes(redis_server, 1) as (survivor,):
            async with processes(redis_server, 1) as (mortal,):
                assert await mortal.bus.enter("place", "mortal", 2)
                assert await survivor.bus.enter("place", "survivor", 2)
                assert await survivor.bus.enter("place", "late", 2) is False
                assert await survivor.bus.enter("elsewhere", "late", 2)
            await asyncio.sleep(3.2)
            assert await survivor.bus.enter("place", "late", 2), "the dead have made room"
            assert await survivor.bus.enter("place", "later", 2) is False, "the living have not"
            await survivor.bus.leave("place", "survivor")
            assert await survivor.bus.enter("place", "later", 2)

    run(go())


def test_without_a_bus_processes_hear_nothing_and_count_alone() -> None:
    async def go() -> None:
        bus = NoBus()
        await bus.start(lambda _topic, _message: None, lambda: None)
        bus.publish("topic", b"message")
        assert (bus.shared, bus.connected) == (False, True)
        assert await bus.take("bucket", 1.0, 1) is None
        assert await bus.enter("place", "me", 1) is None
        await bus.leave("place", "me")
        await bus.stop()

    run(go())
