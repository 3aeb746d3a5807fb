"""Who may not write or play. This is checked with every request, so it is kept in memory for a few seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from engineshed.server.refusals import ServiceError
from engineshed.server.rows import PenaltyKind
from engineshed.server.store import Store

FRESH = 5.0
"""Seconds after which the store is asked again, because news from another process may have been lost."""


class Penalties:
    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._kept: dict[tuple[PenaltyKind, str], float | None] = {}
        self._asked: float | None = None
        self._asking = asyncio.Lock()
        self._forgotten = 0
        """How often something has changed, so that an answer from before a change is not kept."""

    def forget(self) -> None:
        """Ask the store again next time, because something has changed."""
        self._asked = None
        self._forgotten += 1

    async def must_not_be(self, kind: PenaltyKind, *targets: str) -> None:
        """Raises a refusal if one of these guests or addresses is silenced or banned now."""
        if await self.has(kind, *targets):
            raise ServiceError("forbidden", "muted") if kind == "mute" else ServiceError("forbidden", "banned")

    async def has(self, kind: PenaltyKind, *targets: str) -> bool:
        """Whether one of these guests or addresses is silenced or banned now."""
        if not self._fresh:
            await self._ask()
        if not self._kept:
            return False
        ends = [self._kept.get((kind, target), 0.0) for target in targets]
        return any(until is None or until > self._clock() for until in ends)

    @property
    def _fresh(self) -> bool:
        return self._asked is not None and monotonic() - self._asked < FRESH

    async def _ask(self) -> None:
        """Everybody waits for the answer, or a second request would get in while the first one is asking."""
        async with self._asking:
            while not self._fresh:
                forgotten, asked = self._forgotten, monotonic()
                kept = {(one.kind, one.target): one.until for one in await self._store.penalties()}
                if forgotten == self._forgotten:
                    self._kept, self._asked = kept, asked
                    return
