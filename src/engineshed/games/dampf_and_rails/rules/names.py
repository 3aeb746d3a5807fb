"""What facts and refusals call the things of this game.

What is on the table is a ``Thing``, with the kind and number by which the page knows it. A milepost is a "post"; so is
a town or port, with the milepost in its middle.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engineshed.core.contract import Illegal
from engineshed.core.stages import refuse
from engineshed.core.words import Param, Thing
from engineshed.games.dampf_and_rails.rules.components import EVENT_IDS, FIRST_EVENT, GOOD_IDS, TRAIN_IDS, card_name
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES

COMPANY_WORDS: Final = tuple(f"@company.{name}" for name in COMPANIES)
GOOD_WORDS: Final = tuple(f"@good.{good}" for good in GOOD_IDS)
TRAIN_WORDS: Final = tuple(f"@train.{train}" for train in TRAIN_IDS)

_EVENTS: Final = tuple(Thing("event", number, f"@event.{event}") for number, event in enumerate(EVENT_IDS))
_ORDERS: Final = tuple(Thing("order", card, card_name(card)) for card in range(FIRST_EVENT))
"""The orders as things, made once; the things of the map are in the box."""


def the_post(s: State, post: int) -> Thing:
    return s.box.posts[post]


def the_place(s: State, place: int) -> Thing:
    return s.box.places[place]


def the_section(s: State, section: int) -> tuple[Thing, Thing]:
    """A section, named by its two ends; also a pair of mileposts that cannot be joined."""
    return s.box.sections[section]


def the_ferry(s: State, ferry: int) -> Thing:
    return s.box.ferries[ferry]


def the_event(event: int) -> Thing:
    return _EVENTS[event]


def the_order(card: int) -> Thing:
    return _ORDERS[card]


def the_orders(cards: Iterable[int]) -> tuple[Thing, ...]:
    return tuple([_ORDERS[card] for card in cards])


def refuse_by_event(event: int, message: str, **params: Param) -> Illegal:
    """The refusal names the event's own rule."""
    return refuse(f"E{event + 1}", message, event=the_event(event), **params)


def audience(s: State, seat: int) -> tuple[int, ...] | None:
    """Who is told something that is for this seat only, unless the table plays with open hands."""
    return None if s.options.open_hands else (seat,)
