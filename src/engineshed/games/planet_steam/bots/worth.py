"""What resources are worth to a player: one that is kept, and those that tanks will extract."""

from __future__ import annotations

from typing import NamedTuple

from engineshed.games.planet_steam.bots.needs import Needs
from engineshed.games.planet_steam.bots.prices import later_prices
from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.rules.for_bots import CLASSES, RESOURCES, State


class Worth(NamedTuple):
    """What each resource is worth to one player; and the weights by which everything else is judged."""

    unit: tuple[float, ...]
    """The value of one unit that is kept."""
    sums: tuple[tuple[float, ...], ...]
    """The value of what is extracted in a round: some is used when the market has none; the rest is sold, and the more
    is sold, the less each unit earns."""
    weights: Weights


def worths(s: State, seat: int, weights: Weights) -> Worth:
    unit = later_prices(s, weights)
    needs = Needs(s, seat, unit, weights)
    most = max(holds[CLASSES] for holds in s.board.capacities) + s.board.independent
    return Worth(unit, tuple(_sums(s, needs, resource, most) for resource in range(len(RESOURCES))), weights)


def _sums(s: State, needs: Needs, resource: int, most: int) -> tuple[float, ...]:
    price, lowest, w = needs.unit[resource], s.board.lowest[resource], needs.weights
    scarce = max(0.0, 1 - s.supplies[resource] / (w.plenty * s.seats))
    uses = needs.uses(resource)
    total, sums = 0.0, [0.0]
    for number in range(most):
        sold = max(float(lowest), price - w.slump * number)
        use = uses[number] if number < len(uses) else 0.0
        total += sold + scarce * max(0.0, use - sold)
        sums.append(total)
    return tuple(sums)
