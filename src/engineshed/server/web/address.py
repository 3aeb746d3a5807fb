"""The address of this server in links and QR codes, and how far it reaches."""

from __future__ import annotations

import io
import socket
from ipaddress import ip_address
from typing import Literal

import msgspec

from engineshed.server.web.hosts import ENDINGS, host_of

Reach = Literal["machine", "network", "world"]
"""Where a link can be opened: only on this machine, in its network, or anywhere."""

ELSEWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody, and so is reached by the way out of this network."""


class Addresses(msgspec.Struct, frozen=True):
    """What is known about where others reach this server."""

    public: str | None = None
    """As its host has said, for example ``https://play.example.org``."""
    open_port: int | None = None
    """The port at which all of this machine's network listens, if nothing is between."""

    def seen_from(self, here: str) -> str:
        """The address for links, if the one who asks for them reaches the server at ``here``."""
        if self.public is not None:
            return self.public
        own = own_address() if self.open_port is not None and reach_of(here) == "machine" else None
        return here if own is None else f"http://{own}:{self.open_port}"


NOT_SAID = Addresses()


def reach_of(address: str) -> Reach:
    """How far an address such as ``https://play.example.org`` reaches, as far as it can be told from its name."""
    host = host_of(address.partition("://")[2].partition("/")[0])
    if host == "localhost" or host.endswith(".localhost"):
        return "machine"
    try:
        number = ip_address(host)
    except ValueError:
        return "network" if "." not in host or host.endswith(ENDINGS[1:]) else "world"
    if number.is_loopback or number.is_unspecified:
        return "machine"
    return "world" if number.is_global else "network"


def own_address() -> str | None:
    """This machine's address in its network; None if it is in none. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if ip_address(found).is_loopback else found


def qr_code(text: str) -> str:
    """A QR code as SVG."""
    import segno  # noqa: PLC0415  (only those who use a second device or invite somebody need it)

    drawn = io.BytesIO()
    segno.make(text, micro=False).save(drawn, kind="svg", xmldecl=False, omitsize=True, border=4, light="#fff")
    return drawn.getvalue().decode()
