"""What the store keeps, row by row."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

SeatKind = Literal["open", "guest", "bot"]
TableState = Literal["open", "running", "over", "closed"]
EventKind = Literal["move", "undo"]


class Guest(msgspec.Struct, frozen=True):
    """A visitor, known by a cookie of which only the hash is kept."""

    id: str
    token_hash: bytes
    name: str
    language: str = "en"
    created: float = 0.0


class SeatRow(msgspec.Struct, frozen=True):
    """Who plays a seat. A guest who has left keeps the seat while a bot plays it (``away``)."""

    seat: int
    kind: SeatKind
    guest: str | None = None
    bot: str | None = None
    """The bot that plays here, or takes over while the guest is away."""
    away: bool = False
    link_hash: bytes | None = None
    """The hash of the token in the seat's link, if there is a valid one."""


class TableRow(msgspec.Struct, frozen=True):
    """A table's settings, and the state of its game."""

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
    """Seconds that a bot waits before it moves, so that people can follow."""
    created: float = 0.0
    updated: float = 0.0
    state: TableState = "open"
    ply: int = 0
    """The number of entries in the log."""
    to_act: tuple[int, ...] = ()
    result: dict[str, Any] | None = None
    forked_from: str | None = None


class Event(msgspec.Struct, frozen=True):
    """One entry of a table's log: a move, or an undo of the last ones."""

    ply: int
    """Its number in the log, from 1."""
    seat: int
    kind: EventKind
    text: str
    """The move in the game's notation; for an undo, the number of moves taken back."""
    key: str | None = None
    """The client's key for its request, so that sending it again changes nothing."""
    at: float = 0.0


class Snapshot(msgspec.Struct, frozen=True):
    """A position, kept so that a table opens quickly; it could be replayed from the log at any time."""

    ply: int
    moves: int
    """The number of moves played and not taken back, by which nature's draws are keyed."""
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
