"""The security layer: which pages may send requests, what requests may contain, and the headers of every answer.

It is in front of the router, so that no request gets past it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from engineshed.core.errors import shown
from engineshed.core.words import Message as Words
from engineshed.core.words import Param
from engineshed.server.refusals import ServiceError
from engineshed.server.web.compression import packed
from engineshed.server.web.hosts import host_of, hosts_of, is_local
from engineshed.server.web.operation import refusal
from engineshed.server.web.problems import Code, TooManyError, problem_of, said
from engineshed.server.web.request import spoken
from engineshed.server.web.traffic import Traffic

Header = tuple[bytes, bytes]

A_HOST = re.compile(rb"[\w!$&'()*+,;=\-.~:\[\]@%]*")
"""The characters of a host name or an address, and its port."""
SAFE = ("GET", "HEAD", "OPTIONS")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
FEATURES = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "microphone", "payment", "usb")

ALWAYS: tuple[Header, ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", ", ".join(f"{feature}=()" for feature in FEATURES).encode()),
)
PRIVATE: Header = (b"cache-control", b"no-store")
OVER_TLS: tuple[Header, ...] = (*ALWAYS, (b"strict-transport-security", b"max-age=31536000"))


class SecurityLayer:
    """``origins``: the sites that may send requests; if there are none, only the requested host.

    ``any_host``: whether requests may use any host name, because a proxy in front of the server checks it.
    """

    def __init__(
        self, inside: ASGIApp, traffic: Traffic, origins: Sequence[str] = (), *, any_host: bool = False
    ) -> None:
        self.inside, self.traffic = inside, traffic
        self._origins = [origin.rstrip("/").lower().encode() for origin in origins]
        self._any_host, self._hosts = any_host, hosts_of(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, _with_security_headers(scope, packed(scope, send)))
        elif self._is_foreign_socket(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin"})
        else:
            await self.inside(scope, receive, send)

    async def _request(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        refused = self._objection(scope)
        if refused is not None:
            return await _refuse(scope, receive, send, refused)
        address = scope["client"][0] if scope["client"] else ""
        if not self.traffic.begins_to_ask(address):
            return await _refuse(scope, receive, send, TooManyError(1))
        try:
            return await self.inside(scope, receive, send)
        finally:
            self.traffic.has_asked(address)

    def _objection(self, scope: HTTPScope) -> WebError | None:
        """What is wrong with a request, whatever it asks for."""
        hosts = _all(scope, b"host")
        if len(hosts) > 1:
            return WebError("bad-request", "bad-request")
        if hosts and not self._goes_by(hosts[0]):
            return WebError("wrong-host", "wrong-host", host=shown(_named(hosts[0])))
        if hosts and not A_HOST.fullmatch(hosts[0]):
            return WebError("bad-request", "bad-request")
        if scope["method"] in SAFE:
            return None
        if _has_a_link(scope):
            return None
        if not (self._from_our_page(scope) or _from_an_operator(scope)):
            return WebError("forbidden", "foreign-origin")
        if _has_body(scope) and not _is_json(scope):
            return WebError("not-json", "not-json")
        return None

    def _goes_by(self, host: bytes) -> bool:
        return self._any_host or _is_local(host) or _named(host) in self._hosts

    def _is_foreign_socket(self, scope: Scope) -> bool:
        if scope["type"] != ScopeType.WEBSOCKET:
            return False
        known = all(self._goes_by(host) for host in _all(scope, b"host"))
        return not (known and self._from_our_page(scope))

    def _from_our_page(self, scope: HTTPScope | WebSocketScope) -> bool:
        """Browsers send the origin of the page; a request without one, or with two, is refused."""
        given = _all(scope, b"origin")
        return len(given) == 1 and given[0].lower() in (self._origins or _own(scope))


def _named(host: bytes) -> str:
    return host_of(host.decode("latin-1"))


@lru_cache(maxsize=1024)
def _is_local(host: bytes) -> bool:
    return is_local(_named(host))


def _from_an_operator(scope: HTTPScope) -> bool:
    """Operators send a token, which a page of another site does not have and may not send."""
    return scope["path"].startswith("/api/admin/") and bool(_all(scope, b"authorization"))


def _has_a_link(scope: HTTPScope) -> bool:
    """The address is that of a link in a mail. Only those who have read it know the address, and that is enough
    (RFC 8058)."""
    return scope["method"] == "POST" and scope["path"].startswith("/notices/off/")


def _own(scope: HTTPScope | WebSocketScope) -> list[bytes]:
    scheme = b"https" if scope["scheme"] in ("https", "wss") else b"http"
    return [scheme + b"://" + host.lower() for host in _all(scope, b"host")]


def _all(scope: HTTPScope | WebSocketScope, name: bytes) -> list[bytes]:
    return [value for key, value in scope["headers"] if key == name]


def _has_body(scope: HTTPScope) -> bool:
    return bool(_all(scope, b"transfer-encoding")) or any(size != b"0" for size in _all(scope, b"content-length"))


def _is_json(scope: HTTPScope) -> bool:
    kinds = [kind.partition(b";")[0].strip().lower() for kind in _all(scope, b"content-type")]
    return kinds == [b"application/json"]


def _with_security_headers(scope: HTTPScope, send: Send) -> Send:
    always = OVER_TLS if scope["scheme"] == "https" else ALWAYS

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = message["headers"]
            public = any(name == PRIVATE[0] for name, _ in own)
            message["headers"] = [*own, *always] if public else [*own, *always, PRIVATE]
        await send(message)

    return send_with_headers


class WebError(Exception):
    """A request that is refused, whatever it asks for."""

    def __init__(self, code: Code, message: str, **params: Param) -> None:
        super().__init__(message)
        self.code, self.message = code, Words(f"house.{message}", params)


async def _refuse(scope: HTTPScope, receive: Receive, send: Send, error: WebError | ServiceError) -> None:
    accepted = b",".join(_all(scope, b"accept-language")).decode("latin-1")
    language = spoken(accepted)
    problem = said(error.code, error.message, language) if isinstance(error, WebError) else problem_of(error, language)
    await refusal(problem)(scope, receive, send)
