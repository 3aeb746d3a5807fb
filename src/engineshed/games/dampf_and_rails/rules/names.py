"""What facts and refusals call the things of this game."""

from __future__ import annotations

from engineshed.core.contract import Illegal
from engineshed.core.stages import refuse
from engineshed.core.words import Param
from engineshed.games.dampf_and_rails.rules.board import BOARD
from engineshed.games.dampf_and_rails.rules.components import EVENTS, GOOD_IDS
from engineshed.games.dampf_and_rails.rules.state import COMPANIES, State

COMPANY_WORDS = tuple(f"@company.{name}" for name in COMPANIES)
GOOD_WORDS = tuple(f"@good.{good}" for good in GOOD_IDS)
SECTION_NAMES = tuple(f"{BOARD.names[a]}–{BOARD.names[b]}" for a, b in BOARD.ends)
EVENT_WORDS = tuple(f"@event.{event.id}" for event in EVENTS)


def refuse_by_event(event: int, message: str, **params: Param) -> Illegal:
    """The rule is the event's own."""
    return refuse(f"E{event + 1}", message, event=EVENT_WORDS[event], **params)


def audience(s: State, seat: int) -> tuple[int, ...] | None:
    """What is told to this seat only, unless the table plays with open hands."""
    return None if s.options.open_hands else (seat,)


def post_name(post: int) -> str:
    """A milepost; a number that is none has no name to tell."""
    return BOARD.names[post]


def place_name(place: int) -> str:
    return BOARD.place_names[place]


def ferry_name(ferry: int) -> str:
    return BOARD.ferries[ferry].name


def section_name(section: int) -> str:
    return SECTION_NAMES[section]
