"""What facts and refusals call the things of this game.

What lies on the table is a ``Thing``, of the kind and number by which the page knows it: a milepost is a "post", and so
is a town or port, by the milepost in its middle.
"""

from __future__ import annotations

from collections.abc import Iterable

from engineshed.core.contract import Illegal
from engineshed.core.stages import refuse
from engineshed.core.words import Param, Thing
from engineshed.games.dampf_and_rails.rules.board import BOARD
from engineshed.games.dampf_and_rails.rules.components import EVENTS, FIRST_EVENT, GOOD_IDS, TRAIN_IDS, card_name
from engineshed.games.dampf_and_rails.rules.state import COMPANIES, State

COMPANY_WORDS = tuple(f"@company.{name}" for name in COMPANIES)
GOOD_WORDS = tuple(f"@good.{good}" for good in GOOD_IDS)
TRAIN_WORDS = tuple(f"@train.{train}" for train in TRAIN_IDS)

_POSTS = tuple(Thing("post", post, name) for post, name in enumerate(BOARD.names))
_SECTIONS = tuple((_POSTS[a], _POSTS[b]) for a, b in BOARD.pairs)
_FERRIES = tuple(Thing("ferry", number, ferry.name) for number, ferry in enumerate(BOARD.ferries))
_EVENTS = tuple(Thing("event", number, f"@event.{event.id}") for number, event in enumerate(EVENTS))
_ORDERS = tuple(Thing("order", card, card_name(card)) for card in range(FIRST_EVENT))
"""All of them, made once."""


def the_post(post: int) -> Thing:
    return _POSTS[post]


def the_place(place: int) -> Thing:
    return _POSTS[BOARD.places[place].at]


def the_section(section: int) -> tuple[Thing, Thing]:
    """Its two ends; those of a pair that cannot be joined, too."""
    return _SECTIONS[section]


def the_ferry(ferry: int) -> Thing:
    return _FERRIES[ferry]


def the_event(event: int) -> Thing:
    return _EVENTS[event]


def the_order(card: int) -> Thing:
    return _ORDERS[card]


def the_orders(cards: Iterable[int]) -> tuple[Thing, ...]:
    return tuple([_ORDERS[card] for card in cards])


def refuse_by_event(event: int, message: str, **params: Param) -> Illegal:
    """The rule is the event's own."""
    return refuse(f"E{event + 1}", message, event=the_event(event), **params)


def audience(s: State, seat: int) -> tuple[int, ...] | None:
    """What is told to this seat only, unless the table plays with open hands."""
    return None if s.options.open_hands else (seat,)
