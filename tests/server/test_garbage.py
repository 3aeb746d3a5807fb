"""The garbage collector examines everything only now and then, and never stops the server for long in between."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from engineshed.server.garbage import NEVER, collecting_rarely, keep_collecting
from tests.server.play import run


class Circle:
    """Refers to itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def rarely() -> Iterator[None]:
    usual = gc.get_threshold()
    with collecting_rarely():
        yield
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0


def test_old_objects_are_not_examined_in_between() -> None:
    assert gc.get_threshold()[2] == NEVER
    assert gc.get_freeze_count() > 0
    examined = gc.get_stats()[2]["collections"]
    kept = [[number] for number in range(200_000)]  # with the usual settings, this alone makes it examine everything
    assert gc.get_stats()[2]["collections"] == examined
    assert len(kept) == 200_000


def test_an_old_reference_cycle_is_freed_in_the_end() -> None:
    async def go() -> None:
        circle = Circle()
        seen = weakref.ref(circle)
        gc.collect(1)  # it is old now
        del circle
        gc.collect(1)
        assert seen() is not None
        collecting = asyncio.create_task(keep_collecting(every=0.001))
        while seen() is not None:
            await asyncio.sleep(0.001)
        collecting.cancel()

    run(go())
