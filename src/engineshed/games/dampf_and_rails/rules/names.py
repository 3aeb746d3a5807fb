"""Short ways to make the facts and refusals of this game."""

from __future__ import annotations

from engineshed.core.contract import Fact, Illegal
from engineshed.core.words import Message
from engineshed.games.dampf_and_rails.rules.board import BOARD
from engineshed.games.dampf_and_rails.rules.components import EVENTS, GOOD_IDS
from engineshed.games.dampf_and_rails.rules.state import COMPANIES, State

Param = str | int

COMPANY_WORDS = tuple(f"@company.{name}" for name in COMPANIES)
GOOD_WORDS = tuple(f"@good.{good}" for good in GOOD_IDS)
SECTION_NAMES = tuple(f"{BOARD.names[a]}–{BOARD.names[b]}" for a, b in BOARD.ends)
EVENT_WORDS = tuple(f"@event.{event.id}" for event in EVENTS)


def refuse(rule: str, message: str, **params: Param) -> Illegal:
    return Illegal(rule, Message(f"refuse.{message}", params))


def refuse_by_event(event: int, message: str, **params: Param) -> Illegal:
    """The rule is the event's own."""
    return refuse(f"E{event + 1}", message, event=EVENT_WORDS[event], **params)


def fact(message: str, **params: Param) -> Fact:
    return Fact(f"fact.{message}", params)


def private_fact(s: State, seat: int, message: str, **params: Param) -> Fact:
    """Told to this seat only, unless the table plays with open hands."""
    return Fact(f"fact.{message}", params, None if s.options.open_hands else (seat,))


def post_name(post: int) -> str:
    """A milepost; a number that is none has no name to tell."""
    return BOARD.names[post]


def place_name(place: int) -> str:
    return BOARD.place_names[place]


def ferry_name(ferry: int) -> str:
    return BOARD.ferries[ferry].name


def section_name(section: int) -> str:
    return SECTION_NAMES[section]
