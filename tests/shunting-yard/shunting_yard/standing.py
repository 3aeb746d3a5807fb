"""Who is winning and why: nothing is hidden."""

from __future__ import annotations

from engineshed.core.contract import Seat
from engineshed.core.standing import Standing, tallied
from engineshed.core.words import Message
from shunting_yard.rules import scores
from shunting_yard.state import State


def standing(s: State, viewer: Seat | None) -> Standing:
    """How many rounds there will be is not known beforehand, and a turn has no phases."""
    tallies = tallied(scores(s), viewer)
    return Standing(Message("standing.goal"), s.round, rounds=None, phase=None, next=(), tallies=tallies)
