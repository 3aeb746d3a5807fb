"""How late the event loop is, which delays every request."""

from __future__ import annotations

import asyncio
from collections import deque

from engineshed.server.metrics import LOOP_LAG

EVERY = 0.025
"""Seconds between measurements."""
KEPT = 2400
"""How many measurements are remembered: those of the last minute."""


class LoopLag:
    """Sets a timer again and again, and notes how late it fires."""

    def __init__(self, every: float = EVERY, kept: int = KEPT) -> None:
        self._every = every
        self._lags: deque[float] = deque(maxlen=kept)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due = self._latest = self.worst = 0.0
        """``worst``: the longest lag since the start, in seconds."""

    def start(self) -> None:
        """Must be called in the event loop to be watched."""
        self._loop = asyncio.get_running_loop()
        self._set_timer()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._loop = self._timer = None

    def now(self) -> float:
        """The lag in seconds: the last one measured, or how long the timer is overdue by now."""
        return 0.0 if self._loop is None else max(self._latest, self._loop.time() - self._due)

    def quantile(self, share: float) -> float:
        """A quantile of the remembered lags, in seconds; 0.99 is the lag that one in a hundred exceeds."""
        ordered = sorted(self._lags) or [0.0]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def forget(self) -> None:
        """Forget all measurements and begin again."""
        self._lags.clear()
        self.worst = 0.0

    def _set_timer(self) -> None:
        assert self._loop is not None
        self._due = self._loop.time() + self._every
        self._timer = self._loop.call_at(self._due, self._look)

    def _look(self) -> None:
        if self._loop is None:
            return
        self._latest = max(0.0, self._loop.time() - self._due)
        self._lags.append(self._latest)
        self.worst = max(self.worst, self._latest)
        LOOP_LAG.observe(self._latest)
        self._set_timer()
