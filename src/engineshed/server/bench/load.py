"""Many tables at once: how many moves a second, and how long until they are saved and seen."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from time import perf_counter

import msgspec

from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.server.bench.client import AGAIN, Guest, Now, Refused, spectating
from engineshed.server.bench.lag import Lags, lag_between, lags_of
from engineshed.server.bench.process import Process
from engineshed.server.garbage import collecting_rarely

WARM_UP = 1.5
"""Seconds of play before counting starts."""
SAMPLE_EVERY = 7
"""One in this many pushes is measured in bytes; measuring all would cost the clients more time than playing."""


class Conditions(msgspec.Struct, frozen=True):
    """How many two-player tables, and spectators at each. Without a rate, each table moves as soon as it can."""

    tables: int = 50
    watchers: int = 0
    rate: float = 0.0
    seconds: float = 8.0
    compressed: bool = False
    """Whether the sockets compress their traffic: browsers ask for it, and it costs the server time."""


class Waits(msgspec.Struct, frozen=True):
    """Waiting times in milliseconds, as percentiles."""

    p50: float
    p95: float
    p99: float


class Load(msgspec.Struct, frozen=True):
    moves_per_second: float
    moves_per_cpu_second: float
    """Per second of the server's CPU time."""
    acknowledged_ms: Waits
    """From sending a move to the answer, which means that it is on disk."""
    seen_ms: Waits
    """From sending a move until another player or a spectator receives the new position."""
    push_mean_bytes: float
    push_largest_bytes: int
    """Gzipped, legal moves included."""
    shares: list[float]
    """Each process's share of the server's CPU time."""
    loop_lag_ms: float | None
    """The server's event loop was late by at most this much at the 99th percentile; None for several processes."""


class Meter:
    """What has been measured since the warm-up."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.seen: list[float] = []
        self.weighed: list[bytes] = []
        self.reset()

    def reset(self) -> None:
        self.moves = self._pushes = 0
        for seen in (self.acknowledged, self.seen, self.weighed):
            seen.clear()

    def push(self, message: bytes) -> None:
        self._pushes += 1
        if self._pushes % SAMPLE_EVERY == 0:
            self.weighed.append(message)


class Game:
    """One table with two players who watch it, and the move that is under way."""

    def __init__(self, meter: Meter, number: int) -> None:
        self.id = ""
        self._meter, self._rng = meter, Rng("load", number)
        self._nows: list[Now | None] = [None, None]
        self._expect, self._mover, self._sent = -1, -1, 0.0
        self._all_saw = asyncio.Event()

    @asynccontextmanager
    async def at_new_table(
        self, process: Process, players: Sequence[Guest], conditions: Conditions
    ) -> AsyncIterator[None]:
        """Seat these players at a new table, until the block ends."""
        links = await players[0].create_table("me", "open")
        self.id, self._nows, self._expect = links["id"], [None, None], -1
        await players[1].post(f"tables/{self.id}/claim", msgspec.json.encode({"token": links["links"]["1"]}))
        self._all_saw.clear()
        async with AsyncExitStack() as sockets:
            for number, player in enumerate(players):
                await sockets.enter_async_context(
                    player.watching(self.id, partial(self._player_saw, number), conditions.compressed)
                )
            for _ in range(conditions.watchers):
                await sockets.enter_async_context(spectating(process, self.id, self._saw, conditions.compressed))
            await self._all_saw.wait()
            yield

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None when the game is over."""
        turns = [number for number, now in enumerate(self._nows) if now is not None and now.table.my_turn]
        return turns[0] if turns else None

    async def move(self, player: Guest, number: int, since: float) -> None:
        """Make a random legal move, and wait until it is saved and both players see it. It is timed from ``since``."""
        now = self._nows[number]
        assert now is not None
        self._expect, self._mover, self._sent = now.table.ply, number, since
        self._all_saw.clear()
        await _until_taken(player, f"tables/{self.id}/moves", now.body(self._rng.below(len(now.legal))))
        self._meter.acknowledged.append(perf_counter() - since)
        await self._all_saw.wait()
        self._meter.moves += 1

    def _player_saw(self, number: int, message: bytes, now: Now) -> None:
        if number != self._mover:
            self._saw(message, now)
        else:
            self._meter.push(message)
        self._nows[number] = now
        if all(seen is not None and seen.table.ply > self._expect for seen in self._nows):
            self._all_saw.set()

    def _saw(self, message: bytes, now: Now) -> None:
        self._meter.push(message)
        if self._expect >= 0 and now.table.ply > self._expect:
            self._meter.seen.append(perf_counter() - self._sent)


async def _until_taken(player: Guest, path: str, body: bytes) -> None:
    """Ask again while the server is too busy; the wait counts."""
    while True:
        try:
            await player.post(path, body)
        except Refused:
            await asyncio.sleep(AGAIN)
        else:
            return


class Pace:
    """When the next move is made at a table: at once, or when it is due, even if the last one took too long."""

    def __init__(self, conditions: Conditions, number: int) -> None:
        self._between = conditions.tables / conditions.rate if conditions.rate else 0.0
        self._offset, self._due = self._between * number / conditions.tables, 0.0

    async def next(self) -> float:
        """Wait until the next move is due. Returns when it was due, so that sending it late counts as waiting."""
        if not self._between:
            return perf_counter()
        due = self._due or perf_counter() + self._offset  # the first moves of all tables are spread out
        self._due = due + self._between
        await asyncio.sleep(due - perf_counter())
        return due


class AllTables:
    """All tables of one measurement: they start together and play until it is over."""

    def __init__(self, process: Process, conditions: Conditions) -> None:
        self._process, self._conditions, self._meter = process, conditions, Meter()
        self._ready, self._begin, self._over = asyncio.Semaphore(0), asyncio.Event(), False

    async def measure(self) -> Load:
        async with asyncio.TaskGroup() as group:
            for number in range(self._conditions.tables):
                group.create_task(self._play(number))
                await (
                    self._ready.acquire()
                )  # one after the other: play is measured, not the rush of many guests arriving at once
            found = await self._measure()
            self._over = True  # let moves that are under way finish
        return found

    async def _measure(self) -> Load:
        with collecting_rarely():  # otherwise the players' own collector would be measured
            self._begin.set()
            await asyncio.sleep(WARM_UP)
            before = await self._lags()
            self._meter.reset()
            cpu, start = self._process.cpu_seconds(), perf_counter()
            await asyncio.sleep(self._conditions.seconds)
            elapsed = perf_counter() - start
            used = [now - then for now, then in zip(self._process.cpu_seconds(), cpu, strict=True)]
            lag = None if before is None else lag_between(before, await lags_of(self._process), 0.99)
        return _load(self._meter, elapsed, used, lag)

    async def _lags(self) -> Lags | None:
        return await lags_of(self._process) if len(self._process.cpu_seconds()) == 1 else None

    async def _play(self, number: int) -> None:
        """Two guests play one game after the other."""
        game, pace = Game(self._meter, number), Pace(self._conditions, number)
        ada, bob = (Guest.visiting(self._process, f"{name} {number}") for name in ("Ada", "Bob"))
        async with ada as first, bob as second:
            while not self._over:
                async with game.at_new_table(self._process, (first, second), self._conditions):
                    self._ready.release()
                    await self._begin.wait()
                    await self._play_on(game, (first, second), pace)

    async def _play_on(self, game: Game, players: Sequence[Guest], pace: Pace) -> None:
        while not self._over and (mover := game.mover) is not None:
            await game.move(players[mover], mover, await pace.next())


async def measure_load(process: Process, conditions: Conditions) -> Load:
    try:
        return await AllTables(process, conditions).measure()
    except ExceptionGroup as broken:
        first = _first(broken)
        raise Trouble("bench.failed", problem=first if isinstance(first, Trouble) else str(first)) from broken


def _first(error: Exception) -> Exception:
    return _first(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


def _load(meter: Meter, elapsed: float, used: list[float], lag: float | None) -> Load:
    cpu = max(sum(used), 0.01)
    sizes = [len(gzip.compress(message, 6)) for message in meter.weighed]
    return Load(
        moves_per_second=meter.moves / elapsed,
        moves_per_cpu_second=meter.moves / cpu,
        acknowledged_ms=waits(meter.acknowledged),
        seen_ms=waits(meter.seen),
        push_mean_bytes=sum(sizes) / max(len(sizes), 1),
        push_largest_bytes=max(sizes, default=0),
        shares=[part / cpu for part in used],
        loop_lag_ms=None if lag is None else 1000 * lag,
    )


def waits(seconds: Sequence[float]) -> Waits:
    ordered = sorted(seconds) or [0.0]
    return Waits(*(1000 * ordered[round(share * (len(ordered) - 1))] for share in (0.5, 0.95, 0.99)))
