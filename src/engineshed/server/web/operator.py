"""For those who run the server: is it alive, is it ready, and how is it doing."""

from __future__ import annotations

import asyncio
import secrets
from ipaddress import ip_address
from time import monotonic

import msgspec
from litestar import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse
from prometheus_client import CONTENT_TYPE_LATEST

from engineshed.server.refusals import ServiceError
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError
from engineshed.server.web.all_metrics import AllMetrics
from engineshed.server.web.request import AnyConnection, AnyRequest

PATIENCE = 2.0
"""How many seconds the store may take to answer before the server counts as not ready."""
FRESH = 1.0
"""How many seconds the store's answer is reused, so that asking often costs nothing."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers that proxies add: somebody else is asking through this machine."""


class Operators(msgspec.Struct, frozen=True):
    """Who may see the metrics, and who may close tables and ban guests: those who send the right token."""

    admin: str | None = None
    metrics: str | None = None
    local: bool = False
    """Whether this machine may see the metrics without a token."""

    def may_measure(self, connection: AnyConnection) -> bool:
        return _sent(connection, self.metrics) or (self.local and _from_here(connection))

    def may_act(self, connection: AnyConnection) -> bool:
        return _sent(connection, self.admin)


def _sent(connection: AnyConnection, token: str | None) -> bool:
    """Compared in constant time, so that nobody can find the token letter by letter."""
    kind, _, given = connection.headers.get("authorization", "").partition(" ")
    if not token or kind.lower() != "bearer":
        return False
    return secrets.compare_digest(given.strip().encode(), token.encode())


def _from_here(connection: AnyConnection) -> bool:
    client = connection.scope["client"]
    try:
        local = client is not None and ip_address(client[0]).is_loopback
    except ValueError:
        return False
    return local and not any(header in connection.headers for header in FORWARDED)


class Readiness:
    """Whether the store answers, asked at most once a second."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._asked, self._ready = -FRESH, False
        self._asking = asyncio.Lock()

    async def ready(self) -> bool:
        async with self._asking:
            if monotonic() - self._asked >= FRESH:
                self._ready = await self._ask()
                self._asked = monotonic()
            return self._ready

    async def _ask(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._service.store.ping()
        except (StoreDownError, TimeoutError):
            return False
        return True


async def show_live() -> ASGIResponse:
    return ASGIResponse(body=b"alive\n", media_type="text/plain")


async def show_ready(request: AnyRequest) -> ASGIResponse:
    if await request.app.state.readiness.ready():
        return ASGIResponse(body=b"ready\n", media_type="text/plain")
    return ASGIResponse(body=b"the store does not answer\n", media_type="text/plain", status_code=503)


async def show_metrics(request: AnyRequest) -> ASGIResponse:
    operators: Operators = request.app.state.operators
    if not operators.may_measure(request):
        raise ServiceError("forbidden", "operators-only")
    metrics: AllMetrics = request.app.state.metrics
    return ASGIResponse(body=await metrics.page(), headers={"content-type": CONTENT_TYPE_LATEST})


def _route(path: str) -> HTTPRouteHandler:
    return HTTPRouteHandler(path, http_method=[HttpMethod.GET, HttpMethod.HEAD])


HEALTH = [
    _route("/health/live")(show_live),
    _route("/health/ready")(show_ready),
    _route("/metrics")(show_metrics),
]
