"""Final wealth and its parts (R93)."""

from __future__ import annotations

from engineshed.core.contract import Result, Score
from engineshed.core.words import Message
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage, Tanks


def scores(s: State) -> tuple[Score, ...]:
    """Each player's wealth if the game ended now."""
    return tuple(_score(s, seat) for seat in range(s.seats))


def _score(s: State, seat: int) -> Score:
    parts = {"credits": s.credits[seat], **property_value(s, seat)}
    return Score(sum(parts.values()), parts)


def property_value(s: State, seat: int) -> dict[str, int]:
    """Everything except credits, and so open to everybody."""
    board, own = s.board, s.own[seat]
    goods = s.goods[4 * seat : 4 * seat + 4]
    return {
        "resources": sum(count * price for count, price in zip(goods, s.prices, strict=True)),
        "zones": board.zone_value * len(own),
        "tanks": board.tank_value * sum(s.tanks[zone] != Tanks.NONE for zone in own),
        "superchargers": board.supercharger_value * sum(Tanks.CHARGED[s.tanks[zone]] for zone in own),
        "quarters": board.quarters_value * s.quarters[seat],
    }


def result(s: State) -> Result | None:
    """How the game ended; players who tie share their rank, and so the win (R94)."""
    if s.stage != Stage.OVER:
        return None
    found = scores(s)
    ranks = tuple(1 + sum(other.total > own.total for other in found) for own in found)
    return Result(ranks, found, Message("end.rounds", {"rounds": s.round}))
