"""Requests to addresses that people give: never to this machine or its network, and never for long.

A name is looked up once, every address found is checked, and the connection goes to the address that was checked: a
name that leads somewhere else a moment later leads nowhere. Redirects are not followed, little is read of an answer.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

import httpcore
import msgspec

PATIENCE = 8.0
"""Seconds that a whole request may take."""
STEP = 5.0
"""Seconds that connecting, sending or reading may take."""
EACH = 1.5
"""Seconds for connecting to one of several addresses of a name, of which at most ``MOST_TRIED`` are tried."""
MOST_TRIED = 3
MOST_READ = 4096
MOST_AT_ONCE = 32
LONGEST_URL = 1000
PORTS = range(1024, 1 << 16)
"""Ports besides 443 that may be named: those below belong to services that are not for the web."""
A_URL = re.compile(r"https?://[!#-;=?-Z_a-z~%\[\]]+")
A_HOST = re.compile(r"[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\]")

FOR_IPV4 = IPv6Network("64:ff9b::/96")
"""Addresses of this kind stand for the IPv4 address in their last 32 bits."""
NEVER = (
    IPv4Network("168.63.129.16/32"),  # public addresses, but clouds answer their own machines there
    IPv4Network("192.0.0.0/24"),
    IPv6Network("64:ff9b:1::/48"),
    IPv6Network("fec0::/10"),
)


class NotSentError(Exception):
    """Certainly nothing was received, so it may be tried again; ``reason`` is for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UncertainError(Exception):
    """It may have been received, although nobody said so."""


class BadAddressError(Exception):
    """An address to which nothing is sent."""


class Sent(msgspec.Struct, frozen=True):
    status: int
    retry_after: float | None = None


class Outward:
    """``allow_private``: whether the host allows addresses in their own network, and plain http."""

    def __init__(self, *, allow_private: bool = False) -> None:
        self._allow_private = allow_private
        self._tls = httpcore.default_ssl_context()
        self._names = ThreadPoolExecutor(4, "names")
        """Names are looked up in threads of their own, so that slow ones keep nobody else waiting."""
        self._at_once = asyncio.Semaphore(MOST_AT_ONCE)

    def close(self) -> None:
        self._names.shutdown(wait=False, cancel_futures=True)

    def check(self, url: str) -> None:
        """Raises ``BadAddressError`` for an address that can be refused before its name is looked up."""
        if len(url) > LONGEST_URL or not A_URL.fullmatch(url):
            raise BadAddressError
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise BadAddressError from None
        if parts.username is not None or parts.password is not None or parts.fragment:
            raise BadAddressError
        if not A_HOST.fullmatch(f"[{host}]" if ":" in host else host):
            raise BadAddressError
        if self._allow_private:
            return
        if parts.scheme != "https" or not (port in (None, 443) or port in PORTS):
            raise BadAddressError
        try:
            address = ip_address(host)
        except ValueError:
            return
        if not is_public(address):
            raise BadAddressError

    async def send(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Sent:
        """Send this once. Raises ``NotSentError`` or ``UncertainError`` if there is no answer."""
        try:
            self.check(url)
        except BadAddressError:
            raise NotSentError("not an address that notices may go to") from None
        try:
            async with asyncio.timeout(PATIENCE), self._at_once:
                return await self._send(method, url, headers, body)
        except (httpcore.ConnectError, httpcore.ConnectTimeout, ssl.SSLError) as error:
            raise NotSentError(f"{type(error).__name__}: {error}") from None
        except TimeoutError:
            raise UncertainError from None
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, OSError):
            raise UncertainError from None

    async def _send(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Sent:
        given = [(name.encode(), value.encode()) for name, value in headers.items()]
        times = dict.fromkeys(("connect", "read", "write", "pool"), STEP)
        backend = _Checked(self._names, allow_private=self._allow_private)
        async with (
            httpcore.AsyncConnectionPool(self._tls, network_backend=backend, max_keepalive_connections=0) as pool,
            pool.stream(method, url, headers=given, content=body, extensions={"timeout": times}) as answer,
        ):
            await _read_a_little(answer)
            return Sent(answer.status, _seconds(dict(answer.headers).get(b"retry-after")))


class _Checked(httpcore.AsyncNetworkBackend):
    """Connects only to addresses that have been checked."""

    def __init__(self, names: ThreadPoolExecutor, *, allow_private: bool) -> None:
        self._names, self._allow_private = names, allow_private
        self._inside = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        found = await self._looked_up(host, port)
        if not found or not (self._allow_private or all(map(is_public, found))):
            raise httpcore.ConnectError("the name leads into a private network")
        for place in found[:-1]:  # a machine may have addresses of a kind that does not work from here
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return await self._inside.connect_tcp(str(place), port, EACH, local_address, socket_options)
        return await self._inside.connect_tcp(str(found[-1]), port, timeout, local_address, socket_options)

    async def _looked_up(self, host: str, port: int) -> list[IPv4Address | IPv6Address]:
        looking = asyncio.get_running_loop().run_in_executor(
            self._names, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        )
        try:
            async with asyncio.timeout(STEP):
                found = await looking
        except (OSError, UnicodeError) as error:  # a timeout is one as well
            raise httpcore.ConnectError(f"the name is not known: {error}") from None
        addresses = [ip_address(str(place[0]).partition("%")[0]) for *_, place in found]
        return list(dict.fromkeys(addresses))[:MOST_TRIED]


async def _read_a_little(answer: httpcore.Response) -> None:
    size = 0
    async for piece in answer.aiter_stream():
        size += len(piece)
        if size > MOST_READ:
            return


def _seconds(header: bytes | None) -> float | None:
    """How long the receiver asks us to wait; a date is not understood, and neither is a very long time."""
    return min(float(header), 3600.0) if header is not None and header.isdigit() and len(header) < 10 else None


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the internet, and of nobody's own machine or network."""
    if isinstance(address, IPv6Address):
        inside = _inside(address)
        if inside is not None:
            return is_public(inside)
    if address.is_multicast or address.is_reserved or address.is_unspecified or not address.is_global:
        return False
    return not any(address.version == network.version and address in network for network in NEVER)


def _inside(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for."""
    if address in FOR_IPV4:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
