"""The bus over Redis, or over Valkey, which speaks the same protocol.

Each process has a channel on which the others send to it. A process bundles what it has to send into one message and
does not wait for an answer. That costs far less than a channel for each table, even though processes also hear about
tables that they do not have. No process receives its own messages. New processes announce themselves on one more
channel.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from engineshed.server.bus import Listener

log = logging.getLogger(__name__)

T = TypeVar("T")

PREFIX = "engineshed:"
HELLO = f"{PREFIX}hello"
INBOX = f"{PREFIX}to:"
RETRY = 0.25
"""Seconds between two attempts to reach a Redis that is down."""
HEARTBEAT = 2.0
"""Seconds between heartbeats, in both directions between this process and Redis."""
EXPIRY = 10.0
"""Seconds after a process's last heartbeat until everybody connected to it counts as gone."""
PATIENCE = 1.0
"""Seconds to wait for an answer. A guest's request should not wait longer than this for a counter."""
MOST_WAITING = 10_000
"""Messages that may wait to be sent; more are dropped, and the others find out from the store."""

TROUBLE = (RedisError, OSError, TimeoutError)

Said = tuple[str, bytes]
"""A topic and a message."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[Said])

TAKE = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = math.min(burst, (tonumber(kept[1]) or burst) + (now - (tonumber(kept[2]) or now)) * rate)
if left < 1 then
  return tostring((1 - left) / rate)
end
redis.call('HSET', KEYS[1], 'left', tostring(left - 1), 'at', string.format('%.6f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(1000 * burst / rate) + 1000)
return '0'
"""
"""Takes from a bucket in one atomic step. A full bucket need not be kept, so it expires."""

ENTER = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3] + 1)
return 1
"""
"""Enters a place: everybody in it is stored with the time at which their presence ends."""

STAY = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2] + 1)
"""


class RedisBus:
    shared = True

    def __init__(self, url: str) -> None:
        waits: dict[str, Any] = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        self._redis = Redis.from_url(url, retry=Retry(NoBackoff(), 1), **waits)  # a connection may have gone stale
        self._hearing = Redis.from_url(url, retry=Retry(NoBackoff(), 0), **waits)
        self._take, self._enter = self._redis.register_script(TAKE), self._redis.register_script(ENTER)
        self._stay = self._redis.register_script(STAY)
        self._inbox = INBOX + secrets.token_hex(8)
        self._others: set[str] = set()
        """The channels of the other processes."""
        self._present: set[tuple[str, str]] = set()
        self._outbox: list[Said] = []
        self._sending: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._stopped, self._answers = False, True
        self._sender: AbstractConnection | None = None
        self._ears: PubSub | None = None
        """Set while messages are getting through."""

    @property
    def connected(self) -> bool:
        return self._ears is not None

    async def start(self, heard: Listener, missed: Callable[[], None]) -> None:
        self._tasks = [
            asyncio.create_task(self._listen_forever(heard, missed)),
            asyncio.create_task(self._show_life()),
        ]

    async def stop(self) -> None:
        if self._sending is not None:
            await self._sending
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._close_sender()
        for client in (self._redis, self._hearing):
            with suppress(*TROUBLE):
                await client.aclose()

    # -- sending ----------------------------------------------------------------------------------------------------

    def publish(self, topic: str, message: bytes) -> None:
        if len(self._outbox) >= MOST_WAITING:
            return
        self._outbox.append((topic, message))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        while self._outbox:
            said, self._outbox = self._outbox, []
            try:
                await self._send(said)
            except TROUBLE:  # the listeners notice as well, and compare what they have with the store
                await self._close_sender()
        self._sending = None

    async def _send(self, said: list[Said]) -> None:
        if not self._others:
            return
        self._sender = self._sender or await self._silent_connection()
        message = _encoder.encode(said)
        await self._sender.send_packed_command(
            self._sender.pack_commands([("PUBLISH", other, message) for other in self._others])
        )

    async def _silent_connection(self) -> AbstractConnection:
        """A connection on which Redis does not answer."""
        pool = self._hearing.connection_pool
        connection: AbstractConnection = pool.make_connection()  # type: ignore[no-untyped-call]
        await connection.connect()  # type: ignore[no-untyped-call]
        await connection.send_command("CLIENT", "REPLY", "OFF")
        return connection

    async def _close_sender(self) -> None:
        sender, self._sender = self._sender, None
        if sender is not None:
            with suppress(*TROUBLE):
                await sender.disconnect(nowait=True)

    # -- listening --------------------------------------------------------------------------------------------------

    async def _listen_forever(self, heard: Listener, missed: Callable[[], None]) -> None:
        told = False
        while not self._stopped:
            subscription = self._hearing.pubsub()
            try:
                await subscription.subscribe(HELLO, self._inbox)
                while not self._stopped:  # redis-py may take a cancellation for a timeout
                    if not self._answers:
                        raise TimeoutError("no sign of life")
                    message = await subscription.get_message(timeout=HEARTBEAT)
                    if message is not None and message["type"] == "message":
                        self._hear(message, heard)
                    elif message is not None and message["channel"].decode() == self._inbox:
                        await self._close_sender()  # it may be connected to a Redis that no longer exists
                        await self._meet()
                        self._ears, told = subscription, False
                        missed()
            except (*TROUBLE, msgspec.DecodeError) as error:
                if not told:
                    log.warning("the bus is away; watched tables are read from the store until it is back: %s", error)
                told = True
            finally:
                self._ears = None
                with suppress(*TROUBLE):
                    await subscription.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(RETRY)

    def _hear(self, message: dict[str, Any], heard: Listener) -> None:
        if message["channel"].decode() == HELLO:
            self._others |= {message["data"].decode()} - {self._inbox}
            return
        for topic, said in _decoder.decode(message["data"]):
            heard(topic, said)

    async def _meet(self) -> None:
        """Find the other processes, and announce this one to them."""
        channels: list[Any] = await self._redis.pubsub_channels(f"{INBOX}*")
        self._others = {channel.decode() for channel in channels} - {self._inbox}
        await self._redis.publish(HELLO, self._inbox)

    async def _show_life(self) -> None:
        """Send heartbeats; this also detects a Redis that has died silently, and dead processes."""
        while not self._stopped:
            await asyncio.sleep(HEARTBEAT)
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._meet()
                    await self._stay_present()
                self._answers = True
            except TROUBLE:
                self._answers = False

    # -- counting, and who is present -------------------------------------------------------------------------------

    async def take(self, bucket: str, per_second: float, burst: int) -> float | None:
        answer = await self._asked(self._take([f"{PREFIX}take:{bucket}"], [per_second, burst]))
        return None if answer is None else float(answer)

    async def enter(self, place: str, who: str, most: int) -> bool | None:
        answer = await self._asked(self._enter([f"{PREFIX}here:{place}"], [who, most, int(EXPIRY)]))
        if answer:
            self._present.add((place, who))
        return None if answer is None else bool(answer)

    async def leave(self, place: str, who: str) -> None:
        self._present.discard((place, who))
        await self._asked(self._redis.zrem(f"{PREFIX}here:{place}", who))

    async def _stay_present(self) -> None:
        async with self._redis.pipeline(transaction=False) as pipe:
            for place, who in self._present:
                await self._stay([f"{PREFIX}here:{place}"], [who, int(EXPIRY)], client=pipe)
            await pipe.execute()

    async def _asked(self, question: Awaitable[T]) -> T | None:
        """The answer, if Redis gives one in time."""
        if not self.connected:
            _close(question)
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                return await question
        except TROUBLE:
            return None


def _close(question: Awaitable[Any]) -> None:
    if asyncio.iscoroutine(question):
        question.close()
