"""The support airship, which the Airship Captain anchors at a row (R29, R45)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.board import MOST_ZONES
from engineshed.games.planet_steam.rules.components import AIRSHIP_CAPTAIN
from engineshed.games.planet_steam.rules.moves import Anchor, AnyMove
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, ROWS
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage

ANCHORS: Final[tuple[AnyMove, ...]] = tuple(Anchor(row) for row in range(MOST_ZONES))


def begin_airship(s: State, _log: Log) -> bool:
    s.stage, s.active, s.queue = Stage.ANCHOR, s.holder(AIRSHIP_CAPTAIN), ()
    return True


def offer_anchors(s: State) -> list[AnyMove]:
    return list(ANCHORS[: s.board.rows])


def check_anchor(s: State, m: Anchor) -> None:
    if not 0 <= m.row < s.board.rows:
        raise refuse("R45", "no-row", most=s.board.rows)


def play_anchor(s: State, m: Anchor, log: Log) -> bool:
    s.airship = m.row
    if log.on:
        log.tell("anchor", company=COMPANY_WORDS[s.active], row=ROWS[m.row])
    return True
