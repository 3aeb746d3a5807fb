"""What a whole position is worth to every seat: the points that it has, and what its outlook promises."""

from __future__ import annotations

from engineshed.core.bot import Value
from engineshed.core.contract import Score, Seat
from engineshed.games.steam_power.bots.outlook import factories, own_shares, plan, purse
from engineshed.games.steam_power.bots.position import survey
from engineshed.games.steam_power.bots.weights import Weights
from engineshed.games.steam_power.rules.for_bots import NUMBERS, Stage, State, scores, view

CONTRACT_IN_A_TIE = 0.001
"""Too little to matter except in a tie."""


def evaluate(s: State, w: Weights) -> tuple[Value, ...]:
    """Values in victory points; when the game is over, they rank the seats as the result does."""
    worth = _final if s.stage == Stage.OVER else _promised
    return tuple(Value(worth(s, Seat(seat), score, w)) for seat, score in enumerate(scores(s)))


def _final(_s: State, _seat: Seat, score: Score, _w: Weights) -> dict[str, float]:
    return {**score.parts, "tiebreak": CONTRACT_IN_A_TIE * score.tiebreak[0]}


def _promised(s: State, seat: Seat, score: Score, w: Weights) -> dict[str, float]:
    """What is certain counts as it is; money and shares of VP cities count as what they are likely to become."""
    me = s.active if s.solo else seat
    world, p = survey(view(s, seat), me, w)
    return {
        **score.parts,
        "cities": own_shares(world, p),
        "money": purse(world, p.money),
        "goods": factories(world, p),
        "plan": plan(world, p),
        "drawing": world.action * s.draws / NUMBERS.contracts_drawn if me == s.active else 0.0,
    }
