"""Who is richest (R32)."""

from __future__ import annotations

from engineshed.core.contract import Result, Score
from engineshed.core.words import Message
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS
from engineshed.games.dampf_and_rails.rules.phases.turns import is_linked
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage


def scores(s: State) -> tuple[Score, ...]:
    """Each player's cash; nothing breaks a tie."""
    return tuple(Score(cash, {"cash": cash}) for cash in s.cash)


def result(s: State) -> Result | None:
    if s.stage != Stage.OVER:
        return None
    ranks = tuple(1 + sum(other > own for other in s.cash) for own in s.cash)
    return Result(ranks, scores(s), _reason(s))


def _reason(s: State) -> Message:
    if s.final:
        return Message("end.round")
    for seat in range(s.seats):
        if s.cash[seat] >= s.goal(seat) and is_linked(s, seat):
            return Message("end.goal", {"company": COMPANY_WORDS[seat]})
    return Message("end.idle", {"rounds": s.quiet})
