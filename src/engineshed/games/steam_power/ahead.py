"""What players of Steam Power can arrange before their turn: its moves. Nobody bids, and nobody has to pass."""

from __future__ import annotations

from typing import Final

from engineshed.core.ahead import Ahead
from engineshed.games.steam_power.rules.phases.turn import start_turn
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import LAST_OF_NATURE, Bonus, Stage


def in_turn(s: State, seat: int) -> State | None:
    """The turn of a player who had one in this round already is in the next round."""
    if s.stage <= LAST_OF_NATURE or s.stage == Stage.OVER or s.seats == 1:
        return None
    new = s.copy()
    new.bonus, new.steps, new.draws, new.shipment = Bonus.NONE, 0, 0, None
    start_turn(new, seat)
    if (seat - s.first) % s.seats < (s.active - s.first) % s.seats:
        new.round += 1
    return new


AHEAD: Final = Ahead(in_turn=in_turn)
