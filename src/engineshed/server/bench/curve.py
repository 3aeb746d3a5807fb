"""Offered against served load: requests come at a given rate, whether or not earlier ones have been answered.

``python -m engineshed.server.bench.curve 500 1000 2000`` prints a table for docs/measurements.md. Every request is
written to the disk: a move, or taking it back.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec
import uvicorn

from engineshed.core.errors import Trouble
from engineshed.server.bench.client import Guest, Refused
from engineshed.server.bench.load import Waits, waits
from engineshed.server.bench.process import Process, serving

RATES = (250, 500, 750, 1000, 1500, 2000, 3000)
GUESTS = 400
"""Each guest has a table and waits for an answer before asking again, so this many requests can be in flight."""
SECONDS = 6.0
WARM_UP = 1.0


class Played(msgspec.Struct, frozen=True):
    ply: int


_played = msgspec.json.Decoder(Played)


class Seesaw:
    """A guest alone at a table, who keeps playing a move and taking it back."""

    def __init__(self, guest: Guest) -> None:
        self._guest, self._table, self._seat, self._move = guest, "", 0, b""
        self._ply, self._back = 0, False

    async def sit_down(self) -> None:
        """Find a move that can be taken back."""
        self._table = str((await self._guest.create_table("me", "me"))["id"])
        now = await self._guest.look(self._table)
        assert now.seat is not None
        self._seat, self._ply = now.seat, now.table.ply
        for offer in now.legal:
            self._move = bytes(offer.move)
            await self.ask()
            try:
                return await self.ask()
            except Trouble:
                self._ply, self._back = (await self._guest.look(self._table)).table.ply, False
        raise Trouble("bench.failed", problem="no move can be taken back")

    async def ask(self) -> None:
        """One request; if it is refused, the next will be the same."""
        if self._back:
            body = b'{"seat":%d,"expect":%d}' % (self._seat, self._ply)
        else:
            body = b'{"seat":%d,"move":%s,"expect":%d}' % (self._seat, self._move, self._ply)
        way = "undo" if self._back else "moves"
        self._ply = _played.decode(await self._guest.post(f"tables/{self._table}/{way}", body)).ply
        self._back = not self._back


class Point(msgspec.Struct, frozen=True):
    """The result for one rate; rates are per second."""

    offered: float
    served: float
    refused: float
    unsent: float
    """Requests that could not be sent because all guests were waiting for an answer."""
    served_ms: Waits
    refused_ms: Waits


class Round:
    """Requests at one rate."""

    def __init__(self, free: deque[Seesaw], rate: float, seconds: float) -> None:
        self._free, self._rate, self._seconds = free, rate, seconds
        self._served: list[float] = []
        self._refused: list[float] = []
        self._unsent = 0

    async def run(self) -> Point:
        start = perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(round(self._rate * self._seconds)):
                due = start + number / self._rate
                if (early := due - perf_counter()) > 0:
                    await asyncio.sleep(early)
                if self._free:
                    group.create_task(self._ask(self._free.popleft()))
                else:
                    self._unsent += 1
                    await asyncio.sleep(0)
            lasted = max(perf_counter() - start, self._seconds)
        return Point(
            offered=(len(self._served) + len(self._refused) + self._unsent) / lasted,
            served=len(self._served) / lasted,
            refused=len(self._refused) / lasted,
            unsent=self._unsent / lasted,
            served_ms=waits(self._served),
            refused_ms=waits(self._refused),
        )

    async def _ask(self, guest: Seesaw) -> None:
        sent = perf_counter()
        try:
            await guest.ask()
            self._served.append(perf_counter() - sent)
        except Refused:
            self._refused.append(perf_counter() - sent)
        finally:
            self._free.append(guest)


async def measure_curve(
    db: Path, rates: Sequence[float] = RATES, guests: int = GUESTS, seconds: float = SECONDS
) -> list[Point]:
    async with serving(db) as process, AsyncExitStack() as stack:
        free = deque([await _seated(process, stack, number) for number in range(guests)])
        await Round(free, min(rates), WARM_UP).run()
        return [await Round(free, rate, seconds).run() for rate in rates]


async def _seated(process: Process, stack: AsyncExitStack, number: int) -> Seesaw:
    guest = Seesaw(await stack.enter_async_context(Guest.visiting(process, f"Ada {number}")))
    await guest.sit_down()
    return guest


def table_of(points: Sequence[Point]) -> str:
    lines = ["| offered | served | refused | served within: p50, p95, p99 | refused within: p95 |", "|" + " --- |" * 5]
    for point in points:
        served = f"{point.served_ms.p50:.0f}, {point.served_ms.p95:.0f}, {point.served_ms.p99:.0f} ms"
        rates = f"{point.offered:,.0f} | {point.served:,.0f} | {point.refused + point.unsent:,.0f}"
        lines.append(f"| {rates} | {served} | {point.refused_ms.p95:.0f} ms |")
    return "\n".join(lines)


def main(rates: Sequence[str]) -> None:
    with (
        TemporaryDirectory(prefix="engineshed-bench-") as folder,
        asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner,
    ):
        print(table_of(runner.run(measure_curve(Path(folder) / "curve.db", [float(rate) for rate in rates] or RATES))))


if __name__ == "__main__":
    main(sys.argv[1:])
