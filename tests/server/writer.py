"""A program that plays at several tables of one file until it is killed, and says what it was told is kept.

    python -m tests.server.writer FILE ROUND

After ``ready`` each line is ``<table> <ply> <key>``, printed once the service has acknowledged the move.
"""

from __future__ import annotations

import asyncio
import sys

from engineshed.server.house import House
from engineshed.server.rows import Guest
from tests.server.play import live, new_guest, new_table, opened, play_one

TABLES = 4


async def main(path: str, round_: str) -> None:
    async with opened(path) as house:
        guest = await new_guest(house)
        tables = [await new_table(house, guest) for _ in range(TABLES)]
        print("ready", flush=True)
        await asyncio.gather(*(play_forever(house, guest, table, round_) for table in tables))


async def play_forever(house: House, guest: Guest, table: str, round_: str) -> None:
    while (await live(house, table)).row.state == "running":
        key = f"{round_}-{(await live(house, table)).ply}"
        played = await play_one(house, guest, table, key=key)
        print(table, played.ply, key, flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
