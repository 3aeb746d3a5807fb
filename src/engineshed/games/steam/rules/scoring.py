"""Victory points and their parts (ST-END)."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Result, Score
from engineshed.core.words import Message
from engineshed.games.steam.rules.components import NUMBERS
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Stage

BANKRUPT: Final = -100
"""Less than anybody who is still in the game can have."""


def scores(s: State) -> tuple[Score, ...]:
    """Each player's points if the game ended now."""
    return tuple(_score(s, seat) for seat in range(s.seats))


def _score(s: State, seat: int) -> Score:
    player = s.players[seat]
    if player.fallen:
        return Score(BANKRUPT, {"bankruptcy": BANKRUPT}, (player.fallen, 0))
    parts = {"vp": player.vp, "income": income_vp(player.income), "links": NUMBERS.link_vp * complete_links(s, seat)}
    return Score(sum(parts.values()), parts, (player.income, -player.tile))


def income_vp(income: int) -> int:
    """What an income is worth at the end."""
    return income // NUMBERS.income_per_vp if income > 0 else NUMBERS.vp_per_debt * income


def complete_links(s: State, seat: int) -> int:
    return sum(link.owner == seat and link.complete for link in s.links)


def result(s: State) -> Result | None:
    if s.stage != Stage.OVER:
        return None
    found = scores(s)
    strength = [(score.total, *score.tiebreak) for score in found]
    ranks = tuple(1 + sum(other > own for other in strength) for own in strength)
    if len(s.order) == 1:
        return Result(ranks, found, Message("end.alone"))
    tied = sum(score.total == max(strength)[0] for score in found)
    reason = Message("end.rounds-tie" if tied > ranks.count(1) else "end.rounds", {"rounds": s.round})
    return Result(ranks, found, reason)
