"""An operation of the API: a plain function that takes a request and returns a struct.

Its signature says what it reads and answers, and the API's description is made from it too: a parameter ``body`` is the
JSON of the request, a parameter ``query`` what follows the question mark.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Literal, get_type_hints

import msgspec
from litestar import HttpMethod
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse

from engineshed.server.web.problems import STATUS, Code, Problem
from engineshed.server.web.request import AnyRequest, ApiRequest

Serve = Callable[..., Awaitable[Any]]
Method = Literal["GET", "POST", "PATCH", "DELETE"]

LARGEST_BODY = 64 * 1024
_encoder = msgspec.json.Encoder()


class Operation(msgspec.Struct, frozen=True):
    """A request that can be made, and all possible answers."""

    name: str
    about: str
    status: int
    body: Any
    query: Any
    answer: Any
    refuses: tuple[Code, ...]


def operation(
    method: Method, path: str, *, status: int = 200, refuses: Sequence[Code] = (), largest: int = LARGEST_BODY
) -> Callable[[Serve], HTTPRouteHandler]:
    """Make a route of a function. ``refuses``: the codes it may answer with, besides those of every operation."""

    def decorate(serve: Serve) -> HTTPRouteHandler:
        hints = get_type_hints(serve, include_extras=True)
        body, query = hints.get("body"), hints.get("query")
        codes = (*_refused_anyway(method, path, body, query), *refuses)
        told = Operation(serve.__name__, serve.__doc__ or "", status, body, query, hints["return"], codes)
        decoder = None if body is None else msgspec.json.Decoder(body)

        async def handler(request: AnyRequest) -> ASGIResponse:
            asked = ApiRequest(request)
            try:
                given: dict[str, Any] = {}
                if query is not None:
                    given["query"] = asked.query(query)
                if decoder is not None:
                    given["body"] = await asked.body(decoder)
                return answer(await serve(asked, **given), status, asked.headers)
            except Exception as error:  # noqa: BLE001  (a problem is answered, whatever it is)
                return refusal(await asked.problem(error), error)

        return HTTPRouteHandler(
            path,
            http_method=HttpMethod(method),
            status_code=200,  # the answer has its own status; this only keeps Litestar from assuming one without a body
            request_max_body_size=largest,
            operation=told,
        )(handler)

    return decorate


def _refused_anyway(method: Method, path: str, body: Any, query: Any) -> list[Code]:
    codes: list[Code] = ["unavailable"]
    if body is not None or query is not None:
        codes.append("bad-request")
    if "{" in path:
        codes.append("not-found")
    if method != "GET":
        codes += ["forbidden", "not-json"]
    if body is not None:
        codes.append("too-large")
    return codes


def answer(content: Any, status: int, headers: Mapping[str, str]) -> ASGIResponse:
    body = b"" if status == HTTPStatus.NO_CONTENT else _encoder.encode(content)
    return ASGIResponse(body=body, status_code=status, media_type="application/json", headers=dict(headers))


def refusal(problem: Problem, error: Exception | None = None) -> ASGIResponse:
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if problem.retry_after is not None:
        headers["retry-after"] = str(problem.retry_after)
    return answer(problem, STATUS[problem.code], headers)
