"""A program that plays at several tables of one store until it is killed, and sends what was acknowledged."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection
from pathlib import Path

from engineshed.server.rows import Guest
from engineshed.server.service import Service
from tests.server.play import live, new_guest, new_table, opened, play_one

TABLES = 4
READY = "ready"


def write(place: str | Path, round_: int, pipe: Connection) -> None:
    """Send READY, and then (table, ply, key) for each move that the service has acknowledged."""
    asyncio.run(play_at_tables(place, round_, pipe))


async def play_at_tables(place: str | Path, round_: int, pipe: Connection) -> None:
    async with opened(place) as service:
        guest = await new_guest(service)
        tables = [await new_table(service, guest) for _ in range(TABLES)]
        pipe.send(READY)
        await asyncio.gather(*(play_forever(service, guest, table, round_, pipe) for table in tables))


async def play_forever(service: Service, guest: Guest, table: str, round_: int, pipe: Connection) -> None:
    while (await live(service, table)).row.state == "running":
        key = f"{round_}-{(await live(service, table)).ply}"
        played = await play_one(service, guest, table, key=key)
        pipe.send((table, played.ply, key))
