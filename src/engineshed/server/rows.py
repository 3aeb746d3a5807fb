"""What the store keeps, row by row."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Literal, NamedTuple

import msgspec

from engineshed.server.clocks import NO_CLOCK, Clock, Timing

SeatKind = Literal["open", "guest", "bot"]
TableState = Literal["open", "running", "over", "closed"]
EventKind = Literal["move", "undo", "version", "hint", "house"]
PenaltyKind = Literal["mute", "ban"]
StudyState = Literal["waiting", "running", "done", "cancelled", "unfinished", "failed"]
"""``unfinished``: the server that worked on it has stopped; it can be begun again."""
WayKind = Literal["browser", "mail", "discord", "matrix", "ntfy", "json"]
WayState = Literal["waiting", "on", "off", "broken"]
"""``waiting``: the owner of a mail address has not agreed yet; ``broken``: it refused notices again and again."""
PlanSlot = Literal["next", "standing"]
"""A seat has at most one plan for its next turns, and one standing order to pass where nothing else is possible."""
PlanKind = Literal["pass", "bid", "moves"]
NoticeKind = Literal["turn", "begun", "over"]
Mode = Literal["live", "today", "correspondence"]
"""When a game is to be played: in one go, between other things on one day, or over days."""
Speed = Literal["any", "quick", "calm"]
"""How fast people want to play."""
Level = Literal["any", "newcomers", "experienced"]
"""With whom people want to play."""
EndTurn = Literal["off", "timer", "button"]
"""Whether players can take back the last action of their turn: not once others may act, for a few seconds, or until
they end the turn themselves."""


class Guest(msgspec.Struct, frozen=True, gc=False):
    """A visitor. Guests who deleted their data no longer have a name."""

    id: str
    token_hash: bytes
    """The hash of their first cookie; their sessions say which cookies are valid."""
    name: str
    language: str = "en"
    created: float = 0.0


class Session(msgspec.Struct, frozen=True):
    """A guest's cookie on one device; only its hash is kept."""

    token_hash: bytes
    guest: str
    created: float
    expires: float


class SeatRow(msgspec.Struct, frozen=True, gc=False):
    """Who plays a seat. A guest who has left keeps the seat while a bot plays it (``away``)."""

    seat: int
    kind: SeatKind
    guest: str | None = None
    bot: str | None = None
    """The bot that plays here, or takes over while the guest is away."""
    away: bool = False
    link_hash: bytes | None = None
    """The hash of the token in the seat's link, if there is a valid one."""
    link: str | None = None
    """That token, so that the link can be shown again; links made by earlier programs only have the hash."""
    kept_for: str | None = None
    """The guest for whom an open seat is kept."""
    sat: str = ""
    """The guests who gave it up during the game, with spaces between: they must not see another hand."""

    @property
    def by_bot(self) -> bool:
        """Whether a bot plays it now."""
        return self.kind == "bot" or self.away


class TableRow(msgspec.Struct, frozen=True, gc=False):
    """A table's settings, and the state of its game."""

    id: str
    game: str
    version: int
    """The version of the rules under which it is played now, or was played last."""
    seats: int
    options: dict[str, Any]
    title: str
    owner: str
    seed: str
    mode: Mode = "live"
    speed: Speed = "any"
    level: Level = "any"
    language: str | None = None
    """The language in which people write to each other; None for any."""
    delay_moves: int = 0
    """Spectators see nothing of the last so many entries of the log."""
    delay_minutes: int = 0
    """Spectators see nothing of what has happened in the last so many minutes."""
    latecomers: bool = False
    """Whether people may take the seats of bots while the game goes on."""
    public: bool = False
    shared: bool = False
    """Several people share one screen: one guest may hold more than one seat, even at a public table."""
    hints: bool = True
    """Whether players may ask bots what they would do."""
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
    """The table that it was forked from and, after a slash, the entry of its log; old tables have no entry."""
    revision: int = 0
    """The number of changes so far, of the log, the seats or the settings."""
    end_turn: EndTurn = "off"
    held: int | None = None
    """The seat that has finished its turn but not ended it: until then nobody else is to act, nor is nature."""
    held_until: float | None = None
    """When the table ends that turn; None if it waits."""
    hurried: bool = False
    """Whether bots move at once until a person is to act."""
    clock: Clock = NO_CLOCK
    timing: Timing | None = None
    """How the clocks stand; None before the game, and if nothing is known about any."""
    due: float | None = None
    """When the table does something by itself: a held turn ends, or somebody's time is up."""
    rematch: str | None = None
    """The table where the same people play again."""
    rated: bool = False
    """Whether the result changes the players' ratings (``booking.py``)."""
    brought: bool = False
    """Whether somebody has made it from a record."""

    @property
    def revealed(self) -> bool:
        """Whether nobody plays on, so that everything may be known."""
        return self.state == "over" or (self.state == "closed" and self.timing is not None and self.timing.ended)

    def head(self) -> Head:
        """What changes during a game."""
        return Head(**{name: getattr(self, name) for name in Head.__struct_fields__})


LONGEST_SHOWN = 60
"""The longest option value shown in lists, in characters; names of maps are shorter than this, their texts longer."""


def brief(options: dict[str, Any]) -> dict[str, Any]:
    """Options with None in place of the texts of custom maps and corrected files."""
    return {name: None if _has_text(value) else value for name, value in options.items()}


def named(options: dict[str, Any]) -> dict[str, Any]:
    """Options with names in place of these texts. The same text always has the same name."""
    return {name: _named(value) for name, value in options.items()}


def _has_text(value: Any) -> bool:
    match value:
        case str():
            return len(value) > LONGEST_SHOWN
        case list() | tuple():
            return any(map(_has_text, value))
    return isinstance(value, dict)


def _named(value: Any) -> Any:
    match value:
        case str() if _has_text(value):
            return f"own-{sha256(value.encode()).hexdigest()[:12]}"
        case list() | tuple():
            return [_named(one) for one in value]
        case dict():
            return {name: _named(one) for name, one in value.items()}
    return value


class Event(msgspec.Struct, frozen=True, gc=False):
    """One entry of a table's log: a move, an undo of the last ones, a change to another version of the rules, that a
    player has taken a hint, or something about players and clocks (``house``)."""

    ply: int
    """Its number in the log, from 1."""
    seat: int
    kind: EventKind
    text: str
    """The move in the game's notation; for an undo, the number of moves taken back; for a change of version, the new
    one, and if it could not keep the last moves, their number and the entry that they came after; for a hint, the bot
    that gave it; for an entry of the house, see ``core/notes.py``."""
    key: str | None = None
    """The client's key for its request, so that sending it twice changes nothing."""
    at: float = 0.0


class Snapshot(msgspec.Struct, frozen=True):
    """A position in bytes, kept so that a table opens quickly; it could be replayed from the log at any time."""

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


class SearchWord(msgspec.Struct, frozen=True):
    """A word of a search: a table is found if a word of its title or of a player's name begins with it."""

    beginning: str
    games: tuple[str, ...] = ()
    """The games with this word in their name; all of their tables are found too."""


class Place(msgspec.Struct, frozen=True):
    """A place in the list of tables: the next page begins after it."""

    turn: bool
    updated: float
    id: str


class Search(msgspec.Struct, frozen=True):
    """Which tables are wanted: the public ones, or those that a guest owns or sits at."""

    guest: str | None = None
    """The guest whose tables are wanted, those where it is their turn first; None for public tables, latest first."""
    turn: bool = False
    """Only where it is the guest's turn."""
    game: str | None = None
    state: TableState | None = None
    mode: Mode | None = None
    speed: Speed | None = None
    level: Level | None = None
    language: str | None = None
    """Tables without a wish suit every speed, level and language."""
    words: tuple[SearchWord, ...] = ()
    after: Place | None = None
    most: int = 20


class Listing(msgspec.Struct, frozen=True):
    """A table in a list. Its options are brief: texts of custom maps and corrected files are None."""

    row: TableRow
    seats: list[SeatRow]


class Listings(msgspec.Struct, frozen=True):
    tables: list[Listing]
    rest: Place | None
    """Where the next page begins; None if this is the last. Common words are searched for in batches, so there may be
    more even if this page is short or empty."""


class PlanRow(msgspec.Struct, frozen=True):
    """What a player has planned for a seat. It is nobody else's business."""

    table: str
    seat: int
    slot: PlanSlot
    id: str
    """New whenever the player plans something else."""
    guest: str
    kind: PlanKind
    plan: str
    """As JSON: see ``server/plans.py``."""
    stopped: str | None
    """Why it was taken back, as JSON; None as long as it waits."""
    made: float


class PlanChange(NamedTuple):
    """What a change to a table means for the plans of its players."""

    carried: PlanRow | None = None
    """The plan whose move this is; if it is no longer there, nothing is saved."""
    left: str | None = None
    """What is left of it; None if nothing."""
    by_hand: int | None = None
    """The seat whose player has moved by hand: then moves that they had planned no longer count."""
    undone: int | None = None
    """The seat whose player has taken a move back, and with it all plans, or they would be carried out again."""


NO_PLANS = PlanChange()


class Penalty(msgspec.Struct, frozen=True):
    """A guest may not write, or a guest or an address may not play."""

    kind: PenaltyKind
    target: str
    """The id of a guest, or a network address."""
    at: float
    until: float | None
    """When it ends; None until it is lifted."""
    note: str


class Report(msgspec.Struct, frozen=True):
    """What a guest reported about a table, with the last lines of its chat as they were then."""

    number: int
    table: str
    guest: str
    text: str
    lines: tuple[ChatLine, ...]
    at: float
    settled: float | None = None


class Act(msgspec.Struct, frozen=True):
    """Something that an operator did, as the audit log keeps it."""

    number: int
    at: float
    act: str
    target: str
    note: str


class Head(msgspec.Struct, frozen=True, gc=False):
    """What changes in a table's row during a game. The fields are those of ``TableRow``."""

    state: TableState
    ply: int
    to_act: tuple[int, ...]
    result: dict[str, Any] | None
    updated: float
    pace: float = 0.0
    end_turn: EndTurn = "off"
    held: int | None = None
    held_until: float | None = None
    hurried: bool = False
    timing: Timing | None = None
    due: float | None = None
    rematch: str | None = None


class PartRow(msgspec.Struct, frozen=True):
    """A part of a table's log that was played under one version of the rules. Like the log, it cannot be recomputed."""

    ply: int
    """The log entry after which it begins: 0, or the entry that says that the version has changed."""
    moves: int
    """The number of moves that had been played and not taken back by then."""
    version: int
    start: bytes | None = None
    """The position that it begins from, in words (``server/descriptions.py``); None for the usual start of the game."""
    dump: bytes | None = None
    """The same in bytes, for a table that an earlier program forked; it is put into words when it is opened."""


class Described(msgspec.Struct, frozen=True):
    """The position after a log entry, in words, so that a later version of the rules can go on from it."""

    ply: int
    moves: int
    version: int
    description: bytes


class StudyRow(msgspec.Struct, frozen=True):
    """Something that is worked out about a finished game: what decided it, or how one of its positions would go on."""

    table: str
    ply: int
    """The position after this many entries of the log; -1 for the whole game."""
    guest: str
    """Who asked for it; empty once they have deleted their data."""
    asked: float
    state: StudyState
    holder: str
    """The server that works on it."""
    changed: float
    """While it waits or runs, its server writes this again and again: one that is old belongs to a server that died."""
    done: float = 0.0
    """How far it has got, from 0 to 1."""
    found: bytes = b""
    """What is known so far, in MessagePack, compressed; empty if nothing is."""


WHOLE_GAME = -1


class NoticeWay(msgspec.Struct, frozen=True):
    """One way of telling a guest what happens at their tables while they look elsewhere."""

    id: str
    guest: str
    kind: WayKind
    address: str
    """A mail address, or where a browser's push service or a webhook is."""
    keys: dict[str, str]
    """What else it takes: a browser's keys to encrypt for it, the room and token of a chat, the secret to sign with."""
    label: str
    """What the guest calls it, so as to tell several apart."""
    every: int
    """How many seconds notices are collected for; 0 if each is sent at once."""
    about: tuple[NoticeKind, ...]
    state: WayState
    created: float
    used: float | None = None
    """When something was last sent."""
    rest: float = 0.0
    """Nothing is sent before this time, because it failed, or has had much lately."""
    failures: int = 0
    """How often it has failed in a row."""


class Notice(msgspec.Struct, frozen=True):
    """Something that a guest is still to be told, by one of their ways; written together with what it is about."""

    way: str
    table: str
    kind: NoticeKind
    ply: int
    at: float
    due: float


class Latest(msgspec.Struct, frozen=True):
    """How far a table has come: its revision, and the number of its last chat line."""

    revision: int
    chat: int
