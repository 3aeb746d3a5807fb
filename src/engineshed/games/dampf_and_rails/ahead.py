"""What players of Dampf & Rails can arrange before their turn: its moves, and to refuse what others propose."""

from __future__ import annotations

from typing import Final

from engineshed.core.ahead import Ahead
from engineshed.games.dampf_and_rails.rules.moves import Refuse
from engineshed.games.dampf_and_rails.rules.phases.turns import wipe_slate
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import ANSWERS, Stage

TURNS: Final = (Stage.MOVE, Stage.BUILD, *ANSWERS)
"""The stages in the middle of a turn."""


def in_turn(s: State, seat: int) -> State | None:
    """The turn of a player who had one in this round already is in the next one; in the first they only build (R7)."""
    if s.stage not in TURNS:
        return None
    new = s.copy()
    new.active, new.proposal = seat, None
    if (seat - s.first) % s.seats < (s.active - s.first) % s.seats:
        new.round += 1
    new.stage = Stage.BUILD if new.round == 1 else Stage.MOVE
    wipe_slate(new)
    return new


AHEAD: Final = Ahead(passes=lambda move: isinstance(move, Refuse), in_turn=in_turn)
