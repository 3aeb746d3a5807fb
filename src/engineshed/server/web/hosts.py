"""The names under which a server can be reached.

Another website can point one of its own names at this machine; a browser then takes our answers for that site's and
lets its pages read them. That does not work with an address, or with a name that only this network knows.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from functools import cache
from ipaddress import ip_address

ENDINGS = ("", ".local", ".lan", ".home", ".home.arpa")
"""The suffixes that home networks give to machine names."""


def host_of(header: str) -> str:
    """The name or address in a ``Host`` header, without the port and the brackets of IPv6."""
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].lower().rstrip(".")


def is_local(host: str) -> bool:
    """Whether a name cannot be another website's: an address, or this machine's name in its own network."""
    return host == "localhost" or host.endswith(".localhost") or _is_address(host) or host in _own_names()


def hosts_of(origins: Iterable[str]) -> frozenset[str]:
    """The names in the addresses of websites."""
    return frozenset(host_of(origin.partition("://")[2].partition("/")[0]) for origin in origins)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, *(short + ending for ending in ENDINGS)})
