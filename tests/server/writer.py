"""A program that plays at several tables of one file until it is killed, and says what it was told is kept."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection
from pathlib import Path

from engineshed.server.house import House
from engineshed.server.rows import Guest
from tests.server.play import live, new_guest, new_table, opened, play_one

TABLES = 4
READY = "ready"


def write(path: Path, round_: int, told: Connection) -> None:
    """After READY, a (table, ply, key) for each move that the service has acknowledged."""
    asyncio.run(play_at_tables(path, round_, told))


async def play_at_tables(path: Path, round_: int, told: Connection) -> None:
    async with opened(path) as house:
        guest = await new_guest(house)
        tables = [await new_table(house, guest) for _ in range(TABLES)]
        told.send(READY)
        await asyncio.gather(*(play_forever(house, guest, table, round_, told) for table in tables))


async def play_forever(house: House, guest: Guest, table: str, round_: int, told: Connection) -> None:
    while (await live(house, table)).row.state == "running":
        key = f"{round_}-{(await live(house, table)).ply}"
        played = await play_one(house, guest, table, key=key)
        told.send((table, played.ply, key))
