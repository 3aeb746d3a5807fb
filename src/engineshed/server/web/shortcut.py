"""A shortcut to the operations: Litestar knows the routes, but what it does around every handler is left out.

An operation reads its own request and makes its own answer, so it needs none of that, which would take longer than the
rules of a move. Everything else goes the usual way: the page, sockets, and requests that reach no operation.
"""

from __future__ import annotations

from typing import Any, cast

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.types import HTTPScope, Receive, Scope, Send

from engineshed.server.web.operation import Answer, refusal
from engineshed.server.web.problems import problem_of
from engineshed.server.web.request import AnyConnection, spoken


class Shortcut:
    def __init__(self, inside: Litestar) -> None:
        self.inside, self._find = inside, inside.asgi_router.handle_routing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler = self._operation(scope) if scope["type"] == ScopeType.HTTP else None
        if handler is None:
            await self.inside(scope, receive, send)
        else:
            answer = await _answer(handler, ASGIConnection(scope, receive, send))
            await answer(scope, receive, send)

    def _operation(self, scope: HTTPScope) -> HTTPRouteHandler | None:
        """The requested operation; None if there is none, or if its path is not in our spelling."""
        path = scope["path"]
        if scope["root_path"] or not path.startswith("/api/") or path.endswith("/") or "//" in path:
            return None
        try:
            _, handler, _, params, template = self._find(path=path, method=scope["method"])
        except HTTPException:
            return None
        if "operation" not in handler.opt:
            return None
        scope["litestar_app"], scope["path_params"], scope["path_template"] = self.inside, params, template
        return cast("HTTPRouteHandler", handler)


async def _answer(handler: HTTPRouteHandler, connection: AnyConnection) -> Answer:
    try:
        answer: Any = await handler.fn(connection)
    except Exception as error:  # noqa: BLE001  (if even the problem cannot be explained)
        language = spoken(connection.headers.get("accept-language", ""))
        return refusal(problem_of(error, language), error)
    return cast("Answer", answer)
