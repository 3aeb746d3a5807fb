"""What the service refuses in addition to the games' rules: a code for programs, a message for people."""

from __future__ import annotations

from typing import Any, Literal

from engineshed.core.contract import AnyGame
from engineshed.core.errors import rebuilt
from engineshed.core.words import Message, Param

Code = Literal[
    "bad-request",
    "unknown-guest",
    "forbidden",
    "not-found",
    "stale",
    "conflict",
    "refused",
    "too-many",
    "unavailable",
]


class ServiceError(Exception):
    """A request that the service refuses; nothing was changed."""

    def __init__(self, code: Code, message: str, /, **params: Param) -> None:
        super().__init__(f"{code}: {message}")
        self.code: Code = code
        self.message = Message(f"house.{message}", params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Refusals are pickled between processes, although their constructors take other arguments."""
        return rebuilt, (type(self), self.args, vars(self))


class RefusedError(ServiceError):
    """The game's rules refuse a move; ``message`` is in the game's words, not the service's."""

    def __init__(self, rule: str, message: Message) -> None:
        super().__init__("refused", "refused")
        self.rule, self.message = rule, message


class StaleError(ServiceError):
    """The table has moved on since the client looked."""

    def __init__(self, ply: int) -> None:
        super().__init__("stale", "stale", ply=ply)
        self.ply = ply


class BusyError(ServiceError):
    """The server is getting too many requests; nothing was done."""

    def __init__(self, seconds: int) -> None:
        super().__init__("unavailable", "busy", seconds=seconds)
        self.seconds = seconds


class ClosableError(ServiceError):
    """The table can never be opened again; the guest who asks owns it, and may close it."""

    def __init__(self, why: ServiceError) -> None:
        super().__init__(why.code, why.message.id)
        self.message = why.message


class OtherVersionError(ServiceError):
    """The request needs rules that we no longer have."""

    def __init__(self, game: AnyGame, version: int) -> None:
        super().__init__("unavailable", "other-version", game=game.title, version=version)
