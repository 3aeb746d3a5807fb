"""Who is winning and why: cash decides, but others' cash is hidden unless the table plays with open hands."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Seat
from engineshed.core.once import once
from engineshed.core.standing import Progress, Standing, tallied
from engineshed.core.words import Message
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS
from engineshed.games.dampf_and_rails.rules.scoring import scores
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage

SCORING: Final = Message("phase.scoring")
SETUP: Final = (Stage.DEAL, Stage.FIRST, Stage.KEEP, Stage.START)


_scores = once(scores)


def standing(s: State, viewer: Seat | None) -> Standing:
    open_ = s.stage == Stage.OVER or s.options.open_hands
    return Standing(
        goal=Message("standing.goal", {"money": s.pace.goal, "towns": len(s.box.start_towns)}),
        round=s.round,
        rounds=s.round if s.final else None,
        phase=_phase(s),
        next=_next(s),
        tallies=tallied(
            _scores(s),
            viewer,
            hidden=() if open_ else ("cash",),
            progress=[_progress(s, seat, known=open_ or seat == viewer) for seat in range(s.seats)],
        ),
    )


def _progress(s: State, seat: int, *, known: bool) -> tuple[Progress, ...]:
    towns = s.box.start_towns
    connected = sum(s.joined[town] >> seat & 1 for town in towns)
    money = Progress(Message("standing.money"), s.cash[seat] if known else None, s.goal(seat))
    return (Progress(Message("standing.towns"), connected, len(towns)), money)


def _phase(s: State) -> Message:
    if s.stage == Stage.OVER:
        return SCORING
    if _setting_up(s):
        return Message("phase.setup")
    return Message(f"phase.{'build' if s.stage == Stage.BUILD else 'move'}", {"company": COMPANY_WORDS[s.active]})


def _setting_up(s: State) -> bool:
    """Cards are drawn both during the setup and during turns."""
    return s.stage in SETUP or (s.stage == Stage.DRAW and s.resume in SETUP)


def _next(s: State) -> tuple[Message, ...]:
    """The turns that are left in this round, and what follows it."""
    if s.stage == Stage.OVER or _setting_up(s):
        return ()
    order = s.order()
    after = order[order.index(s.active) + 1 :]
    turns = [Message("phase.turn", {"company": COMPANY_WORDS[seat]}) for seat in after]
    return (*turns, SCORING if s.final else Message("phase.round", {"round": s.round + 1}))
