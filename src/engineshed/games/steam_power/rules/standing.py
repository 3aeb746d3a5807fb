"""Who is winning and why: everything that scores is open, so everybody may know it."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Seat
from engineshed.core.once import once
from engineshed.core.standing import Progress, Standing, tallied
from engineshed.core.words import Message
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.names import company_word
from engineshed.games.steam_power.rules.phases.turn import last_player
from engineshed.games.steam_power.rules.scoring import scores
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import LAST_OF_NATURE, NOBODY, Stage

SCORING: Final = Message("phase.scoring")


def standing(s: State, _viewer: Seat | None) -> Standing:
    return _for_everybody(s)


@once
def _for_everybody(s: State) -> Standing:
    if s.solo:
        return _alone(s)
    target = NUMBERS.targets[s.seats]
    goal = Message("standing.completed")
    return Standing(
        goal=Message("standing.goal", {"contracts": target}),
        round=s.round,
        rounds=s.round if s.final else None,
        phase=_phase(s),
        next=_next(s),
        tallies=tallied(scores(s), None, progress=[(Progress(goal, len(done), target),) for done in s.done]),
    )


def _alone(s: State) -> Standing:
    turns = NUMBERS.solo.turns
    return Standing(
        goal=Message("standing.goal-solo", {"turns": turns}),
        round=s.round,
        rounds=turns,
        phase=_phase(s),
        next=() if s.stage == Stage.OVER else (_after_the_round(s, last=s.round == turns),),
        tallies=tallied(scores(s), None),
    )


def _phase(s: State) -> Message:
    if s.stage == Stage.OVER:
        return SCORING
    if s.first == NOBODY or (s.solo and s.stage <= LAST_OF_NATURE):
        return Message("phase.setup")
    return Message("phase.turn", {"company": company_word(s.active)})


def _next(s: State) -> tuple[Message, ...]:
    """The turns that are left in this round, and what follows it."""
    if s.stage == Stage.OVER or s.first == NOBODY:
        return ()
    left = (last_player(s) - s.active) % s.seats
    seats = [(s.active + step) % s.seats for step in range(1, left + 1)]
    turns = [Message("phase.turn", {"company": company_word(seat)}) for seat in seats]
    return (*turns, _after_the_round(s, last=s.final))


def _after_the_round(s: State, *, last: bool) -> Message:
    return SCORING if last else Message("phase.round", {"round": s.round + 1})
