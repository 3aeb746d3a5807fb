"""Where to find the rules that no stage asks for and no refusal names: setting up, paying, storing, counting."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Keeps
from engineshed.games.planet_steam.rules import carriers, paying, scoring, start, viewing
from engineshed.games.planet_steam.rules.phases import (
    airship,
    auction,
    bonus_resources,
    claims,
    end_phase,
    extraction,
    independent_carrier,
    price_manipulation,
    rounds,
    sabotage,
    specialists,
    tank_phase,
    trade,
    trade_order,
    variable_claims,
    zone_auction,
)
from engineshed.games.planet_steam.rules.state import State

KEEPS: Final[Keeps] = {
    # Setup
    start.new_state: ("R1", "R10", "R12", "R13", "R14", "R15", "R16", "R19", "R100", "R105"),
    State.rounds: ("R12",),
    # The market
    State.change_supply: ("R3", "R4", "R6"),
    State.change_price: ("R5", "R6"),
    paying.pay: ("R3", "R47"),
    viewing.view: ("R9",),
    # Carriers
    carriers.capacity: ("R24",),
    carriers.store: ("R24",),
    carriers.spare: ("R121",),
    # Specialists
    specialists.begin_specialists: ("R32", "R33"),
    specialists.play_card: ("R26", "R112"),
    State.holder: ("R26", "R27", "R28", "R29"),
    bonus_resources.lay_out: ("R32", "R4"),
    bonus_resources.return_leftovers: ("R37", "R4"),
    price_manipulation.begin_manipulation: ("R111", "R112"),
    independent_carrier.begin_carrier_auction: ("R111",),
    price_manipulation.reward_manipulator: ("R115",),
    sabotage.begin_sabotage: ("R111",),
    trade_order.begin_marker: ("R98",),
    trade_order.play_marker: ("R98",),
    # Claims
    auction.is_speculator: ("R28",),
    zone_auction.begin_zone_auction: ("R28",),
    zone_auction.named_zones: ("R21",),
    claims.offer_claims: ("R21",),
    airship.begin_airship: ("R29",),
    variable_claims.begin_variable_claims: ("R100",),
    variable_claims.play_own: ("R102",),
    variable_claims.play_neutral: ("R104",),
    # The rest of the round
    rounds.go_on: ("R57", "R92"),
    tank_phase.begin_tank_phase: ("R46",),
    extraction.play_extract: ("R60",),
    extraction.working_zones: ("R64", "R119"),
    extraction.yields: ("R62", "R64", "R65", "R66", "R67", "R68"),
    trade.begin_trade: ("R99",),
    trade.play_buy: ("R4", "R73"),
    trade.play_sell: ("R4", "R73"),
    trade.play_pass: ("R72", "R73"),
    end_phase.begin_production: ("R4", "R5", "R75", "R76", "R77"),
    end_phase.begin_maintenance: ("R27", "R92"),
    # The end
    scoring.scores: ("R93",),
    scoring.result: ("R1", "R94"),
}
