"""A server of a newer version than the test that starts it: ``newer_server.py STORE BUS TABLE``.

It opens the table, says so in a line, and ends when its input does.
"""

from __future__ import annotations

import asyncio
import sys
import time

import pytest

from engineshed.server.bus.redis import RedisBus
from engineshed.server.postgres import PostgresStore
from engineshed.server.service import Service
from tests.server.newer import SECOND, Versions
from tests.server.test_bus import until


async def serve(store: str, bus: str, table: str) -> None:
    to_others = RedisBus(bus)
    service = Service(PostgresStore(store), time.time, bus=to_others)
    await service.news.start()
    await until(lambda: to_others.connected and len(to_others._others) > 0)
    print((await service.table(table)).live.row.version, flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await service.news.stop()
    await service.store.close()


if __name__ == "__main__":
    Versions(pytest.MonkeyPatch()).install(SECOND)
    asyncio.run(serve(*sys.argv[1:]))
