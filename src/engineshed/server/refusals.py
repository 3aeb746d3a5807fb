"""What the service refuses in addition to the games' rules: a code for programs, a message for people."""

from __future__ import annotations

from typing import Literal

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
