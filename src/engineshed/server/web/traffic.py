"""Counts connections, unfinished requests and work, and decides what else may come in.

The connections (``connections``) report here; metrics can read it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Protocol

from engineshed.server.looplag import LoopLag
from engineshed.server.rlimits import most_open_files
from engineshed.server.web.headroom import Headroom
from engineshed.server.web.limits import Limits, network_of

SPARE_FILES = 100
"""Open files reserved for the database, the page, bots and readers."""
SWEEP_EVERY = 1.0
"""Seconds between checks of all connections."""
SOON = 2
"""Seconds after which it is worth trying again when the server is busy."""


class Guarded(Protocol):
    """An open connection."""

    def look(self, now: float) -> None:
        """End the connection if it has kept us waiting for too long."""
        ...

    def give_way(self) -> None:
        """Close it to make room for somebody else, although it has done nothing wrong."""
        ...


class Traffic:
    def __init__(self, limits: Limits, proxies: Sequence[str] = ()) -> None:
        """``proxies``: addresses and networks whose connections carry many people's requests."""
        self.limits, self.proxies, self.lag = limits, proxies, LoopLag()
        files = most_open_files()
        self.most = limits.connections if files is None else max(1, min(limits.connections, files - SPARE_FILES))
        """How many connections there may be."""
        self.open: dict[Guarded, str] = {}
        """All connections, with the network that each comes from."""
        self.idle: dict[Guarded, None] = {}
        """Connections that are waiting for a request, longest waiting first."""
        self.headroom = Headroom(limits.working, limits.slow)
        self.working = self.unfinished = 0
        """Requests being worked on, and bytes of incomplete bodies."""
        self.refused: Counter[str] = Counter()
        """How often something was refused here, by the message of the refusal."""
        self._from: Counter[str] = Counter()
        self._asking: dict[str, int] = {}
        self._proxies = _networks(proxies)
        self._trusts_all = "*" in proxies
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Must be called in the event loop."""
        self.lag.start()
        self._sweep_later(asyncio.get_running_loop())

    def stop(self) -> None:
        self.lag.stop()
        if self._timer is not None:
            self._timer.cancel()

    # -- connections ------------------------------------------------------------------------------------------------

    def enter(self, connection: Guarded, address: str) -> None:
        network = network_of(address)
        self.open[connection] = network
        self._from[network] += 1

    def leave(self, connection: Guarded) -> None:
        network = self.open.pop(connection, None)
        self.idle.pop(connection, None)
        if network is not None:
            self._from[network] -= 1
            if not self._from[network]:
                del self._from[network]

    def has_enough_of(self, address: str) -> bool:
        """Whether one address already has as many connections as it may."""
        return self._from[network_of(address)] >= self.limits.connections_each and not self.is_proxy(address)

    def has_room_for(self, address: str) -> bool:
        """Whether a connection from there may come in without taking another one's place."""
        return len(self.open) < self.most and not self.has_enough_of(address)

    def make_room(self) -> bool:
        """Whether there is room for one more; if necessary, an idle connection gives way."""
        if len(self.open) < self.most:
            return True
        longest = next(iter(self.idle), None)
        if longest is None:
            return False
        self.leave(longest)
        longest.give_way()
        return True

    def is_proxy(self, address: str) -> bool:
        if self._trusts_all or not address:
            return True
        return bool(self._proxies) and any(ip_address(address) in network for network in self._proxies)

    def _sweep_later(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(SWEEP_EVERY, self._sweep, loop)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for connection in list(self.open):
            connection.look(now)
        self._sweep_later(loop)

    # -- work -------------------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether another request would make everybody wait too long, so that it should be refused at once.

        A late event loop alone is not a reason: if hardly anybody is waiting, it was only late once.
        """
        most = self.headroom.requests
        if self.working < most // 4:
            return False
        return self.working >= most or self.lag.now() > self.limits.lag

    def begins_to_ask(self, address: str) -> bool:
        """Counts the requests of one address that are being answered, even if they come through a proxy.

        Returns whether one more is allowed; if so, ``has_asked`` must follow.
        """
        network = network_of(address)
        asking = self._asking.get(network, 0)
        if asking >= self.limits.requests_each:
            return False
        self._asking[network] = asking + 1
        return True

    def has_asked(self, address: str) -> None:
        network = network_of(address)
        asking = self._asking[network]
        if asking > 1:
            self._asking[network] = asking - 1
        else:
            del self._asking[network]


def _networks(proxies: Sequence[str]) -> list[IPv4Network | IPv6Network]:
    """The proxies that are addresses or networks; a name cannot be compared with a connection's address."""
    found = []
    for proxy in proxies:
        try:
            found.append(ip_network(proxy, strict=False))
        except ValueError:
            continue
    return found
