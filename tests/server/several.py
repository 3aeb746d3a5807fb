"""Several servers on one Postgres and one Redis, in one process, and those who watch tables there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from engineshed.server.bus import Bus, NoBus
from engineshed.server.bus.redis import RedisBus
from engineshed.server.postgres import PostgresStore
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.web.context import Context
from engineshed.server.web.limits import Limits
from tests.server.listener import Listener
from tests.server.servers import Redis
from tests.server.test_bus import until

Scene = Callable[..., Any]
"""Opens servers on one new database: ``async with servers(3) as services``."""

CONTEXTS: WeakKeyDictionary[Service, Context] = WeakKeyDictionary()
"""A server has one context."""


class Deaf(NoBus):
    """A bus that never works: everything has to come from the store."""

    shared, connected = True, False


@asynccontextmanager
async def several(
    database: str, redis: Redis, count: int = 2, new_bus: Callable[[], Bus] | None = None
) -> AsyncIterator[list[Service]]:
    async with AsyncExitStack() as stack:
        services = []
        for _ in range(count):
            bus = RedisBus(redis.url) if new_bus is None else new_bus()
            service = Service(PostgresStore(database), time.time, bus=bus)
            stack.push_async_callback(service.store.close)
            await service.news.start()
            stack.push_async_callback(service.news.stop)
            services.append(service)
        if new_bus is None:
            buses = [service.news.bus for service in services]
            await until(lambda: all(isinstance(bus, RedisBus) and len(bus._others) >= count - 1 for bus in buses))
            await until(lambda: all(bus.connected for bus in buses))
        yield services


@asynccontextmanager
async def watching(
    service: Service, table: str, guest: Guest | None = None, address: str = ""
) -> AsyncIterator[Listener]:
    """A watcher on this server who has seen the table as it is now."""
    context = CONTEXTS.get(service) or CONTEXTS.setdefault(service, Context(service, Limits()))
    hub, watcher = context.push, Listener(guest, address)
    async with hub.watching(table, watcher):
        while (await heard(watcher))["type"] != "table":  # what was said before comes first
            pass
        yield watcher


async def heard(watcher: Listener) -> Any:
    return msgspec.json.decode(await asyncio.wait_for(watcher.told.get(), 20))
