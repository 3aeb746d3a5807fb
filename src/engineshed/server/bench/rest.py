"""Idle tables: how long it takes to open one, and how much memory it needs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec

from engineshed.core.rng import Rng
from engineshed.server.bench.client import NO_LOG, Guest
from engineshed.server.bench.process import Process, Where, serving

SEATS = 4
"""Enough players that the game is not over after 400 moves."""
COPIES = 3
"""How many tables of each length are opened; the median counts."""


class Opening(msgspec.Struct, frozen=True):
    """How long a server takes to show a table that it does not have in memory, without and with the whole log."""

    moves: int
    position_ms: float
    with_log_ms: float


async def measure_openings(db: Path, lengths: tuple[int, ...], where: Where) -> list[Opening]:
    async with serving(db, where) as process:
        played = [await _played(process, moves) for moves in lengths]
    by_position = await _first_looks(db, where, played, NO_LOG)
    with_log = await _first_looks(db, where, played, 0)
    return [Opening(*figures) for figures in zip(lengths, by_position, with_log, strict=True)]


async def _played(process: Process, moves: int) -> list[str]:
    return list(await asyncio.gather(*(play_alone(process, moves, number) for number in range(COPIES))))


async def _first_looks(db: Path, where: Where, played: list[list[str]], since: int) -> list[float]:
    """Milliseconds for each length. A freshly started server has no table in memory."""
    async with serving(db, where) as process, Guest.visiting(process, "Bob") as stranger:
        await stranger.look(
            (await stranger.create_table("me"))["id"]
        )  # a server's very first table is slower than the others
        return [median([await _first_look(stranger, table, since) for table in tables]) for tables in played]


async def _first_look(guest: Guest, table: str, since: int) -> float:
    start = perf_counter()
    await guest.look(table, since)
    return 1000 * (perf_counter() - start)


async def measure_memory(db: Path, tables: int, moves: int, where: Where) -> float:
    """How many bytes a server grows by for each table that was played for a while and is then idle."""
    async with serving(db, where) as process:
        await play_alone(process, moves, number=0)
        before = process.resident_bytes()
        for number in range(1, tables + 1):
            await play_alone(process, moves, number)
        return (process.resident_bytes() - before) / tables


async def play_alone(process: Process, moves: int, number: int) -> str:
    """A table at which one guest holds all seats and has played random moves until the log had this length."""
    rng = Rng("alone", number)
    async with Guest.visiting(process, "Ada") as guest:
        table = str((await guest.create_table(*["me"] * SEATS))["id"])
        while (now := await guest.look(table)).legal and now.table.ply < moves:
            await guest.post(f"tables/{table}/moves", now.body(rng.below(len(now.legal))))
    return table
