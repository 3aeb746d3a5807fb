"""The web application: the API behind its security layer; bots and describer start and stop with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import HttpMethod, Litestar, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse

from engineshed.server.besides import Besides, ended, while_serving
from engineshed.server.booking import Bookkeeper
from engineshed.server.bots import Bots
from engineshed.server.crew import Crew
from engineshed.server.describing import Describer
from engineshed.server.garbage import keep_collecting
from engineshed.server.metrics import BOTS_WAITING, CLOCKS, CONNECTIONS, REFUSED, TABLES, WORKING
from engineshed.server.notices.channels import NO_NOTICES, Channels, Rules
from engineshed.server.notices.postman import Postman
from engineshed.server.planner import Planner
from engineshed.server.retention import KEEP_EVERYTHING, Rule, keep_retiring
from engineshed.server.service import Service
from engineshed.server.structs import prepare_structs
from engineshed.server.studies import Studies
from engineshed.server.timekeeper import Timekeeper
from engineshed.server.web.address import NOT_SAID, Addresses
from engineshed.server.web.all_metrics import AllMetrics
from engineshed.server.web.connections import guarded_by
from engineshed.server.web.context import Context
from engineshed.server.web.homes import Homes
from engineshed.server.web.limits import Limits
from engineshed.server.web.observing import Observed
from engineshed.server.web.openapi import describe
from engineshed.server.web.operation import LARGEST_BODY, Answer, answer, refusal
from engineshed.server.web.operator import HEALTH, Operators, Readiness
from engineshed.server.web.page import BUILT, PAGES, Page, no_such_page
from engineshed.server.web.problems import problem_of
from engineshed.server.web.request import AnyRequest, spoken
from engineshed.server.web.routes import (
    admin,
    chat,
    explaining,
    games,
    hints,
    history,
    lessons,
    links,
    me,
    moves,
    mydata,
    notices,
    plans,
    players,
    puzzles,
    reference,
    seats,
    studies,
    tables,
)
from engineshed.server.web.security import SecurityLayer
from engineshed.server.web.shortcut import Shortcut
from engineshed.server.web.socket import SOCKETS, WIRE
from engineshed.server.web.traffic import Traffic
from engineshed.server.workers import Workers

OPERATIONS = [
    *me.OPERATIONS,
    *games.OPERATIONS,
    *reference.OPERATIONS,
    *lessons.OPERATIONS,
    *puzzles.OPERATIONS,
    *explaining.OPERATIONS,
    *tables.OPERATIONS,
    *moves.OPERATIONS,
    *plans.OPERATIONS,
    *hints.OPERATIONS,
    *history.OPERATIONS,
    *studies.OPERATIONS,
    *seats.OPERATIONS,
    *links.OPERATIONS,
    *chat.OPERATIONS,
    *mydata.OPERATIONS,
    *notices.OPERATIONS,
    *players.OPERATIONS,
    *admin.OPERATIONS,
]


@get("/api/openapi.json", sync_to_thread=False)
def api_description() -> Answer:
    return answer(_description(), 200, {})


@cache
def _description() -> msgspec.Raw:
    """The API's description, made once because it does not change while the server runs."""
    return msgspec.Raw(msgspec.json.encode(describe(OPERATIONS)))


def _options_of(handlers: Sequence[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """The methods allowed on each path. Litestar would only name those of one of its handlers."""
    methods: dict[str, set[str]] = {}
    for handler in handlers:
        for path in handler.paths:
            methods.setdefault(path, {"OPTIONS"}).update(handler.http_methods)
    return [_option(path, ", ".join(sorted(named))) for path, named in methods.items()]


def _option(path: str, allowed: str) -> HTTPRouteHandler:
    async def show_options() -> ASGIResponse:
        return ASGIResponse(status_code=204, headers={"allow": allowed})

    return HTTPRouteHandler(path, http_method=HttpMethod.OPTIONS, status_code=200)(show_options)


class Settings(msgspec.Struct, frozen=True):
    """Who may use a server, and how. Without ``origins``, only pages from the requested host may send requests."""

    origins: Sequence[str] = ()
    limits: Limits = Limits()
    proxies: Sequence[str] = ()
    """The addresses and networks of proxies that may say where a request really comes from."""
    addresses: Addresses = NOT_SAID
    any_host: bool = False
    """Whether requests may use any host name: a proxy in front of the server may use one of its own."""
    retention: Rule = KEEP_EVERYTHING
    operators: Operators = Operators()
    notices: Rules = NO_NOTICES
    page: Path = BUILT
    """The folder with the built page for browsers."""


PUBLIC = Settings()
GRACE = 5
"""How many seconds running requests have to finish when the server closes."""


def make_app(
    service: Service,
    settings: Settings = PUBLIC,
    workers: Workers | None = None,
    crew: Crew | None = None,
    studying: Studies | None = None,
) -> Observed:
    """The whole application. Without workers, bots do not move; without ``studying``, no finished game is studied.

    ``crew``: the processes that serve on the same port, if there are several.
    """
    prepare_structs()
    service.workers = workers
    traffic, metrics = Traffic(settings.limits, settings.proxies), AllMetrics(crew)
    channels, timekeeper = Channels(service.store, settings.notices), Timekeeper(service)
    context = Context(service, settings.limits, studying, settings.addresses, channels)
    besides: list[Besides] = [
        traffic,
        metrics,
        service.news,
        Describer(service),
        timekeeper,
        Bookkeeper(service),
        Planner(service),
        Postman(service, channels, context.push.is_in_front),
        *([] if workers is None else [Bots(service, workers)]),
        context.studies,
    ]

    @asynccontextmanager
    async def doing_chores(_app: Litestar) -> AsyncIterator[None]:
        chores = [asyncio.create_task(keep_collecting())]
        if not settings.retention.empty:
            chores.append(asyncio.create_task(keep_retiring(service, settings.retention)))
        try:
            yield
        finally:
            await ended(chores)

    asked = [api_description, *OPERATIONS, *notices.ONE_CLICK, *PAGES]
    inside = Litestar(
        # OPTIONS handlers come before the routes they describe, or Litestar adds its own.
        [*_options_of(asked), *asked, *SOCKETS, *HEALTH],
        exception_handlers={Exception: _answer_unrouted},
        lifespan=[doing_chores, *map(while_serving, besides)],
        logging_config=None,
        openapi_config=None,
        request_max_body_size=LARGEST_BODY,
        state=State(
            {
                "context": context,
                "metrics": metrics,
                "operators": settings.operators,
                "page": Page(settings.page),
                "readiness": Readiness(service),
                "traffic": traffic,
            }
        ),
    )
    CONNECTIONS.set_function(lambda: len(traffic.open))
    WORKING.set_function(lambda: traffic.working)
    REFUSED.set_function(lambda: traffic.refused)
    TABLES.set_function(service.tables_in_memory)
    CLOCKS.set_function(lambda: len(timekeeper.wheel))
    BOTS_WAITING.set_function(lambda: 0 if workers is None else workers.waiting)
    return Observed(SecurityLayer(Shortcut(inside), traffic, settings.origins, any_host=settings.any_host))


def wire(app: Observed, homes: Homes | None = None) -> dict[str, Any]:
    """uvicorn's settings for the connections of this application.

    ``homes``: where its tables are at home, if several processes serve on the same port.
    """
    proxies = list(app.traffic.proxies)
    return {
        **WIRE,
        **guarded_by(app.traffic, homes),
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": proxies,
        "server_header": False,
        "timeout_graceful_shutdown": GRACE,
    }


def _answer_unrouted(request: AnyRequest, error: Exception) -> Response[bytes] | Response[str]:
    """Requests that reach no operation: no such page, no such method. People get a page, programs get JSON."""
    language = spoken(request.headers.get("accept-language", ""))
    problem = problem_of(error, language)
    found = refusal(problem, error)
    headers = dict(found.headers)
    if request.scope["path"].startswith("/api/"):
        return Response(found.body, status_code=found.status, headers=headers, media_type="application/json")
    return no_such_page(problem.text, language, found.status, headers)
