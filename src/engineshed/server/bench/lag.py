"""How late the server's event loop was, from the metrics that it keeps about itself."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from urllib.request import urlopen

from engineshed.server.bench.process import Process

BUCKET = re.compile(r'^engineshed_loop_lag_seconds_bucket\{le="([^"]+)"\} (\S+)$', re.MULTILINE)

Lags = Counter[float]
"""How often the loop was late by at most this many seconds: a count for each bucket, with those below it."""


async def lags_of(process: Process) -> Lags:
    """All since the server started. Only for a single process, because nobody knows which one of several answers."""
    text = await asyncio.to_thread(_metrics, f"{process.origin}/metrics")
    return Counter({float(limit): int(float(count)) for limit, count in BUCKET.findall(text)})


def _metrics(address: str) -> str:
    with urlopen(address) as answer:  # noqa: S310  (the address of the server that is measured)
        return str(answer.read().decode())


def lag_between(before: Lags, after: Lags, share: float) -> float:
    """The limit of the bucket, in seconds, that this share of the lags between two questions did not exceed."""
    counts = {limit: after[limit] - before[limit] for limit in sorted(after)}
    every = max(counts.values(), default=0)
    return next((limit for limit, count in counts.items() if count >= share * every), 0.0)
