"""The security layer: which pages may send requests, what requests may contain, and the headers of every answer.

It is in front of the router, so that nothing is answered without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from engineshed.core.words import Message as Words
from engineshed.server.web.operation import refusal
from engineshed.server.web.problems import Code, said
from engineshed.server.web.request import spoken

Header = tuple[bytes, bytes]

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
ONLY_TLS: Header = (b"strict-transport-security", b"max-age=31536000")


class SecurityLayer:
    """``origins``: the sites that may send requests; without any, the host that was asked for."""

    def __init__(self, inside: ASGIApp, origins: Sequence[str] = ()) -> None:
        self.inside = inside
        self._origins = [origin.rstrip("/").lower().encode() for origin in origins]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, _with_security_headers(scope, send))
        elif self._is_foreign_socket(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin"})
        else:
            await self.inside(scope, receive, send)

    async def _request(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        if scope["method"] not in SAFE:
            if not self._from_our_page(scope):
                return await _refuse(scope, receive, send, "forbidden", "house.foreign-origin")
            if _has_body(scope) and not _is_json(scope):
                return await _refuse(scope, receive, send, "not-json", "house.not-json")
        return await self.inside(scope, receive, send)

    def _is_foreign_socket(self, scope: Scope) -> bool:
        return scope["type"] == ScopeType.WEBSOCKET and not self._from_our_page(scope)

    def _from_our_page(self, scope: HTTPScope | WebSocketScope) -> bool:
        """Browsers send the origin of the page; a request without one, or with two, is refused."""
        given = _all(scope, b"origin")
        return len(given) == 1 and given[0].lower() in (self._origins or _own(scope))


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
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *_security_headers(scope, message["headers"])]
        await send(message)

    return send_with_headers


def _security_headers(scope: HTTPScope, own: Iterable[Header]) -> list[Header]:
    added = [*ALWAYS]
    if all(name != PRIVATE[0] for name, _ in own):
        added.append(PRIVATE)
    if scope["scheme"] == "https":
        added.append(ONLY_TLS)
    return added


async def _refuse(scope: HTTPScope, receive: Receive, send: Send, code: Code, message: str) -> None:
    accepted = b",".join(_all(scope, b"accept-language")).decode("latin-1")
    problem = said(code, Words(message), spoken(accepted))
    await refusal(problem)(scope, receive, send)
