"""A program that plays at several tables of one store until it is killed, and sends what was acknowledged.

The tables keep clocks, and one of the players wants to be told about each turn.
"""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection
from pathlib import Path

from engineshed.server import tables
from engineshed.server.clocks import Clock
from engineshed.server.rows import Guest, NoticeWay
from engineshed.server.service import Service
from tests.server.play import ME, OPEN, live, new_guest, new_table, opened, play_one

TABLES = 4
CLOCK = Clock("days", hours=72, holidays=7)
READY = "ready"


def write(place: str | Path, round_: int, pipe: Connection) -> None:
    """Send READY, and then (table, ply, key) for each move that the service has acknowledged."""
    asyncio.run(play_at_tables(place, round_, pipe))


async def play_at_tables(place: str | Path, round_: int, pipe: Connection) -> None:
    async with opened(place) as service:
        service.outbox.open = True
        ada, bob = await new_guest(service), await new_guest(service, "Bob")
        nowhere = "https://nowhere.test"
        way = NoticeWay(f"way {bob.id}", bob.id, "json", nowhere, {}, "", 0, ("turn",), "on", 0.0)
        assert await service.store.add_way(way, 1)
        begun = [await new_table_of_two(service, ada, bob) for _ in range(TABLES)]
        pipe.send(READY)
        await asyncio.gather(*(play_forever(service, (ada, bob), table, round_, pipe) for table in begun))


async def new_table_of_two(service: Service, ada: Guest, bob: Guest) -> str:
    table = await new_table(service, ada, ME, OPEN, public=True, clock=CLOCK)
    await tables.join(service, bob, table, 1)
    return table


async def play_forever(
    service: Service, players: tuple[Guest, Guest], table: str, round_: int, pipe: Connection
) -> None:
    while (now := await live(service, table)).row.state == "running":
        key = f"{round_}-{now.ply}"
        played = await play_one(service, players[now.to_act()[0]], table, key=key)
        pipe.send((table, played.ply, key))
