"""The steps of a round in the order of the rulebook, and how the game moves from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engineshed.core.stages import Log
from engineshed.games.planet_steam.rules.phases.airship import begin_airship
from engineshed.games.planet_steam.rules.phases.certificates import begin_certificates
from engineshed.games.planet_steam.rules.phases.claims import begin_claims
from engineshed.games.planet_steam.rules.phases.end_phase import begin_end_phase, begin_maintenance, begin_production
from engineshed.games.planet_steam.rules.phases.extraction import begin_extraction
from engineshed.games.planet_steam.rules.phases.independent_carrier import begin_carrier_auction, begin_decision
from engineshed.games.planet_steam.rules.phases.specialists import begin_specialists
from engineshed.games.planet_steam.rules.phases.tank_phase import begin_tank_phase
from engineshed.games.planet_steam.rules.phases.trade import begin_trade
from engineshed.games.planet_steam.rules.phases.variable_claims import begin_variable_claims
from engineshed.games.planet_steam.rules.phases.zone_auction import begin_zone_auction
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import WITH_CARDS, Stage

Begin = Callable[[State, Log], bool]
"""Begins a step; returns False if no player acts in it, so that it is over."""

EXPANSION: Final[tuple[Begin, ...]] = (
    begin_carrier_auction,
    begin_specialists,
    begin_variable_claims,
    begin_zone_auction,
    begin_claims,
    begin_airship,
)
TANK_AND_RESOURCES: Final[tuple[Begin, ...]] = (begin_tank_phase, begin_extraction, begin_trade, begin_certificates)
END: Final[tuple[Begin, ...]] = (begin_end_phase, begin_production)

ROUNDS: Final[dict[str, tuple[Begin, ...]]] = {
    "expansion": (*EXPANSION, begin_decision, *TANK_AND_RESOURCES, *END, begin_maintenance),
    "end": (*EXPANSION, *TANK_AND_RESOURCES, *END, begin_decision, begin_maintenance),
}
"""The step by which the holder must decide whether to keep the Independent Carrier."""

STAGES: Final[dict[Begin, tuple[int, ...]]] = {
    begin_carrier_auction: (Stage.CARRIER_AUCTION,),
    begin_specialists: WITH_CARDS,
    begin_variable_claims: (Stage.RIVER_ROLL, Stage.RIVER, Stage.OWN_CLAIM, Stage.NEUTRAL_CLAIM),
    begin_zone_auction: (Stage.NAME, Stage.ZONE_AUCTION),
    begin_claims: (Stage.CLAIM, Stage.CLAIM_ROLL, Stage.DIVERT),
    begin_airship: (Stage.ANCHOR,),
    begin_decision: (Stage.KEEP,),
    begin_tank_phase: (Stage.ACTIVATE, Stage.TANK, Stage.FIT),
    begin_extraction: (Stage.EXTRACT, Stage.UNLOAD),
    begin_trade: (Stage.TRADE,),
    begin_certificates: (Stage.CERTIFICATE,),
    begin_end_phase: (Stage.COMPENSATION,),
}
"""The stages of each step."""
STEP_OF: Final = {stage: begin for begin, stages in STAGES.items() for stage in stages}


def go_on(s: State, log: Log) -> None:
    """The step of this stage is over: begin the next ones until a player or nature acts, or the game is over."""
    steps = ROUNDS[s.options.carrier_decision]
    place = steps.index(STEP_OF[s.stage]) + 1 if s.stage in STEP_OF else 0
    while not steps[place % len(steps)](s, log):
        place += 1
