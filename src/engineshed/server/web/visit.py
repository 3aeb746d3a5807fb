"""One request as the house sees it: whose it is, from where, and what it carries."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection

from engineshed.core.words import ENGLISH, PLURALS
from engineshed.server.house import House
from engineshed.server.refusals import HouseError, RefusedError
from engineshed.server.rows import Guest
from engineshed.server.web.limits import place_of
from engineshed.server.web.problems import Problem, field_error, problem_of
from engineshed.server.web.reception import Reception

T = TypeVar("T")
AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]

COOKIE_AGE = 180 * 24 * 3600


class Visit:
    __slots__ = ("_asked", "_guest", "connection", "headers", "reception")

    def __init__(self, connection: AnyConnection) -> None:
        self.connection = connection
        self.reception: Reception = connection.app.state.reception
        self.headers: dict[str, str] = {}
        """To be sent along with the answer."""
        self._guest: Guest | None = None
        self._asked = False

    @property
    def house(self) -> House:
        return self.reception.house

    @property
    def table(self) -> str:
        return str(self.connection.path_params["table"])

    def number(self, name: str) -> int:
        """A whole number in the path."""
        return int(self.connection.path_params[name])

    # -- who --------------------------------------------------------------------------------------------------------

    async def visitor(self) -> Guest | None:
        """The guest whose cookie this is, if it is one of ours."""
        if not self._asked:
            self._guest = await self.reception.who(self.connection.cookies.get(self._cookie_name))
            self._asked = True
        return self._guest

    async def guest(self) -> Guest:
        guest = await self.visitor()
        if guest is None:
            raise HouseError("unknown-guest", "unknown-guest")
        return guest

    def remember(self, guest: Guest, token: str | None = None) -> None:
        """Give the guest a cookie, or make the one they have last as long again."""
        token = token or self.connection.cookies[self._cookie_name]
        self.reception.know(token, guest)
        self._guest, self._asked = guest, True
        secure = "; Secure" if self._tls else ""
        self.headers["set-cookie"] = (
            f"{self._cookie_name}={token}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{secure}"
        )

    @property
    def _tls(self) -> bool:
        return self.connection.scope["scheme"] in ("https", "wss")

    @property
    def _cookie_name(self) -> str:
        """Browsers take the prefix only over TLS, where it keeps other hosts from setting our cookie."""
        return "__Host-sid" if self._tls else "sid"

    @property
    def address(self) -> str:
        client = self.connection.scope["client"]
        return place_of(client[0] if client else "")

    def spend_question(self, guest: Guest | None) -> None:
        """For what costs us work: counted for the guest, for a stranger by their address."""
        self.reception.questions.spend(self.address if guest is None else guest.id)

    async def language(self) -> str:
        """The guest's own; for a stranger, what their browser asks for."""
        try:
            guest = await self.visitor()
        except HouseError:
            guest = None
        return guest.language if guest else spoken(self.connection.headers.get("accept-language", ""))

    async def problem(self, error: Exception) -> Problem:
        """What went wrong, in words that this visitor understands."""
        game = (await self.house.table(self.table)).live.game if isinstance(error, RefusedError) else None
        return problem_of(error, await self.language(), game)

    # -- what -------------------------------------------------------------------------------------------------------

    def query(self, kind: type[T]) -> T:
        """The question after the path; numbers are written as text there."""
        given: dict[str, str] = dict(self.connection.query_params.items())
        try:
            return msgspec.convert(given, kind, strict=False)
        except msgspec.ValidationError as error:
            raise field_error(error) from None

    async def body(self, decoder: msgspec.json.Decoder[T]) -> T:
        assert isinstance(self.connection, Request)
        try:
            return decoder.decode(await self.connection.body())
        except msgspec.DecodeError as error:
            raise field_error(error) from None
        except UnicodeDecodeError:
            raise HouseError("bad-request", "not-utf8") from None


def spoken(accepted: str) -> str:
    """The first language of an Accept-Language header that we speak."""
    for wish in accepted.split(","):
        language = wish.strip()[:2].lower()
        if language in PLURALS:
            return language
    return ENGLISH
