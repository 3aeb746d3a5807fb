"""What requests carry. Fields that we do not know are refused: a misspelt wish must not be ignored."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engineshed.core.words import ENGLISH, PLURALS
from engineshed.server.messages import SeatWish
from engineshed.server.play import LONGEST_KEY
from engineshed.server.texts import LONGEST_CHAT, LONGEST_NAME

MOST_AHEAD = 100
"""So many moves can be tried out one after the other, besides the first."""
MOVE = "#/components/schemas/Move"
"""Where the description of the API keeps the moves of all games; see ``openapi``."""

Number = Annotated[int, Meta(ge=0, le=1 << 53, description="a number in the log, from 0")]
AnyMove = Annotated[Any, Meta(extra_json_schema={"$ref": MOVE})]

# The house checks these, with sentences of its own; here they are only described.
Name = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_NAME})]
Text = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_CHAT})]
Tongue = Annotated[str, Meta(extra_json_schema={"enum": list(PLURALS)})]
Key = Annotated[str, Meta(extra_json_schema={"pattern": f"^[ -~]{{1,{LONGEST_KEY}}}$"})]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all below."""


class NewGuest(Body, frozen=True):
    """What a newcomer wants to be called, and the language they read."""

    name: Name
    language: Tongue = ENGLISH


class GuestChange(Body, frozen=True):
    """What is left out stays as it is."""

    name: Name | None = None
    language: Tongue | None = None


class MoveBody(Body, frozen=True):
    """A move, as an object or in the game's notation. `expect` is the ply at which the player saw the table."""

    seat: int
    move: AnyMove
    expect: int
    key: Key | None = None


class CheckBody(Body, frozen=True):
    """A move to try out, and others that are to come after it."""

    seat: int
    move: AnyMove
    then: Annotated[list[AnyMove], Meta(max_length=MOST_AHEAD)] = []


class WhyBody(Body, frozen=True):
    """A thing on the table as the game's notation names it (`about`), or a move."""

    seat: int
    about: str | None = None
    move: AnyMove | None = None


class UndoBody(Body, frozen=True):
    """Take back the last move, or with `turn` all that can be taken back."""

    seat: int
    expect: int
    key: Key | None = None
    turn: bool = False


class ForkBody(Body, frozen=True):
    """Who is to sit at the new table; `seat`: through whose eyes the position is seen while the game goes on."""

    seats: list[SeatWish]
    seat: int | None = None


class ClaimBody(Body, frozen=True):
    """The token from the end of a seat's link."""

    token: Annotated[str, Meta(max_length=200)]


class ChatBody(Body, frozen=True):
    text: Text


class Looking(Body, frozen=True):
    """Through the eyes of which seat, and what was seen already."""

    seat: int | None = None
    since: Number = 0


class Watching(Body, frozen=True):
    """The same for a WebSocket; `chat` is the number of the last line of talk that was read."""

    seat: int | None = None
    since: Number = 0
    chat: Number = 0


class Eyes(Body, frozen=True):
    seat: int | None = None


class Since(Body, frozen=True):
    since: Number = 0


class Room(Body, frozen=True):
    """What it is looked at in."""

    look: Literal["light", "dark"] = "light"


class Language(Body, frozen=True):
    language: Tongue | None = None
    """The guest's own if not said."""
