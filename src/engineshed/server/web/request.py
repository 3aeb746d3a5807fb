"""One request: who sends it, from where, and its contents."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from engineshed.core.words import ENGLISH, PLURALS
from engineshed.server.guests import Cookie
from engineshed.server.refusals import RefusedError, ServiceError
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.web.context import Context
from engineshed.server.web.limits import network_of
from engineshed.server.web.problems import Problem, field_error, problem_of

T = TypeVar("T")
AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]


class ApiRequest:
    __slots__ = ("_asked", "_guest", "connection", "context", "headers")

    def __init__(self, connection: AnyConnection) -> None:
        self.connection = connection
        self.context: Context = connection.app.state.context
        self.headers: dict[str, str] = {}
        """Cookies to be sent with the answer."""
        self._guest: Guest | None = None
        self._asked = False

    @property
    def service(self) -> Service:
        return self.context.service

    @property
    def table(self) -> str:
        return str(self.connection.path_params["table"])

    @property
    def way(self) -> str:
        return str(self.connection.path_params["way"])

    def part(self, name: str) -> str:
        """A name in the path."""
        return str(self.connection.path_params[name])

    def number(self, name: str) -> int:
        """A whole number in the path."""
        return int(self.connection.path_params[name])

    # -- who --------------------------------------------------------------------------------------------------------

    async def visitor(self) -> Guest | None:
        """The guest who sends the request, if its cookie is one of ours."""
        if not self._asked:
            self._guest = await self.context.who(self._cookie)
            self._asked = True
        return self._guest

    async def guest(self) -> Guest:
        guest = await self.visitor()
        if guest is None:
            raise ServiceError("unknown-guest", "unknown-guest")
        return guest

    async def player(self) -> Guest:
        """A guest who wants to change something at a table, and is not banned."""
        guest = await self.guest()
        await self.service.penalties.must_not_be("ban", guest.id, self.address)
        return guest

    @property
    def token(self) -> str:
        """The cookie of a guest who is known to have one."""
        assert self._cookie is not None
        return self._cookie

    def remember(self, guest: Guest, cookie: Cookie) -> None:
        """Give the guest a cookie, or one that lasts longer."""
        self.context.know(cookie.token, guest)
        self._guest, self._asked = guest, True
        self._set_cookie(cookie)

    def take_cookie(self) -> None:
        self._set_cookie(Cookie("", 0))

    def _set_cookie(self, cookie: Cookie) -> None:
        secure = "; Secure" if self._tls else ""
        self.headers["set-cookie"] = (
            f"{self._cookie_name}={cookie.token}; Path=/; Max-Age={cookie.seconds}; HttpOnly; SameSite=Lax{secure}"
        )

    @property
    def public_address(self) -> str:
        """Where others reach this server, for links."""
        here = f"{'https' if self._tls else 'http'}://{self.connection.headers.get('host', '')}"
        return self.context.addresses.seen_from(here)

    @property
    def _tls(self) -> bool:
        return self.connection.scope["scheme"] in ("https", "wss")

    @property
    def _cookie(self) -> str | None:
        """The guest's cookie, which every request needs; parsing all headers and cookies takes several times as
        long."""
        wanted = self._cookie_name
        for given in (value for name, value in self.connection.scope["headers"] if name == b"cookie"):
            for cookie in given.decode("latin-1").split(";"):
                name, _, token = cookie.strip().partition("=")
                if name == wanted:
                    return token
        return None

    @property
    def _cookie_name(self) -> str:
        """Browsers accept the prefix only over TLS, where it keeps other hosts from setting our cookie."""
        return "__Host-sid" if self._tls else "sid"

    @property
    def address(self) -> str:
        client = self.connection.scope["client"]
        return network_of(client[0] if client else "")

    async def spend_question(self, guest: Guest | None) -> None:
        """Count a request that costs work, for the guest, or by address for other visitors."""
        await self.context.questions.spend(self.address if guest is None else guest.id)

    async def language(self) -> str:
        """The guest's language; for other visitors, the one their browser asks for."""
        try:
            guest = await self.visitor()
        except ServiceError:
            guest = None
        return guest.language if guest else spoken(self.connection.headers.get("accept-language", ""))

    async def problem(self, error: Exception) -> Problem:
        """What went wrong, in this visitor's language."""
        game = (await self.service.known_table(self.table)).live.game if isinstance(error, RefusedError) else None
        return problem_of(error, await self.language(), game)

    # -- what -------------------------------------------------------------------------------------------------------

    def query(self, kind: type[T]) -> T:
        """The query of the URL, in which numbers are text."""
        given: dict[str, str] = dict(self.connection.query_params.items())
        try:
            return msgspec.convert(given, kind, strict=False)
        except msgspec.ValidationError as error:
            raise field_error(error) from None

    async def content(self, largest: int) -> bytes:
        """The bytes of the body. Litestar would parse all headers to find out how many were announced."""
        scope = self.connection.scope
        size = sum(int(value) for name, value in scope["headers"] if name == b"content-length")
        pieces: list[bytes] = []
        more = True
        while more and size <= largest:
            event: Any = await self.connection.receive()
            if event["type"] == "http.disconnect":
                raise HTTPException(status_code=HTTPStatus.REQUEST_TIMEOUT)
            pieces.append(event["body"])
            size, more = max(size, sum(map(len, pieces))), event["more_body"]
        if size > largest:
            raise RequestEntityTooLarge
        return b"".join(pieces)

    def decoded(self, content: bytes, decoder: msgspec.json.Decoder[T]) -> T:
        """The body of a request as JSON."""
        try:
            return decoder.decode(content)
        except msgspec.DecodeError as error:
            raise field_error(error) from None
        except UnicodeDecodeError:
            raise ServiceError("bad-request", "not-utf8") from None


def spoken(accepted: str) -> str:
    """The first language in an Accept-Language header that we have."""
    for wish in accepted.split(","):
        language = wish.strip()[:2].lower()
        if language in PLURALS:
            return language
    return ENGLISH
