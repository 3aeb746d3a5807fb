"""What the store keeps, row by row."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

SeatKind = Literal["open", "guest", "bot"]
TableState = Literal["open", "running", "over", "closed"]
EventKind = Literal["move", "undo"]


class Guest(msgspec.Struct, frozen=True):
    """A visitor who came back with a cookie; only the hash of it is kept."""

    id: str
    token_hash: bytes
    name: str
    language: str = "en"
    created: float = 0.0


class SeatRow(msgspec.Struct, frozen=True):
    """Who plays on a seat. A guest who left keeps the seat while a bot plays on it (``away``)."""

    seat: int
    kind: SeatKind
    guest: str | None = None
    bot: str | None = None
    """The bot that plays here, or that takes over when the guest is away."""
    away: bool = False
    link_hash: bytes | None = None
    """The hash of the token in the seat's link, while there is one."""


class TableRow(msgspec.Struct, frozen=True):
    """A table as it was laid, and where its game stands."""

    id: str
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    title: str
    owner: str
    seed: str
    mode: Literal["live", "correspondence"] = "live"
    public: bool = False
    pace: float = 0.0
    """Seconds that a bot lets pass before it moves, so that people can follow."""
    created: float = 0.0
    updated: float = 0.0
    state: TableState = "open"
    ply: int = 0
    """Entries in the log."""
    to_act: tuple[int, ...] = ()
    result: dict[str, Any] | None = None
    forked_from: str | None = None


class Event(msgspec.Struct, frozen=True):
    """One entry of a table's log: a move, or that the last ones were taken back."""

    ply: int
    """Its number in the log, from 1."""
    seat: int
    kind: EventKind
    text: str
    """The move in notation; for an undo, how many moves it took back."""
    key: str | None = None
    """What the client called its request, so that sending it again changes nothing."""
    at: float = 0.0


class Snapshot(msgspec.Struct, frozen=True):
    """A position kept to make opening quick; it could be worked out from the log at any time."""

    ply: int
    moves: int
    """How many moves have been played and not taken back: nature's draws are keyed by it."""
    data: bytes


class ChatLine(msgspec.Struct, frozen=True):
    number: int
    guest: str
    name: str
    text: str
    at: float = 0.0


class Head(msgspec.Struct, frozen=True):
    """What changes in a table's row when its log grows."""

    state: TableState
    ply: int
    to_act: tuple[int, ...]
    result: dict[str, Any] | None
    updated: float
