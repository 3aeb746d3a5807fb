"""The two parts of a turn: what is offered in each (R7, R9)."""

from __future__ import annotations

from typing import Final

from engineshed.games.dampf_and_rails.rules.moves import AnyMove, End
from engineshed.games.dampf_and_rails.rules.phases import agreements, building, cards, handling, moving, workshop
from engineshed.games.dampf_and_rails.rules.state import State

END: Final = End()


def offer_moving(s: State) -> list[AnyMove]:
    """The first part of a turn."""
    found: list[AnyMove] = []
    moving.offer_runs(s, found)
    handling.offer_handling(s, found)
    agreements.offer_proposals(s, found)
    found.append(moving.STOP)
    if cards.may_exchange(s):
        found.append(cards.EXCHANGE)
    return found


def offer_building(s: State) -> list[AnyMove]:
    """The second part. In the first round it is the whole turn, and a player may sit it out."""
    found: list[AnyMove] = []
    building.offer_track(s, found)
    workshop.offer_workshop(s, found)
    if cards.may_exchange(s):
        found.append(cards.EXCHANGE)
    found.append(END)
    return found
