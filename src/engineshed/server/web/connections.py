"""Connections with limits: how long the head of a request may be, how slowly it may arrive, and when it is refused.

uvicorn leaves all of that to a proxy in front of it, but a server that is reached directly has none. So these are
uvicorn's own connections, with a check before each step. A refusal here costs little: the answer is ready-made, and no
task is started for it.
"""

from __future__ import annotations

import asyncio
from enum import Enum
from functools import lru_cache, partial
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from engineshed.core.words import ENGLISH, Message
from engineshed.server.web.homes import Homes, Visit
from engineshed.server.web.problems import STATUS, Code, said
from engineshed.server.web.reader import Reader
from engineshed.server.web.request import spoken
from engineshed.server.web.security import ALWAYS, PRIVATE
from engineshed.server.web.sockets import Socket
from engineshed.server.web.together import Together
from engineshed.server.web.traffic import SOON, Traffic

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

NEVER_BUSY = (b"/health", b"/metrics")
"""Paths that even a busy server answers, because they show that it is busy."""
MOST_CHUNKS = 4096
"""The most pieces of one body; honest clients do not send it byte by byte."""
LINGER = 2.0
"""How many seconds the other side has to read its refusal."""
MOST_AFTERWARDS = 1024 * 1024
"""How many bytes are read and discarded meanwhile."""
FAREWELL = 3.0
"""How many seconds unfinished answers have when the server closes."""


class Refusal(msgspec.Struct, frozen=True):
    code: Code
    message: Message
    seconds: int | None = None
    """Seconds after which it is worth trying again."""

    def __hash__(self) -> int:
        return hash(self.message.id)


BAD = Refusal("bad-request", Message("house.bad-request"))
LONG_ADDRESS = Refusal("address-too-long", Message("house.address-too-long"))
LARGE_HEAD = Refusal("head-too-large", Message("house.head-too-large"))
LARGE_BODY = Refusal("too-large", Message("house.too-large"))
SLOW = Refusal("too-slow", Message("house.too-slow"))
MANY = Refusal("too-many", Message("house.too-many-connections", {"seconds": SOON}), SOON)
BUSY = Refusal("unavailable", Message("house.busy", {"seconds": SOON}), SOON)


@lru_cache(maxsize=64)
def answer_to(refusal: Refusal, language: str, closes: bool, bodiless: bool) -> bytes:
    """A complete answer, made once."""
    problem = said(refusal.code, refusal.message, language)
    body = msgspec.json.encode(msgspec.structs.replace(problem, retry_after=refusal.seconds))
    headers = [*ALWAYS, PRIVATE, (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if refusal.seconds is not None:
        headers.append((b"retry-after", b"%d" % refusal.seconds))
    if closes:
        headers.append((b"connection", b"close"))
    lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
    return STATUS_LINE[STATUS[refusal.code]] + lines + b"\r\n" + (b"" if bodiless else body)


class RefusedError(Exception):
    """Raised in the parser's callbacks, which stops the parser."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message.id)
        self.refusal = refusal


class Awaiting(Enum):
    """What a connection waits for."""

    REQUEST = 1
    HEAD = 2
    """The rest of the request."""
    BODY = 3
    ANSWER = 4
    END = 5
    """It was refused, and the rest is discarded, so that the other side can read why."""


class Answered:
    """Takes the place of uvicorn's ``RequestResponseCycle`` after a request that was refused here."""

    response_complete = response_started = True
    disconnected = False

    def __init__(self) -> None:
        self.message_event = asyncio.Event()


class Connection(HttpToolsProtocol):
    traffic: ClassVar[Traffic]
    homes: ClassVar[Homes | None]

    def __init__(self, *args: Any, visit: Visit | None = None, **kwargs: Any) -> None:
        """``visit``: what another process knows about it and has read, if it was handed over."""
        super().__init__(*args, **kwargs)
        self._limits, self._visit = self.traffic.limits, visit
        self._awaiting, self._since = Awaiting.REQUEST, self.loop.time()
        self._asked = self._closing = False
        """Whether a request has come yet, and whether the server is closing."""
        self._head = self._body = self._raw = self._chunks = 0
        """Bytes received of the head and of the body, the body's bytes on the wire, and its pieces."""
        self._fresh = 0
        self._reader = Reader()
        self._answering: RequestResponseCycle | None = None

    # -- coming and going -------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self.traffic.has_enough_of(address):
            self._reject(MANY)
        elif not self.traffic.make_room():
            self._reject(BUSY)
        else:
            self.traffic.enter(self, address)
            self.traffic.idle[self] = None
            if self._visit is not None:
                self.data_received(self._visit.read)

    def _reject(self, refusal: Refusal) -> None:
        self.traffic.refused[refusal.message.id] += 1
        self.transport.write(answer_to(refusal, ENGLISH, closes=True, bodiless=False))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answering is not None:  # uvicorn only tells the request that came last, not the one it answers
            self._answering.disconnected = True
        super().connection_lost(exc)
        self.traffic.leave(self)
        self._end_body()
        for cycle, _ in self.pipeline:
            self._no_longer_working(cycle)

    def handle_websocket_upgrade(self) -> None:
        self.traffic.leave(self)  # the socket enters instead
        super().handle_websocket_upgrade()

    def give_way(self) -> None:
        self.transport.abort()

    def shutdown(self) -> None:
        """Incomplete requests are not waited for."""
        self._closing, self._since = True, self.loop.time()
        if self._awaiting in (Awaiting.HEAD, Awaiting.BODY, Awaiting.END):
            self.transport.abort()
        else:
            super().shutdown()

    def look(self, now: float) -> None:
        if self._reader.has_stalled(self.transport.get_write_buffer_size(), now, self.traffic):
            self.transport.abort()
        elif self._awaiting is not Awaiting.ANSWER and not self.transport.is_closing():
            if now - self._since > self._patience():
                self._give_up()
        elif self._closing and now - self._since > FAREWELL:
            self.transport.abort()

    def _patience(self) -> float:
        limits = self._limits
        match self._awaiting:
            case Awaiting.REQUEST:
                return limits.idle_seconds if self._asked else limits.head_seconds
            case Awaiting.HEAD:
                return limits.head_seconds
            case Awaiting.END:
                return LINGER
        if self.flow.read_paused:  # it is waiting for us
            return float("inf")
        return limits.body_seconds + self._body / limits.bytes_per_second

    def _give_up(self) -> None:
        if self._awaiting in (Awaiting.HEAD, Awaiting.BODY):
            self._refuse(SLOW)
        elif self._awaiting is Awaiting.REQUEST:
            self.transport.close()
        else:
            self.transport.abort()

    # -- a request comes in -----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        if self._awaiting is Awaiting.END:
            return self._throw_away(len(data))
        if self._awaiting is Awaiting.REQUEST and self._goes_home(data):
            return None
        self._count(len(data))
        try:
            self.parser.feed_data(data)
            self._check_what_is_coming()
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserCallbackError as error:
            cause = error.__context__
            self._refuse(cause.refusal if isinstance(cause, RefusedError) else BAD)
        except httptools.HttpParserError:
            self._refuse(BAD)
        except RefusedError as error:
            self._refuse(error.refusal)
        return None

    def _count(self, size: int) -> None:
        if self._awaiting is Awaiting.REQUEST:
            self.traffic.idle.pop(self, None)
            self._await(Awaiting.HEAD)
            self._fresh = size
        elif self._awaiting is Awaiting.HEAD:
            self._head += size
        elif self._awaiting is Awaiting.BODY:
            self._raw += size

    def _goes_home(self, data: bytes) -> bool:
        moves = 0 if self._visit is None else self._visit.moves
        return self.homes is not None and self.homes.move(self.transport, moves, data)

    def _throw_away(self, size: int) -> None:
        self._head += size
        if self._head > MOST_AFTERWARDS:
            self.transport.abort()

    def _check_what_is_coming(self) -> None:
        """The parser reports nothing about incomplete data, but keeps it in memory."""
        if self._awaiting is Awaiting.HEAD and self._head > self._limits.head:
            raise RefusedError(LARGE_HEAD)
        if max(self._body, self._raw // 2) > self._limits.body:  # twice as much as sent, if it comes in small pieces
            raise RefusedError(LARGE_BODY)
        if self.traffic.unfinished > self._limits.bodies and self._body:
            raise RefusedError(BUSY)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head, self._fresh, self._raw, self._chunks = self._fresh, 0, 0, 0
        self._room, self._lines = self._limits.head, self._limits.headers
        self._await(Awaiting.HEAD)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self._limits.address:
            raise RefusedError(LONG_ADDRESS)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._room -= len(name) + len(value) + 4
        self._lines -= 1
        if self._room < 0 or self._lines < 0:
            raise RefusedError(LARGE_HEAD)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= self._limits.pipelined:
            raise RefusedError(BUSY)
        if self.traffic.is_busy and not self.url.startswith(NEVER_BUSY):
            self._turn_away()
        else:
            super().on_headers_complete()
        self._await(Awaiting.BODY)

    def _turn_away(self) -> None:
        """Answer at once that the server is busy. The connection stays open, because a new one would cost more."""
        if self.parser.should_upgrade() or not self._has_answered():
            raise RefusedError(BUSY)
        self.traffic.refused[BUSY.message.id] += 1
        closes = not self.parser.should_keep_alive() or self.parser.get_http_version() == "1.0"
        self.transport.write(self._answer(BUSY, closes))
        self.cycle = Answered()  # type: ignore[assignment]
        if closes:
            self.transport.close()

    def on_body(self, body: bytes) -> None:
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            raise RefusedError(BAD)
        self._body += len(body)
        self.traffic.unfinished += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._end_body()
        if self.parser.should_upgrade() and self._should_upgrade():
            return
        if self.cycle.response_complete:
            self._await_request()
        else:
            self._await(Awaiting.ANSWER)
            self.traffic.working += 1
            self.cycle.works_since = self._since  # type: ignore[attr-defined]

    def _end_body(self) -> None:
        self.traffic.unfinished -= self._body
        self._body = 0

    def _await(self, what: Awaiting) -> None:
        self._awaiting, self._since = what, self.loop.time()

    def _await_request(self) -> None:
        self._asked = True
        self._await(Awaiting.REQUEST)
        if self in self.traffic.open:
            self.traffic.idle[self] = None

    # -- the answer -------------------------------------------------------------------------------------------------

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering, cycle.transport = cycle, Together(cycle)  # type: ignore[assignment]
        super()._start_asgi_task(cycle, partial(self._run, cycle, app))

    async def _run(self, cycle: RequestResponseCycle, app: ASGI3Application, *call: Any) -> None:
        try:
            await app(*call)
        except asyncio.CancelledError:
            if not self._closing:  # otherwise it has run out of time, and nobody is waiting for it any more
                raise
        finally:
            since = self._no_longer_working(cycle)
            if since is not None:
                now = self.loop.time()
                self.traffic.headroom.took(now - since, now)

    def _no_longer_working(self, cycle: RequestResponseCycle) -> float | None:
        """Stop counting the request as work; returns when that began, or None if it was never counted."""
        since: float | None = getattr(cycle, "works_since", None)
        if since is not None:
            cycle.works_since = None  # type: ignore[attr-defined]
            self.traffic.working -= 1
        return since

    def on_response_complete(self) -> None:
        if self._answering is not None:
            self._answering.transport.flush()  # type: ignore[attr-defined]
            self._answering.transport = self.transport  # or the two would hold each other, and wait for the collector
        super().on_response_complete()
        if self._awaiting is Awaiting.ANSWER and self.cycle.response_complete:
            self._await_request()

    def _refuse(self, refusal: Refusal) -> None:
        """Send the refusal, unless an answer is already being sent; then close the connection."""
        self.traffic.refused[refusal.message.id] += 1
        if self._may_answer():
            self.transport.write(self._answer(refusal, closes=True))
            self.transport.write_eof()
            if self._awaiting is Awaiting.BODY:  # tells those waiting for it that it will not come
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self._await(Awaiting.END)
            self._end_body()
        else:
            self.transport.abort()

    def _may_answer(self) -> bool:
        if self._awaiting is Awaiting.BODY:
            return not self.cycle.response_started
        return self._has_answered()

    def _has_answered(self) -> bool:
        """Whether all earlier requests have been answered."""
        earlier: RequestResponseCycle | None = self.cycle
        return earlier is None or earlier.response_complete

    def _answer(self, refusal: Refusal, closes: bool) -> bytes:
        wished = next((value for name, value in self.headers or () if name == b"accept-language"), b"")
        language = spoken(wished.decode("latin-1")) if wished else ENGLISH
        bodiless = self.parser.get_method() == b"HEAD"
        return answer_to(refusal, language, closes, bodiless)


def guarded_by(traffic: Traffic, homes: Homes | None = None) -> dict[str, Any]:
    """uvicorn's settings for connections that report to this traffic, and go where their tables are at home."""
    return {
        "http": type("GuardedConnection", (Connection,), {"traffic": traffic, "homes": homes}),
        "ws": type("GuardedSocket", (Socket,), {"traffic": traffic}),
        "timeout_keep_alive": ceil(traffic.limits.idle_seconds),
    }
