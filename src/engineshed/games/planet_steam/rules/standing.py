"""Who is winning and why: everybody's wealth, but others' credits only where they are open (R9)."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Seat
from engineshed.core.once import once
from engineshed.core.standing import Standing, tallied, upcoming
from engineshed.core.words import Message
from engineshed.games.planet_steam.rules.phases.airship import begin_airship
from engineshed.games.planet_steam.rules.phases.certificates import begin_certificates
from engineshed.games.planet_steam.rules.phases.claims import begin_claims
from engineshed.games.planet_steam.rules.phases.end_phase import begin_end_phase
from engineshed.games.planet_steam.rules.phases.extraction import begin_extraction
from engineshed.games.planet_steam.rules.phases.independent_carrier import begin_carrier_auction, begin_decision
from engineshed.games.planet_steam.rules.phases.rounds import ROUNDS, STEP_OF, Begin
from engineshed.games.planet_steam.rules.phases.specialists import begin_specialists
from engineshed.games.planet_steam.rules.phases.tank_phase import begin_tank_phase
from engineshed.games.planet_steam.rules.phases.trade import begin_trade
from engineshed.games.planet_steam.rules.phases.variable_claims import begin_variable_claims
from engineshed.games.planet_steam.rules.phases.zone_auction import begin_zone_auction
from engineshed.games.planet_steam.rules.scoring import scores
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage

NAMES: Final[dict[Begin, str]] = {
    begin_carrier_auction: "carrier",
    begin_specialists: "specialists",
    begin_variable_claims: "variable-claims",
    begin_zone_auction: "zone-auction",
    begin_claims: "claims",
    begin_airship: "airship",
    begin_decision: "decision",
    begin_tank_phase: "tanks",
    begin_extraction: "extraction",
    begin_trade: "trade",
    begin_certificates: "certificates",
    begin_end_phase: "end",
}
"""The steps in which players act, or that everybody waits for."""


_scores = once(scores)


def standing(s: State, viewer: Seat | None) -> Standing:
    over = s.stage == Stage.OVER
    step = NAMES[STEP_OF[s.stage]] if s.stage in STEP_OF else None
    return Standing(
        goal=Message("standing.goal", {"rounds": s.rounds}),
        round=s.round,
        rounds=s.rounds,
        phase=Message(f"phase.{'scoring' if over else step or 'setup'}"),
        next=() if over else (*upcoming(_steps(s), step), _after_the_round(s)),
        tallies=tallied(_scores(s), viewer, hidden=() if over or s.options.open_credits else ("credits",)),
    )


def _steps(s: State) -> list[str]:
    """The steps of a round at this table, in their order."""
    options = s.options
    left_out = {
        *(() if options.independent_carrier else ("carrier", "decision")),
        *(() if options.variable_claims else ("variable-claims",)),
    }
    names = [NAMES[step] for step in ROUNDS[options.carrier_decision] if step in NAMES]
    return [name for name in names if name not in left_out]


def _after_the_round(s: State) -> Message:
    return Message("phase.scoring") if s.round == s.rounds else Message("phase.round", {"round": s.round + 1})
