"""The bodies and queries of requests. Unknown fields are refused, because a misspelt one must not be ignored."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from engineshed.core.table import MOVE_LENGTH
from engineshed.core.words import ENGLISH, PLURALS
from engineshed.lab.lessons.reading import MOST_STEPS
from engineshed.server.absence import Pause
from engineshed.server.clocks import Choice
from engineshed.server.deciding import MOST_MOVES, AnyPlan
from engineshed.server.messages import LobbyState, SeatOrder, SeatWish
from engineshed.server.notices.mail import LONGEST_ADDRESS
from engineshed.server.notices.outward import LONGEST_URL
from engineshed.server.notices.tokens import LONGEST as LONGEST_LINK
from engineshed.server.play import LONGEST_KEY
from engineshed.server.rows import EndTurn, Level, Mode, NoticeKind, Speed, WayKind
from engineshed.server.texts import LONGEST_CHAT, LONGEST_LABEL, LONGEST_NAME, LONGEST_NOTE, LONGEST_REPORT

LONGEST_SEARCH = 100
LONGEST_THING = 60
MOST_AHEAD = 100
"""How many moves can be tried out after the first."""
MOVE = "#/components/schemas/Move"
"""Where the API's description lists the moves of all games; see ``openapi``."""

Number = Annotated[int, Meta(ge=0, le=1 << 53, description="a number in the log, from 0")]
AnyMove = Annotated[Any, Meta(extra_json_schema={"$ref": MOVE})]

# The service checks these, with its own messages; here they are only described.
Name = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_NAME})]
Text = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_CHAT})]
Report = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_REPORT})]
Note = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_NOTE})]
Target = Annotated[str, Meta(min_length=1, max_length=100)]
Tongue = Annotated[str, Meta(extra_json_schema={"enum": list(PLURALS)})]
Key = Annotated[str, Meta(extra_json_schema={"pattern": f"^[ -~]{{1,{LONGEST_KEY}}}$"})]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all below."""


class NewGuest(Body, frozen=True):
    """A new guest's name and language."""

    name: Name
    language: Tongue = ENGLISH


class GuestChange(Body, frozen=True):
    """Fields that are left out stay as they are."""

    name: Name | None = None
    language: Tongue | None = None


class MoveBody(Body, frozen=True):
    """A move, as an object or in the game's notation. `expect` is the ply of the table that the player saw."""

    seat: int
    move: AnyMove
    expect: int
    key: Key | None = None


class CheckBody(Body, frozen=True):
    """A move to try out, and others to follow it."""

    seat: int
    move: AnyMove
    then: Annotated[list[AnyMove], Meta(max_length=MOST_AHEAD)] = []


class WhyBody(Body, frozen=True):
    """A thing on the table (`about`), as the game's notation names it, or a move."""

    seat: int
    about: str | None = None
    move: AnyMove | None = None


class ForeseeBody(Body, frozen=True):
    """The moves that I have chosen so far for my next turn."""

    moves: Annotated[list[AnyMove], Meta(max_length=MOST_MOVES)] = []


class PlanBody(Body, frozen=True):
    """What is to be done when it is my turn."""

    plan: AnyPlan


class HintsBody(Body, frozen=True):
    """The seat that is to act, and which bot is asked: its name, or the game's usual one, which is quick."""

    seat: int
    bot: Annotated[str, Meta(max_length=LONGEST_THING)] | None = None


class HappenedQuery(Body, frozen=True):
    """The moves after entry `since` of the log, up to entry `ply`; without `since`, only that entry."""

    ply: Number
    since: Number | None = None
    seat: int | None = None
    """The seat to look from; if not given, one of mine."""


class UndoBody(Body, frozen=True):
    """Take back the last move, or with `turn` everything that can be taken back."""

    seat: int
    expect: int
    key: Key | None = None
    turn: bool = False


class EndBody(Body, frozen=True):
    """End my turn. `expect` is the ply of the table that the player saw."""

    seat: int
    expect: int


class SettingsBody(Body, frozen=True):
    """Fields that are left out stay as they are. `pace`: how many seconds a bot waits before it moves."""

    pace: float | None = None
    end_turn: EndTurn | None = None


class ForkBody(Body, frozen=True):
    """Who plays at the new table. `seat`: the seat whose view of an unfinished game counts."""

    seats: list[SeatWish]
    seat: int | None = None


class LeaveQuery(Body, frozen=True):
    """The bot that plays on; the game's usual one if not given."""

    bot: Annotated[str, Meta(max_length=LONGEST_THING)] | None = None
    for_good: bool = False
    """Whether somebody new may have the seat; only at a table with latecomers."""


class VoteBody(Body, frozen=True):
    """The seat that the vote is about, and what to do: give its player more time, let a bot play on until they come
    back, or end the game."""

    about: int
    choice: Choice


class PauseBody(Body, frozen=True):
    """`all`: all clocks, once everybody asks for it; `mine`: only my own, as long as I have holidays left; `none`: make
    the clocks go again, or no longer ask."""

    wish: Pause


class PictureQuery(Body, frozen=True):
    """The seat whose link is drawn; the link for spectators if not given."""

    seat: int | None = None


class RematchBody(Body, frozen=True):
    """Who sits where, which only counts for whoever asks first."""

    order: SeatOrder = "rotate"
    anyway: bool = False
    """Even if I have blocked somebody who sits there."""


class ClaimBody(Body, frozen=True):
    """The token from the end of a seat's link."""

    token: Annotated[str, Meta(max_length=200)]
    anyway: bool = False
    """Even if I have blocked somebody who sits there."""


class ChatBody(Body, frozen=True):
    text: Text


class ReportBody(Body, frozen=True):
    """What is wrong at a table."""

    text: Report


class LinkBody(Body, frozen=True):
    """The address of the page that takes the code, without a fragment."""

    page: Annotated[str, Meta(max_length=200, pattern=r"^https?://[^#\s]+$")]


class DeviceBody(Body, frozen=True):
    """The part of the link after the #. `replace`: forget the guest that this device has now."""

    code: Annotated[str, Meta(max_length=200)]
    replace: bool = False


Secret = Annotated[str, Meta(pattern=r"^[!-~]{1,200}$")]
About = Annotated[list[NoticeKind], Meta(max_length=len(get_args(NoticeKind)))]
Every = Literal[0, 900, 3600, 86400]
Label = Annotated[str, Meta(max_length=LONGEST_LABEL)]


class NewWay(Body, frozen=True):
    """A way by which I want to be told what happens at my tables: a browser's subscription (with its keys `p256dh` and
    `auth`), a mail address, or a webhook. Matrix needs the `room` and a `token`; ntfy may need a token."""

    kind: WayKind
    address: Annotated[str, Meta(min_length=3, max_length=max(LONGEST_ADDRESS, LONGEST_URL))]
    p256dh: Secret | None = None
    auth: Secret | None = None
    room: Secret | None = None
    token: Secret | None = None
    label: Label = ""
    every: Every = 0
    """For how many seconds notices are collected; 0 to send each at once."""
    about: About | None = None
    """All if not given."""


class WayChange(Body, frozen=True):
    """Fields that are left out stay as they are."""

    label: Label | None = None
    every: Every | None = None
    about: About | None = None
    on: bool | None = None


class WayLink(Body, frozen=True):
    """The last part of a link in a mail."""

    token: Annotated[str, Meta(max_length=LONGEST_LINK)]


class PageQuery(Body, frozen=True):
    """`more` of the page before; the first page if not given."""

    after: Annotated[str, Meta(max_length=LONGEST_SEARCH)] | None = None


class BlockBody(Body, frozen=True):
    """Whom: the guest on a seat, or who has written a line of the chat."""

    seat: int | None = None
    line: Number | None = None


class RecoveryBody(Body, frozen=True):
    """A recovery code; blanks, hyphens and small letters do not matter. `replace`: forget the guest that this device
    has now."""

    code: Annotated[str, Meta(max_length=100)]
    replace: bool = False


class JoinQuery(Body, frozen=True):
    """`anyway`: even if I have blocked somebody who sits there."""

    anyway: bool = False


class NoteBody(Body, frozen=True):
    """The reason, for the audit log."""

    note: Note


class PenaltyBody(Body, frozen=True):
    """`target` is the id of a guest or an address; without `days` it lasts until it is lifted."""

    kind: Literal["mute", "ban"]
    target: Target
    note: Note
    days: Annotated[float, Meta(gt=0, le=36500)] | None = None


class LiftBody(Body, frozen=True):
    kind: Literal["mute", "ban"]
    target: Target
    note: Note


class Settled(Body, frozen=True):
    """Whether to list the reports that were already dealt with."""

    settled: bool = False


class Viewpoint(Body, frozen=True):
    """The seat to look from."""

    seat: int | None = None
    """If not given, one of mine: the one to act, or else the first."""
    covered: bool = False
    """If no seat is given and I hold several, show only what everybody may see: people share my screen, and nobody has
    said who sits in front of it."""


class Looking(Viewpoint, frozen=True):
    """The same, and the last ply that was seen."""

    since: Number = 0


class Watching(Looking, frozen=True):
    """The same for a WebSocket; `chat` is the number of the last chat line that was read."""

    chat: Number = 0
    people: bool = False
    """Whether to be told who is at the table, and when that changes."""
    plans: bool = False
    """Whether to be told when my plans here have changed."""


class Between(Body, frozen=True):
    """After line `since` and before line `before`."""

    since: Number = 0
    before: Number | None = None


class Before(Viewpoint, frozen=True):
    """The seat to look from, and the entry before which the page ends."""

    before: Number | None = None


class LegendQuery(Body, frozen=True):
    """The seat to look from, and the position after this many entries of the log; the present if not given."""

    seat: int | None = None
    at: Number | None = None
    language: Tongue | None = None
    """The guest's own if not given."""


class ThingQuery(Body, frozen=True):
    """The same, and the thing: its kind and id, as in `hex 17`."""

    thing: Annotated[str, Meta(max_length=LONGEST_THING)]
    seat: int | None = None
    at: Number | None = None
    language: Tongue | None = None
    """The guest's own if not given."""


class StudyBody(Body, frozen=True):
    """What to work out: the whole game, or how the position after this many entries of the log would go on."""

    at: Number | None = None


class StudyQuery(StudyBody, frozen=True):
    """The same."""


class ReportQuery(Body, frozen=True):
    language: Tongue | None = None
    """The guest's own if not given."""


Done = Annotated[list[Annotated[str, Meta(max_length=MOVE_LENGTH)]], Meta(max_length=MOST_STEPS)]


class LessonBody(Body, frozen=True):
    """What was done at each step of a lesson so far: a move in the game's notation, empty where one only reads."""

    done: Done = []
    language: Tongue | None = None
    """The guest's own if not given."""


class LessonMove(LessonBody, frozen=True):
    """The same, and a move at the step after it; without one, the step has been read or is left out."""

    move: AnyMove | None = None


class LessonCheck(Body, frozen=True):
    """What was done so far, a move to try out, and others to follow it."""

    move: AnyMove
    then: Annotated[list[AnyMove], Meta(max_length=MOST_AHEAD)] = []
    done: Done = []
    language: Tongue | None = None


class LessonWhy(LessonBody, frozen=True):
    """What was done so far, and a thing on the table (`about`), as the game's notation names it, or a move."""

    about: Annotated[str, Meta(max_length=MOVE_LENGTH)] | None = None
    move: AnyMove | None = None


class GuideQuery(Body, frozen=True):
    """The lesson."""

    lesson: Annotated[str, Meta(max_length=LONGEST_THING)]
    language: Tongue | None = None


class LobbyQuery(Body, frozen=True):
    """Which tables to list. `search` has words, or beginnings of words, from the name of a table, player or game."""

    mine: bool = False
    """Only the tables that I own or sit at, public or not."""
    turn: bool = False
    """Only tables where it is my turn."""
    search: Annotated[str, Meta(max_length=LONGEST_SEARCH)] = ""
    game: Annotated[str, Meta(max_length=LONGEST_SEARCH)] | None = None
    state: LobbyState | None = None
    """`open`: a seat is free; the game begins when the last one is taken."""
    mode: Mode | None = None
    """How it is played: `live`, `today`, or over days."""
    speed: Speed | None = None
    """This and the next two also find tables that say nothing about it."""
    level: Level | None = None
    language: Tongue | None = None
    after: Annotated[str, Meta(max_length=LONGEST_SEARCH)] | None = None
    """`more` of the page before."""


class Theme(Body, frozen=True):
    """For the light or the dark theme."""

    look: Literal["light", "dark"] = "light"


class Language(Body, frozen=True):
    language: Tongue | None = None
    """The guest's own if not given."""
