"""What a whole position is worth to every seat, part by part."""

from __future__ import annotations

from msgspec.structs import replace

from engineshed.core.bot import Value
from engineshed.games.steam.bots.outlook import promise, purse
from engineshed.games.steam.bots.position import GOODS_PHASE, survey
from engineshed.games.steam.bots.weights import Weights
from engineshed.games.steam.rules.for_bots import BANKRUPT, NUMBERS, State, View, result, view

PARTS = dict.fromkeys(("vp", "income", "links", "deliveries", "bankruptcy", "tiebreak"), 0.0)
"""The parts of a score, income with the cash still to be spent, and expectations. Every value has all of them."""
TIEBREAK = 0.01
"""For each rank: too little to outweigh a point, for any number of players."""


def evaluate(s: State, w: Weights) -> tuple[Value, ...]:
    """What each player can expect; once the game is over, what they have."""
    ended = result(s)
    if ended is not None:
        ranked = zip(ended.scores, ended.ranks, strict=True)
        return tuple(_value(**score.parts, tiebreak=-TIEBREAK * rank) for score, rank in ranked)
    seen = view(s, None)
    return tuple(_hope(seen, seat, w) for seat in range(s.seats))


def _value(**parts: float) -> Value:
    return Value({**PARTS, **parts})


def _hope(seen: View, seat: int, w: Weights) -> Value:
    fallen = seen.players[seat].fallen
    if fallen:
        return _value(bankruptcy=BANKRUPT, tiebreak=TIEBREAK * fallen)
    p = replace(survey(seen, seat, w), actions=_actions_to_come(seen, seat))
    due = sum(gain.points for gain in seen.gains if gain.seat == seat)
    return _value(vp=p.vp + due, links=NUMBERS.link_vp * p.links, income=purse(p), deliveries=promise(p))


def _actions_to_come(seen: View, seat: int) -> int:
    """Actions of goods phases: those of this pass, if it is not over for this seat, and of all later ones."""
    later = NUMBERS.passes * (seen.rounds - seen.round)
    if seen.stage not in GOODS_PHASE:
        return NUMBERS.passes + later
    waits = seat in seen.queue or (seat == seen.active and seen.stage != "points")
    return seen.passes + waits + later
