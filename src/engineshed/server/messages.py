"""The answers of the service: the structs that HTTP and WebSocket carry as JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engineshed.bots.advising import Surety
from engineshed.core.notes import NoteKind
from engineshed.core.standing import Standing
from engineshed.core.words import Message
from engineshed.server.clocks import NO_CLOCK, Choice, Clock, Timing
from engineshed.server.results import RatingRow
from engineshed.server.rows import (
    ChatLine,
    EndTurn,
    Level,
    Mode,
    NoticeKind,
    Penalty,
    Speed,
    TableState,
    WayKind,
    WayState,
)

SeatOrder = Literal["same", "rotate"]
"""Who sits where in a rematch: as before, or everybody one seat further."""
LobbyState = Literal["open", "running", "over"]


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who should play a seat of a new table."""

    kind: Literal["me", "open", "bot"] = "open"
    bot: str | None = None
    """The bot's name; the game's best one if not given."""


class Delay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far behind spectators are while the game goes on. If both are given, both hold."""

    moves: Annotated[int, Meta(ge=0, le=100)] = 0
    """Entries of the log."""
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: list[SeatWish]
    map: str | None = None
    data: dict[str, str] = {}
    """Corrected files of the box: their full texts by name."""
    options: dict[str, Any] = {}
    title: str | None = None
    mode: Mode = "live"
    """When it is to be played: in one go, on one day, or over days."""
    speed: Speed = "any"
    """How fast, with whom and in which language people want to play; nobody is kept from it."""
    level: Level = "any"
    language: str | None = None
    public: bool = False
    delay: Delay = Delay()
    latecomers: bool = False
    """Whether people may take the seats of bots while the game goes on; its players know this before they sit down."""
    shared: bool = False
    """Several people share one screen; only then may one guest hold more than one seat at a public table."""
    hints: bool = True
    """Whether players may ask bots what they would do; at a public table the log says who has."""
    rated: bool = False
    """Whether the result changes the players' ratings. Then nobody may ask bots, nobody plays two seats, and it is
    played with the game's own maps and files, by people and bots whose strength is known."""
    pace: float = 0.0
    """Seconds that a bot waits before it moves."""
    end_turn: EndTurn = "off"
    """Whether what a player does last in a turn can be taken back: for 3 seconds (`timer`), or until they end the turn
    (`button`), or not once others may act."""
    clock: Clock = NO_CLOCK


class SeatInfo(msgspec.Struct, frozen=True, gc=False):
    seat: int
    kind: Literal["open", "guest", "bot"]
    name: str | None
    bot: str | None
    away: bool
    mine: bool
    link: bool
    """Whether there is a valid link for this seat."""
    kept_for: str | None = None
    """The name of the guest for whom this open seat is kept."""
    for_me: bool = False
    """Whether that is me."""


class Origin(msgspec.Struct, frozen=True, gc=False):
    """Where a forked table began."""

    table: str | None
    """Only its owner is told, because the other table may be private."""
    ply: int | None
    """The entry of that table's log; None if it was not noted."""


class TableInfo(msgspec.Struct, frozen=True, gc=False):
    id: str
    game: str
    version: int
    title: str
    options: dict[str, Any]
    """What differs from the printed rules. Texts of custom maps and corrected files are null: see `get_options`."""
    mode: Mode
    speed: Speed
    level: Level
    language: str | None
    public: bool
    delay: Delay
    latecomers: bool
    """Whether people may take the seats of bots while the game goes on."""
    shared: bool
    """Whether one guest may hold more than one seat, because several people share one screen."""
    hints: bool
    """Whether players may ask bots what they would do (`ask_hints`)."""
    rated: bool
    """Whether the result changes the players' ratings."""
    state: TableState
    ply: int
    revision: int
    """The number of changes so far: an answer with a lower one is older."""
    to_act: tuple[int, ...]
    """The seats that are to act; none while nature draws."""
    end_turn: EndTurn
    held: int | None
    """The seat that has finished its turn but not ended it: it can still take its last moves back."""
    pace: float
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
    rematch: str | None = None
    """The table where the same people play again; only they are told."""
    origin: Origin | None = None
    """Null if the table was not forked from another one."""
    clock: Clock = NO_CLOCK
    timing: Timing | None = None
    """How the clocks stood at the last change; null at a table without a clock."""


class Noted(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the log says about a player or a clock; see `note` in a line of the log."""

    kind: NoteKind
    bot: str | None = None
    """The bot that plays on."""
    about: int | None = None
    """The seat that was voted about."""
    decision: Choice | None = None


class LogLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry of the log, as far as one viewer may know it."""

    ply: int
    seat: int | None
    """Null for nature, and for a change of version."""
    kind: Literal["move", "undo", "version", "bare", "hint", "house"]
    """A hint says only that this seat took one. A bare entry is a move whose rules we no longer have: only its text is
    known. An entry of the house is about a player or a clock, and changes nothing in the game: see `note`."""
    text: str | None
    """A move in the game's notation; null if the viewer may not know it, and for all other entries."""
    facts: list[Message]
    undone: int = 0
    """How many moves an undo takes back."""
    version: int | None = None
    """The version of the rules from here on."""
    lost: int = 0
    """How many of the last moves the new version does not allow, so that they no longer count."""
    resumed: int | None = None
    """The entry that the game goes on from if moves are lost."""
    note: Noted | None = None


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A legal move."""

    move: Any
    text: str
    """In the game's notation."""
    price: int
    """What the move costs at once."""
    hint: Any
    """What helps the page to draw the move, if anything does."""


class Sight(msgspec.Struct, frozen=True, gc=False):
    """What a seat can see and do in a position; the same for everybody who looks from that seat."""

    view: Any
    hints: Any
    legal: list[Offer]
    task: Message | None
    standing: Standing | None
    undo: int
    to_act: tuple[int, ...] = ()
    """The seats that are to act, as in a table's info."""


class TableView(msgspec.Struct, frozen=True, gc=False):
    """Everything that a viewer may know about a table now, and what has happened since they last looked."""

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
    standing: Standing | None
    """Who is winning and why, as far as this viewer may know; None before the game begins."""
    undo: int
    """How many of this seat's last moves can be taken back."""
    log: list[LogLine]
    """The entries since the viewer last looked, but no more than the last 200; `get_log` has earlier ones."""


class MovePreview(msgspec.Struct, frozen=True):
    """What a move would lead to, as far as its player may know; nature's draws after it are not revealed."""

    facts: list[Message]
    view: Any
    hints: Any


class NamedMove(msgspec.Struct, frozen=True):
    """A good move."""

    move: Any
    text: str
    """In the game's notation."""
    price: int
    """What the move costs at once."""
    reasons: list[Message]
    """What speaks for it and what it costs, in the game's words, the weightiest first."""
    surety: Surety
    """`clear`, `likely` or `close`: how far the first move is ahead of the next best; `alone`: the bot considered too
    few moves to say. Other moves are `close` to the first or `behind` it."""


class Hints(msgspec.Struct, frozen=True):
    """What a bot would do."""

    bot: str
    hints: list[NamedMove]
    """The first is what the bot would play."""
    stronger: str | None
    """The game's best bot, if another one was asked."""
    ply: int
    """The number of entries in the log, which may say now that a hint was taken."""


class Happened(msgspec.Struct, frozen=True):
    """What moves have changed, as far as a seat may know and as the game's bots count it."""

    seat: int
    """Who moved."""
    theirs: list[Message]
    """What changed for them, in the game's words, the greatest change first."""
    mine: list[Message]
    """What changed for the seat that asks; empty if it moved itself."""


class Named(msgspec.Struct, frozen=True):
    """A thing on the table, and its name in the reader's language."""

    thing: str
    name: str


class ExplainedRule(msgspec.Struct, frozen=True):
    id: str
    title: str
    text: str


class Explained(msgspec.Struct, frozen=True):
    """What something on the table is, in the reader's language."""

    thing: str
    """Its kind and id, as in `hex 17`."""
    name: str
    now: list[str]
    """What it does and its present state, in sentences with the numbers of the position."""
    rules: list[ExplainedRule]
    """The rules about it, the most important one first."""
    see: list[Named]
    """Other things that belong to it."""
    picture: str
    """An SVG document; empty if there is none."""


class TableGround(msgspec.Struct, frozen=True):
    """What does not change during a game: the layout, and the picture under the pieces as SVG."""

    layout: Any
    ground: str


class TableOptions(msgspec.Struct, frozen=True):
    """The options of a table, with the texts of its own map and corrected files, as a new table takes them."""

    options: dict[str, Any]


class Played(msgspec.Struct, frozen=True, gc=False):
    """The answer to a move or an undo: it is saved, and this is the table's ply now."""

    ply: int


class NewLinks(msgspec.Struct, frozen=True):
    """A new table's id, and the tokens for its open seats, for its owner."""

    id: str
    links: dict[int, str]


class Chat(msgspec.Struct, frozen=True):
    """A line of the chat. `ignored`: its reader does not want to read this writer, so it has no text."""

    number: int
    name: str
    mine: bool
    text: str
    at: float
    blocked: bool = False
    """Whether I have blocked whoever wrote this, so that I am not told what."""
    ignored: bool = False


class DeviceCode(msgspec.Struct, frozen=True):
    code: str
    expires: float


class MySession(msgspec.Struct, frozen=True):
    created: float
    expires: float


class MyTable(msgspec.Struct, frozen=True):
    id: str
    game: str
    title: str
    state: TableState
    created: float
    updated: float
    owner: bool
    seats: list[int]
    away: list[int]
    """Those of my seats for which a bot plays."""
    clock: Clock | None
    """What was agreed about clocks."""


class MyResult(msgspec.Struct, frozen=True):
    """How one of a guest's games ended."""

    table: str
    game: str
    map: str
    at: float
    place: int
    seats: int
    score: int | None
    gone: bool
    rating: float | None
    """The rating after the game, if it was rated."""


class MyTally(msgspec.Struct, frozen=True):
    """What a guest's results against somebody add up to."""

    game: str
    against: str
    """Empty for everybody; `alone` and a map, `bot` and its name, or `guest`."""
    games: int
    won: int
    lost: int
    streak: int
    longest: int
    best: int | None


class MyChat(msgspec.Struct, frozen=True):
    table: str
    number: int
    name: str
    text: str
    at: float


class MyReport(msgspec.Struct, frozen=True):
    table: str
    text: str
    at: float


class MyStudy(msgspec.Struct, frozen=True):
    """Something that a guest has asked for about a finished game."""

    table: str
    at: float
    ply: int | None
    """The position that was played on; null for the whole game."""


class MyWay(msgspec.Struct, frozen=True):
    """One of the ways by which a guest is told what happens at their tables while they look elsewhere."""

    id: str
    kind: WayKind
    address: str
    label: str
    every: int
    """How many seconds notices are collected for; 0 if each is sent at once."""
    about: list[NoticeKind]
    state: WayState
    """`waiting`: for an answer to the mail that asks; `broken`: nothing could be sent for a long time."""
    created: float
    used: float | None
    """When something was last sent."""
    failures: int
    """How often it has failed since then."""
    secret: str | None = None
    """What signed JSON is signed with."""


class MyNotices(msgspec.Struct, frozen=True):
    """My ways, and those that this server offers."""

    ways: list[MyWay]
    browser: str | None
    """The key with which a browser subscribes; null if this server cannot send to browsers."""
    mail: bool
    webhooks: bool


class WayTest(msgspec.Struct, frozen=True):
    """What came of sending something by a way."""

    outcome: Literal["sent", "failed", "uncertain", "gone"]


class MyNotice(msgspec.Struct, frozen=True):
    """Something that a guest is still to be told."""

    table: str
    kind: NoticeKind
    at: float


class MyPlanned(msgspec.Struct, frozen=True):
    """What a guest has planned at a table."""

    table: str
    seat: int
    plan: str
    """As it is stored."""
    made: float


class MyData(msgspec.Struct, frozen=True):
    """Everything that is kept about a guest. Their moves are in the records of their tables."""

    id: str
    name: str
    language: str
    created: float
    sessions: list[MySession]
    tables: list[MyTable]
    chat: list[MyChat]
    reports: list[MyReport]
    studies: list[MyStudy]
    ways: list[MyWay]
    """By which they are told what happens at their tables."""
    notices: list[MyNotice]
    """What they are still to be told."""
    ignored: list[str]
    """The names of those whose chat they do not want to read."""
    results: list[MyResult]
    tallies: list[MyTally]
    ratings: list[RatingRow]
    player: str | None
    """The name of their public page."""
    recovery: float | None
    """When their recovery code was made; only its hash is kept."""
    blocked: list[float]
    """When they have blocked somebody; whom is shown on the page."""
    plans: list[MyPlanned]
    """What they have planned for their next turns."""
    penalties: list[Penalty]


class UnderReview(msgspec.Struct, frozen=True):
    """A guest as operators see them."""

    id: str
    name: str


class TableUnderReview(msgspec.Struct, frozen=True):
    """A table as operators see it: who sits there, and who wrote what."""

    id: str
    game: str
    title: str
    state: TableState
    public: bool
    owner: UnderReview
    seats: list[UnderReview | None]
    chat: list[ChatLine]


class LobbyPage(msgspec.Struct, frozen=True):
    """One page of the tables found."""

    tables: list[TableInfo]
    more: str | None
    """The value of `after` for the next page; null if this is the last one. Even an empty page may have a next one."""
    people: int
    """How many people are at tables now."""
