"""The answers of the service: the structs that HTTP and WebSocket carry as JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engineshed.core.words import Message
from engineshed.server.rows import TableState

Mode = Literal["live", "correspondence"]


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a seat of a new table."""

    kind: Literal["me", "open", "bot"] = "open"
    bot: str | None = None
    """The bot's name; the game's best one if not given."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: list[SeatWish]
    map: str | None = None
    data: dict[str, str] = {}
    """Corrected files of the box, by their names, with their whole texts."""
    options: dict[str, Any] = {}
    title: str | None = None
    mode: Mode = "live"
    public: bool = False
    pace: float = 0.0


class SeatInfo(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["open", "guest", "bot"]
    name: str | None
    bot: str | None
    away: bool
    mine: bool
    link: bool
    """Whether there is a valid link for this seat."""


class TableInfo(msgspec.Struct, frozen=True):
    id: str
    game: str
    version: int
    title: str
    options: dict[str, Any]
    mode: Mode
    public: bool
    state: TableState
    ply: int
    to_act: tuple[int, ...]
    seats: tuple[SeatInfo, ...]
    mine: bool
    """Whether the guest who asks created this table."""
    my_turn: bool
    commitment: str
    seed: str | None
    """Only shown when the game is over."""
    result: dict[str, Any] | None
    created: float
    updated: float


class LogLine(msgspec.Struct, frozen=True):
    """An entry of the log, as far as one viewer may know it."""

    ply: int
    seat: int
    kind: Literal["move", "undo"]
    text: str | None
    facts: list[Message]


class Offer(msgspec.Struct, frozen=True):
    """A legal move."""

    move: Any
    text: str
    """In the game's notation."""
    price: int
    """What the move costs at once."""
    hint: Any
    """What helps the page to draw the move, if anything does."""


class TableView(msgspec.Struct, frozen=True):
    """Everything that one viewer may know about a table now, with what has happened since they last looked."""

    table: TableInfo
    seat: int | None
    view: Any
    """The game's view; None before the game begins."""
    hints: Any
    """What helps the page to draw the view and the legal moves; None before the game begins."""
    legal: list[Offer]
    """The legal moves of this seat."""
    task: Message | None
    """What the seat to act has to do, in a sentence; None before the game begins."""
    undo: int
    """How many of this seat's last moves can be taken back."""
    log: list[LogLine]


class MovePreview(msgspec.Struct, frozen=True):
    """What a move would lead to, as far as its player may know; nature's draws after it are not revealed."""

    facts: list[Message]
    view: Any
    hints: Any


class TableGround(msgspec.Struct, frozen=True):
    """What does not change during a game: the layout, and the picture under the pieces as SVG."""

    layout: Any
    ground: str


class Milestone(msgspec.Struct, frozen=True):
    """The end of a round: its last entry in the log, and everybody's score then."""

    round: int
    ply: int
    totals: list[int]
    parts: list[dict[str, int]]


class Played(msgspec.Struct, frozen=True):
    """The answer to a move or an undo: it is saved, and this is the table's ply now."""

    ply: int


class NewLinks(msgspec.Struct, frozen=True):
    """A new table's id, and the tokens for its open seats, which are given out only once."""

    id: str
    links: dict[int, str]


class Chat(msgspec.Struct, frozen=True):
    number: int
    name: str
    mine: bool
    text: str
    at: float


class Lobby(msgspec.Struct, frozen=True):
    """My tables, with those where it is my turn first, and the public ones."""

    mine: list[TableInfo]
    public: list[TableInfo]
