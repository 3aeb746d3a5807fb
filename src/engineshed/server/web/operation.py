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
from litestar.types import Receive, Scope, Send

from engineshed.server.web.problems import STATUS, Code, Problem
from engineshed.server.web.request import AnyConnection, ApiRequest

Serve = Callable[..., Awaitable[Any]]
Method = Literal["GET", "POST", "PATCH", "DELETE"]

LARGEST_BODY = 64 * 1024
AT_THE_DOOR: tuple[Code, ...] = (
    "unavailable",
    "wrong-host",
    "too-slow",
    "too-many",
    "address-too-long",
    "head-too-large",
)
"""Refusals that any request may get, no matter what it asks for."""
JSON = (b"content-type", b"application/json")
_encoder = msgspec.json.Encoder()


class Answer:
    """JSON, ready to be sent. Litestar's own response does the same, but takes several times as long."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, body: bytes, status: int, headers: Mapping[str, str]) -> None:
        """``headers``: those besides the body's type and length."""
        self.body, self.status, self.headers = body, status, headers

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        head = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in self.headers.items()]
        if self.status != HTTPStatus.NO_CONTENT:
            head += [JSON, (b"content-length", b"%d" % len(self.body))]
        await send({"type": "http.response.start", "status": self.status, "headers": head})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


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
    method: Method,
    path: str,
    *,
    status: int = 200,
    refuses: Sequence[Code] = (),
    largest: int = LARGEST_BODY,
    sent: Any = None,
) -> Callable[[Serve], HTTPRouteHandler]:
    """Turn a function into a route. ``refuses``: the codes it may answer with, besides those of every operation.

    ``sent``: what the body contains if the function takes its bytes, because they are read somewhere else.
    """

    def decorate(serve: Serve) -> HTTPRouteHandler:
        hints = get_type_hints(serve, include_extras=True)
        body, query = sent or hints.get("body"), hints.get("query")
        codes = (*_refused_anyway(method, path, body), *refuses)
        told = Operation(serve.__name__, serve.__doc__ or "", status, body, query, hints["return"], codes)
        decoder = None if body is None or sent else msgspec.json.Decoder(body)

        async def handler(request: AnyConnection) -> Answer:
            asked = ApiRequest(request)
            try:
                given: dict[str, Any] = {}
                if query is not None:
                    given["query"] = asked.query(query)
                if body is not None:
                    content = await asked.content(largest)
                    given["body"] = content if decoder is None else asked.decoded(content, decoder)
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


def _refused_anyway(method: Method, path: str, body: Any) -> list[Code]:
    codes: list[Code] = ["bad-request", *AT_THE_DOOR]
    if "{" in path:
        codes.append("not-found")
    if method != "GET":
        codes += ["forbidden", "not-json"]
    if body is not None:
        codes.append("too-large")
    return codes


def answer(content: Any, status: int, headers: Mapping[str, str]) -> Answer:
    body = b"" if status == HTTPStatus.NO_CONTENT else _encoder.encode(content)
    return Answer(body, status, headers)


def refusal(problem: Problem, error: Exception | None = None) -> Answer:
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if problem.retry_after is not None:
        headers["retry-after"] = str(problem.retry_after)
    return answer(problem, STATUS[problem.code], headers)
