"""Who is winning and why: nothing is hidden, and the end would score what the position shows."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Seat
from engineshed.core.once import once
from engineshed.core.standing import Standing, tallied, upcoming
from engineshed.core.words import Message
from engineshed.games.steam.rules.scoring import scores
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Stage

BASE: Final = ("choose", "build", "move", "settle")
EXPERT: Final = ("capital", "auction", *BASE)
WITHIN: Final = {
    "group": "build",
    "route": "move",
    "points": "move",
    "cubes": "setup",
    "deal": "setup",
    "over": "scoring",
}
"""Stages that belong to a phase with another name."""


def standing(s: State, _viewer: Seat | None) -> Standing:
    return _for_everybody(s)


@once
def _for_everybody(s: State) -> Standing:
    stage = Stage.NAMES[s.stage]
    phase = WITHIN.get(stage, stage)
    return Standing(
        goal=Message("standing.goal", {"rounds": s.rounds}),
        round=s.round,
        rounds=s.rounds,
        phase=Message(f"phase.{phase}"),
        next=() if s.stage == Stage.OVER else (*upcoming(EXPERT if s.expert else BASE, phase), _after_the_round(s)),
        tallies=tallied(scores(s), None),
    )


def _after_the_round(s: State) -> Message:
    return Message("phase.scoring") if s.round == s.rounds else Message("phase.round", {"round": s.round + 1})
