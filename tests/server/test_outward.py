"""Requests to addresses that people give never reach this machine or its network, whatever the names lead to."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

import pytest

from engineshed.server.notices.outward import BadAddressError, NotSentError, Outward, is_public
from tests.server.play import run
from tests.server.receivers import certificate, receiving

PRIVATE = [
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",  # noqa: S104  (an address that must be refused)
    "10.0.0.1",
    "172.16.5.4",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:80ff:fffe",
    "2001:db8::1",
]
PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


def test_only_addresses_of_the_internet_are_public() -> None:
    assert [address for address in PRIVATE if is_public(ip_address(address))] == []
    assert [address for address in PUBLIC if not is_public(ip_address(address))] == []


BAD = [
    "http://example.org/x",
    "ftp://example.org/x",
    "https://",
    "https:///x",
    "https://user@example.org/",
    "https://user:word@example.org/",
    "https://example.org/#part",
    "https://example.org/\r\nHost: evil",
    "https://example.org/ x",
    "https://exämple.org/",
    "https://example.org:22/",
    "https://example.org:99999/",
    "https://[::1]/",
    "https://127.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://example.org/" + "x" * 1000,
    "javascript:alert(1)",
    "//example.org",
    "",
]
GOOD = ["https://example.org", "https://ntfy.sh/my-topic?x=1", "https://example.org:8448/_matrix", "https://1.1.1.1/"]


def test_bad_addresses_are_refused_before_anything_is_looked_up() -> None:
    strict = Outward()
    for url in BAD:
        with pytest.raises(BadAddressError):
            strict.check(url)
    for url in GOOD:
        strict.check(url)
    strict.close()


def test_the_host_may_allow_more() -> None:
    free = Outward(allow_private=True)
    for url in ("http://localhost:8080/x", "https://127.0.0.1/", "http://10.0.0.1:22/"):
        free.check(url)
    for url in ("ftp://example.org", "https://user@example.org/", "https://example.org/\n"):
        with pytest.raises(BadAddressError):
            free.check(url)
    free.close()


def leading(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Names lead to these addresses: one list for each time that somebody asks. Returns the names that were asked."""
    asked: list[str] = []
    real: Callable[..., Any] = socket.getaddrinfo

    def found(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if host not in ("receiver.test", "2130706433"):
            return real(host, port, *args, **more)
        asked.append(host)
        return [
            (socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in answers[min(len(asked), len(answers)) - 1]
        ]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return asked


@pytest.mark.parametrize(
    "found", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"], []]
)
def test_a_name_that_leads_into_our_network_leads_nowhere(found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(url: str) -> None:
        strict = Outward()
        try:
            for name in ("receiver.test", "2130706433"):
                with pytest.raises(NotSentError, match="private network"):
                    await strict.send("POST", url.replace("localhost", name), {}, b"secret")
        finally:
            strict.close()

    with receiving() as receiver:
        leading(monkeypatch, found)
        run(go(receiver.url))
        assert receiver.received == []


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is asked once: it cannot lead to a public address for the check, and elsewhere a moment later."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate()))

    async def go(url: str) -> None:
        free = Outward(allow_private=True)
        try:
            sent = await free.send("POST", url, {"x-test": "1"}, b"hello")
            assert sent.status == 201
        finally:
            free.close()

    with receiving() as receiver:
        asked = leading(monkeypatch, ["127.0.0.1"], ["192.0.2.1"])
        run(go(receiver.url.replace("localhost", "receiver.test") + "/x"))
        (found,) = receiver.received
        assert (asked, found.path, found.body) == (["receiver.test"], "/x", b"hello")
        assert found.headers["host"].startswith("receiver.test:")


def test_another_address_of_the_name_is_tried_if_the_first_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate()))

    async def go(url: str) -> None:
        free = Outward(allow_private=True)
        try:
            assert (await free.send("POST", url, {}, b"hello")).status == 201
        finally:
            free.close()

    with receiving() as receiver:
        leading(monkeypatch, ["127.0.0.2", "127.0.0.1"])  # nobody listens at the first one
        run(go(receiver.url.replace("localhost", "receiver.test")))
        assert len(receiver.received) == 1


def test_certificates_are_checked() -> None:
    async def go(url: str) -> None:
        free = Outward(allow_private=True)
        try:
            with pytest.raises(NotSentError):
                await free.send("POST", url, {}, b"hello")
        finally:
            free.close()

    with receiving() as receiver:
        run(go(receiver.url))
        assert receiver.received == []
