"""Where to find the rules that no stage asks for and no refusal names: what is paid, drawn, hidden and counted."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Keeps
from engineshed.games.dampf_and_rails.rules import consequences, onward, running, scoring, viewing
from engineshed.games.dampf_and_rails.rules.phases import agreements, building, cards, events, handling, moving, turns
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.weather import Weather

KEEPS: Final[Keeps] = {
    # Setup
    consequences.new_state: ("R1", "R2"),
    # Trains and goods
    moving.offer_runs: ("R12",),
    State.speed: ("V2",),
    handling.play_deliver: ("R17", "R19", "R31"),
    turns.change_trains: ("R30",),
    # Agreements
    agreements.play_accept: ("A36", "A39", "A40"),
    handling.keep_promises: ("A40",),
    turns.count_down: ("A36", "A40"),
    # Cards
    cards.play_draw: ("R18", "R19", "R21"),
    turns.row_is_short: ("R8", "R19"),
    State.hand_limit: ("R20",),
    # Events
    events.happen: ("R21", "E5", "E7", "E8", "E10"),
    turns.end_turn: ("R21",),
    Weather.stops: ("E1", "E2"),
    Weather.freezes: ("E3",),
    Weather.closes: ("E6",),
    Weather.floods: ("E7", "E8"),
    Weather.idles: ("E9",),
    running.step_cost: ("E3", "E4"),
    # Building
    building.section_price: ("R26", "A24"),
    building.ferry_price: ("R26", "A24"),
    onward.step_price: ("R26", "A24"),
    # The end
    viewing.view: ("R31", "A30"),
    State.goal: ("V1", "A34"),
    turns.settle: ("R32", "A29"),
    turns.play_end: ("A29", "A38"),
    scoring.result: ("R32", "A29", "A38"),
}
