"""What a position is worth to every player, by the measure that the greedy bot uses for itself."""

from __future__ import annotations

from engineshed.core.bot import Value
from engineshed.games.planet_steam.bots.outlook import parts
from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.bots.worth import worths
from engineshed.games.planet_steam.rules.for_bots import Stage, State


def evaluate(s: State, w: Weights) -> tuple[Value, ...]:
    """What every seat can expect; at the end of the game, the final wealth."""
    s = _after_extraction(s) if _round_ends(s) else s
    return tuple(Value(parts(s, seat, worths(s, seat, w))) for seat in range(s.seats))


def _round_ends(s: State) -> bool:
    """Stages that come last in a round, though their numbers are those of earlier ones."""
    kept_late = s.stage == Stage.KEEP and s.options.carrier_decision == "end"
    return s.stage == Stage.COMPENSATION or kept_late


def _after_extraction(s: State) -> State:
    later = s.copy()
    later.stage = Stage.CERTIFICATE
    return later
