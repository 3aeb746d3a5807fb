"""The outermost layer: every request gets an id, is counted and timed, and can be logged.

The log contains the pattern of an address, because the address itself may contain the id of a private table.
"""

from __future__ import annotations

import logging
import secrets
from itertools import count
from time import perf_counter

from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send
from prometheus_client import Counter, Histogram

from engineshed.server.logs import REQUEST
from engineshed.server.metrics import REQUEST_SECONDS, REQUESTS
from engineshed.server.web.limits import network_of
from engineshed.server.web.security import SecurityLayer

log = logging.getLogger(__name__)

HEADER = b"x-request-id"
NOWHERE = "nowhere"
"""The pattern for addresses that do not exist."""
METHODS = ("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS")


class Observed:
    def __init__(self, inside: SecurityLayer) -> None:
        self.inside, self.traffic = inside, inside.traffic
        self._seconds: dict[str, Histogram] = {}
        self._answers: dict[tuple[str, int], Counter] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._observe(scope, receive, send)
            return
        if scope["type"] == ScopeType.WEBSOCKET:
            REQUEST.set(new_request())
        await self.inside(scope, receive, send)

    async def _observe(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        began, status, request = perf_counter(), 0, new_request()
        REQUEST.set(request)

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (HEADER, request.encode())]
            await send(message)

        try:
            await self.inside(scope, receive, send_with_id)
        finally:
            self._note(scope, status, perf_counter() - began)

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        operation = _operation(scope)
        if operation not in self._seconds:
            self._seconds[operation] = REQUEST_SECONDS.labels(operation)
        self._seconds[operation].observe(seconds)
        if (operation, status) not in self._answers:
            self._answers[operation, status] = REQUESTS.labels(operation, status)
        self._answers[operation, status].inc()
        if log.isEnabledFor(logging.INFO):
            client = network_of(scope["client"][0]) if scope["client"] else "-"
            log.info("%s %d %.1f ms from %s", operation, status, seconds * 1000, client)


_process, _numbers = secrets.token_urlsafe(6), count(1)


def new_request() -> str:
    """A unique id, short enough to be quoted: the process drew the first part, and counts in the second."""
    return f"{_process}-{next(_numbers):x}"


def _operation(scope: HTTPScope) -> str:
    method = scope["method"] if scope["method"] in METHODS else "other"
    return f"{method} {scope.get('path_template') or NOWHERE}"
