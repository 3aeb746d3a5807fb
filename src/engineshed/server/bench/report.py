"""The whole measurement, and its report."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import msgspec
import uvicorn

from engineshed.server.bench.load import Conditions, Load, measure_load
from engineshed.server.bench.peer import Peer, PeerLoad
from engineshed.server.bench.process import HERE, Where, serving
from engineshed.server.bench.rest import Opening, measure_memory, measure_openings


class Sizes(msgspec.Struct, frozen=True):
    """How much is measured in addition to the load."""

    rounds: int = 3
    """How many times we and the peer take turns; once without a peer."""
    openings: tuple[int, ...] = (100, 400)
    idle_tables: int = 200
    idle_moves: int = 30


FULL = Sizes()


class Comparison(msgspec.Struct, frozen=True):
    """The peer's results, measured in turns with ours; a ratio above 1 means that ours is faster."""

    version: str
    rounds: list[PeerLoad]
    moves_ratio: float
    cpu_ratio: float
    """The ratio of moves per CPU second of the server, which depends less on other programs on the machine."""


class Report(msgspec.Struct, frozen=True):
    conditions: Conditions
    where: Where
    rounds: list[Load]
    openings: list[Opening]
    idle_table_bytes: float
    peer: Comparison | None


def measure(conditions: Conditions, peer: Peer | None = None, sizes: Sizes = FULL, where: Where = HERE) -> Report:
    """Runs on the event loop that servers use, so that the clients are as fast as possible."""
    with (
        TemporaryDirectory(prefix="engineshed-bench-") as folder,
        asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner,
    ):
        return runner.run(_measure(Path(folder), conditions, peer, sizes, where))


async def _measure(folder: Path, conditions: Conditions, peer: Peer | None, sizes: Sizes, where: Where) -> Report:
    ours, theirs = [], []
    for number in range(1 if peer is None else sizes.rounds):
        async with serving(folder / f"load-{number}.db", where) as process:
            ours.append(await measure_load(process, conditions))
        if peer is not None:
            theirs.append(await peer.load(conditions))
    return Report(
        conditions=conditions,
        where=where,
        rounds=ours,
        openings=await measure_openings(folder / "openings.db", sizes.openings, where),
        idle_table_bytes=await measure_memory(folder / "idle.db", sizes.idle_tables, sizes.idle_moves, where),
        peer=_compared(ours, theirs) if theirs else None,
    )


def _compared(ours: list[Load], theirs: list[PeerLoad]) -> Comparison:
    moves = fmean(load.moves_per_second for load in ours) / fmean(load.moves_per_second for load in theirs)
    work = fmean(load.moves_per_cpu_second for load in ours) / fmean(load.moves_per_cpu_second for load in theirs)
    return Comparison(theirs[0].version, theirs, moves, work)
