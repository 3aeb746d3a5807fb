"""What a position is worth, as games between bots have shown: better than the outlook, and as quick."""

from __future__ import annotations

from engineshed.core.bot import Value
from engineshed.games.planet_steam.bots.features import NAMES, features
from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.rules.for_bots import Stage, State, property_value


def learned(s: State, w: Weights) -> tuple[Value, ...]:
    """What every seat can expect; at the end of the game, the final wealth.

    It was learned from positions at the beginning of rounds.
    """
    if s.stage == Stage.OVER:
        return tuple(Value({"credits": float(s.credits[seat]), **property_value(s, seat)}) for seat in range(s.seats))
    left = s.rounds - s.round + 1
    weights = [_weight(w, name, left) for name in NAMES]
    return tuple(
        Value(dict(zip(NAMES, map(float.__mul__, weights, features(s, seat)), strict=True))) for seat in range(s.seats)
    )


def _weight(w: Weights, name: str, left: int) -> float:
    """0 for features that were not known when these weights were learned."""
    fixed, by_round = w.value.get(name, (0.0, 0.0))
    return fixed + by_round * left
