"""How many requests may be worked on at the same time, so that nobody waits long.

That depends on the machine, and on what else it does. So it is measured: if even the quickest request of the last
moment was slow, requests are waiting for each other, and fewer are let in; if it was quick, more are let in again. A
single slow request, such as reading a record, changes nothing.
"""

from __future__ import annotations

WHILE = 0.1
"""Seconds."""
LESS, MORE = 0.85, 1.1
"""What the number is multiplied by."""
LEAST = 16


class Headroom:
    def __init__(self, most: int, slow: float) -> None:
        """``slow``: the seconds from which a request counts as slow."""
        self._most, self._slow = most, slow
        self._now = float(most)
        self._quickest, self._since = float("inf"), 0.0

    @property
    def requests(self) -> int:
        return min(self._most, int(self._now))

    def took(self, seconds: float, now: float) -> None:
        """A request has been answered."""
        self._quickest = min(self._quickest, seconds)
        if now - self._since < WHILE:
            return
        factor = LESS if self._quickest > self._slow else MORE
        self._now = max(float(LEAST), min(float(self._most), self._now * factor))
        self._quickest, self._since = float("inf"), now
