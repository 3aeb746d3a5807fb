"""The web application: the operations behind their door, and the bots that start and stop with it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import msgspec
from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.response.base import ASGIResponse

from engineshed.server.bots import Bots
from engineshed.server.service import Service
from engineshed.server.web.compression import packed
from engineshed.server.web.context import Context
from engineshed.server.web.limits import Limits
from engineshed.server.web.openapi import describe
from engineshed.server.web.operation import LARGEST_BODY, answer, refusal
from engineshed.server.web.page import BUILT, PAGES, Page, no_such_page
from engineshed.server.web.problems import problem_of
from engineshed.server.web.request import AnyRequest, spoken
from engineshed.server.web.routes import chat, games, history, me, moves, reference, seats, tables
from engineshed.server.web.security import SecurityLayer
from engineshed.server.web.socket import SOCKETS
from engineshed.server.workers import Workers

OPERATIONS = [
    *me.OPERATIONS,
    *games.OPERATIONS,
    *reference.OPERATIONS,
    *tables.OPERATIONS,
    *moves.OPERATIONS,
    *history.OPERATIONS,
    *seats.OPERATIONS,
    *chat.OPERATIONS,
]


@get("/api/openapi.json", sync_to_thread=False)
def api_description() -> ASGIResponse:
    return answer(_description(), 200, {})


@cache
def _description() -> msgspec.Raw:
    """Made once: what there is does not change while the server runs."""
    return msgspec.Raw(msgspec.json.encode(describe(OPERATIONS)))


class Settings(msgspec.Struct, frozen=True):
    """How a server is open to the world. Without ``origins``, pages from the host that was asked for may send."""

    origins: Sequence[str] = ()
    limits: Limits = Limits()
    page: Path = BUILT
    """The folder with the page that browsers show."""


PUBLIC = Settings()


def make_app(service: Service, settings: Settings = PUBLIC, workers: Workers | None = None) -> SecurityLayer:
    """The whole application. With workers, bots play; without, seats of bots stay still."""

    @asynccontextmanager
    async def bots_playing(_app: Litestar) -> AsyncIterator[None]:
        if workers is None:
            yield
            return
        bots = Bots(service, workers)
        bots.start()
        try:
            yield
        finally:
            await bots.stop()

    inside = Litestar(
        [api_description, *OPERATIONS, *SOCKETS, *PAGES],
        exception_handlers={Exception: _answer_stray},
        lifespan=[bots_playing],
        logging_config=None,
        middleware=[packed],
        openapi_config=None,
        request_max_body_size=LARGEST_BODY,
        state=State({"context": Context(service, settings.limits), "page": Page(settings.page)}),
    )
    return SecurityLayer(inside, settings.origins)


def _answer_stray(request: AnyRequest, error: Exception) -> Response[bytes] | Response[str]:
    """What did not get as far as an operation: no such page, no such method. People get a page, programs JSON."""
    language = spoken(request.headers.get("accept-language", ""))
    problem = problem_of(error, language)
    found = refusal(problem, error)
    headers = {name: found.headers[name] for name in found.headers}
    if request.scope["path"].startswith("/api/"):
        return Response(found.body, status_code=found.status_code, headers=headers)
    kept = {name: value for name, value in headers.items() if name not in ("content-type", "content-length")}
    return no_such_page(problem.text, language, found.status_code, kept)
