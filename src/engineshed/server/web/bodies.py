"""The bodies and queries of requests. Unknown fields are refused, because a misspelt one must not be ignored."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engineshed.core.words import ENGLISH, PLURALS
from engineshed.server.messages import SeatWish
from engineshed.server.play import LONGEST_KEY
from engineshed.server.texts import LONGEST_CHAT, LONGEST_NAME

MOST_AHEAD = 100
"""How many moves can be tried out after the first."""
MOVE = "#/components/schemas/Move"
"""Where the API's description has the moves of all games; see ``openapi``."""

Number = Annotated[int, Meta(ge=0, le=1 << 53, description="a number in the log, from 0")]
AnyMove = Annotated[Any, Meta(extra_json_schema={"$ref": MOVE})]

# The service checks these, with its own sentences; here they are only described.
Name = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_NAME})]
Text = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_CHAT})]
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


class UndoBody(Body, frozen=True):
    """Take back the last move, or with `turn` everything that can be taken back."""

    seat: int
    expect: int
    key: Key | None = None
    turn: bool = False


class ForkBody(Body, frozen=True):
    """Who plays at the new table. `seat`: the seat whose view of an unfinished game counts."""

    seats: list[SeatWish]
    seat: int | None = None


class ClaimBody(Body, frozen=True):
    """The token from the end of a seat's link."""

    token: Annotated[str, Meta(max_length=200)]


class ChatBody(Body, frozen=True):
    text: Text


class Looking(Body, frozen=True):
    """The seat to look from, and the ply that was seen last."""

    seat: int | None = None
    since: Number = 0


class Watching(Body, frozen=True):
    """The same for a WebSocket; `chat` is the number of the last chat line that was read."""

    seat: int | None = None
    since: Number = 0
    chat: Number = 0


class Eyes(Body, frozen=True):
    seat: int | None = None


class Since(Body, frozen=True):
    since: Number = 0


class Theme(Body, frozen=True):
    """For the light or the dark theme."""

    look: Literal["light", "dark"] = "light"


class Language(Body, frozen=True):
    language: Tongue | None = None
    """The guest's own if not given."""
