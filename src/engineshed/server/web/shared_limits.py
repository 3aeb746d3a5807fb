"""Limits shared by all processes of a server. While the bus is down, each process keeps its own counts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import ceil

from engineshed.server.bus import Bus
from engineshed.server.secrets import new_id
from engineshed.server.web.limits import FREELY, Limiter, Rate, Sockets, too_many_sockets
from engineshed.server.web.problems import TooManyError


class SharedLimiter:
    """One rate, and a bucket for each guest or address."""

    def __init__(self, name: str, rate: Rate, bus: Bus) -> None:
        self._name, self._rate, self._bus = name, rate, bus
        self._here = Limiter(rate)

    async def spend(self, who: str) -> None:
        if not self._bus.shared or self._rate == FREELY:
            return self._here.spend(who)
        wait = await self._bus.take(f"{self._name}:{who}", self._rate.per_second, self._rate.burst)
        if wait is None:
            return self._here.spend(who)
        if wait:
            raise TooManyError(ceil(wait))
        return None


class SharedSockets:
    """The open WebSockets of each guest or address."""

    def __init__(self, most: int, bus: Bus) -> None:
        self._most, self._bus = most, bus
        self._here = Sockets(most)

    @asynccontextmanager
    async def held_by(self, who: str) -> AsyncIterator[None]:
        with self._here.held_by(who):
            if not self._bus.shared or self._most == FREELY.burst:
                yield
                return
            place, socket = f"sockets:{who}", new_id()
            if await self._bus.enter(place, socket, self._most) is False:
                raise too_many_sockets(self._most)
            try:
                yield
            finally:
                await self._bus.leave(place, socket)
