"""Where to find the rules that no stage asks for and no refusal names: what is paid, counted, hidden, scored."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Keeps
from engineshed.games.steam_power.rules import consequences, scoring, supply, viewing
from engineshed.games.steam_power.rules.phases import (
    build_track,
    complete_contract,
    setup,
    take_contracts,
    take_money,
    turn,
)
from engineshed.games.steam_power.rules.state import State

KEEPS: Final[Keeps] = {
    # Setup
    consequences.new_state: ("R1", "R8", "R60"),
    consequences.companies_of: ("R60",),
    setup.play_tiles: ("R5",),
    State.trains_left: ("R6", "R22", "R66"),
    State.factories_left: ("R6", "R66"),
    # Track
    consequences.network_of: ("R19",),
    consequences.with_consequences: ("R31",),
    build_track.offer_track: ("R23",),
    build_track.play_cross: ("R27",),
    build_track.play_remove: ("R22",),
    # Contracts and what they cost
    supply.prices: ("R38", "R39", "R42"),
    supply.bought: ("R42",),
    complete_contract.play_deliver: ("R38", "R41", "R42", "R47"),
    complete_contract.play_from: ("R38", "R39", "R41"),
    complete_contract.play_via: ("R38",),
    take_money.pay_company: ("R38", "R63"),
    take_money.play_money: ("R53",),
    State.purse: ("R63", "R64"),
    take_contracts.play_contracts: ("R66",),
    viewing.view: ("R5", "R49"),
    # The end
    turn.watch_target: ("R54",),
    scoring.scores: ("R51", "R56", "R57", "R65"),
    scoring.connected_companies: ("R57", "R58", "R65"),
    scoring.result: ("R59",),
}
