"""A player's expected wealth: what they have, what they extract in this round, and what they earn in later ones."""

from __future__ import annotations

from engineshed.games.planet_steam.bots.working import Extraction, income
from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.rules.for_bots import ENERGY, RESOURCES, Stage, State, property_value


def outlook(s: State, seat: int, worth: Worth) -> float:
    total = 0.0
    for part in parts(s, seat, worth).values():
        total += part
    return total


def parts(s: State, seat: int, worth: Worth) -> dict[str, float]:
    """The parts of the outlook."""
    found = {
        "credits": float(s.credits[seat]),
        "property": float(lasting_property(s, seat)),
        "resources": sum(s.has(seat, resource) * worth.unit[resource] for resource in range(len(RESOURCES))),
    }
    if s.stage <= Stage.EXTRACT:
        found["extraction"] = Extraction(s, seat, worth).value - s.has(seat, ENERGY) * worth.unit[ENERGY]
    if s.round < s.rounds:
        found["income"] = (s.rounds - s.round) * income(s, seat, worth)
    return found


def lasting_property(s: State, seat: int) -> int:
    """Zones, tanks, superchargers and quarters, which keep their value whatever happens."""
    values = property_value(s, seat)
    return sum(values.values()) - values["resources"]
