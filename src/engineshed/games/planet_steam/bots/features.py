"""What a position looks like in a few numbers for each player, from which their final wealth can be told.

How much each number counts, and how that changes from round to round, was learned from games between bots
(``data/weights``).
"""

from __future__ import annotations

from typing import Final

from engineshed.games.planet_steam.rules.for_bots import (
    ENERGY,
    RESOURCES,
    WATER,
    State,
    Tanks,
    capacity,
    is_free,
    property_value,
    yields,
)

GOODS: Final = tuple(resource for resource in range(len(RESOURCES)) if resource != ENERGY)
"""What tanks need energy for."""
NAMES: Final = (
    "credits",
    "property",
    *(f"{resource}-held" for resource in RESOURCES),
    *(f"{resource}-made" for resource in RESOURCES),
    "tanks",
    "zones-empty",
    "superchargers",
    "energy-needed",
    "energy-missing",
    "energy-lacking",
    "water-none",
    "carriers",
    "licences",
    "opens",
    "tanks-dark",
    "yield-dark",
    "energy-short",
    "credits-idle",
)
IDLE = 60
"""Credits beyond these find little to buy at once."""


def features(s: State, seat: int) -> tuple[float, ...]:
    """In the order of ``NAMES``; money for everything that has a price."""
    zones = [zone for zone in s.own[seat] if s.tanks[zone]]
    gains = yields(s, zones)
    stored = [min(gain, capacity(s, seat, resource)) for resource, gain in enumerate(gains)]
    needed = sum(not is_free(s, zone) for zone in zones)
    dark = max(0, needed - s.has(seat, ENERGY))
    values = property_value(s, seat)
    return (
        float(s.credits[seat]),
        float(sum(values.values()) - values["resources"]),
        *(float(s.has(seat, resource) * s.prices[resource]) for resource in range(len(RESOURCES))),
        *(float(stored[resource] * s.prices[resource]) for resource in range(len(RESOURCES))),
        float(len(zones)),
        float(len(s.own[seat]) - len(zones)),
        float(sum(Tanks.CHARGED[s.tanks[zone]] for zone in zones)),
        float(needed),
        float(dark * s.prices[ENERGY]),
        float(max(0, dark - s.supplies[ENERGY])),
        float(not s.has(seat, WATER)),
        float(sum(s.classes[4 * seat : 4 * seat + 4])),
        float(s.licences[seat]),
        float(s.opener == seat),
        float(dark),
        dark * sum(stored[resource] * s.prices[resource] for resource in GOODS) / max(1, needed),
        float(max(0, needed - stored[ENERGY]) * s.prices[ENERGY]),
        float(max(0, s.credits[seat] - IDLE)),
    )
