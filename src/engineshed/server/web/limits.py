"""Rate limits: buckets that fill up again with time, kept in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic

import msgspec

from engineshed.server.refusals import ServiceError
from engineshed.server.web.problems import TooManyError

MOST_BUCKETS = 20_000
"""How many buckets are kept before those that are full again are thrown away."""


class Rate(msgspec.Struct, frozen=True):
    """``burst`` at once, and ``per_second`` more with each second that passes."""

    per_second: float
    burst: int


class Limits(msgspec.Struct, frozen=True):
    """What a public server allows; measurements and private servers may allow more."""

    moves: Rate = Rate(5, 20)
    questions: Rate = Rate(20, 60)
    """Looking at tables and trying moves out."""
    chat: Rate = Rate(0.5, 5)
    tables: Rate = Rate(10 / 3600, 10)
    guests: Rate = Rate(60 / 3600, 60)
    frames: Rate = Rate(20, 20)
    """Messages on one WebSocket."""
    sockets: int = 60
    """WebSockets that are open at the same time."""


FREELY = Rate(1e9, 1_000_000_000)
UNLIMITED = Limits(FREELY, FREELY, FREELY, FREELY, FREELY, FREELY, FREELY.burst)


class Bucket:
    __slots__ = ("_left", "_when")

    def __init__(self, rate: Rate, now: float) -> None:
        self._left, self._when = float(rate.burst), now

    def missing(self, rate: Rate, now: float) -> float:
        """Take one out; returns 0 if there was one, else the seconds until there will be."""
        left = self.level(rate, now)
        if left < 1:
            return (1 - left) / rate.per_second
        self._left, self._when = left - 1, now
        return 0.0

    def level(self, rate: Rate, now: float) -> float:
        return min(rate.burst, self._left + (now - self._when) * rate.per_second)


class Limiter:
    """One rate, and a bucket for each guest or address."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._buckets: dict[str, Bucket] = {}
        self._sweep_at = MOST_BUCKETS

    def spend(self, who: str) -> None:
        now = self._clock()
        bucket = self._buckets.get(who)
        if bucket is None:
            self._make_room(now)
            bucket = self._buckets[who] = Bucket(self._rate, now)
        wait = bucket.missing(self._rate, now)
        if wait:
            raise TooManyError(ceil(wait))

    def _make_room(self, now: float) -> None:
        """A full bucket need not be kept. If most are in use, the next look is when there are twice as many."""
        if len(self._buckets) < self._sweep_at:
            return
        burst = self._rate.burst
        self._buckets = {who: kept for who, kept in self._buckets.items() if kept.level(self._rate, now) < burst}
        self._sweep_at = max(MOST_BUCKETS, 2 * len(self._buckets))


class Sockets:
    """Counts the open WebSockets of each guest or address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def held_by(self, who: str) -> Iterator[None]:
        if self._held[who] >= self._most:
            raise ServiceError("too-many", "too-many-sockets", most=self._most)
        self._held[who] += 1
        try:
            yield
        finally:
            self._held[who] -= 1
            if not self._held[who]:
                del self._held[who]


def network_of(address: str) -> str:
    """The client behind an address: one IPv4 address, or the whole IPv6 network that one household gets."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(known) >> 64 << 64)) if isinstance(known, IPv6Address) else address
