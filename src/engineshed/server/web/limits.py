"""Rate limits: buckets that fill up again with time, kept in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic

import msgspec

from engineshed.server.reading import Allowance
from engineshed.server.refusals import ServiceError
from engineshed.server.web.problems import TooManyError

MOST_BUCKETS = 20_000
"""With more buckets than this, those that are full again are discarded."""


class Rate(msgspec.Struct, frozen=True):
    """``burst`` at once, and ``per_second`` more with each second that passes."""

    per_second: float
    burst: int


KILOBYTE = 1024


class Limits(msgspec.Struct, frozen=True):
    """All limits of a server (docs/decisions/0021-limits.md); measurements and private servers may allow more."""

    # What one guest or one address may do
    moves: Rate = Rate(5, 20)
    questions: Rate = Rate(20, 60)
    """Looking at tables and trying moves out."""
    hints: Rate = Rate(0.5, 10)
    """Asking bots what they would do, and what a move has changed."""
    chat: Rate = Rate(0.5, 5)
    tables: Rate = Rate(10 / 3600, 10)
    guests: Rate = Rate(60 / 3600, 60)
    frames: Rate = Rate(20, 20)
    """Messages on one WebSocket."""
    sockets: int = 60
    """WebSockets that are open at the same time."""
    reports: Rate = Rate(6 / 3600, 3)
    devices: Rate = Rate(20 / 3600, 10)
    """Links for other devices, and copies of one's data."""
    recoveries: Rate = Rate(10 / 3600, 5)
    """Attempts to come back with a recovery code."""
    studies: Rate = Rate(10 / 3600, 5)
    """Analyses of finished games, and positions that are played on."""
    ways: Rate = Rate(60 / 3600, 20)
    """Changes to how one is told what happens at tables."""
    mails: Rate = Rate(4 / 86400, 4)
    """Questions to the owner of a mail address: for each guest, each network address and each mail address. Mails go to
    others, so they are limited even among friends."""
    connections_each: int = 120
    """Connections from one address; those from a known proxy are not counted."""
    requests_each: int = 40
    """Requests from one address that are being answered, even behind a proxy."""

    # Connections
    connections: int = 4000
    """All connections; fewer if the system does not allow that many open files."""
    head: int = 16 * KILOBYTE
    """Bytes of a request's line and headers together."""
    address: int = 8 * KILOBYTE
    """Bytes of a request's path and query."""
    headers: int = 64
    head_seconds: float = 10.0
    """Seconds for the head of a request, from its first byte; also for the first byte of a new connection."""
    body_seconds: float = 10.0
    """Seconds for the body of a request, in addition to what its length allows."""
    bytes_per_second: int = 2000
    """The slowest rate at which bodies may arrive and answers may be read."""
    idle_seconds: float = 15.0
    """Seconds between two requests on one connection."""
    stalled_seconds: float = 20.0
    """How many seconds an answer may be read more slowly than that."""
    pipelined: int = 8
    """Requests that are sent before the answer to an earlier one."""
    body: int = 2200 * KILOBYTE
    """Bytes of one body; most operations take far less."""
    bodies: int = 64 * KILOBYTE * KILOBYTE
    """Bytes of all bodies that are not complete yet."""
    socket_bytes: int = 64 * KILOBYTE
    """What a WebSocket may send in a second."""
    socket_frames: int = 200
    """The same in frames of any kind; ``frames`` limits messages more strictly."""

    # Work
    working: int = 100
    """Requests being worked on at the same time; any more are refused at once."""
    slow: float = 0.08
    """Seconds; if even the quickest requests take longer, fewer are worked on at the same time."""
    lag: float = 0.15
    """How many seconds the event loop may be late before requests are refused."""
    reading: Allowance = Allowance()
    """What it may cost to read maps, corrected files and records."""


FREELY = Rate(1e9, 1_000_000_000)
UNLIMITED = Limits(
    FREELY,
    FREELY,
    FREELY,
    FREELY,
    FREELY,
    FREELY,
    FREELY,
    FREELY.burst,
    FREELY,
    FREELY,
    recoveries=FREELY,
    studies=FREELY,
    ways=FREELY,
    connections_each=FREELY.burst,
    requests_each=FREELY.burst,
)
"""Among friends, and for measurements: everybody may do as much as they like, but nobody may harm the server."""


class Bucket:
    __slots__ = ("_left", "_when")

    def __init__(self, rate: Rate, now: float) -> None:
        self._left, self._when = float(rate.burst), now

    def missing(self, rate: Rate, now: float) -> float:
        """Take one out; returns 0 if there was one, otherwise the seconds until there will be."""
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
        """Drop full buckets, which need not be kept. If most are in use, look again when there are twice as many."""
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
            raise too_many_sockets(self._most)
        self._held[who] += 1
        try:
            yield
        finally:
            self._held[who] -= 1
            if not self._held[who]:
                del self._held[who]


def too_many_sockets(most: int) -> ServiceError:
    return ServiceError("too-many", "too-many-sockets", most=most)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The client behind an address: one IPv4 address, or the whole IPv6 network that one household gets."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(known) >> 64 << 64)) if isinstance(known, IPv6Address) else address
