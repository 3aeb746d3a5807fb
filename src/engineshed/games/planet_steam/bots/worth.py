"""What resources are worth to a player: one that is kept, and what tanks extract in rounds to come."""

from __future__ import annotations

from typing import NamedTuple

from engineshed.games.planet_steam.bots.needs import Needs
from engineshed.games.planet_steam.bots.prices import later_prices
from engineshed.games.planet_steam.bots.weights import PLENTY, SLUMP
from engineshed.games.planet_steam.rules.components import CLASSES, RESOURCES
from engineshed.games.planet_steam.rules.state import State


class Worth(NamedTuple):
    """Of each resource."""

    unit: tuple[float, ...]
    """One that is kept."""
    sums: tuple[tuple[float, ...], ...]
    """So many that are extracted in a round: what is of use, where the market has none; the rest is sold, the more, the
    less each brings."""


def worths(s: State, seat: int) -> Worth:
    unit = later_prices(s)
    needs = Needs(s, seat, unit)
    most = max(holds[CLASSES] for holds in s.board.capacities) + s.board.independent
    return Worth(unit, tuple(_sums(s, needs, resource, most) for resource in range(len(RESOURCES))))


def _sums(s: State, needs: Needs, resource: int, most: int) -> tuple[float, ...]:
    price, lowest = needs.unit[resource], s.board.lowest[resource]
    scarce = max(0.0, 1 - s.supplies[resource] / (PLENTY * s.seats))
    uses = needs.uses(resource)
    total, sums = 0.0, [0.0]
    for number in range(most):
        sold = max(float(lowest), price - SLUMP * number)
        use = uses[number] if number < len(uses) else 0.0
        total += sold + scarce * max(0.0, use - sold)
        sums.append(total)
    return tuple(sums)
