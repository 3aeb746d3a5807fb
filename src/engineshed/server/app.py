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
from engineshed.server.house import House
from engineshed.server.web.doorway import Doorway
from engineshed.server.web.limits import Limits
from engineshed.server.web.openapi import describe
from engineshed.server.web.operation import LARGEST_BODY, answer, refusal
from engineshed.server.web.packing import packed
from engineshed.server.web.page import BUILT, PAGES, Page, no_such_page
from engineshed.server.web.problems import problem_of
from engineshed.server.web.reception import Reception
from engineshed.server.web.routes import library, me, moves, past, seats, tables, talk
from engineshed.server.web.socket import SOCKETS
from engineshed.server.web.visit import AnyRequest, spoken
from engineshed.server.workers import Workers

OPERATIONS = [
    *me.OPERATIONS,
    *library.OPERATIONS,
    *tables.OPERATIONS,
    *moves.OPERATIONS,
    *past.OPERATIONS,
    *seats.OPERATIONS,
    *talk.OPERATIONS,
]


@get("/api/openapi.json", sync_to_thread=False)
def api_description() -> ASGIResponse:
    return answer(_description(), 200, {})


@cache
def _description() -> msgspec.Raw:
    """Made once: what there is does not change while the house is open."""
    return msgspec.Raw(msgspec.json.encode(describe(OPERATIONS)))


class Settings(msgspec.Struct, frozen=True):
    """How a house is open to the world. Without ``origins``, pages from the host that was asked for may send."""

    origins: Sequence[str] = ()
    limits: Limits = Limits()
    page: Path = BUILT
    """The folder with the page that browsers show."""


PUBLIC = Settings()


def make_app(house: House, settings: Settings = PUBLIC, workers: Workers | None = None) -> Doorway:
    """The whole application. With workers, bots play; without, seats of bots stay still."""

    @asynccontextmanager
    async def bots_playing(_app: Litestar) -> AsyncIterator[None]:
        if workers is None:
            yield
            return
        bots = Bots(house, workers)
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
        state=State({"reception": Reception(house, settings.limits), "page": Page(settings.page)}),
    )
    return Doorway(inside, settings.origins)


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
