"""The wealth that a player may expect: what he has, what he extracts in this round, and what later rounds bring."""

from __future__ import annotations

from engineshed.games.planet_steam.bots.working import Extraction, income
from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.rules.components import ENERGY, RESOURCES
from engineshed.games.planet_steam.rules.scoring import property_value
from engineshed.games.planet_steam.rules.state import Stage, State


def outlook(s: State, seat: int, worth: Worth) -> float:
    goods = sum(s.has(seat, resource) * worth.unit[resource] for resource in range(len(RESOURCES)))
    total = s.credits[seat] + lasting_property(s, seat) + goods
    if s.stage <= Stage.EXTRACT:
        total += Extraction(s, seat, worth).value - s.has(seat, ENERGY) * worth.unit[ENERGY]
    if s.round < s.rounds:
        total += (s.rounds - s.round) * income(s, seat, worth)
    return total


def lasting_property(s: State, seat: int) -> int:
    """Zones, tanks, superchargers and quarters, which keep their value whatever happens."""
    values = property_value(s, seat)
    return sum(values.values()) - values["resources"]
