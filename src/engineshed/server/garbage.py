"""Python's garbage collector, set up so that it does not hold up everybody at once.

Nearly everything that a server drops is freed at once, by counting references. The collector only finds what refers to
itself in a circle: closed connections, for example, which are few. As Python sets it up, it examines everything in
memory about once a second under load, which takes a sixth of the server's time and stops all tables for as long as it
lasts: a tenth of a second with 50 tables, half a second with 1,000.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG, MIDDLE = 20_000, 4
"""The number of new objects after which the collector examines them, and the number of such rounds after which it also
examines slightly older ones. Either takes a few milliseconds at most."""
NEVER = 1_000_000_000
EVERY = 600.0
"""Seconds between two examinations of everything. Anything that has been left for that long is worth one short stop."""


def collect_rarely() -> None:
    """To be called when everything has been loaded. Everything in memory by then stays there, and is never examined
    again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """The same until the block ends."""
    usual = gc.get_threshold()
    collect_rarely()
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


async def keep_collecting(every: float = EVERY) -> None:
    while True:
        await asyncio.sleep(every)
        gc.collect()
